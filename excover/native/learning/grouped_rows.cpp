#include "learning/grouped_rows.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace excover::learning {

GroupedRows::GroupedRows(const Problem& problem, const std::shared_ptr<const rules::LinearConstraints>& rows) {
    if (!rows) return;
    places_.resize(2 * std::size_t{problem.options()});
    std::vector<std::vector<Index>> columns(problem.items());
    std::vector<std::vector<std::pair<Index, Weight>>> terms(rows->size());
    for (Index option = 0; option < problem.options(); ++option) {
        for (const Index e : problem.entries(option)) columns[problem.item(e)].push_back(option);
        for (const rules::LinearConstraints::Share& share : rows->shares(option))
            if (share.weight != 0) terms[share.row].emplace_back(option, share.weight);
    }
    for (Index row = 0; row < rows->size(); ++row) add_row(problem, columns, rows->upper(row), terms[row]);
}

// Each option goes into the group of that of its items which most other options of the row have, too.
void GroupedRows::add_row(const Problem& problem, const std::vector<std::vector<Index>>& columns, Weight upper,
                          const std::vector<std::pair<Index, Weight>>& terms) {
    rows_.push_back({upper, 0, 0, {}});
    std::vector<Weight> weights(problem.options(), 0);  // of those that are in no group yet
    for (const auto& [option, weight] : terms) weights[option] = weight;
    for (const auto& [first, weight] : terms) {
        if (weights[first] == 0) continue;
        Index best = kNone;
        std::ptrdiff_t most = 1;
        for (const Index e : problem.entries(first)) {
            const Index item = problem.item(e);
            if (problem.is_colored(item) || problem.lower(item) != 1 || problem.upper(item) != 1) continue;
            const auto count = std::ranges::count_if(columns[item], [&](Index option) { return weights[option] != 0; });
            if (count <= most) continue;
            best = item;
            most = count;
        }
        std::vector<Member> members;
        if (best == kNone) {
            members = {{weight, refused(first)}, {0, chosen(first)}};
            weights[first] = 0;
        } else {
            for (const Index option : columns[best])
                members.push_back({std::exchange(weights[option], 0), refused(option)});
        }
        add_group(best != kNone, std::move(members));
    }
}

void GroupedRows::add_group(bool is_of_item, std::vector<Member> members) {
    std::ranges::stable_sort(members, {}, &Member::weight);
    const auto number = static_cast<Index>(groups_.size());
    Row& row = rows_.back();
    for (Index k = 0; k < members.size(); ++k) places_[members[k].remover].push_back({number, k});
    row.least += members.front().weight;
    row.widest = std::max(row.widest, members.back().weight - members.front().weight);
    row.groups.push_back(number);
    groups_.push_back({static_cast<Index>(rows_.size() - 1), is_of_item, std::move(members)});
}

bool GroupedRows::start(Assignment& assignment) {
    for (Index row = 0; row < rows_.size(); ++row)
        if (!narrow(assignment, row)) return false;
    return true;
}

bool GroupedRows::spread(Assignment& assignment, Literal literal, Index& broken) {
    if (rows_.empty()) return true;
    const std::vector<Place>& places = places_[literal];
    updates_ += places.size();
    for (const auto& [number, k] : places) {  // all of them: what is taken back is a whole literal
        Group& group = groups_[number];
        std::vector<Member>& members = group.members;
        members[k].is_gone = true;
        if (k != group.least) continue;
        while (group.least + 1 < members.size() && members[group.least].is_gone) ++group.least;
        rows_[group.row].least += members[group.least].weight - members[k].weight;
    }
    for (const auto& [number, k] : places) {
        broken = groups_[number].row;
        if (!narrow(assignment, broken)) return false;
    }
    return true;
}

void GroupedRows::take_back(Literal literal) {
    if (rows_.empty()) return;
    for (const auto& [number, k] : places_[literal]) {
        Group& group = groups_[number];
        group.members[k].is_gone = false;
        if (k >= group.least) continue;
        rows_[group.row].least += group.members[k].weight - group.members[group.least].weight;
        group.least = k;
    }
}

// Removes the members that are too heavy; false if the lightest ones are.
bool GroupedRows::narrow(Assignment& assignment, Index number) {
    const Row& row = rows_[number];
    const Weight room = row.upper - row.least;
    if (room < 0) return false;
    if (room >= row.widest) return true;
    updates_ += row.groups.size();
    for (const Index each : row.groups) {
        const Group& group = groups_[each];
        const Weight most = group.members[group.least].weight + room;
        for (std::size_t k = group.members.size(); k-- > group.least && group.members[k].weight > most;)
            if (const Literal remover = group.members[k].remover; assignment.is_open(option_of(remover)))
                assignment.assign(remover, {Reason::Kind::group, each});
    }
    return true;
}

void GroupedRows::explain(const Assignment& assignment, Literal literal, Index number,
                          std::vector<Literal>& out) const {
    const Group& group = groups_[number];
    Weight heaviest = std::numeric_limits<Weight>::min();
    for (const Member& member : group.members)
        if (member.remover == literal) heaviest = std::max(heaviest, member.weight);
    explain_sum(assignment, rows_[group.row], heaviest, number, assignment.place(option_of(literal)), out);
}

void GroupedRows::explain_row(const Assignment& assignment, Index row, std::vector<Literal>& out) const {
    explain_sum(assignment, rows_[row], 0, kNone, std::numeric_limits<std::size_t>::max(), out);
}

// Why a sum and the least weights of all groups but one are more than the bound: of the groups that were narrowed
// before a place on the trail, only as many as suffice.
void GroupedRows::explain_sum(const Assignment& assignment, const Row& row, Weight sum, Index but, std::size_t before,
                              std::vector<Literal>& out) const {
    out.clear();
    for (const Index each : row.groups)
        if (each != but) sum += least_before(assignment, groups_[each], before, nullptr);
    Weight spare = sum - row.upper - 1;
    for (const Index each : row.groups) {
        if (each == but) continue;
        const Group& group = groups_[each];
        const Weight raised = least_before(assignment, group, before, nullptr) - group.members.front().weight;
        if (raised <= spare)
            spare -= raised;
        else
            least_before(assignment, group, before, &out);
    }
}

// The least weight that was left before a place on the trail; and the literals that are false because of it.
Weight GroupedRows::least_before(const Assignment& assignment, const Group& group, std::size_t before,
                                 std::vector<Literal>* reasons) const {
    const auto was_true = [&](Literal literal) {
        return assignment.is_true(literal) && assignment.place(option_of(literal)) < before;
    };
    std::size_t k = 0;
    while (k + 1 < group.members.size() && was_true(group.members[k].remover)) ++k;
    if (!reasons) return group.members[k].weight;
    const Literal remover = group.members[k].remover;
    if (group.is_of_item && was_true(opposite(remover))) {
        reasons->push_back(remover);
    } else {
        for (std::size_t other = 0; other < k; ++other)
            if (group.members[other].weight < group.members[k].weight)
                reasons->push_back(opposite(group.members[other].remover));
    }
    return group.members[k].weight;
}

}  // namespace excover::learning

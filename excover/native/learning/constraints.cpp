#include "learning/constraints.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace excover::learning {

LinearRows::LinearRows(std::shared_ptr<const rules::LinearConstraints> rows) : rows_(std::move(rows)) {
    for (Index row = 0; rows_ && row < rows_->size(); ++row) left_.push_back(rows_->slack(row));
}

bool LinearRows::start(Assignment& assignment, Index& broken) {
    for (Index row = 0; row < left_.size(); ++row) {
        broken = row;
        if (left_[row] < 0) return false;
        refuse_takers(assignment, row);
    }
    return true;
}

bool LinearRows::spread(Assignment& assignment, Literal literal, Index& broken) {
    if (!rows_ || !is_choice(literal)) return true;
    const auto shares = rows_->shares(option_of(literal));
    bool holds = true;
    for (const rules::LinearConstraints::Share& share : shares) {  // all of them: what is taken back is a whole literal
        left_[share.row] -= share.reduced;
        if (left_[share.row] >= 0) continue;
        holds = false;
        broken = share.row;
    }
    updates_ += shares.size();
    if (!holds) return false;
    for (const rules::LinearConstraints::Share& share : shares)
        if (share.reduced > 0) refuse_takers(assignment, share.row);
    return true;
}

void LinearRows::take_back(Literal literal) {
    if (!rows_ || !is_choice(literal)) return;
    for (const rules::LinearConstraints::Share& share : rows_->shares(option_of(literal)))
        left_[share.row] += share.reduced;
}

// One that is chosen, but was not counted yet, breaks the row when it is.
void LinearRows::refuse_takers(Assignment& assignment, Index row) {
    for (const rules::LinearConstraints::Taker& taker : rows_->takers(row)) {
        if (taker.reduced <= left_[row]) break;
        ++updates_;
        if (assignment.is_open(taker.option)) assignment.assign(refused(taker.option), {Reason::Kind::sum, row});
    }
}

void LinearRows::explain(const Assignment& assignment, Literal literal, Index row, std::vector<Literal>& out) const {
    const Index option = option_of(literal);
    Weight reduced = 0;
    for (const rules::LinearConstraints::Share& share : rows_->shares(option))
        if (share.row == row) reduced = share.reduced;
    take_in(assignment, row, rows_->slack(row) - reduced, assignment.place(option), out);
}

void LinearRows::explain_row(const Assignment& assignment, Index row, std::vector<Literal>& out) const {
    take_in(assignment, row, rows_->slack(row), std::numeric_limits<std::size_t>::max(), out);
}

// Options that were chosen before a place on the trail, until they take more than so much.
void LinearRows::take_in(const Assignment& assignment, Index row, Weight most, std::size_t before,
                         std::vector<Literal>& out) const {
    out.clear();
    for (const rules::LinearConstraints::Taker& taker : rows_->takers(row)) {
        if (most < 0) return;
        if (!assignment.is_true(chosen(taker.option)) || assignment.place(taker.option) >= before) continue;
        out.push_back(refused(taker.option));
        most -= taker.reduced;
    }
}

namespace {

// A member that alone has another weight than the rest, and the weight of these: whether it is chosen is all that
// matters. Null if there is none. The lightest member is the first.
std::pair<const rules::LinearConstraints::Member*, Weight> single_of(const rules::LinearConstraints::Group& group) {
    const auto& members = group.members;
    const std::size_t size = members.size();
    if (group.item == kNone) return {&members[0], 0};
    if (size < 3) return {nullptr, 0};
    if (members[1].weight == members[size - 1].weight) return {&members[0], members[1].weight};
    if (members[0].weight == members[size - 2].weight) return {&members[size - 1], members[0].weight};
    return {nullptr, 0};
}

}  // namespace

void sort_out(Clause& clause) {
    std::ranges::sort(clause);
    const auto again = std::ranges::unique(clause);
    clause.erase(again.begin(), again.end());
}

GroupedRows::GroupedRows(const std::shared_ptr<const rules::LinearConstraints>& rows) {
    if (!rows) return;
    for (Index row = 0; row < rows->size(); ++row) {
        rows_.push_back({rows->upper(row), 0, {}});
        for (const rules::LinearConstraints::Group& group : rows->groups(row)) {
            if (const auto [single, weight] = single_of(group); single != nullptr) {
                add_group(false, group.item, weight,
                          {{single->weight, refused(single->option)}, {weight, chosen(single->option)}});
                continue;
            }
            std::vector<Member> members;
            for (const auto& [weight, option] : group.members) members.push_back({weight, refused(option)});
            add_group(true, group.item, 0, std::move(members));
        }
        std::ranges::stable_sort(rows_.back().groups, std::greater{}, [&](Index each) { return groups_[each].width; });
    }
    const Index literals = 2 * rows->options();
    places_ = {literals, [&](auto take) {
                   for (Index number = 0; number < groups_.size(); ++number) {
                       const std::vector<Member>& members = groups_[number].members;
                       for (Index k = 0; groups_[number].is_of_item && k < members.size(); ++k)
                           take(members[k].remover, Place{number, k});
                   }
               }};
    rises_ = {literals, [&](auto take) {
                  for (const Group& group : groups_)
                      if (!group.is_of_item && group.width > 0)
                          take(group.members[0].remover, Rise{group.row, group.width});
              }};
}

void GroupedRows::add_group(bool is_of_item, Index item, Weight rest, std::vector<Member> members) {
    std::ranges::stable_sort(members, {}, &Member::weight);
    const auto number = static_cast<Index>(groups_.size());
    Row& row = rows_.back();
    row.least += members.front().weight;
    row.groups.push_back(number);
    const Weight width = members.back().weight - members.front().weight;
    groups_.push_back({static_cast<Index>(rows_.size() - 1), is_of_item, item, rest, width, std::move(members)});
}

bool GroupedRows::start(Assignment& assignment, Index& broken) {
    for (Index row = 0; row < rows_.size(); ++row)
        if (!narrow(assignment, broken = row)) return false;
    return true;
}

bool GroupedRows::spread(Assignment& assignment, Literal literal, Index& broken) {
    if (rows_.empty()) return true;
    const std::span<const Place> places = places_[literal];
    const std::span<const Rise> rises = rises_[literal];
    updates_ += places.size() + rises.size();
    raised_.clear();
    for (const auto& [row, width] : rises) {
        rows_[row].least += width;
        raised_.push_back(row);
    }
    for (const auto& [number, k] : places) {  // all of them: what is taken back is a whole literal
        Group& group = groups_[number];
        std::vector<Member>& members = group.members;
        members[k].is_gone = true;
        if (k != group.least) continue;
        while (group.least + 1 < members.size() && members[group.least].is_gone) ++group.least;
        if (members[group.least].weight == members[k].weight) continue;
        rows_[group.row].least += members[group.least].weight - members[k].weight;
        raised_.push_back(group.row);
    }
    return std::ranges::all_of(raised_, [&](Index row) { return narrow(assignment, broken = row); });
}

void GroupedRows::take_back(Literal literal) {
    if (rows_.empty()) return;
    for (const auto& [row, width] : rises_[literal]) rows_[row].least -= width;
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
    for (const Index each : row.groups) {
        const Group& group = groups_[each];
        if (group.width <= room) break;
        ++updates_;
        if (!group.is_of_item) {
            if (const Literal remover = group.members[1].remover; assignment.is_open(option_of(remover)))
                assignment.assign(remover, {Reason::Kind::group, each});
            continue;
        }
        const Weight most = group.members[group.least].weight + room;
        for (std::size_t k = group.members.size(); k-- > group.least && group.members[k].weight > most;)
            if (const Literal remover = group.members[k].remover; assignment.is_open(option_of(remover)))
                assignment.assign(remover, {Reason::Kind::group, each});
    }
    return true;
}

void GroupedRows::explain(const Assignment& assignment, Literal literal, Index number,
                          std::vector<Literal>& out) const {
    explain(assignment, literal, number, out, nullptr);
}

void GroupedRows::explain(const Assignment& assignment, Literal literal, Index number, std::vector<Literal>& out,
                          Prices* prices) const {
    const Group& group = groups_[number];
    Weight heaviest = std::numeric_limits<Weight>::min();
    for (const Member& member : group.members)
        if (member.remover == literal) heaviest = std::max(heaviest, member.weight);
    explain_sum(assignment, rows_[group.row], heaviest, number, assignment.place(option_of(literal)), out, prices);
}

void GroupedRows::explain_row(const Assignment& assignment, Index row, std::vector<Literal>& out) const {
    explain_sum(assignment, rows_[row], 0, kNone, std::numeric_limits<std::size_t>::max(), out, nullptr);
}

// Why a sum and the least weights of all groups but one are more than the bound: of the groups that were narrowed
// before a place on the trail, only as many as suffice.
void GroupedRows::explain_sum(const Assignment& assignment, const Row& row, Weight sum, Index but, std::size_t before,
                              std::vector<Literal>& out, Prices* prices) const {
    out.clear();
    for (const Index each : row.groups)
        if (each != but) sum += least_before(assignment, groups_[each], before, nullptr);
    Weight spare = sum - row.upper - 1;
    for (const Index each : row.groups) {
        const Group& group = groups_[each];
        const Weight lightest = group.members.front().weight;
        const Weight least = each == but ? lightest : least_before(assignment, group, before, nullptr);
        const std::size_t known = out.size();
        if (least - lightest <= spare)
            spare -= least - lightest;
        else
            least_before(assignment, group, before, &out);
        if (!prices) continue;
        // A member that is chosen says enough by its own weight.
        const bool is_refused = out.size() > known && is_choice(out[known]);
        prices->emplace_back(group.item, !group.is_of_item ? group.rest : is_refused ? least : lightest);
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

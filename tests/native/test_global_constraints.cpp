// What all chosen options together must be, against the definition: connected places, a single loop, paths.
#include <algorithm>
#include <memory>
#include <set>

#include "graph/frontier_of_rules.hpp"
#include "learning/learning_search.hpp"
#include "sparse/sparse_search.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::rules;
using namespace excover::sparse;
using namespace excover::test;

namespace {

// The places of the chosen options: each time they are marked.
std::vector<Index> marked(const GlobalConstraint& constraint, const std::vector<Index>& cover) {
    std::vector<Index> found;
    for (const Index option : cover)
        found.insert(found.end(), constraint.places.begin() + constraint.starts[option],
                     constraint.places.begin() + constraint.starts[option + 1]);
    return found;
}

// Pairs of places that are joined: by a chosen line, or as neighbors that are both marked.
std::vector<std::pair<Index, Index>> joined(const GlobalConstraint& constraint, const std::vector<Index>& cover) {
    const std::vector<Index> places = marked(constraint, cover);
    std::vector<std::pair<Index, Index>> pairs;
    for (std::size_t k = 0; constraint.has_lines && k < places.size(); k += 2)
        pairs.emplace_back(places[k], places[k + 1]);
    for (Index place = 0; !constraint.has_lines && place + 1 < constraint.near_starts.size(); ++place)
        for (Index k = constraint.near_starts[place]; k < constraint.near_starts[place + 1]; ++k)
            if (std::ranges::count(places, place) > 0 && std::ranges::count(places, constraint.near[k]) > 0)
                pairs.emplace_back(place, constraint.near[k]);
    return pairs;
}

// Whether each area has as many places as it must have; `part` is the same for what hangs together. What is not marked
// itself hangs together with all parts beside it.
bool have_sizes(const GlobalConstraint& constraint, const std::vector<Index>& cover, const std::vector<Index>& places,
                const std::vector<Index>& part) {
    return std::ranges::all_of(constraint.areas, [&](const Area& area) {
        if (area.option != kNone && std::ranges::count(cover, area.option) == 0) return true;
        std::set<Index> parts, members;
        if (std::ranges::count(places, area.start) > 0) parts.insert(part[area.start]);
        for (Index k = constraint.near_starts[area.start]; k < constraint.near_starts[area.start + 1]; ++k)
            if (std::ranges::count(places, constraint.near[k]) > 0) parts.insert(part[constraint.near[k]]);
        for (const Index place : places)
            if (parts.contains(part[place])) members.insert(place);
        return area.least <= members.size() && members.size() <= area.most;
    });
}

// Whether lines are paths: one is at each end, two or none elsewhere, and in each part are two ends of one label.
bool are_paths(const GlobalConstraint& constraint, const std::vector<Index>& places, const std::vector<Index>& part) {
    for (Index place = 0; place < part.size(); ++place) {
        const auto times = std::ranges::count(places, place);
        const Index label = constraint.ends[place];
        if (label == kNone ? times != 0 && times != 2 : times != 1) return false;
        if (times == 0) continue;
        std::vector<Index> labels;
        for (Index other = 0; other < part.size(); ++other)
            if (part[other] == part[place] && constraint.ends[other] != kNone) labels.push_back(constraint.ends[other]);
        if (labels.size() != 2 || labels[0] != labels[1]) return false;
    }
    return true;
}

// From the definition: the parts are found by giving each place the least number that reaches it.
bool holds(const GlobalConstraint& constraint, const std::vector<Index>& cover) {
    const std::vector<Index> places = marked(constraint, cover);
    const bool is_loop = constraint.has_lines && constraint.ends.empty();
    if (places.empty() && constraint.areas.empty() && constraint.ends.empty()) return !is_loop;
    if (is_loop && std::ranges::any_of(places, [&](Index place) { return std::ranges::count(places, place) != 2; }))
        return false;
    std::vector<Index> part(constraint.near_starts.size() - 1);
    for (Index place = 0; place < part.size(); ++place) part[place] = place;
    const auto pairs = joined(constraint, cover);
    for (std::size_t round = 0; round < part.size(); ++round)
        for (const auto& [one, other] : pairs) part[one] = part[other] = std::min(part[one], part[other]);
    if (!constraint.ends.empty()) return are_paths(constraint, places, part);
    if (!constraint.areas.empty()) return have_sizes(constraint, cover, places, part);
    return std::ranges::all_of(places, [&](Index place) { return part[place] == part[places.front()]; });
}

// Random places for the options of a problem, on a path or a random graph.
GlobalConstraint random_constraint(Random& random, Index options) {
    const Index places = 2 + random.below(6);
    GlobalConstraint constraint{random.below(2) == 0, {0}, {}, {0}, {}};
    for (Index option = 0; option < options; ++option) {
        for (Index marks = random.below(3); marks > 0; --marks) {
            const Index place = random.below(places);
            constraint.places.push_back(place);
            if (constraint.has_lines) constraint.places.push_back((place + 1 + random.below(places - 1)) % places);
        }
        constraint.starts.push_back(static_cast<Index>(constraint.places.size()));
    }
    std::vector<std::vector<Index>> near(places);
    for (Index one = 0; !constraint.has_lines && one < places; ++one)
        for (Index other = 0; other < one; ++other)
            if (other + 1 == one || random.below(4) == 0) {
                near[one].push_back(other);
                near[other].push_back(one);
            }
    for (const auto& each : near) {
        constraint.near.insert(constraint.near.end(), each.begin(), each.end());
        constraint.near_starts.push_back(static_cast<Index>(constraint.near.size()));
    }
    if (constraint.has_lines && random.below(2) == 0) {
        for (Index place = 0; place < places; ++place)
            constraint.ends.push_back(random.below(3) == 0 ? random.below(2) : kNone);
    }
    if (constraint.has_lines || random.below(2) == 0) return constraint;
    for (Index option = 0; option < options; ++option)
        for (Index k = constraint.starts[option]; k < constraint.starts[option + 1]; ++k) {
            const Index least = random.below(4), most = random.below(4) == 0 ? kNone : least + random.below(2);
            if (random.below(2) == 0) constraint.areas.push_back({constraint.places[k], option, least, most});
        }
    const Index least = random.below(3);
    constraint.areas.push_back({random.below(places), kNone, least, least + random.below(4)});
    return constraint;
}

struct Found {
    Solutions covers;
    std::uint64_t solutions, nodes;
};

Found search(const Problem& problem, Mode mode, std::shared_ptr<const GlobalConstraints> global_constraints,
             const Allowance& allowance) {
    SparseSearch search(problem, true, mode, nullptr, std::move(global_constraints));
    Found found{};
    for (bool more = true; more;) {
        more = search.run(allowance) != Stop::exhausted;
        for (std::size_t k = 0; k < search.covers().size(); ++k)
            found.covers.emplace(search.covers()[k].begin(), search.covers()[k].end());
        search.clear_covers();
    }
    return {found.covers, search.solutions(), search.nodes()};
}

// Both ways of a frontier search, which does not keep to areas, a little at a time.
void frontier_agrees(const Problem& problem, std::shared_ptr<const GlobalConstraints> rules, const Solutions& expected,
                     const Allowance& allowance) {
    if (std::ranges::any_of(rules->graphs(), [](const auto& graph) { return !graph.areas().empty(); })) return;
    graph::FrontierOfRules counting(problem, nullptr, rules.get(), 1 << 20, false);
    while (counting.run(allowance) != Stop::exhausted) {
    }
    CHECK(counting.solutions() == expected.size() && counting.level() == counting.levels());
    graph::FrontierOfRules listing(problem, nullptr, rules.get(), 1 << 20, true);
    Solutions covers;
    for (bool more = true; more;) {
        more = listing.run(allowance) != Stop::exhausted;
        for (std::size_t k = 0; k < listing.covers().size(); ++k)
            CHECK(covers.emplace(listing.covers()[k].begin(), listing.covers()[k].end()).second);
        listing.clear_covers();
    }
    CHECK(covers == expected && listing.solutions() == expected.size());
}

// The search that learns, which takes cuts as they are broken.
void learning_agrees(const Problem& problem, std::shared_ptr<const GlobalConstraints> rules,
                     const Solutions& expected) {
    learning::LearningSearch search(problem, 1 << 20, true, nullptr, std::move(rules), false);
    CHECK(search.run({}) == Stop::exhausted);
    Solutions covers;
    for (std::size_t k = 0; k < search.covers().size(); ++k)
        CHECK(covers.emplace(search.covers()[k].begin(), search.covers()[k].end()).second);
    CHECK(covers == expected);
}

// An option that is chosen where another one is not, and means nothing else.
void add_decision(Random& random, Draft& draft) {
    if (draft.starts.size() < 2) return;
    const Index option = random.below(static_cast<Index>(draft.starts.size() - 1));
    const auto item = static_cast<Index>(draft.lower.size());
    draft.add_primary(1);
    const auto end = draft.starts[option + 1];
    draft.entries.insert(draft.entries.begin() + end, item);
    draft.colors.insert(draft.colors.begin() + end, 0);
    for (auto start = draft.starts.begin() + option + 1; start != draft.starts.end(); ++start) ++*start;
    draft.add_option({item});
}

// Random problems with one or two rules: the same covers for both aims, stopped and resumed, and no node more than
// without the rules. In all, branches are left out.
void agrees_with_definition() {
    std::uint64_t kept = 0, dropped = 0, nodes = 0, nodes_without = 0;
    for (unsigned seed = 0; seed < examples(5000); ++seed) {
        Random random(seed);
        Draft draft = random.draft();
        for (Index decisions = random.below(4); decisions > 0; --decisions) add_decision(random, draft);
        const Index options = static_cast<Index>(draft.starts.size() - 1);
        std::vector<GlobalConstraint> rules{random_constraint(random, options)};
        if (random.below(2) == 0) rules.push_back(random_constraint(random, options));
        const Problem problem = draft.problem();
        Solutions expected;
        for (const auto& cover : naive(draft)) {
            const bool is_kept =
                std::ranges::all_of(rules, [&](const GlobalConstraint& rule) { return holds(rule, cover); });
            if (is_kept) expected.insert(cover);
            ++(is_kept ? kept : dropped);
        }
        const auto global_constraints = std::make_shared<const GlobalConstraints>(problem, rules);
        const Found listed = search(problem, Mode::listing, global_constraints, {});
        CHECK(listed.covers == expected);
        CHECK(listed.solutions == expected.size());
        const Found resumed = search(problem, Mode::listing, global_constraints, {.nodes = 1});
        CHECK(resumed.covers == expected && resumed.nodes == listed.nodes);
        const Found sought = search(problem, Mode::finding, global_constraints, {});
        CHECK(sought.covers == expected);
        CHECK(sought.solutions == expected.size());
        learning_agrees(problem, global_constraints, expected);
        frontier_agrees(problem, global_constraints, expected, {.solutions = 1, .nodes = 1 + random.below(9)});
        const Found without = search(problem, Mode::listing, nullptr, {});
        CHECK(listed.nodes <= without.nodes);
        nodes += listed.nodes;
        nodes_without += without.nodes;
    }
    CHECK(kept > 1000 && dropped > 1000);
    CHECK(nodes < nodes_without);
}

// A row of cells, painted or not: as soon as a gap lies between two painted cells, nothing is tried behind it. There
// are n (n + 1) / 2 + 1 ways, and each has at most n + 1 nodes of its own; without the rule there are 2^n.
void prunes_a_row() {
    constexpr Index n = 16;
    Draft draft;
    draft.add_primary(n);
    GlobalConstraint row{false, {0}, {}, {0}, {}};
    for (Index cell = 0; cell < n; ++cell) {
        draft.add_option({cell});
        row.places.push_back(cell);
        row.starts.push_back(cell + 1);
        if (cell > 0) row.near.push_back(cell - 1);
        if (cell + 1 < n) row.near.push_back(cell + 1);
        row.near_starts.push_back(static_cast<Index>(row.near.size()));
    }
    for (Index cell = 0; cell < n; ++cell) {
        draft.add_option({cell});
        row.starts.push_back(n);
    }
    const Problem problem = draft.problem();
    const Found found =
        search(problem, Mode::listing, std::make_shared<const GlobalConstraints>(problem, std::vector{row}), {});
    CHECK(found.solutions == n * (n + 1) / 2 + 1);
    CHECK(found.nodes <= found.solutions * (n + 1));
}

// Each piece of a search that is split finds its own covers, and together they are all.
void is_split() {
    for (unsigned seed = 0; seed < examples(300); ++seed) {
        Random random(seed);
        const Draft draft = random.draft();
        const GlobalConstraint rule = random_constraint(random, static_cast<Index>(draft.starts.size() - 1));
        const Problem problem = draft.problem();
        const auto global_constraints = std::make_shared<const GlobalConstraints>(problem, std::vector{rule});
        SparseSearch search(problem, false, Mode::listing, nullptr, global_constraints);
        std::uint64_t solutions = 0, expected = 0;
        for (const auto& cover : naive(draft)) expected += holds(rule, cover);
        while (search.run({.nodes = 2}) != Stop::exhausted)
            if (const auto rest = search.split()) {
                const auto other = search.sibling();
                other->enter(*rest);
                CHECK(other->run({}) == Stop::exhausted);
                solutions += other->solutions();
            }
        CHECK(solutions + search.solutions() == expected);
    }
}

template <class Change>
void is_refused(Change change) {
    Draft draft;
    draft.add_primary(1);
    draft.add_option({0});
    const Problem problem = draft.problem();
    GlobalConstraint constraint{false, {0, 2}, {0, 1}, {0, 1, 2}, {1, 0}};
    CHECK(GlobalConstraints(problem, {constraint}).graphs().size() == 1);
    change(constraint);
    try {
        GlobalConstraints(problem, {constraint});
    } catch (const InvalidProblem&) {
        return;
    }
    CHECK(false);
}

void refuses_what_does_not_exist() {
    is_refused([](GlobalConstraint& constraint) { constraint.places[1] = 2; });
    is_refused([](GlobalConstraint& constraint) { constraint.near[0] = 2; });
    is_refused([](GlobalConstraint& constraint) { constraint.starts = {0, 1}; });
    is_refused([](GlobalConstraint& constraint) { constraint.starts = {0, 1, 2}; });
    is_refused([](GlobalConstraint& constraint) { constraint.near_starts = {}; });
    is_refused([](GlobalConstraint& constraint) { constraint.near_starts = {0, 3, 2}; });
    is_refused([](GlobalConstraint& constraint) { constraint = {true, {0, 1}, {0}, {0, 0, 0}, {}}; });
    is_refused([](GlobalConstraint& constraint) { constraint.areas = {{2, kNone, 1, 1}}; });
    is_refused([](GlobalConstraint& constraint) { constraint.areas = {{0, 1, 1, 1}}; });
    is_refused(
        [](GlobalConstraint& constraint) { constraint = {true, {0, 2}, {0, 1}, {0, 0, 0}, {}, {{0, kNone, 1, 1}}}; });
    is_refused([](GlobalConstraint& constraint) { constraint.ends = {kNone, kNone}; });
    is_refused([](GlobalConstraint& constraint) { constraint = {true, {0, 2}, {0, 1}, {0, 0, 0}, {}, {}, {0}}; });
    is_refused([](GlobalConstraint& constraint) { constraint = {true, {0, 2}, {0, 1}, {0, 0, 0}, {}, {}, {0, 2}}; });
}

}  // namespace

int main() {
    agrees_with_definition();
    prunes_a_row();
    is_split();
    refuses_what_does_not_exist();
}

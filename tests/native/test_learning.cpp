// The learning search and linear algebra against the definition: is there a solution? Stopped and resumed everywhere.
#include <algorithm>
#include <cstdlib>
#include <new>
#include <random>
#include <string>

#include "core/tuning.hpp"
#include "core/verify.hpp"
#include "learning/learning_search.hpp"
#include "linear/linear_refutation.hpp"
#include "sparse/sparse_search.hpp"
#include "support.hpp"

namespace {

std::size_t bytes_now = 0, bytes_most = 0;  // allocated, besides what malloc itself adds
constexpr std::size_t kSizeBefore = 16;  // the size of a block stands before it

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    auto* const block = static_cast<char*>(std::malloc(kSizeBefore + size));
    if (block == nullptr) return nullptr;
    *reinterpret_cast<std::size_t*>(block) = size;
    bytes_most = std::max(bytes_most, bytes_now += size);
    return block + kSizeBefore;
}
void* operator new(std::size_t size) {
    if (void* const memory = operator new(size, std::nothrow)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    if (memory == nullptr) return;
    char* const block = static_cast<char*>(memory) - kSizeBefore;
    bytes_now -= *reinterpret_cast<std::size_t*>(block);
    std::free(block);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

using namespace excover;
using namespace excover::learning;
using namespace excover::linear;
using namespace excover::test;

namespace {

void agrees_with_definition(const Draft& draft, std::uint64_t nodes) {
    const Problem problem = draft.problem();
    LearningSearch search(problem, 1 << 20);
    Stop stop = Stop::nodes;
    while (stop != Stop::exhausted) stop = search.run({1, nodes, 1e9});
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.covers().size() == search.solutions());
    Solutions found;
    for (std::size_t k = 0; k < search.covers().size(); ++k)
        found.emplace(search.covers()[k].begin(), search.covers()[k].end());
    CHECK(found == naive(draft) && found.size() == search.solutions());
    Verifier verifier(problem);
    CHECK(!verifier.fault(search.covers()));
}

// Whether a certificate has a clause without literals, which is derived or summed up.
bool is_complete(const std::string& lines) {
    return lines.find("u 0") != std::string::npos || lines.find("l 0") != std::string::npos;
}

// With bounds on sums, by learning and by the sparse sets.
void keeps_to_rows(const Draft& draft, unsigned seed) {
    Random random(seed);
    const Problem problem = draft.problem();
    const Rows rows = random_rows(random, problem.options());
    const auto known = std::make_shared<const rules::LinearConstraints>(problem, rows);
    LearningSearch learning(problem, 1 << 20, true, known);
    LearningSearch logged(problem, 1 << 20, true, known, nullptr, true);  // tools/check_clauses.py reads what it writes
    sparse::SparseSearch listing(problem, true, sparse::Mode::listing, known);
    const Solutions expected = within(draft, rows);
    for (Engine* search :
         {static_cast<Engine*>(&learning), static_cast<Engine*>(&logged), static_cast<Engine*>(&listing)}) {
        CHECK(search->run({}) == Stop::exhausted);
        Solutions found;
        for (std::size_t k = 0; k < search->covers().size(); ++k)
            found.emplace(search->covers()[k].begin(), search->covers()[k].end());
        CHECK(found == expected && search->covers().size() == expected.size());
    }
    CHECK(is_complete(logged.take_lines()) && logged.take_lines().empty() && learning.take_lines().empty());
}

// Thousands of rows of two options each: what is known of a row does not depend on how many come before it.
void each_of_many_rows_has_prices() {
    constexpr Index kRows = 4000;
    Draft draft;
    draft.add_primary(kRows);
    Rows rows;
    for (Index item = 0; item < kRows; ++item) {
        for (int k = 0; k < 2; ++k) draft.add_option({item});
        rows.push_back({{2 * item, 2 * item + 1}, {2, 3}, 2});
    }
    const rules::LinearConstraints known(draft.problem(), rows);
    for (Index row = 0; row < kRows; ++row) CHECK(known.least(row) == 2 && known.takers(row).size() == 1);
}

// Options mark places at random, of which some are neighbors; what a solution marks is to be connected, or in areas.
rules::GlobalConstraint random_places(Random& random, Index options) {
    rules::GlobalConstraint found{false, {0}, {}, {0}, {}};
    const Index places = 2 + random.below(5), bits = random.below(Index{1} << 15);
    const bool marks_one = random.below(2) == 0;  // or none, or several
    for (Index option = 0; option < options; ++option) {
        for (Index place = 0; place < places; ++place)
            if (random.below(3) == 0 && !(marks_one && found.places.size() > found.starts.back()))
                found.places.push_back(place);
        found.starts.push_back(static_cast<Index>(found.places.size()));
    }
    for (Index a = 0; a < places; ++a) {
        for (Index b = 0; b < places; ++b)
            if (const Index low = std::min(a, b), high = std::max(a, b);
                a != b && (bits >> (high * (high - 1) / 2 + low) & 1) != 0)
                found.near.push_back(b);
        found.near_starts.push_back(static_cast<Index>(found.near.size()));
    }
    if (random.below(2) == 0) return found;
    for (Index option = 0; option < options; ++option)
        for (Index k = found.starts[option]; k < found.starts[option + 1]; ++k) {
            const Index least = random.below(4), most = random.below(4) == 0 ? kNone : least + random.below(2);
            if (random.below(2) == 0) found.areas.push_back({found.places[k], option, least, most});
        }
    const Index least = random.below(4);
    found.areas.push_back({random.below(places), kNone, least, least + random.below(4)});
    return found;
}

// How many places are in an area, from the definition.
Index size_of(const rules::GlobalConstraint& constraint, const std::set<Index>& marked, Index start) {
    std::set<Index> area{start};
    for (std::size_t before = 0; before < area.size();) {
        before = area.size();
        for (const Index place : std::set(area))
            for (Index k = constraint.near_starts[place]; k < constraint.near_starts[place + 1]; ++k)
                if (marked.contains(constraint.near[k])) area.insert(constraint.near[k]);
    }
    return static_cast<Index>(area.size()) - !marked.contains(start);
}

bool holds_together(const rules::GlobalConstraint& constraint, const std::vector<Index>& cover) {
    std::set<Index> left;
    for (const Index option : cover)
        left.insert(constraint.places.begin() + constraint.starts[option],
                    constraint.places.begin() + constraint.starts[option + 1]);
    if (!constraint.areas.empty())
        return std::ranges::all_of(constraint.areas, [&](const rules::Area& area) {
            const bool is_meant = area.option == kNone || std::ranges::count(cover, area.option) > 0;
            const Index size = is_meant ? size_of(constraint, left, area.start) : area.least;
            return area.least <= size && size <= area.most;
        });
    std::vector<Index> waiting;
    if (!left.empty()) waiting.push_back(*left.begin());
    while (!waiting.empty()) {
        const Index place = waiting.back();
        waiting.pop_back();
        if (left.erase(place) == 0) continue;
        waiting.insert(waiting.end(), constraint.near.begin() + constraint.near_starts[place],
                       constraint.near.begin() + constraint.near_starts[place + 1]);
        std::erase_if(waiting, [&](Index other) { return !left.contains(other); });
    }
    return left.empty();
}

// Returns how many candidates are none.
std::size_t keeps_connected(const Draft& draft, unsigned seed) {
    Random random(seed);
    const Problem problem = draft.problem();
    const std::vector<rules::GlobalConstraint> constraints{random_places(random, problem.options()),
                                                           random_places(random, problem.options())};
    const auto known = std::make_shared<const rules::GlobalConstraints>(problem, constraints);
    Solutions expected = naive(draft);
    const std::size_t candidates = expected.size();
    std::erase_if(expected, [&](const std::vector<Index>& cover) {
        return !holds_together(constraints[0], cover) || !holds_together(constraints[1], cover);
    });
    for (const bool is_logged : {false, true}) {
        LearningSearch search(problem, 1 << 20, true, nullptr, known, is_logged);
        CHECK(search.run({}) == Stop::exhausted);
        Solutions found;
        for (std::size_t k = 0; k < search.covers().size(); ++k)
            found.emplace(search.covers()[k].begin(), search.covers()[k].end());
        CHECK(found == expected && search.covers().size() == expected.size());
        CHECK(is_complete(search.take_lines()) == is_logged);
    }
    return candidates - expected.size();
}

// Whether each set of options that keeps to a rule, and to the bounds of all items if that is asked, has one of the
// literals.
template <class Keeps>
bool is_implied(Keeps keeps, const Problem& problem, bool by_items, const std::vector<Literal>& clause) {
    const Index options = problem.options();
    for (Index set = 0; set < Index{1} << options; ++set) {
        std::vector<Index> times(problem.items());
        for (Index option = 0; option < options; ++option)
            if ((set >> option & 1) != 0)
                for (const Index e : problem.entries(option)) ++times[problem.item(e)];
        bool is_within = true;
        for (Index item = 0; item < problem.items(); ++item)
            is_within = is_within && (problem.is_colored(item) ||
                                      (problem.lower(item) <= times[item] && times[item] <= problem.upper(item)));
        if (by_items && !is_within) continue;
        const auto holds = [&](Literal literal) {
            return is_choice(literal) == ((set >> option_of(literal) & 1) != 0);
        };
        std::vector<Index> cover;
        for (Index option = 0; option < options; ++option)
            if ((set >> option & 1) != 0) cover.push_back(option);
        if (std::ranges::none_of(clause, holds) && keeps(cover)) return false;
    }
    return true;
}

// Decides at random, and counts the reasons and contradictions, each of which is implied: of these, some by the items.
struct Explained {
    std::size_t all = 0, by_items = 0;
};
void explains_connectivity(const Draft& draft, unsigned seed, Explained& explained) {
    Random random(seed);
    const Problem problem = draft.problem();
    const rules::GlobalConstraint constraint = random_places(random, problem.options());
    Connectivity connectivity(problem,
                              std::make_shared<const rules::GlobalConstraints>(problem, std::vector{constraint}));
    Assignment assignment(problem, problem.items());
    if (!assignment.start()) return;
    std::size_t checked = 0;
    const auto keeps = [&](const std::vector<Index>& cover) { return holds_together(constraint, cover); };
    const auto check = [&](const std::vector<Literal>& clause) {
        const bool is_by_constraint = is_implied(keeps, problem, false, clause);
        CHECK(is_by_constraint || is_implied(keeps, problem, true, clause));
        ++explained.all;
        explained.by_items += !is_by_constraint;
    };
    for (;;) {
        for (Literal literal; assignment.has_pending(); connectivity.spread(literal))
            if (!assignment.spread(literal)) return;
        std::vector<Literal> clause;
        const bool holds = connectivity.narrow(assignment, UINT64_MAX, clause);
        CHECK(std::ranges::all_of(clause, [&](Literal each) { return assignment.is_false(each); }));
        if (!holds) {
            check(clause);
            return;
        }
        for (; checked < assignment.trail().size(); ++checked) {
            const Literal literal = assignment.trail()[checked];
            if (assignment.reason(option_of(literal)).kind != Reason::Kind::cut) continue;
            const auto reason = connectivity.reason(assignment.reason(option_of(literal)).index);
            for (const Literal each : reason)
                CHECK(assignment.is_false(each) && assignment.place(option_of(each)) < checked);
            clause.assign(reason.begin(), reason.end());
            clause.push_back(literal);
            check(clause);
        }
        if (assignment.has_pending()) continue;
        std::vector<Index> open;
        for (Index option = 0; option < problem.options(); ++option)
            if (assignment.is_open(option)) open.push_back(option);
        if (open.empty()) return;
        assignment.decide(2 * open[random.below(static_cast<Index>(open.size()))] + random.below(2));
    }
}

// Of an item: all of its options but one weigh the same.
Rows rows_with_a_single(Random& random, const Problem& problem) {
    Rows rows;
    const Lists<Index> columns = options_of_items(problem);
    for (Index count = 1 + random.below(3); count > 0; --count) {
        std::vector<Weight> weights(problem.options());
        for (Index item = 0; item < problem.items(); ++item) {
            if (columns[item].empty()) continue;
            const Weight weight = static_cast<Weight>(random.below(5)) - 2;
            for (const Index option : columns[item]) weights[option] += weight;
            weights[columns[item][random.below(static_cast<Index>(columns[item].size()))]] += random.below(4);
        }
        LinearConstraint row{{}, {}, static_cast<Weight>(random.below(8)) - 3};
        for (Index option = 0; option < problem.options(); ++option) {
            row.options.push_back(option);
            row.weights.push_back(weights[option]);
        }
        rows.push_back(row);
    }
    return rows;
}

// Decides at random; returns how many reasons and contradictions there were, each of which is implied.
template <class RowsOfSearch>
std::size_t explains_rows(const Draft& draft, const Rows& rows, unsigned seed) {
    Random random(seed);
    const Problem problem = draft.problem();
    RowsOfSearch known(std::make_shared<const rules::LinearConstraints>(problem, rows));
    Assignment assignment(problem, problem.items());
    if (Index row; !assignment.start() || !known.start(assignment, row)) return 0;
    const auto keeps = [&](const std::vector<Index>& cover) {
        return std::ranges::all_of(rows, [&](const LinearConstraint& row) { return holds(row, cover); });
    };
    std::size_t checked = 0, explained = 0;
    const auto check = [&](const std::vector<Literal>& clause) {
        CHECK(is_implied(keeps, problem, true, clause));
        ++explained;
    };
    std::vector<Literal> clause;
    for (;;) {
        while (assignment.has_pending()) {
            Literal literal;
            if (!assignment.spread(literal)) return explained;
            if (Index row; !known.spread(assignment, literal, row)) {
                known.explain_row(assignment, row, clause);
                CHECK(std::ranges::all_of(clause, [&](Literal each) { return assignment.is_false(each); }));
                check(clause);
                return explained;
            }
        }
        for (; checked < assignment.trail().size(); ++checked) {
            const Literal literal = assignment.trail()[checked];
            const Reason& reason = assignment.reason(option_of(literal));
            if (reason.kind != Reason::Kind::sum && reason.kind != Reason::Kind::group) continue;
            known.explain(assignment, literal, reason.index, clause);
            for (const Literal each : clause)
                CHECK(assignment.is_false(each) && assignment.place(option_of(each)) < checked);
            clause.push_back(literal);
            check(clause);
        }
        std::vector<Index> open;
        for (Index option = 0; option < problem.options(); ++option)
            if (assignment.is_open(option)) open.push_back(option);
        if (open.empty()) return explained;
        assignment.decide(2 * open[random.below(static_cast<Index>(open.size()))] + random.below(2));
    }
}

// Some of a few options are chosen.
Draft some_of(unsigned seed) {
    Random random(seed);
    Draft draft;
    const Index least = random.below(4);
    draft.add_item(least, std::max<Index>(2, least + random.below(2)), false);
    for (Index option = 5 + random.below(3); option > 0; --option) draft.add_option({0});
    return draft;
}

// The two ends of a row of cells are marked, so that all are: a place that separates marked ones is.
void a_row_needs_no_decision() {
    constexpr Index kCells = 20;
    Draft draft;
    draft.add_primary(kCells);
    rules::GlobalConstraint row{false, {0}, {}, {0}, {}};
    for (Index cell = 0; cell < kCells; ++cell) {
        const bool is_end = cell == 0 || cell + 1 == kCells;
        for (const bool is_marked : {true, false}) {
            if (is_end && !is_marked) continue;
            draft.add_option({cell});
            if (is_marked) row.places.push_back(cell);
            row.starts.push_back(static_cast<Index>(row.places.size()));
        }
        if (cell > 0) row.near.push_back(cell - 1);
        if (cell + 1 < kCells) row.near.push_back(cell + 1);
        row.near_starts.push_back(static_cast<Index>(row.near.size()));
    }
    const Problem problem = draft.problem();
    const auto known = std::make_shared<const rules::GlobalConstraints>(problem, std::vector{row});
    LearningSearch search(problem, 1 << 20, true, nullptr, known);
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.solutions() == 1 && search.nodes() == 1);
}

// Colored entries are left to items without an owner; each solution has one with the same options.
bool channels(const Draft& draft) {
    const Problem problem = draft.problem(), further = with_channeling(problem);
    sparse::SparseSearch search(further, true);
    CHECK(search.run({}) == Stop::exhausted);
    Solutions found;
    for (std::size_t k = 0; k < search.covers().size(); ++k) {
        std::vector<Index> cover(search.covers()[k].begin(), search.covers()[k].end());
        std::ranges::sort(cover);
        std::erase_if(cover, [&](Index option) { return option >= problem.options(); });
        CHECK(found.insert(cover).second);
    }
    CHECK(found == naive(draft));
    return further.options() > problem.options();
}

// Each option has one or two items that are covered once, and gives their places, and maybe another one, a color.
Draft owned_draft(unsigned seed) {
    Random random(seed);
    Draft draft;
    const Index exact = 2 + random.below(3), places = 1 + random.below(3), colors = 2 + random.below(3);
    draft.add_primary(exact);
    for (Index k = 0; k < places; ++k) draft.add_item(0, kUnbounded, true);
    std::vector<Index> owned(exact);  // of an item: its places, as bits
    for (Index& places_of : owned) places_of = random.below(Index{1} << places);
    for (Index o = random.below(12); o > 0; --o) {
        const Index first = random.below(exact), second = random.below(3) == 0 ? random.below(exact) : first;
        draft.cover(first);
        if (second != first) draft.cover(second);
        for (Index k = 0; k < places; ++k)
            if (((owned[first] | owned[second]) >> k & 1) != 0 || random.below(8) == 0)
                draft.cover(exact + k, 1 + random.below(colors));
        draft.end_option();
    }
    return draft;
}

// Steps between states along a line, from state 1 to state `last`; each step stays or goes on by one.
Draft line_of_states(Index steps, Index last) {
    Draft draft;
    draft.add_primary(steps);
    for (Index k = 0; k <= steps; ++k) draft.add_item(0, kUnbounded, true);
    for (Index step = 0; step < steps; ++step)
        for (Index state = 1; state <= steps + 1; ++state)
            for (Index next = state; next <= state + 1; ++next) {
                if ((step == 0 && state > 1) || (step + 1 == steps && next != last)) continue;
                draft.cover(step);
                draft.cover(steps + step, state);
                draft.cover(steps + step + 1, next);
                draft.end_option();
            }
    return draft;
}

// What no way along the line passes is refused before any decision.
void lines_of_states_need_no_decision() {
    const Problem all_go_on = line_of_states(30, 31).problem(), one_too_far = line_of_states(30, 32).problem();
    LearningSearch search(all_go_on, 1 << 20), none(one_too_far, 1 << 20);
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.solutions() == 1 && search.nodes() == 1);
    CHECK(none.run({}) == Stop::exhausted);
    CHECK(none.solutions() == 0 && none.nodes() <= 2);
}

// Weights are a refutation, by the definition of one.
void refutes_only_what_has_no_solution(const Draft& draft) {
    const Problem problem = draft.problem();
    LinearRefutation search(problem, 1 << 20);
    while (search.run({UINT64_MAX, 1, 1e9}) != Stop::exhausted) {
    }
    if (search.modulus() == 0) return;
    CHECK(naive(draft).empty());
    std::uint64_t needed = 0;
    for (Index item = 0; item < problem.items(); ++item)
        needed += std::uint64_t{search.weights()[item]} * problem.lower(item);
    CHECK(needed % search.modulus() != 0);
}

void refutes_the_board_without_two_corners() {
    Draft draft;
    draft.add_primary(14);
    const auto number = [](Index r, Index c) { return 4 * r + c - 1; };
    const auto is_cell = [](Index r, Index c) { return r < 4 && c < 4 && r + c > 0 && r + c < 6; };
    for (Index r = 0; r < 4; ++r)
        for (Index c = 0; c < 4; ++c) {
            if (is_cell(r, c) && is_cell(r, c + 1)) draft.add_option({number(r, c), number(r, c + 1)});
            if (is_cell(r, c) && is_cell(r + 1, c)) draft.add_option({number(r, c), number(r + 1, c)});
        }
    const Problem problem = draft.problem();
    LinearRefutation search(problem, 1 << 20);
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.modulus() == 4);
    LinearRefutation without_room(problem, 100);
    CHECK(without_room.run({}) == Stop::exhausted);
    CHECK(without_room.modulus() == 0);
}

Draft triples(Index items, Index options, unsigned seed) {
    std::mt19937 random(seed);
    Draft draft;
    draft.add_primary(items);
    for (Index option = 0; option < options; ++option) {
        std::set<Index> some;
        while (some.size() < 3) some.insert(static_cast<Index>(random() % items));
        for (const Index item : some) draft.cover(item);
        draft.end_option();
    }
    return draft;
}

// The nodes until all solutions are known, the number of which is that of another search.
std::uint64_t nodes_for_all(const Problem& problem, std::uint64_t percent) {
    set_tuning("learning_vivify", percent);
    LearningSearch search(problem, 1 << 24);
    sparse::SparseSearch other(problem, true);
    CHECK(search.run({}) == Stop::exhausted && other.run({}) == Stop::exhausted);
    CHECK(search.solutions() == other.covers().size());
    return search.nodes();
}

// Clauses are shortened after each failure: what is left of them still follows, and ends the search sooner.
void shortened_clauses_follow() {
    std::uint64_t without = 0, with = 0;
    set_tuning("learning_restart", 1);
    for (unsigned seed = 0; seed < examples(100); ++seed) {
        std::mt19937 random(seed);
        Draft draft;
        for (Index item = 0; item < 24; ++item) draft.add_item(1, 1 + item % 2, false);
        for (Index option = 0; option < 60; ++option) {
            std::set<Index> some;
            while (some.size() < 4) some.insert(static_cast<Index>(random() % 24));
            for (const Index item : some) draft.cover(item);
            draft.end_option();
        }
        const Problem problem = draft.problem();
        without += nodes_for_all(problem, 0);
        with += nodes_for_all(problem, 100);
    }
    CHECK(with < without);
    set_tuning("learning_restart", 50);
    set_tuning("learning_vivify", 10);
}

// What is allocated, transients included, is no more than what was allowed, and about what bytes() says.
void clauses_stay_within_their_memory(std::uint64_t memory) {
    const Problem problem = triples(150, 350, 2).problem();
    LearningSearch search(problem, memory);
    search.run({1, 1000, 1e9});  // by now, vectors that do not grow with clauses have their size
    const std::size_t others = bytes_now - search.bytes();
    bytes_most = bytes_now;
    std::uint64_t told = 0;
    for (int slice = 0; slice < 20'000 && search.solutions() == 0; ++slice) {
        search.run({1, 1, 1e9});
        told = std::max(told, search.bytes());
        CHECK(search.bytes() <= bytes_now);
    }
    CHECK(bytes_most <= others + memory + memory / 10 + 4096);
    CHECK(told <= memory + memory / 10);
    CHECK(told >= memory / 3);
}

// Memory is looked at before the rows of the equations are made.
void refutation_stays_within_its_memory() {
    Draft draft;
    draft.add_primary(10);
    for (Index option = 0; option < 20'000; ++option) draft.add_option({option % 9, 9});
    const Problem problem = draft.problem();
    for (const std::uint64_t memory : {10'000, 2'000'000}) {
        const std::size_t others = bytes_now;
        bytes_most = bytes_now;
        LinearRefutation search(problem, memory);
        search.run({});
        CHECK((search.modulus() != 0) == (memory > 1'000'000));
        CHECK(bytes_most <= others + memory + 1000);
    }
}

void what_has_no_number_is_refused() {
    for (const Index options : {Clauses::kMostOptions + 1, kNone}) try {
            Clauses clauses(options, UINT64_MAX);
            CHECK(false);
        } catch (const InvalidProblem&) {
        }
    Clauses clauses(4, UINT64_MAX);
    CHECK(clauses.has_room(4));
    CHECK(!clauses.has_room(std::size_t{1} << 32));
    CHECK(!Clauses(4, 0).has_room(2));
}

}  // namespace

int main() {
    refutation_stays_within_its_memory();
    what_has_no_number_is_refused();
    for (const std::uint64_t memory : {20'000, 100'000, 300'000}) clauses_stay_within_their_memory(memory);
    refutes_the_board_without_two_corners();
    agrees_with_definition(queens(4), UINT64_MAX);
    lines_of_states_need_no_decision();
    each_of_many_rows_has_prices();
    a_row_needs_no_decision();
    shortened_clauses_follow();
    unsigned channeled = 0;
    std::size_t apart = 0, by_prices = 0, by_groups = 0;
    Explained explained;
    for (unsigned seed = 0; seed < examples(3000); ++seed) {
        set_tuning("learning_counted", seed % 2 == 0 ? 2 : 10);  // counts as decisions, also of few options
        set_tuning("learning_restart", seed % 4 < 2 ? 1 : 50);  // clauses are shortened after each failure
        set_tuning("learning_vivify", seed % 4 < 2 ? 100 : 10);
        const Draft draft = Random(seed).draft();
        agrees_with_definition(draft, UINT64_MAX);
        agrees_with_definition(draft, 1);
        refutes_only_what_has_no_solution(draft);
        refutes_only_what_has_no_solution(exact_draft(seed));
        agrees_with_definition(exact_draft(seed), 2);
        channeled += channels(owned_draft(seed));
        agrees_with_definition(owned_draft(seed), 1);
        for (const Draft& each : {draft, exact_draft(seed), owned_draft(seed), some_of(seed)}) {
            keeps_to_rows(each, seed);
            apart += keeps_connected(each, seed);
            explains_connectivity(each, seed, explained);
            Random random(seed);
            const Problem problem = each.problem();
            const Rows any = random_rows(random, problem.options()), singles = rows_with_a_single(random, problem);
            for (const Rows& rows : {any, singles}) {
                by_prices += explains_rows<LinearRows>(each, rows, seed);
                by_groups += explains_rows<GroupedRows>(each, rows, seed);
            }
        }
    }
    CHECK(by_prices > examples(1000) && by_groups > examples(1000));
    CHECK(channeled > examples(1000) && explained.all > examples(1000) && explained.by_items > examples(50));
}

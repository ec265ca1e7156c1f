// The packer against the definition and against the sparse sets; in parts, and with every width of masks and windows.
#include <algorithm>
#include <cmath>

#include "core/tuning.hpp"
#include "packer/packing_search.hpp"
#include "sparse/sparse_search.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::packer;
using namespace excover::sparse;
using namespace excover::test;

namespace {

using Order = std::vector<std::vector<Index>>;

struct Result {
    Order covers;
    std::uint64_t solutions, nodes, depth;

    bool operator==(const Result&) const = default;
};

Result search_all(TreeSearch& search, const Allowance& allowance = {}) {
    Result result{};
    for (bool more = true; more;) {
        more = search.run(allowance) != Stop::exhausted;
        for (std::size_t k = 0; k < search.covers().size(); ++k)
            result.covers.emplace_back(search.covers()[k].begin(), search.covers()[k].end());
        search.clear_covers();
    }
    result.solutions = search.solutions();
    result.nodes = search.nodes();
    result.depth = search.depth();
    return result;
}

Result packed(const Problem& problem, const Allowance& allowance = {}) {
    const auto search = packing_search(problem, true);
    return search_all(*search, allowance);
}

// With `padding` items more, each with an option of its own, so that masks have more words.
Draft random_draft(unsigned seed, Index most_items, Index most_options, Index padding = 0) {
    Random random(seed);
    Draft draft;
    const Index exact = 1 + random.below(most_items), others = random.below(most_items);
    draft.add_primary(exact + padding);
    for (Index k = 0; k < others; ++k) draft.add_item(0, random.below(8) > 0);
    for (Index options = random.below(most_options); options > 0; --options) {
        const Index must = random.below(exact);
        for (Index item = 0; item < draft.lower.size(); ++item)
            if (item == must || ((item < exact || item >= exact + padding) && random.below(exact + others) < 2))
                draft.cover(item);
        draft.end_option();
    }
    for (Index k = 0; k < padding; ++k) draft.add_option({exact + k});
    return draft;
}

// Dominoes on a board of `rows` by `columns` cells.
Draft dominoes(Index rows, Index columns) {
    Draft draft;
    draft.add_primary(rows * columns);
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < columns; ++c) {
            if (c + 1 < columns) draft.add_option({r * columns + c, r * columns + c + 1});
            if (r + 1 < rows) draft.add_option({r * columns + c, (r + 1) * columns + c});
        }
    return draft;
}

void agrees_with_definition(const Draft& draft) {
    const Problem problem = draft.problem();
    CHECK(suits(problem));
    const Result result = packed(problem);
    const Solutions expected = naive(draft);
    CHECK(result.solutions == expected.size());
    CHECK(Solutions(result.covers.begin(), result.covers.end()) == expected);
}

void agrees_with_sparse_sets(const Draft& draft) {
    const Problem problem = draft.problem();
    SparseSearch sparse(problem, true);
    const Result expected = search_all(sparse), result = packed(problem);
    CHECK(result.solutions == expected.solutions && result.covers.size() == result.solutions);
    CHECK(Solutions(result.covers.begin(), result.covers.end()) ==
          Solutions(expected.covers.begin(), expected.covers.end()));
    const auto counting = packing_search(problem, false);
    const Result counted = search_all(*counting);
    CHECK(counted.covers.empty() && counted.solutions == result.solutions && counted.nodes == result.nodes &&
          counted.depth == result.depth);
}

void resumes_anywhere(const Draft& draft) {
    const Problem problem = draft.problem();
    const Result whole = packed(problem);
    for (const Allowance& allowance :
         {Allowance{.nodes = 1}, Allowance{.solutions = 1}, Allowance{.solutions = 2, .nodes = 3}})
        CHECK(packed(problem, allowance) == whole);
}

// Wherever it stops, each solution is either found or ahead of it.
void knows_its_position(const Draft& draft) {
    const Problem problem = draft.problem();
    const Order all = packed(problem).covers;
    const auto search = packing_search(problem, true);
    for (bool more = true; more;) {
        more = search->run({.nodes = 1}) != Stop::exhausted;
        const Position position = search->position();
        for (std::size_t k = 0; k < all.size(); ++k)
            CHECK(position.has_passed(problem, all[k]) == (k < search->solutions()));
        CHECK(search->share() >= 0 && search->share() < 1 + 1e-9 && (search->share() == 0 || more));
    }
}

// A rest given away after every few nodes, to a sibling.
void is_searched_in_parts(const Draft& draft, std::uint64_t grain) {
    const Problem problem = draft.problem();
    const Result whole = packed(problem);
    const auto root = packing_search(problem, true);
    const auto other = root->sibling();
    CHECK(other->nodes() == 0 && other->run({}) == Stop::exhausted);
    std::vector<GuidingPath> rests;
    const auto run_out = [&](TreeSearch& search) {
        while (search.run({.nodes = grain}) != Stop::exhausted) {
            const double before = search.share();
            if (auto rest = search.split()) {
                CHECK(std::abs(search.share() + rest->share - before) < 1e-9);
                rests.push_back(*rest);
            }
        }
    };
    run_out(*root);
    while (!rests.empty()) {
        const GuidingPath rest = rests.back();
        rests.pop_back();
        other->enter(rest);
        CHECK(std::abs(other->share() - rest.share) < 1e-9);
        run_out(*other);
    }
    CHECK(root->solutions() + other->solutions() == whole.solutions);
    CHECK(root->nodes() + other->nodes() == whole.nodes);
    Solutions found(whole.covers.begin(), whole.covers.end()), parts;
    for (const Covers* covers : {&root->covers(), &other->covers()})
        for (std::size_t k = 0; k < covers->size(); ++k) parts.emplace((*covers)[k].begin(), (*covers)[k].end());
    CHECK(parts == found);
}

void suits_only_what_masks_express() {
    const auto with = [](Index low, Index high, bool is_colored) {
        Draft draft;
        draft.add_primary(1);
        draft.add_item(low, high, is_colored);
        draft.add_option({0});
        return suits(draft.problem());
    };
    CHECK(with(1, 1, false) && with(0, 1, false) && with(0, 0, false));
    CHECK(!with(1, 2, false) && !with(0, 2, false) && !with(0, kUnbounded, true));
    Draft free;
    free.add_item(0, 0);
    CHECK(suits(free.problem()));
    free.add_option({0});
    CHECK(!suits(free.problem()));
    CHECK(suits(dominoes(16, 16).problem()) && !suits(dominoes(1, 257).problem()));
    bool is_refused = false;
    try {
        const Problem problem = free.problem();
        packing_search(problem, true);
    } catch (const InvalidProblem&) {
        is_refused = true;
    }
    CHECK(is_refused);
}

// Along the short side, from one end to the other.
void sweeps_a_narrow_board() {
    const Problem problem = dominoes(3, 20).problem();
    const std::vector<Index> items = best_order(problem).items;
    CHECK(items.size() == 60);
    Index wrong = 0;
    for (Index k = 0; k < 60; ++k) {
        const Index column = items[k] % 20;
        wrong += column != k / 3 && column != 19 - k / 3;
    }
    CHECK(wrong < 6);
}

// Where the other search has few nodes, nothing is looked at; else it depends on what its nodes cost.
void knows_where_it_pays() {
    CHECK(!prospect(dominoes(2, 2).problem()).is_good);
    set_tuning("packer_entries", 1);
    const Prospect wide = prospect(dominoes(8, 12).problem());
    CHECK(wide.nodes > 1e6 && wide.nodes_by_fewest > 1e6 && wide.is_good);
    set_tuning("packer_entries", 3'000);
}

void test_all() {
    for (unsigned seed = 0; seed < examples(300); ++seed) {
        agrees_with_definition(random_draft(seed, 6, 11));
        resumes_anywhere(random_draft(seed, 5, 10));
        knows_its_position(random_draft(seed, 6, 20));
        is_searched_in_parts(random_draft(seed, 8, 40), 1 + seed % 5);
    }
    for (unsigned seed = 0; seed < examples(150); ++seed)
        for (const Index padding : {0U, 60U, 130U}) agrees_with_sparse_sets(random_draft(seed, 12, 60, padding));
    agrees_with_sparse_sets(dominoes(4, 7));
    knows_its_position(dominoes(3, 6));
    resumes_anywhere(dominoes(4, 5));
    is_searched_in_parts(dominoes(4, 6), 3);
    agrees_with_sparse_sets(Draft{});
}

}  // namespace

int main() {
    suits_only_what_masks_express();
    sweeps_a_narrow_board();
    knows_where_it_pays();
    for (const std::uint64_t window : {0, 3, 8, 12}) {
        set_tuning("packer_window", window);
        test_all();
    }
}

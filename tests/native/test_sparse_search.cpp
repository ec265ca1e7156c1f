// The sparse-set search against the definition, stopped and resumed everywhere.
#include <algorithm>

#include "core/verify.hpp"
#include "sparse/sparse_search.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::sparse;
using namespace excover::test;

namespace {

using Order = std::vector<std::vector<Index>>;

struct Result {
    Order covers;
    std::uint64_t solutions, nodes, updates, depth;

    bool operator==(const Result&) const = default;
};

Order take(SparseSearch& search) {
    Order order;
    for (std::size_t k = 0; k < search.covers().size(); ++k)
        order.emplace_back(search.covers()[k].begin(), search.covers()[k].end());
    search.clear_covers();
    return order;
}

// Runs to the end with an allowance that is used up again and again.
Result search_all(const Problem& problem, const Allowance& allowance, Mode mode = Mode::listing) {
    SparseSearch search(problem, true, mode);
    Result result{};
    for (bool more = true; more;) {
        more = search.run(allowance) != Stop::exhausted;
        for (auto& cover : take(search)) result.covers.push_back(cover);
    }
    CHECK(search.run(allowance) == Stop::exhausted);
    CHECK(take(search).empty());
    return {result.covers, search.solutions(), search.nodes(), search.updates(), search.depth()};
}

std::uint64_t count_all(const Problem& problem) {
    SparseSearch search(problem, false);
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.covers().size() == 0);
    return search.solutions();
}

void agrees_with_definition(const Draft& draft) {
    const Problem problem = draft.problem();
    const Result whole = search_all(problem, {});
    const Solutions expected = naive(draft);
    CHECK(whole.solutions == whole.covers.size());
    CHECK(whole.solutions == expected.size());  // with the next line: each cover once
    CHECK(Solutions(whole.covers.begin(), whole.covers.end()) == expected);
    CHECK(count_all(problem) == whole.solutions);
    Verifier verifier(problem);
    for (const auto& cover : whole.covers) CHECK(!verifier.fault(cover));
}

// Cutting a search into pieces changes nothing: not the order, not a counter.
void resumes_anywhere(const Draft& draft) {
    const Problem problem = draft.problem();
    const Result whole = search_all(problem, {});
    for (std::uint64_t nodes = 1; nodes < 4; ++nodes) CHECK(search_all(problem, {.nodes = nodes}) == whole);
    CHECK(search_all(problem, {.solutions = 1}) == whole);
    CHECK(search_all(problem, {.solutions = 2, .nodes = 3}) == whole);
}

void stops_for_the_right_reason() {
    Draft draft;
    draft.add_primary(2);
    draft.add_option({0});
    draft.add_option({1});
    draft.add_option({0, 1});
    const Problem problem = draft.problem();
    SparseSearch search(problem, true);
    CHECK(search.run({.solutions = 0}) == Stop::solutions);
    CHECK(search.run({.nodes = 0}) == Stop::nodes);
    CHECK(search.run({.seconds = 0}) == Stop::time);
    CHECK(search.solutions() == 0);
    CHECK(search.run({.solutions = 1}) == Stop::solutions);
    CHECK((take(search) == Order{{0, 1}}));
    CHECK(search.run({.solutions = 1}) == Stop::solutions);
    CHECK((take(search) == Order{{2}}));
    CHECK(search.run({.solutions = 1}) == Stop::exhausted);
    CHECK(search.nodes() == 4 && search.depth() == 2);
}

// The last bundle of k of n things: C(n, k) ways.
Draft choose(Index n, Index k) {
    Draft draft;
    draft.add_item(k, k);
    while (n-- > 0) draft.add_option({0});
    return draft;
}

void finds_published_counts() {
    CHECK(count_all(langford(7).problem()) == 52);
    CHECK(count_all(langford(8).problem()) == 300);
    CHECK(count_all(queens(8).problem()) == 92);
    CHECK(count_all(queens(10).problem()) == 724);
    CHECK(count_all(choose(12, 5).problem()) == 792);
    CHECK(count_all(choose(4, 0).problem()) == 1);
    CHECK(count_all(choose(4, 5).problem()) == 0);
}

// Begins anew now and then, and still finds each solution once, or proves that there is none.
void finds_a_first_one_and_then_all(const Draft& draft) {
    const Problem problem = draft.problem();
    const Result listing = search_all(problem, {});
    const Result finding = search_all(problem, {}, Mode::finding);
    CHECK(finding.nodes > 500);
    CHECK(finding.covers.size() == listing.covers.size());
    CHECK(Solutions(finding.covers.begin(), finding.covers.end()) ==
          Solutions(listing.covers.begin(), listing.covers.end()));
    CHECK(search_all(problem, {.solutions = 1, .nodes = 100}, Mode::finding) == finding);
}

// Problems with several ways to cover an item and with colors: nothing is lost by beginning anew.
void begins_anew_with_items_of_all_kinds() {
    for (unsigned seed = 0; seed < 40; ++seed) {
        Draft draft = Random(seed).draft();
        const Index items = static_cast<Index>(draft.lower.size());
        Draft hard = langford(9);  // without a solution
        for (Index option = 0; option + 1 < draft.starts.size(); ++option) {
            for (Index e = draft.starts[option]; e < draft.starts[option + 1]; ++e)
                hard.cover(27 + draft.entries[e], draft.colors[e]);
            hard.end_option();
        }
        for (Index item = 0; item < items; ++item)
            hard.add_item(draft.lower[item], draft.upper[item], draft.colored[item] != 0);
        CHECK(search_all(hard.problem(), {}, Mode::finding).solutions == 0);
    }
}

// Where the nodes of a listing cover their items, it takes fewer updates for the same tree.
void an_easy_problem_gives_the_first_of_the_listing(const Draft& draft) {
    const Problem problem = draft.problem();
    Result finding = search_all(problem, {}, Mode::finding);
    const Result listing = search_all(problem, {});
    CHECK(listing.updates <= finding.updates);
    finding.updates = listing.updates;
    CHECK(finding == listing);
}

// An item with many options, here each with a color of its own, and one that only the last two of them feed.
void hides_the_options_of_a_large_item_once(Index options) {
    Draft draft;
    draft.add_primary(2);
    draft.add_item(0, kUnbounded, true);
    for (Index k = 0; k < options; ++k) {
        draft.cover(0);
        if (k + 2 >= options) draft.cover(1);
        draft.cover(2, k + 1);
        draft.end_option();
    }
    for (Index k = 0; k < options; ++k) draft.add_option({1});
    const Problem problem = draft.problem();
    const Result result = search_all(problem, {});
    CHECK(result.solutions == (options - 2) * std::uint64_t{options} + 2);
    CHECK(result.nodes == 1 + options + (options - 2) * std::uint64_t{options});
    CHECK(result.updates <= 6 * result.nodes);
}

}  // namespace

int main() {
    hides_the_options_of_a_large_item_once(1000);
    stops_for_the_right_reason();
    finds_published_counts();
    finds_a_first_one_and_then_all(langford(11));
    begins_anew_with_items_of_all_kinds();
    for (unsigned seed = 0; seed < examples(3000); ++seed) {
        const Draft draft = Random(seed).draft();
        agrees_with_definition(draft);
        resumes_anywhere(draft);
        an_easy_problem_gives_the_first_of_the_listing(draft);
    }
}

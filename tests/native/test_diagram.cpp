// Diagrams against the definition: listing, ranks, marginals, bans and rankings; numbers of many limbs.
#include <algorithm>
#include <numeric>

#include "core/tuning.hpp"
#include "diagram/diagram.hpp"
#include "support.hpp"

namespace excover::tuning {
extern Tunable passes_block;
}

using namespace excover;
using namespace excover::diagram;
using namespace excover::test;

namespace {

using Cover = std::vector<Index>;

std::shared_ptr<const Diagram> build(const Problem& problem, const Allowance& allowance, unsigned threads = 1) {
    std::unique_ptr<DiagramBuilder> builder;
    if (refuses([&] { builder = make_diagram_builder(problem, 1 << 24, threads); })) return nullptr;
    while (builder->run(allowance) != Stop::exhausted) {
    }
    return builder->diagram();
}

std::vector<Cover> list(const std::shared_ptr<const Diagram>& diagram, const Allowance& allowance) {
    DiagramSearch search(diagram);
    while (search.run(allowance) != Stop::exhausted) {
    }
    std::vector<Cover> covers;
    for (std::size_t k = 0; k < search.covers().size(); ++k)
        covers.emplace_back(search.covers()[k].begin(), search.covers()[k].end());
    CHECK(search.solutions() == covers.size());
    return covers;
}

std::vector<std::uint8_t> encode(const Diagram& diagram) {
    std::vector<std::uint8_t> bytes;
    Passes passes;
    plan_encoding(passes, diagram, bytes);
    passes.finish();
    return bytes;
}

std::shared_ptr<const Diagram> decode(std::span<const std::uint8_t> bytes, const DiagramShape& shape,
                                      std::uint64_t memory) {
    std::shared_ptr<const Diagram> diagram;
    Passes passes;
    plan_decoding(passes, bytes, shape, memory, diagram);
    passes.finish();
    return diagram;
}

std::vector<std::uint64_t> marginals_of(const Diagram& diagram) {
    std::vector<std::uint64_t> marginals;
    Passes passes;
    diagram.plan_marginals(passes, marginals);
    passes.finish();
    return marginals;
}

std::vector<std::uint64_t> solutions_without(const Diagram& diagram, std::span<const std::uint8_t> banned) {
    std::vector<std::uint64_t> solutions;
    Passes passes;
    diagram.plan_solutions_without(passes, banned, solutions);
    passes.finish();
    return solutions;
}

void ranks_by_cost(const std::shared_ptr<const Diagram>& diagram, const Solutions& expected) {
    std::vector<std::int64_t> costs(diagram->options());
    for (std::size_t o = 0; o < costs.size(); ++o) costs[o] = static_cast<std::int64_t>(o * o % 7) - 3;
    Passes passes;
    DiagramRanking ranking(passes, diagram, costs);
    passes.finish();
    Solutions found;
    Cover cover;
    for (std::int64_t cost = 0, last = INT64_MIN; ranking.next(cover, cost); last = cost) {
        CHECK(last <= cost);
        CHECK(cost == std::accumulate(cover.begin(), cover.end(), std::int64_t{0},
                                      [&](std::int64_t sum, Index o) { return sum + costs[o]; }));
        CHECK(found.insert(cover).second);
    }
    CHECK(found == expected);
}

bool is_refused(std::span<const std::uint8_t> bytes, const DiagramShape& shape) {
    try {
        decode(bytes, shape, 1 << 20);
        return false;
    } catch (const std::invalid_argument&) {
        return true;
    } catch (const TooLarge&) {
        return true;
    }
}

// There and back; and no end is missed or invented when bytes are cut off or added, or one of them differs.
void is_encoded(const Diagram& diagram, const std::vector<Cover>& covers) {
    const DiagramShape shape{diagram.options(), diagram.nodes(), diagram.all_edges().size(), diagram.is_empty()};
    std::vector<std::uint8_t> bytes = encode(diagram);
    CHECK(list(decode(bytes, shape, 1 << 20), {}) == covers);
    for (std::size_t size = 0; size < bytes.size(); ++size) CHECK(is_refused(std::span(bytes).first(size), shape));
    for (std::uint8_t& byte : bytes) {
        const std::uint8_t own = byte;
        for (const int other : {0, 1, 127, 128, 255}) {
            byte = static_cast<std::uint8_t>(other);
            is_refused(bytes, shape);
        }
        byte = own;
    }
    bytes.push_back(0);
    CHECK(is_refused(bytes, shape));
}

void agrees_with_definition(const Draft& draft) {
    const Problem problem = draft.problem();
    const auto diagram = build(problem, {});
    if (!diagram) return;
    const Solutions expected = naive(draft);
    const std::vector<Cover> covers = list(diagram, {});
    CHECK(covers.size() == expected.size() && Solutions(covers.begin(), covers.end()) == expected);
    CHECK(list(diagram, {.solutions = 1}) == covers);
    CHECK(list(build(problem, {.nodes = 1}), {}) == covers);
    CHECK(encode(*build(problem, {}, 3)) == encode(*diagram));
    CHECK(diagram->solutions()[0] == expected.size());
    for (std::uint64_t rank = 0; rank < covers.size(); ++rank)
        CHECK(diagram->cover(std::vector<std::uint64_t>{rank}) == covers[rank]);
    const auto marginals = marginals_of(*diagram);
    for (Index o = 0; o < problem.options(); ++o) {
        const auto has = [&](const Cover& cover) { return std::ranges::count(cover, o) == 1; };
        const auto users = static_cast<std::uint64_t>(std::ranges::count_if(covers, has));
        std::vector<std::uint8_t> banned(problem.options());
        banned[o] = 1;
        CHECK(marginals[o] == users);
        CHECK(solutions_without(*diagram, banned)[0] == covers.size() - users);
    }
    ranks_by_cost(diagram, expected);
    is_encoded(*diagram, covers);
}

// n items with two options each: 2^n solutions, every option in half of them.
void has_large_numbers() {
    constexpr Index n = 300;
    const auto diagram = build(doublings(n).problem(), {});
    CHECK(diagram->limbs() == n / 64 + 1);
    const auto power = [&](Index exponent) {
        std::vector<std::uint64_t> number(diagram->limbs());
        number[exponent / 64] = std::uint64_t{1} << (exponent % 64);
        return number;
    };
    CHECK(std::ranges::equal(diagram->solutions(), power(n)));
    const auto marginals = marginals_of(*diagram);
    for (Index o = 0; o < 2 * n; ++o)
        CHECK(std::ranges::equal(Number(marginals).subspan(o * diagram->limbs(), diagram->limbs()), power(n - 1)));
    std::vector<std::uint64_t> last = power(n);
    subtract(last, power(0));
    const Cover cover = diagram->cover(last);
    for (Index k = 0; k < n; ++k) CHECK(cover[k] == 2 * k + 1);
}

// The same nodes with the same numbers, however the work is shared.
void is_the_same_with_any_number_of_threads() {
    const Problem problem = queens(9).problem();
    const auto alone = build(problem, {});
    CHECK(alone->solutions()[0] == 352);
    for (const unsigned threads : {2u, 5u}) {
        CHECK(encode(*build(problem, {}, threads)) == encode(*alone));
        CHECK(encode(*build(problem, {.nodes = 777}, threads)) == encode(*alone));
    }
}

// A pause between any two blocks, and between any two nodes.
void is_the_same_with_any_number_of_pauses() {
    const Problem problem = queens(8).problem();
    const auto whole = build(problem, {});
    tuning::passes_block.set(1);
    CHECK(encode(*build(problem, {.seconds = 1e-4})) == encode(*whole));
    std::vector<std::uint64_t> marginals;
    Passes passes;
    whole->plan_marginals(passes, marginals);
    std::size_t pauses = 0;
    for (; passes.run(0) != Stop::exhausted; ++pauses) CHECK(!passes.is_over());
    CHECK(pauses + 1 == whole->nodes() && passes.is_over());
    tuning::passes_block.set(4096);
    CHECK(marginals == marginals_of(*whole));
}

// And is done for good with what it threw.
void passes_fail_for_good() {
    Passes passes;
    passes.each(3, [](std::size_t, std::size_t) { throw TooLarge("of course"); });
    for (int k = 0; k < 3; ++k) {
        bool has_thrown = false;
        try {
            passes.run(0);
        } catch (const TooLarge&) {
            has_thrown = true;
        }
        CHECK(has_thrown);
    }
}

// In words, and in the same ones when it is asked again.
void is_refused_again_and_again() {
    const Problem problem = queens(8).problem();
    const auto builder = make_diagram_builder(problem, 20'000, 1);
    std::vector<std::string> refusals;
    for (int k = 0; k < 3; ++k) try {
            while (builder->run({}) != Stop::exhausted) {
            }
        } catch (const TooLarge& refusal) {
            refusals.emplace_back(refusal.what());
        }
    CHECK(refusals.size() == 3 && refusals[0] == refusals[1] && refusals[0] == refusals[2]);
}

void refuses_what_is_no_diagram() {
    const auto refused = [](std::vector<Edge> edges, std::vector<std::size_t> ends, bool is_empty) {
        try {
            Diagram(std::move(edges), std::move(ends), 2, is_empty);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    CHECK(!refused({}, {}, false) && !refused({}, {}, true) && !refused({{0, 1}, {1, 1}}, {2}, false));
    CHECK(refused({{0, 0}}, {1}, false));  // a cycle
    CHECK(refused({{0, 2}}, {1}, false));  // beyond the end
    CHECK(refused({{2, 1}}, {1}, false));  // no such option
    CHECK(refused({{0, 1}}, {0}, false));  // a node without edges
    CHECK(refused({{0, 1}}, {2}, false));  // ends beyond the edges
    CHECK(refused({{0, 1}}, {1}, true));  // empty, yet with a node
    CHECK(refused({{0, 1}, {0, 2}}, {2, 1}, false));
}

}  // namespace

int main() {
    for (unsigned seed = 0; seed < examples(1500); ++seed) {
        agrees_with_definition(Random(seed).draft());
        agrees_with_definition(exact_draft(seed));
    }
    has_large_numbers();
    is_the_same_with_any_number_of_threads();
    is_the_same_with_any_number_of_pauses();
    passes_fail_for_good();
    is_refused_again_and_again();
    refuses_what_is_no_diagram();
}

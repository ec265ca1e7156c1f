// The frontier searches where memory gives out: at every allocation once, and again and again.
#include <atomic>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "diagram/diagram.hpp"
#include "graph/frontier_of_rules.hpp"
#include "graph/graph_count.hpp"
#include "support.hpp"

namespace {

std::atomic<long> until_failure = -1;  // so many allocations still succeed; negative: all do

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    if (until_failure.load() >= 0 && until_failure.fetch_sub(1) == 0) return nullptr;
    return std::malloc(size > 0 ? size : 1);
}
void* operator new(std::size_t size) {
    if (void* memory = operator new(size, std::nothrow)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace excover;
using namespace excover::diagram;
using namespace excover::graph;
using namespace excover::test;

namespace {

using Limbs = std::vector<std::uint64_t>;

Limbs without_leading_zeros(std::span<const std::uint64_t> number) {
    while (number.size() > 1 && number.back() == 0) number = number.first(number.size() - 1);
    return {number.begin(), number.end()};
}

// Runs to the end; allocation number `first` fails, and whenever that ends a run, then number `again` of the next.
// False if there are not so many allocations.
template <class Run>
bool survives(long first, long again, const Run& run) {
    bool has_failed = false;
    for (until_failure = first;;) try {
            const Stop stop = run();
            has_failed = has_failed || until_failure < 0;
            until_failure = -1;
            if (stop == Stop::exhausted) return has_failed;
        } catch (const std::bad_alloc&) {
            has_failed = true;
            until_failure = again;
        }
}

void a_count_goes_on(const Draft& draft, std::uint64_t memory, unsigned threads, const Limbs& solutions) {
    const Problem problem = draft.problem();
    bool has_failed = true;
    for (long first = 0; has_failed; first += 1 + first / 8) {
        has_failed = false;
        for (const long again : {-1l, 40l + first}) {
            const auto count = make_graph_count(problem, memory, threads);
            has_failed = survives(first, again, [&] { return count->run({}); }) || has_failed;
            CHECK(without_leading_zeros(count->count()) == solutions);
        }
    }
}

// What was built so far may be lost; then the builder says so again and again, and never that there are fewer
// solutions.
void a_diagram_is_right_or_refused(const Draft& draft, unsigned threads, const Limbs& solutions) {
    const Problem problem = draft.problem();
    bool has_failed = true;
    for (long first = 0; has_failed; ++first) {
        DiagramSearch search(make_diagram_builder(problem, 1 << 24, threads));
        const Allowance no_covers{.solutions = 0};
        has_failed = false;
        until_failure = first;
        for (int asked = 0; asked < 3 && !search.diagram(); ++asked) try {
                while (!search.diagram()) search.run(no_covers);
            } catch (const std::bad_alloc&) {
                has_failed = true;
                until_failure = -1;
            }
        has_failed = has_failed || until_failure < 0;
        until_failure = -1;
        if (search.diagram()) CHECK(without_leading_zeros(search.diagram()->solutions()) == solutions);
    }
}

void a_listing_goes_on() {
    const Problem problem = queens(8).problem();
    DiagramSearch search(make_diagram_builder(problem, 1 << 24, 1));
    while (search.run({.solutions = 0}) != Stop::solutions) {
    }
    bool has_failed = true;
    for (long first = 0; has_failed; ++first) {
        DiagramSearch listing(search.diagram());
        has_failed = survives(first, -1, [&] { return listing.run({}); });
        Solutions found;
        for (std::size_t k = 0; k < listing.covers().size(); ++k)
            found.insert({listing.covers()[k].begin(), listing.covers()[k].end()});
        CHECK(listing.covers().size() == 92 && found.size() == 92);
    }
}

void a_frontier_of_rules_goes_on(const Draft& draft, const Limbs& solutions) {
    const Problem problem = draft.problem();
    for (const bool keep_covers : {false, true}) {
        bool has_failed = true;
        for (long first = 0; has_failed; ++first) {
            has_failed = false;
            for (const long again : {-1l, 40l + first}) {
                FrontierOfRules search(problem, nullptr, nullptr, 1 << 24, keep_covers);
                has_failed = survives(first, again, [&] { return search.run({}); }) || has_failed;
                CHECK(without_leading_zeros(search.count()) == solutions);
                CHECK(!keep_covers || search.covers().size() == solutions[0]);
            }
        }
    }
}

}  // namespace

int main() {
    Draft large = dominoes(6, 6);
    add_doublings(large, 70);
    const Limbs many = {0, std::uint64_t{6728} << 6};
    for (const unsigned threads : {1u, 3u}) {
        a_count_goes_on(queens(8), 1 << 24, threads, {92});
        a_count_goes_on(queens(8), 200'000, threads, {92});
        a_count_goes_on(large, 1 << 24, threads, many);
        a_count_goes_on(large, 400'000, threads, many);
        a_diagram_is_right_or_refused(queens(8), threads, {92});
        a_diagram_is_right_or_refused(large, threads, many);
    }
    a_listing_goes_on();
    a_frontier_of_rules_goes_on(queens(6), {4});
    a_frontier_of_rules_goes_on(queens(3), {0});
}

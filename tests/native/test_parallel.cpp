// Several threads against one: the same solutions, the same nodes, and where it is asked for the same order.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "lanes/lane_search.hpp"
#include "sparse/sparse_search.hpp"
#include "support.hpp"
#include "tree/parallel.hpp"

using namespace excover;
using namespace excover::lanes;
using namespace excover::rules;
using namespace excover::sparse;
using namespace excover::tree;
using namespace excover::test;

namespace {

using Order = std::vector<std::vector<Index>>;

struct Result {
    Order covers;
    std::uint64_t solutions, nodes, depth;

    bool operator==(const Result&) const = default;
};

// `within`: the sparse sets with a bound on a sum.
enum class Kind { sparse, lanes, within };
constexpr Kind kKinds[] = {Kind::sparse, Kind::lanes, Kind::within};

bool suits(Kind kind, const Problem& problem) { return kind != Kind::lanes || has_lane_bounds(problem); }

// Options weigh from -2 to 2, and at most 0 together: about every other solution is within the bound.
LinearConstraint bound(const Problem& problem) {
    LinearConstraint row{{}, {}, 0};
    for (Index option = 0; option < problem.options(); ++option) {
        row.options.push_back(option);
        row.weights.push_back(Weight{option % 5} - 2);
    }
    return row;
}

std::unique_ptr<TreeSearch> make(Kind kind, const Problem& problem, bool keep_covers) {
    if (kind == Kind::lanes) return std::make_unique<LaneSearch>(problem, keep_covers);
    std::shared_ptr<const LinearConstraints> rows;
    if (kind == Kind::within) rows = std::make_shared<const LinearConstraints>(problem, std::vector{bound(problem)});
    return std::make_unique<SparseSearch>(problem, keep_covers, Mode::listing, std::move(rows));
}

void collect(const Covers& covers, Order& into) {
    for (std::size_t k = 0; k < covers.size(); ++k) into.emplace_back(covers[k].begin(), covers[k].end());
}

Result alone(Kind kind, const Problem& problem) {
    const auto search = make(kind, problem, true);
    CHECK(search->run({}) == Stop::exhausted && search->share() == 0);
    Result result{{}, search->solutions(), search->nodes(), search->depth()};
    collect(search->covers(), result.covers);
    return result;
}

Result together(Kind kind, const Problem& problem, const Sharing& sharing, const Allowance& allowance) {
    ParallelSearch search(make(kind, problem, sharing.keep_covers), sharing);
    Result result{};
    for (bool more = true; more;) {
        const std::uint64_t solutions = search.solutions(), nodes = search.nodes();
        more = search.run(allowance) != Stop::exhausted;
        CHECK(search.solutions() - solutions <= allowance.solutions);
        CHECK(search.nodes() - nodes <= allowance.nodes);
        CHECK(!sharing.keep_covers || search.covers().size() == search.solutions() - solutions);
        CHECK(search.share() >= 0 && search.share() < 1 + 1e-9);
        collect(search.covers(), result.covers);
        search.clear_covers();
    }
    CHECK(search.run(allowance) == Stop::exhausted && search.covers().size() == 0);
    CHECK(std::abs(search.share()) < 1e-9 && search.bytes_waiting() == 0);
    result.solutions = search.solutions();
    result.nodes = search.nodes();
    result.depth = search.depth();
    return result;
}

Result sorted(Result result) {
    std::ranges::sort(result.covers);
    return result;
}

void agrees(Kind kind, const Problem& problem, const Sharing& sharing, const Allowance& allowance) {
    const Result expected = alone(kind, problem);
    const Result found = together(kind, problem, sharing, allowance);
    CHECK(sharing.ordered ? found == expected : sorted(found) == sorted(expected));
    Sharing counting = sharing;
    counting.keep_covers = false;
    const Result counted = together(kind, problem, counting, allowance);
    CHECK(counted.solutions == expected.solutions && counted.nodes == expected.nodes);
    CHECK(counted.depth == expected.depth);
}

void agrees_however_it_is_cut(const Problem& problem, unsigned seed) {
    Random random(seed);
    for (const Kind kind : kKinds) {
        if (!suits(kind, problem)) continue;
        Sharing sharing{.threads = 1 + random.below(3), .ordered = random.below(2) == 0};
        sharing.head_start = random.below(3) * 7;
        sharing.grain = 1 + random.below(6);
        if (random.below(2) == 0) sharing.room = random.below(100);
        Allowance allowance{};
        if (random.below(3) == 0) allowance.solutions = 1 + random.below(5);
        if (random.below(3) == 0) allowance.nodes = 1 + random.below(20);
        agrees(kind, problem, sharing, allowance);
    }
}

// Some solutions are within the bound, and others are not: the test of `within` is not empty.
void keeps_to_its_bound(const Problem& problem) {
    const LinearConstraint row = bound(problem);
    Order all = alone(Kind::sparse, problem).covers, kept = alone(Kind::within, problem).covers;
    CHECK(!kept.empty() && kept.size() < all.size());
    std::erase_if(all, [&](const auto& cover) {
        Weight sum = 0;
        for (const Index option : cover) sum += row.weights[option];
        return sum > row.upper;
    });
    std::ranges::sort(all);
    std::ranges::sort(kept);
    CHECK(kept == all);
}

// Pieces are given away all the time, at every depth and from tables within tables.
void gives_away_every_piece(Kind kind, const Problem& problem) {
    const Result expected = alone(kind, problem);
    for (const std::uint64_t grain : {1, 3, 50}) {
        const auto search = make(kind, problem, true);
        std::vector<std::unique_ptr<TreeSearch>> others;
        Result found{};
        std::vector<GuidingPath> rests;
        const auto run_out = [&](TreeSearch& one) {
            while (one.run({.nodes = grain}) != Stop::exhausted) {
                const double share = one.share();
                if (auto rest = one.split()) {
                    CHECK(std::abs(one.share() + rest->share - share) < 1e-9);
                    rests.push_back(std::move(*rest));
                }
            }
        };
        run_out(*search);
        const auto other = search->sibling();
        while (!rests.empty()) {
            const GuidingPath rest = std::move(rests.back());
            rests.pop_back();
            other->enter(rest);
            CHECK(std::abs(other->share() - rest.share) < 1e-9);
            run_out(*other);
        }
        collect(search->covers(), found.covers);
        collect(other->covers(), found.covers);
        found.solutions = search->solutions() + other->solutions();
        found.nodes = search->nodes() + other->nodes();
        found.depth = std::max(search->depth(), other->depth());
        CHECK(sorted(found) == sorted(expected));
    }
}

// Behind its position there are the solutions that a search has found, and no others.
void knows_its_position(Kind kind, const Problem& problem) {
    const Order all = alone(kind, problem).covers;
    const auto search = make(kind, problem, false);
    for (bool more = true; more;) {
        const Position position = search->position();
        for (std::size_t k = 0; more && k < all.size(); ++k)
            CHECK(position.has_passed(problem, all[k]) == (k < search->solutions()));
        more = search->run({.nodes = 1}) != Stop::exhausted;
    }
}

// With little room the pieces behind the first one stop, each after what it finds between two looks.
void keeps_within_its_room() {
    const Problem problem = queens(8).problem();
    constexpr std::uint64_t kRoom = 320, kGrain = 50;
    const Sharing sharing{.threads = 3, .ordered = true, .room = kRoom, .head_start = 0, .grain = kGrain};
    ParallelSearch search(std::make_unique<SparseSearch>(problem, true), sharing);
    while (search.run({.solutions = 1}) != Stop::exhausted) {
        CHECK(search.bytes_waiting() <= kRoom + 3 * kGrain * 8 * sizeof(Index));
        search.clear_covers();
    }
    CHECK(search.solutions() == 92);
}

void stops_for_the_right_reason() {
    const Problem problem = queens(8).problem();
    ParallelSearch search(std::make_unique<LaneSearch>(problem, true), {.threads = 2, .head_start = 0, .grain = 10});
    CHECK(search.run({.solutions = 0}) == Stop::solutions);
    CHECK(search.run({.nodes = 0}) == Stop::nodes);
    CHECK(search.run({.seconds = 0}) == Stop::time);
    CHECK(search.run({.solutions = 5}) == Stop::solutions);
    CHECK(search.solutions() == 5 && search.covers().size() == 5);
    CHECK(search.run({}) == Stop::exhausted);
    CHECK(search.covers().size() == 92);
}

// The sparse sets, for searches that differ from them in something.
class Passing : public TreeSearch {
public:
    explicit Passing(const Problem& problem) : TreeSearch(true), search_(make(Kind::sparse, problem, true)) {}

    Stop run(const Allowance& allowance) override { return search_->run(allowance); }
    const Covers& covers() const override { return search_->covers(); }
    void clear_covers() override { search_->clear_covers(); }
    std::uint64_t solutions() const override { return search_->solutions(); }
    std::uint64_t nodes() const override { return search_->nodes(); }
    std::uint64_t updates() const override { return search_->updates(); }
    std::uint64_t depth() const override { return search_->depth(); }
    double share() const override { return search_->share(); }
    Position position() const override { return search_->position(); }
    std::unique_ptr<TreeSearch> sibling() const override { return search_->sibling(); }
    std::optional<GuidingPath> split() override { return search_->split(); }
    void enter(const GuidingPath& rest) override { search_->enter(rest); }

protected:
    std::unique_ptr<TreeSearch> search_;
};

// A search that runs out of memory now and then.
class Failing final : public Passing {
public:
    Failing(const Problem& problem, bool is_sibling) : Passing(problem), problem_(problem) {
        if (is_sibling) search_ = search_->sibling();
    }
    Stop run(const Allowance& allowance) override {
        if (++runs_ % 5 == 0) throw std::bad_alloc();
        return search_->run(allowance);
    }
    std::unique_ptr<TreeSearch> sibling() const override { return std::make_unique<Failing>(problem_, true); }
    void enter(const GuidingPath& rest) override {
        if (++runs_ % 3 == 0) throw std::bad_alloc();
        search_->enter(rest);
    }

private:
    const Problem& problem_;
    unsigned runs_ = 0;
};

void a_failure_loses_nothing() {
    const Problem problem = queens(6).problem();
    ParallelSearch search(std::make_unique<Failing>(problem, false), {.threads = 3, .head_start = 5, .grain = 2});
    int failures = 0;
    for (bool more = true; more;) try {
            more = search.run({.nodes = 3}) != Stop::exhausted;  // what a failed one had drawn is forgotten
        } catch (const std::bad_alloc&) {
            ++failures;
        }
    CHECK(failures > 0 && search.covers().size() == 4);
    CHECK(search.nodes() == alone(Kind::sparse, problem).nodes);
}

// A search that gives most of its nodes back, after the others have had time to ask for more.
class Slow final : public Passing {
public:
    Slow(const Problem& problem, bool is_sibling) : Passing(problem), problem_(problem) {
        if (is_sibling) search_ = search_->sibling();
    }
    Stop run(const Allowance& allowance) override {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        return search_->run({.nodes = std::min<std::uint64_t>(allowance.nodes, 1)});
    }
    std::unique_ptr<TreeSearch> sibling() const override { return std::make_unique<Slow>(problem_, true); }

private:
    const Problem& problem_;
};

void visits_all_nodes_of_its_allowance() {
    const Problem problem = queens(6).problem();
    for (int repeat = 0; repeat < 20; ++repeat) {
        ParallelSearch search(std::make_unique<Slow>(problem, false), {.threads = 3, .head_start = 5, .grain = 4});
        for (const std::uint64_t nodes : {20, 26, 27})
            CHECK(search.run({.nodes = nodes - search.nodes()}) == Stop::nodes && search.nodes() == nodes);
        CHECK(search.run({}) == Stop::exhausted && search.covers().size() == 4);
    }
}

// A search of which memory holds so many others.
class Large final : public Passing {
public:
    Large(const Problem& problem, int others) : Passing(problem), others_(others) {}

    std::unique_ptr<TreeSearch> sibling() const override {
        if (others_ == 0) throw std::bad_alloc();
        --others_;
        return Passing::sibling();
    }

private:
    mutable int others_;
};

void fewer_threads_where_memory_ends() {
    const Problem problem = queens(6).problem();
    for (const int others : {0, 1}) {
        ParallelSearch search(std::make_unique<Large>(problem, others), {.threads = 3, .head_start = 5, .grain = 2});
        CHECK(search.run({.nodes = 20}) == Stop::nodes && search.run({}) == Stop::exhausted);
        CHECK(search.covers().size() == 4 && search.threads() == 1u + static_cast<unsigned>(others));
        CHECK(search.nodes() == alone(Kind::sparse, problem).nodes);
    }
}

}  // namespace

int main() {
    fewer_threads_where_memory_ends();
    stops_for_the_right_reason();
    keeps_within_its_room();
    a_failure_loses_nothing();
    visits_all_nodes_of_its_allowance();
    keeps_to_its_bound(queens(8).problem());
    for (const Kind kind : kKinds) gives_away_every_piece(kind, queens(8).problem());
    for (unsigned seed = 0; seed < examples(1500); ++seed) {
        Random random(seed);
        agrees_however_it_is_cut(random.draft().problem(), seed);
        const Problem exact = exact_draft(seed).problem();
        agrees_however_it_is_cut(exact, seed);
        for (const Kind kind : kKinds) {
            if (!suits(kind, exact)) continue;
            gives_away_every_piece(kind, exact);
            knows_its_position(kind, exact);
        }
        const Problem any = random.draft().problem();
        for (const Kind kind : {Kind::sparse, Kind::within}) knows_its_position(kind, any);
    }
    for (unsigned seed = 0; seed < 20; ++seed) agrees_however_it_is_cut(queens(7).problem(), seed);
}

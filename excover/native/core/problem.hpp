// The exact cover problem in integers: items with bounds or colors, and options as rows of a sparse
// matrix. Everything is checked once, here: every index in a Problem is valid.
//
// A solution is a set of options such that the number of chosen options of every uncolored item lies
// within its bounds, and all chosen options that have a colored item give it the same color.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

// Contracts: what holds unless the core has a bug.
//
// EXCOVER_CHECK holds in every build: where it fails, BrokenContract ends the run, and the user hears of a bug of
// excover instead of getting a wrong answer. It stands where it costs nothing that can be measured: once a run, a table
// or a solution. EXCOVER_ASSERT stands in inner loops, and is checked in every build but Release (see CMakeLists.txt).
namespace excover {

struct BrokenContract : std::logic_error {
    using std::logic_error::logic_error;
};

[[noreturn]] inline void break_contract(const char* function, const char* condition) {
    throw BrokenContract(std::string("broken contract in ") + function + ": " + condition);
}

}  // namespace excover

#define EXCOVER_CHECK(condition) ((condition) ? void() : ::excover::break_contract(__func__, #condition))

#ifdef EXCOVER_CHECKED
#include <cstdio>
#include <cstdlib>

#define EXCOVER_ASSERT(condition) \
    ((condition)                  \
         ? void()                 \
         : (std::fprintf(stderr, "%s:%d: broken contract: %s\n", __FILE__, __LINE__, #condition), std::abort()))
#else
#define EXCOVER_ASSERT(condition) void()
#endif

namespace excover {

using Index = std::uint32_t;

inline constexpr Index kNone = std::numeric_limits<Index>::max();

struct InvalidProblem : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// The arrays as they come in; `starts` has one element more than there are options (CSR).
struct ProblemArrays {
    std::span<const Index> lower, upper;
    std::span<const std::uint8_t> colored;
    std::span<const Index> starts, entries, colors;
};

// The numbers from `begin` up to `end`, to be walked over.
class Numbered {
public:
    class Iterator {
    public:
        explicit Iterator(Index at) : at_(at) {}
        Index operator*() const { return at_; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        bool operator==(const Iterator&) const = default;

    private:
        Index at_;
    };

    Numbered(Index begin, Index end) : begin_(begin), end_(end) {}
    Iterator begin() const { return Iterator(begin_); }
    Iterator end() const { return Iterator(end_); }
    Index size() const { return end_ - begin_; }

private:
    Index begin_, end_;
};

// Copies share their arrays, which do not change.
class Problem {
public:
    // Copies the arrays; throws InvalidProblem if they do not describe a problem.
    explicit Problem(const ProblemArrays& arrays);
    Problem(const Problem&) = default;  // a move is a copy: none is ever without its arrays

    Index items() const { return static_cast<Index>(lower_.size()); }
    Index options() const { return static_cast<Index>(starts_.size() - 1); }
    Index entries() const { return static_cast<Index>(entries_.size()); }

    Index lower(Index item) const { return lower_[item]; }
    Index upper(Index item) const { return upper_[item]; }
    bool is_colored(Index item) const { return colored_[item] != 0; }

    // Primary items are branched on. The others need no branching: leaving them alone is allowed, and
    // whatever is chosen for them is chosen for the sake of some primary item (Knuth's secondary items).
    bool is_primary(Index item) const { return !is_colored(item) && !(lower_[item] == 0 && upper_[item] == 1); }

    // The entries of an option are numbered one after the other, from its start.
    Numbered entries(Index option) const { return {start(option), start(option + 1)}; }
    Index start(Index option) const {
        EXCOVER_ASSERT(option < starts_.size());
        return starts_[option];
    }
    Index item(Index entry) const { return entries_[entry]; }
    Index color(Index entry) const { return has_colors() ? colors_[entry] : 0; }
    bool has_colors() const { return !colors_.empty(); }

    // Whether a solution may be a part of another one; false where each option has an item that is covered exactly so
    // many times.
    bool may_nest() const;

private:
    struct Copied;

    void check_items() const;
    void check_options(std::span<const Index> colors) const;

    std::shared_ptr<const Copied> copied_;
    std::span<const Index> lower_, upper_;
    std::span<const std::uint8_t> colored_;
    std::span<const Index> starts_, entries_, colors_;
};

// A list of values for each key, all in one array (CSR).
template <class Value>
class Lists {
public:
    Lists() = default;

    // `each_pair(take)` calls take(key, value) for all pairs, twice the same ones; keys are less than `keys`.
    template <class Pairs>
    Lists(std::size_t keys, const Pairs& each_pair) : starts_(keys + 1) {
        each_pair([&](std::size_t key, const Value&) { ++starts_[key + 1]; });
        for (std::size_t key = 0; key < keys; ++key) starts_[key + 1] += starts_[key];
        values_.resize(starts_.back());
        std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
        each_pair([&](std::size_t key, const Value& value) { values_[next[key]++] = value; });
    }

    std::size_t keys() const { return starts_.size() - 1; }
    std::span<const Value> operator[](std::size_t key) const {
        return {values_.data() + starts_[key], values_.data() + starts_[key + 1]};
    }

private:
    std::vector<std::size_t> starts_{0};
    std::vector<Value> values_;
};

// The options of each item, ascending.
Lists<Index> options_of_items(const Problem& problem);

// Checks of what a caller gives: InvalidProblem, with the reason, unless a condition holds.
inline void require(bool condition, const char* message) {
    if (!condition) throw InvalidProblem(message);
}

// A bound on a sum: the weights of the chosen options sum to at most a number.
using Weight = std::int64_t;

// The weights of `options`, ascending, sum to at most `upper`; all other options weigh nothing.
struct LinearConstraint {
    std::vector<Index> options;
    std::vector<Weight> weights;
    Weight upper;

    // The absolute weights together, which are less than 2^62; throws InvalidProblem if they are not, or if the options
    // are not among so many, or not in order.
    Weight together(Index most_options) const;
};

// Covers in flat arrays: what every engine produces and the verifier reads.
struct Covers {
    std::vector<Index> options;  // the option numbers of all covers, ascending within a cover
    std::vector<std::size_t> ends;  // where each cover ends in `options`

    std::size_t size() const { return ends.size(); }

    std::span<const Index> operator[](std::size_t cover) const {
        EXCOVER_CHECK(cover < ends.size());
        const std::size_t begin = cover == 0 ? 0 : ends[cover - 1];
        return {options.data() + begin, options.data() + ends[cover]};
    }

    // If it throws, nothing was added: a cover exists once its end is stored.
    void add(std::span<const Index> cover) {
        drop_incomplete();
        options.insert(options.end(), cover.begin(), cover.end());
        ends.push_back(options.size());
    }

    void add(const Covers& covers) {
        drop_incomplete();
        options.reserve(room_for(options.size() + covers.options.size(), options.capacity()));
        ends.reserve(room_for(ends.size() + covers.ends.size(), ends.capacity()));
        for (std::size_t cover = 0; cover < covers.size(); ++cover) add(covers[cover]);
    }

    // Is there room for one more, of so many options at most? Recording that cannot fail.
    bool has_room(std::size_t most) const {
        return options.capacity() >= options.size() + most && ends.capacity() > ends.size();
    }
    void make_room(std::size_t most) {
        if (has_room(most)) return;
        options.reserve(2 * (options.size() + most));
        ends.reserve(2 * ends.size() + 1);
    }

    // The options behind the last cover, in any order, are one more.
    void close() {
        std::sort(options.begin() + static_cast<std::ptrdiff_t>(ends.empty() ? 0 : ends.back()), options.end());
        ends.push_back(options.size());
    }

    // What a failed allocation has left of a cover.
    void drop_incomplete() { options.resize(ends.empty() ? 0 : ends.back()); }

    void clear() {
        options.clear();
        ends.clear();
    }

private:
    static std::size_t room_for(std::size_t needed, std::size_t there) {
        return needed <= there ? there : std::max(needed, 2 * there);
    }
};

// A problem with its items and options in a random order, so that a search, which prefers the lowest-numbered of
// equals, finds other solutions first.
class Shuffled {
public:
    // The same order for the same seed, on every machine.
    Shuffled(const Problem& problem, std::uint64_t seed);

    const Problem& problem() const { return problem_; }

    // Covers of it in the numbers of the problem that was given.
    Covers in_given_numbers(const Covers& covers) const;

private:
    struct Orders {
        std::vector<Index> options, items;
    };
    static Orders orders(const Problem& problem, std::uint64_t seed);
    Shuffled(const Problem& problem, Orders orders);

    std::vector<Index> option_of_;  // by number here, in the given problem
    Problem problem_;
};

}  // namespace excover

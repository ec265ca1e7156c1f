// What a frontier search remembers at a level: bits, in words of 64.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/problem.hpp"

namespace excover::graph {

template <unsigned W>
struct State {
    std::array<std::uint64_t, W> words{};

    bool intersects(const State& other) const {
        std::uint64_t common = 0;
        for (unsigned w = 0; w < W; ++w) common |= words[w] & other.words[w];
        return common != 0;
    }
    State operator|(const State& other) const {
        return combine(other, [](auto a, auto b) { return a | b; });
    }
    State operator&(const State& other) const {
        return combine(other, [](auto a, auto b) { return a & b; });
    }
    State operator+(const State& other) const {
        return combine(other, [](auto a, auto b) { return a + b; });
    }
    State operator-(const State& other) const {
        return combine(other, [](auto a, auto b) { return a & ~b; });
    }
    bool is_empty() const {
        std::uint64_t any = 0;
        for (const std::uint64_t word : words) any |= word;
        return any == 0;
    }
    int size() const {
        int sum = 0;
        for (const std::uint64_t word : words) sum += std::popcount(word);
        return sum;
    }
    bool operator==(const State&) const = default;
    auto operator<=>(const State&) const = default;

private:
    template <class Operation>
    State combine(const State& other, Operation operation) const {
        State result;
        for (unsigned w = 0; w < W; ++w) result.words[w] = operation(words[w], other.words[w]);
        return result;
    }
};

// States of one level, each once, with a number of any size: a hash table with open addressing.
//
// The whole state is stored and compared; a hash alone would now and then take two states for one. A slot is the
// words of the state and then the limbs of its number, the lowest first; a slot whose number is 0 is free.

#ifdef EXCOVER_CHECKED
// The bits of a hash that count. A bad hash makes everything slow and nothing wrong: tests leave out most of them.
inline std::uint64_t hash_mask = ~std::uint64_t{0};
#endif

// Multiplicative hashing, as in Knuth, TAOCP 6.4, with the upper halves folded in between; its upper bits are good.
template <unsigned W>
std::uint64_t hash_of(const State<W>& state) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : state.words) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    hash *= 0xd6e8feb86659fd93u;
#ifdef EXCOVER_CHECKED
    hash &= hash_mask;
#endif
    return hash;
}

// Equal states are met in one shard, which one thread at a time works on.
inline constexpr unsigned kShardBits = 3, kShards = 1 << kShardBits;

inline unsigned shard_of(std::uint64_t hash) { return static_cast<unsigned>(hash >> (64 - kShardBits)); }

template <unsigned W>
class StateTable {
public:
    explicit StateTable(std::size_t limbs = 1) : limbs_(limbs) {}

    std::size_t size() const { return size_; }
    std::size_t limbs() const { return limbs_; }
    std::size_t bytes() const { return slots_.size() * sizeof(std::uint64_t); }
    bool is_full() const { return size_ * 8 >= capacity_ * 5; }

    // How many bytes growing adds at its peak; grow() leaves everything as it was if it throws.
    std::size_t growth() const { return next_capacity() * stride() * sizeof(std::uint64_t); }
    void grow() {
        EXCOVER_CHECK(cursor_ == 0);
        StateTable other(limbs_);
        other.capacity_ = next_capacity();
        other.slots_.resize(other.capacity_ * stride());
        for (std::size_t k = 0; k < slots_.size(); k += stride())
            if (const std::uint64_t* slot = slots_.data() + k; !is_free(slot))
                std::copy(slot, slot + stride(), other.find(state(slot)));
        slots_.swap(other.slots_);
        capacity_ = other.capacity_;
    }

    // Gives every number one more limb; before, that takes so many bytes beside the own.
    std::size_t wider_bytes() const { return capacity_ * (stride() + 1) * sizeof(std::uint64_t); }
    void widen() {
        std::vector<std::uint64_t> wider(capacity_ * (stride() + 1));
        for (std::size_t k = 0; k < capacity_; ++k)
            std::copy_n(slots_.data() + k * stride(), stride(), wider.data() + k * (stride() + 1));
        slots_.swap(wider);
        ++limbs_;
    }

    // The slot of a state, or the free one where it belongs. There is one as long as the table is not full.
    std::uint64_t* find(const State<W>& state) { return find(state, hash_of(state)); }
    std::uint64_t* find(const State<W>& state, std::uint64_t hash) {
        EXCOVER_ASSERT(capacity_ > 0);
        const std::size_t mask = capacity_ - 1;
        for (std::size_t k = home(hash);; k = (k + 1) & mask) {
            std::uint64_t* slot = slots_.data() + k * stride();
            if (is_free(slot) || is_at(slot, state)) return slot;
        }
    }
    void prefetch([[maybe_unused]] std::uint64_t hash) const {
#if defined(__GNUC__)
        if (!slots_.empty()) __builtin_prefetch(slots_.data() + home(hash) * stride());
#endif
    }

    static std::uint64_t* number(std::uint64_t* slot) { return slot + W; }
    static const std::uint64_t* number(const std::uint64_t* slot) { return slot + W; }
    bool is_free(const std::uint64_t* slot) const {
        std::uint64_t any = 0;
        for (std::size_t k = 0; k < limbs_; ++k) any |= slot[W + k];
        return any == 0;
    }
    void occupy(std::uint64_t* slot, const State<W>& state) {
        EXCOVER_ASSERT(!is_full() && !is_taken_from());
        std::ranges::copy(state.words, slot);
        ++size_;
    }

    // Taking the states out, one after the other; from then on none may be put in.
    bool has_next() {
        while (cursor_ < capacity_ && is_free(slots_.data() + cursor_ * stride())) ++cursor_;
        return cursor_ < capacity_;
    }
    const std::uint64_t* take() {
        EXCOVER_ASSERT(has_next());
        return slots_.data() + cursor_++ * stride();
    }
    bool is_taken_from() const { return cursor_ > 0; }
    static State<W> state(const std::uint64_t* slot) {
        State<W> result;
        std::copy(slot, slot + W, result.words.begin());
        return result;
    }

private:
    static constexpr std::size_t kFirstCapacity = 32;

    // Word by word: std::equal would call memcmp.
    static bool is_at(const std::uint64_t* slot, const State<W>& state) {
        std::uint64_t differing = 0;
        for (unsigned w = 0; w < W; ++w) differing |= slot[w] ^ state.words[w];
        return differing == 0;
    }

    std::size_t stride() const { return W + limbs_; }
    std::size_t next_capacity() const { return std::max(kFirstCapacity, 2 * capacity_); }

    std::size_t home(std::uint64_t hash) const {
        return static_cast<std::size_t>((hash << kShardBits) >> (64 - std::countr_zero(capacity_)));
    }

    std::size_t limbs_;
    std::size_t size_ = 0, cursor_ = 0, capacity_ = 0;  // a power of two, or 0; kept, since dividing takes long
    std::vector<std::uint64_t> slots_;
};

// Sets and spans of levels.

// Spans of levels, asked which of them contain a level.
//
// E. M. McCreight, "Priority search trees", SIAM J. Computing 14 (1985) 257-276, for a set that never changes: the
// spans stand in the order of their ends, and a tree over them has the least beginning below every node. What is found
// costs the logarithm of the number of spans each.
struct Span {
    Index begin, end;  // the last level
};

class Spans {
public:
    // In the order of their ends.
    explicit Spans(const std::vector<Span>& spans) : spans_(spans) {
        while (leaves_ < spans.size()) leaves_ *= 2;
        least_.assign(2 * leaves_, kNone);
        for (std::size_t k = 0; k < spans.size(); ++k) least_[leaves_ + k] = spans[k].begin;
        for (std::size_t node = leaves_; node-- > 1;) least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
    }

    // Calls visit(k) for the number of every span that contains a level, in order.
    template <class Visit>
    void each(Index level, const Visit& visit) const {
        const auto from = std::ranges::lower_bound(spans_, level, {}, &Span::end) - spans_.begin();
        each(1, 0, leaves_, {static_cast<std::size_t>(from), level}, visit);
    }

private:
    struct Query {
        std::size_t from;
        Index level;
    };

    template <class Visit>
    void each(std::size_t node, std::size_t first, std::size_t end, const Query& query, const Visit& visit) const {
        if (end <= query.from || first >= spans_.size() || least_[node] > query.level) return;
        if (end - first == 1) {
            visit(first);
            return;
        }
        const std::size_t middle = first + (end - first) / 2;
        each(2 * node, first, middle, query, visit);
        each(2 * node + 1, middle, end, query, visit);
    }

    std::vector<Span> spans_;
    std::size_t leaves_ = 1;
    std::vector<Index> least_;  // of the tree's nodes, the root's at 1: the least beginning below
};

// A set of levels: bits, in words of 64, with a bit a word above them, and so on up to a single word.
//
// The next level from any place on is found in as many steps as there are rows, four for sixteen million levels. That
// matters: a frontier search asks at every level, and to walk over all of them each time would be quadratic.
class LevelSet {
public:
    explicit LevelSet(Index levels) {
        do {
            levels = (levels + 63) / 64;
            rows_.emplace_back(levels);
        } while (levels > 1);
    }

    void insert(Index level) {
        for (auto& row : rows_) {
            row[level / 64] |= bit(level);
            level /= 64;
        }
    }

    void erase(Index level) {
        for (auto& row : rows_) {
            row[level / 64] &= ~bit(level);
            if (row[level / 64] != 0) return;
            level /= 64;
        }
    }

    // The first level from one on; kNone if there is none.
    Index next(Index from) const {
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (from / 64 >= rows_[row].size()) return kNone;
            const std::uint64_t rest = rows_[row][from / 64] >> (from % 64);
            if (rest != 0) return lowest(row, from + static_cast<Index>(std::countr_zero(rest)));
            from = from / 64 + 1;
        }
        return kNone;
    }

    // The last level; kNone if there is none.
    Index last() const {
        if (rows_.back().empty() || rows_.back()[0] == 0) return kNone;
        Index place = 0;
        for (std::size_t row = rows_.size(); row-- > 0;)
            place = 64 * place + 63 - static_cast<Index>(std::countl_zero(rows_[row][place]));
        return place;
    }

private:
    static std::uint64_t bit(Index level) { return std::uint64_t{1} << (level % 64); }

    Index lowest(std::size_t row, Index place) const {
        while (row-- > 0) place = 64 * place + static_cast<Index>(std::countr_zero(rows_[row][place]));
        return place;
    }

    std::vector<std::vector<std::uint64_t>> rows_;  // of levels, of words of levels, ..
};

}  // namespace excover::graph

#include "learning/clauses.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace excover {

namespace {

constexpr std::uint64_t kBlockBytes = 16;  // that an allocation takes besides its contents

// The index of a clause has 32 bits.
constexpr std::uint64_t kMostArena = std::uint64_t{1} << 32;

Index checked(Index options) {
    if (options > Clauses::kMostOptions) throw InvalidProblem("learning from failures is for at most 2^31 options");
    return options;
}

}  // namespace

Clauses::Clauses(Index options, std::uint64_t memory) : memory_(memory), watches_(2 * std::size_t{checked(options)}) {}

// When the arena grows, the old and the new one exist at the same time.
bool Clauses::has_room(std::size_t literals) const {
    const std::size_t size = arena_.size() + kHead + literals, now = arena_.capacity();
    if (std::uint64_t{size} > kMostArena) return false;
    const std::size_t words = size <= now ? now : now + grown(size);
    return words * sizeof(std::uint32_t) + watch_bytes_ + 2 * (kBlockBytes + sizeof(Watched)) <= memory_;
}

std::uint32_t Clauses::add(std::span<const Literal> literals, std::uint32_t levels) {
    EXCOVER_ASSERT(has_room(literals.size()));
    const auto clause = static_cast<std::uint32_t>(arena_.size());
    const std::size_t size = arena_.size() + kHead + literals.size();
    if (size > arena_.capacity()) arena_.reserve(grown(size));
    arena_.push_back(static_cast<std::uint32_t>(literals.size()));
    arena_.push_back(levels);
    arena_.insert(arena_.end(), literals.begin(), literals.end());
    watch(clause);
    return clause;
}

void Clauses::watch(std::uint32_t clause) {
    const Literal* const own = &arena_[clause + kHead];
    push(own[0], {clause, own[1]});
    push(own[1], {clause, own[0]});
    ++size_;
}

void Clauses::push(Literal literal, Watched watched) {
    std::vector<Watched>& watching = watches_[literal];
    const std::size_t before = watching.capacity();
    watching.push_back(watched);
    watch_bytes_ += (watching.capacity() - before) * sizeof(Watched) + (before == 0 ? kBlockBytes : 0);
}

bool Clauses::propagate(Assignment& assignment, Literal literal, std::uint32_t& broken) {
    const Literal gone = opposite(literal);
    std::vector<Watched>& watching = watches_[gone];
    updates_ += watching.size();
    auto kept = watching.begin();
    for (auto it = watching.begin(); it != watching.end(); ++it) {
        const auto [clause, other] = *it;
        if (assignment.is_true(other)) {
            *kept++ = *it;
            continue;
        }
        Literal* const own = &arena_[clause + kHead];
        if (own[0] == gone) std::swap(own[0], own[1]);
        Literal* const end = own + arena_[clause];
        Literal* const next = assignment.is_true(own[0]) ? end : std::find_if(own + 2, end, [&](Literal each) {
            return !assignment.is_false(each);
        });
        updates_ += static_cast<std::uint64_t>(next - own);
        if (next != end) {
            std::swap(own[1], *next);
            push(own[1], {clause, own[0]});
            continue;
        }
        *kept++ = {clause, own[0]};
        if (assignment.is_true(own[0])) continue;
        if (assignment.is_false(own[0])) {
            broken = clause;
            kept = std::copy(it + 1, watching.end(), kept);
            watching.erase(kept, watching.end());
            return false;
        }
        assignment.assign(own[0], {Reason::Kind::clause, clause});
    }
    watching.erase(kept, watching.end());
    return true;
}

void Clauses::forget_half(std::uint64_t kept_levels) {
    std::vector<std::uint32_t> all;
    all.reserve(size_);
    for (std::size_t clause = 0; clause < arena_.size(); clause += kHead + arena_[clause])
        all.push_back(static_cast<std::uint32_t>(clause));
    // Worst first: many levels, then many literals; of equals, the older.
    std::ranges::sort(all, [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(arena_[b + 1], arena_[b], a) < std::tuple(arena_[a + 1], arena_[a], b);
    });
    for (std::size_t k = 0; k < all.size() / 2; ++k)
        if (std::uint32_t& levels = arena_[all[k] + 1]; levels > kept_levels) levels = 0;  // no clause has so few
    for (std::vector<Watched>& watching : watches_) std::vector<Watched>().swap(watching);
    watch_bytes_ = 0;
    size_ = 0;
    compact();
}

// Moves the clauses that have levels to the front of the arena, and watches them.
void Clauses::compact() {
    std::size_t end = 0;
    for (std::size_t clause = 0, next = 0; clause < arena_.size(); clause = next) {
        next = clause + kHead + arena_[clause];
        if (arena_[clause + 1] == 0) continue;
        const auto at = [&](std::size_t place) { return arena_.begin() + static_cast<std::ptrdiff_t>(place); };
        std::copy(at(clause), at(next), at(end));
        watch(static_cast<std::uint32_t>(end));
        end += next - clause;
    }
    arena_.resize(end);
}

}  // namespace excover

#include "learning/clauses.hpp"

#include <algorithm>
#include <utility>

namespace excover {

std::uint32_t Clauses::add(std::span<const Literal> literals, std::uint32_t levels) {
    const auto clause = static_cast<std::uint32_t>(arena_.size());
    arena_.push_back(static_cast<std::uint32_t>(literals.size()));
    arena_.push_back(levels);
    arena_.insert(arena_.end(), literals.begin(), literals.end());
    watch(clause);
    return clause;
}

void Clauses::watch(std::uint32_t clause) {
    const Literal* const own = &arena_[clause + kHead];
    watches_[own[0]].push_back({clause, own[1]});
    watches_[own[1]].push_back({clause, own[0]});
    ++size_;
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
        Literal* const next = assignment.is_true(own[0]) ? end : std::find_if(own + 2, end, [&](Literal each) { return !assignment.is_false(each); });
        updates_ += static_cast<std::uint64_t>(next - own);
        if (next != end) {
            std::swap(own[1], *next);
            watches_[own[1]].push_back({clause, own[0]});
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
    for (std::uint32_t clause = 0; clause < arena_.size(); clause += static_cast<std::uint32_t>(kHead + arena_[clause]))
        all.push_back(clause);
    std::vector<std::uint32_t> worst = all;
    std::ranges::stable_sort(worst, [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(arena_[a + 1], arena_[a]) > std::pair(arena_[b + 1], arena_[b]);
    });
    worst.resize(worst.size() / 2);
    for (const std::uint32_t clause : worst)
        if (arena_[clause + 1] > kept_levels) arena_[clause + 1] = 0;  // none has so few levels
    std::vector<std::uint32_t> rest;
    for (std::vector<Watched>& watching : watches_) watching.clear();
    for (const std::uint32_t clause : all)
        if (arena_[clause + 1] != 0)
            rest.insert(rest.end(), &arena_[clause], &arena_[clause] + kHead + arena_[clause]);
    arena_ = std::move(rest);
    size_ = 0;
    for (std::uint32_t clause = 0; clause < arena_.size(); clause += static_cast<std::uint32_t>(kHead + arena_[clause]))
        watch(clause);
}

}  // namespace excover

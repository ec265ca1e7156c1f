#include "learning/assignment.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/tuning.hpp"
#include "learning/clause_log.hpp"

namespace excover::tuning {
extern Tunable learning_decay, learning_option_decay;
}

namespace excover::learning {

namespace {

constexpr std::uint64_t kBlockBytes = 16;  // that an allocation takes besides its contents

// The index of a clause has 32 bits.
constexpr std::uint64_t kMostArena = std::uint64_t{1} << 32;

constexpr std::uint32_t kForgotten = ~std::uint32_t{0};  // no clause has so many levels

Index checked(Index options) {
    if (options > Clauses::kMostOptions) throw InvalidProblem("learning from failures is for at most 2^31 options");
    return options;
}

bool is_exact_cover(const Problem& problem) {
    for (Index item = 0; item < problem.items(); ++item)
        if (!problem.is_colored(item) && (problem.lower(item) > 1 || problem.upper(item) != 1)) return false;
    return true;
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
    EXCOVER_CHECK(has_room(literals.size()));
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
        if (assignment.is_true(other) || clause == ignored_) {
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

std::uint32_t Clauses::next() {
    while (next_ < arena_.size()) {
        const auto clause = static_cast<std::uint32_t>(next_);
        next_ += kHead + arena_[clause];
        ++updates_;
        if (levels(clause) > 0 && levels(clause) < kForgotten) return clause;
    }
    return kNone;
}

void Clauses::forget(std::uint32_t clause) { arena_[clause + 1] = kForgotten; }

void Clauses::forget_half(std::uint64_t kept_levels) {
    std::vector<std::uint32_t> all;
    all.reserve(size_);
    for (std::size_t clause = 0; clause < arena_.size(); clause += kHead + arena_[clause])
        if (arena_[clause + 1] > 0) all.push_back(static_cast<std::uint32_t>(clause));
    // Worst first: many levels, then many literals; of equals, the older.
    std::ranges::sort(all, [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(arena_[b + 1], arena_[b], a) < std::tuple(arena_[a + 1], arena_[a], b);
    });
    for (std::size_t k = 0; k < all.size() / 2; ++k)
        if (std::uint32_t& levels = arena_[all[k] + 1]; levels > kept_levels) levels = kForgotten;
    for (std::vector<Watched>& watching : watches_) std::vector<Watched>().swap(watching);
    watch_bytes_ = 0;
    size_ = 0;
    compact();
}

// Moves the clauses that are kept to the front of the arena, and watches them.
void Clauses::compact() {
    std::size_t end = 0;
    for (std::size_t clause = 0, next = 0; clause < arena_.size(); clause = next) {
        next = clause + kHead + arena_[clause];
        if (arena_[clause + 1] == kForgotten) {
            if (log_) log_->drop(static_cast<std::uint32_t>(clause));
            continue;
        }
        if (log_) log_->move(static_cast<std::uint32_t>(clause), static_cast<std::uint32_t>(end));
        const auto at = [&](std::size_t place) { return arena_.begin() + static_cast<std::ptrdiff_t>(place); };
        std::copy(at(clause), at(next), at(end));
        watch(static_cast<std::uint32_t>(end));
        end += next - clause;
    }
    arena_.resize(end);
    next_ = 0;
}

Assignment::Assignment(const Problem& problem, Index branching, std::vector<std::uint8_t> is_counted)
    : problem_(problem),
      uses_(options_of_items(problem)),
      colors_(problem.has_colors() ? problem.items() : 0,
              [&](auto take) {
                  for (Index e = 0; problem.has_colors() && e < problem.entries(); ++e)
                      if (problem.is_colored(problem.item(e))) take(problem.item(e), problem.color(e));
              }),
      values_(problem.options(), 0),
      reasons_(problem.options()),
      levels_(problem.options(), 0),
      places_(problem.options(), 0),
      chosen_(problem.items(), 0),
      left_(problem.items(), 0),
      place_(problem.items(), kNone),
      is_counted_(std::move(is_counted)) {
    is_counted_.resize(problem.items());
    for (Index item = 0; item < branching; ++item) {
        if (problem.is_colored(item) || problem.lower(item) == 0) continue;
        place_[item] = static_cast<Index>(needy_.size());
        needy_.push_back(item);
    }
    needy_count_ = needy_.size();
    for (Index e = 0; e < problem.entries(); ++e) ++left_[problem.item(e)];
}

bool Assignment::start() {
    for (Index item = 0; item < problem_.items(); ++item) {
        if (problem_.is_colored(item)) continue;
        if (problem_.upper(item) == 0 && !refuse_others(item, {Reason::Kind::upper_bound, item}, kNone)) return false;
        conflict_item_ = item;
        if (left_[item] < problem_.lower(item)) return false;
        if (left_[item] == problem_.lower(item) && !choose_rest(item)) return false;
    }
    return true;
}

void Assignment::decide(Literal literal) {
    begins_.push_back(trail_.size());
    assign(literal, {});
}

void Assignment::assign(Literal literal, Reason reason) {
    const Index option = option_of(literal);
    EXCOVER_ASSERT(is_open(option));
    values_[option] = is_choice(literal) ? 1 : -1;
    reasons_[option] = reason;
    levels_[option] = static_cast<std::uint32_t>(level());
    places_[option] = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(literal);
}

bool Assignment::spread(Literal& literal) {
    literal = trail_[head_++];
    const Index option = option_of(literal);
    return is_choice(literal) ? settle_chosen(option) : settle_refused(option);
}

// All counts first: what is taken back is always a whole literal.
bool Assignment::settle_chosen(Index option) {
    const Numbered entries = problem_.entries(option);
    updates_ += entries.size();
    for (const Index e : entries)
        if (const Index item = problem_.item(e); ++chosen_[item] == problem_.lower(item) && place_[item] != kNone)
            satisfy(item);
    for (const Index e : entries) {
        const Index item = problem_.item(e);
        if (problem_.is_colored(item)) {
            const Reason reason{Reason::Kind::choice, option};
            if (chosen_[item] == 1 && !refuse_others(item, reason, problem_.color(e))) return false;
        } else if (chosen_[item] == problem_.upper(item) && !is_counted_[item]) {
            const bool alone = chosen_[item] == 1;
            const Reason reason{alone ? Reason::Kind::choice : Reason::Kind::upper_bound, alone ? option : item};
            if (!refuse_others(item, reason, kNone)) return false;
        }
    }
    return true;
}

// What is satisfied last stands first behind the needy ones, so that moving the border takes it back.
void Assignment::satisfy(Index item) {
    const Index at = place_[item], other = needy_[--needy_count_];
    std::swap(needy_[at], needy_[needy_count_]);
    place_[other] = at;
    place_[item] = static_cast<Index>(needy_count_);
}

bool Assignment::settle_refused(Index option) {
    const Numbered entries = problem_.entries(option);
    updates_ += entries.size();
    for (const Index e : entries) --left_[problem_.item(e)];
    for (const Index e : entries) {
        const Index item = problem_.item(e);
        if (left_[item] > problem_.lower(item) || problem_.is_colored(item) || problem_.lower(item) == 0 ||
            is_counted_[item])
            continue;
        if (!choose_rest(item)) return false;
    }
    return true;
}

// Refuses the open options of a full item, or those of a colored one with another color than that. One that is chosen,
// but was not counted yet, is a contradiction.
bool Assignment::refuse_others(Index item, Reason reason, Index color) {
    updates_ += size(item);
    const auto uses = uses_[item];
    for (std::size_t k = 0; k < uses.size(); ++k) {
        const Index option = uses[k];
        if (values_[option] < 0 || (color != kNone && colors_[item][k] == color)) continue;
        if (values_[option] == 0) {
            assign(refused(option), reason);
        } else if (places_[option] >= head_) {
            conflict_.clear();
            conflict_.push_back(refused(option));
            if (reason.kind == Reason::Kind::choice)
                conflict_.push_back(refused(reason.index));
            else
                for (const Index other : uses)
                    if (values_[other] > 0 && places_[other] < head_) conflict_.push_back(refused(other));
            conflict_item_ = item;
            return false;
        }
    }
    return true;
}

// Chooses the open options of an item that needs all it has left; false if it needs more.
bool Assignment::choose_rest(Index item) {
    updates_ += size(item);
    if (left_[item] < problem_.lower(item)) {
        conflict_.clear();
        for (const Index option : uses_[item])
            if (values_[option] < 0 && places_[option] < head_) conflict_.push_back(chosen(option));
        conflict_item_ = item;
        return false;
    }
    for (const Index option : uses_[item])
        if (is_open(option)) assign(chosen(option), {Reason::Kind::lower_bound, item});
    return true;
}

void Assignment::explain(Literal literal, std::vector<Literal>& out) const {
    const Index option = option_of(literal);
    const Reason& reason = reasons_[option];
    out.clear();
    if (reason.kind == Reason::Kind::choice) {
        out.push_back(refused(reason.index));
        return;
    }
    const std::int8_t wanted = reason.kind == Reason::Kind::upper_bound ? 1 : -1;
    for (const Index other : uses_[reason.index])
        if (values_[other] == wanted && places_[other] < places_[option])
            out.push_back(wanted > 0 ? refused(other) : chosen(other));
}

void Assignment::back_to(std::size_t level) {
    if (level >= begins_.size()) return;
    for (const std::size_t begin = begins_[level]; trail_.size() > begin; trail_.pop_back()) take_back(trail_.back());
    head_ = std::min(head_, trail_.size());
    begins_.resize(level);
}

void Assignment::take_back(Literal literal) {
    const Index option = option_of(literal);
    values_[option] = 0;
    if (places_[option] >= head_) return;
    for (const Index e : problem_.entries(option)) {
        if (const Index item = problem_.item(e); !is_choice(literal))
            ++left_[item];
        else if (chosen_[item]-- == problem_.lower(item) && place_[item] != kNone)
            ++needy_count_;
    }
}

Decisions::Decisions(const Problem& problem, bool has_constraints)
    : problem_(problem),
      are_by_option_(has_constraints || !is_exact_cover(problem)),
      weights_(are_by_option_ ? 0 : problem.items(), 1),
      last_(are_by_option_ ? 0 : problem.items(), kNone),
      activities_(are_by_option_ ? problem.options() : 0, 0),
      was_refused_(activities_.size(), 0),
      place_(activities_.size(), kNone) {
    for (Index option = 0; option < activities_.size(); ++option) push(option);
}

Literal Decisions::next(const Assignment& assignment) {
    return are_by_option_ ? by_option(assignment) : by_item(assignment);
}

// The item with the least degree for its weight, the lowest-numbered of several.
Literal Decisions::by_item(const Assignment& assignment) {
    Index best = kNone;
    double least = 0;
    updates_ += assignment.needy().size();
    for (const Index item : assignment.needy()) {
        const double urgency = assignment.degree(item) / weights_[item];
        if (best != kNone && (urgency > least || (urgency == least && item > best))) continue;
        best = item;
        least = urgency;
    }
    if (const Index last = last_[best]; last != kNone && assignment.is_open(last)) return chosen(last);
    for (std::size_t place = 0;; ++place)
        if (const Index option = assignment.option(best, place); assignment.is_open(option)) return chosen(option);
}

Literal Decisions::by_option(const Assignment& assignment) {
    for (;;) {
        const Index option = take_first();
        if (assignment.is_open(option)) return was_refused_[option] ? refused(option) : chosen(option);
    }
}

void Decisions::lessen(std::vector<double>& numbers, double& part) {
    for (double& number : numbers) number /= kHuge;
    part /= kHuge;
}

void Decisions::end_failure() {
    item_part_ *= 1 + 1 / static_cast<double>(tuning::learning_decay);
    option_part_ *= 1 + 1 / static_cast<double>(tuning::learning_option_decay);
}

void Decisions::push(Index option) {
    heap_.push_back(option);
    rise(static_cast<Index>(heap_.size() - 1));
}

void Decisions::put(Index place, Index option) {
    heap_[place] = option;
    place_[option] = place;
}

void Decisions::rise(Index place) {
    const Index option = heap_[place];
    for (; place > 0; ++updates_) {
        const Index above = (place - 1) / 2;
        if (activities_[heap_[above]] >= activities_[option]) break;
        put(place, heap_[above]);
        place = above;
    }
    put(place, option);
}

void Decisions::sink(Index place) {
    const Index option = heap_[place];
    for (Index below = 2 * place + 1; below < heap_.size(); below = 2 * place + 1, ++updates_) {
        if (below + 1 < heap_.size() && activities_[heap_[below + 1]] > activities_[heap_[below]]) ++below;
        if (activities_[heap_[below]] <= activities_[option]) break;
        put(place, heap_[below]);
        place = below;
    }
    put(place, option);
}

// Takes the most active option out of the heap.
Index Decisions::take_first() {
    const Index first = heap_.front(), last = heap_.back();
    place_[first] = kNone;
    heap_.pop_back();
    if (heap_.empty()) return first;
    put(0, last);
    sink(0);
    return first;
}

}  // namespace excover::learning

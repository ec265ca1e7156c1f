#include "learning/assignment.hpp"

#include <algorithm>
#include <utility>

namespace excover {

Assignment::Assignment(const Problem& problem)
    : problem_(problem),
      begin_of_(problem.items() + std::size_t{1}, 0),
      option_of_(problem.entries()),
      color_of_(problem.entries()),
      values_(problem.options(), 0),
      reasons_(problem.options()),
      levels_(problem.options(), 0),
      places_(problem.options(), 0),
      chosen_(problem.items(), 0),
      left_(problem.items(), 0),
      place_(problem.items(), kNone) {
    for (Index item = 0; item < problem.items(); ++item) {
        if (problem.is_colored(item) || problem.lower(item) == 0) continue;
        place_[item] = static_cast<Index>(needy_.size());
        needy_.push_back(item);
    }
    needy_count_ = needy_.size();
    for (Index e = 0; e < problem.entries(); ++e) ++left_[problem.item(e)];
    for (Index item = 0; item < problem.items(); ++item) begin_of_[item + 1] = begin_of_[item] + left_[item];
    std::vector<std::size_t> next(begin_of_.begin(), begin_of_.end() - 1);
    for (Index option = 0; option < problem.options(); ++option)
        for (Index e = problem.start(option); e < problem.start(option + 1); ++e) {
            const std::size_t at = next[problem.item(e)]++;
            option_of_[at] = option;
            color_of_[at] = problem.color(e);
        }
}

bool Assignment::start() {
    for (Index item = 0; item < problem_.items(); ++item) {
        if (problem_.is_colored(item)) continue;
        if (problem_.upper(item) == 0 && !refuse_others(item, {Reason::Kind::full, item}, kNone)) return false;
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
    const Index begin = problem_.start(option), end = problem_.start(option + 1);
    updates_ += end - begin;
    for (Index e = begin; e < end; ++e)
        if (const Index item = problem_.item(e); ++chosen_[item] == problem_.lower(item) && place_[item] != kNone)
            satisfy(item);
    for (Index e = begin; e < end; ++e) {
        const Index item = problem_.item(e);
        if (problem_.is_colored(item)) {
            const Reason reason{Reason::Kind::choice, option};
            if (chosen_[item] == 1 && !refuse_others(item, reason, problem_.color(e))) return false;
        } else if (chosen_[item] == problem_.upper(item)) {
            const bool alone = chosen_[item] == 1;
            const Reason reason{alone ? Reason::Kind::choice : Reason::Kind::full, alone ? option : item};
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
    const Index begin = problem_.start(option), end = problem_.start(option + 1);
    updates_ += end - begin;
    for (Index e = begin; e < end; ++e) --left_[problem_.item(e)];
    for (Index e = begin; e < end; ++e) {
        const Index item = problem_.item(e);
        if (left_[item] > problem_.lower(item) || problem_.is_colored(item) || problem_.lower(item) == 0) continue;
        if (!choose_rest(item)) return false;
    }
    return true;
}

// Refuses the open options of a full item, or those of a colored one with another color than that. One that is chosen,
// but was not counted yet, is a contradiction.
bool Assignment::refuse_others(Index item, Reason reason, Index color) {
    updates_ += size(item);
    for (std::size_t at = begin_of_[item]; at < begin_of_[item + 1]; ++at) {
        const Index option = option_of_[at];
        if (values_[option] < 0 || color_of_[at] == color) continue;
        if (values_[option] == 0) {
            assign(refused(option), reason);
        } else if (places_[option] >= head_) {
            conflict_.clear();
            conflict_.push_back(refused(option));
            if (reason.kind == Reason::Kind::choice)
                conflict_.push_back(refused(reason.index));
            else
                for (std::size_t other = begin_of_[item]; other < begin_of_[item + 1]; ++other)
                    if (values_[option_of_[other]] > 0 && places_[option_of_[other]] < head_)
                        conflict_.push_back(refused(option_of_[other]));
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
        for (std::size_t at = begin_of_[item]; at < begin_of_[item + 1]; ++at)
            if (values_[option_of_[at]] < 0 && places_[option_of_[at]] < head_)
                conflict_.push_back(chosen(option_of_[at]));
        conflict_item_ = item;
        return false;
    }
    for (std::size_t at = begin_of_[item]; at < begin_of_[item + 1]; ++at)
        if (is_open(option_of_[at])) assign(chosen(option_of_[at]), {Reason::Kind::starved, item});
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
    const std::int8_t wanted = reason.kind == Reason::Kind::full ? 1 : -1;
    for (std::size_t at = begin_of_[reason.index]; at < begin_of_[reason.index + 1]; ++at) {
        const Index other = option_of_[at];
        if (values_[other] == wanted && places_[other] < places_[option])
            out.push_back(wanted > 0 ? refused(other) : chosen(other));
    }
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
    for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e) {
        if (const Index item = problem_.item(e); !is_choice(literal))
            ++left_[item];
        else if (chosen_[item]-- == problem_.lower(item) && place_[item] != kNone)
            ++needy_count_;
    }
}

}  // namespace excover

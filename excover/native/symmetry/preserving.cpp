#include "symmetry/preserving.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace excover {

Preserving::Preserving(const PermutationGroup& group, std::span<const Index> kept, const Problem& left,
                       std::span<const Cost> costs)
    : group_(group),
      kept_(kept.begin(), kept.end()),
      left_(left),
      costs_(costs),
      number_of_(group.degree(), kNone),
      level_(group.levels()) {
    if (kept.size() != left.options() || !std::ranges::is_sorted(kept) ||
        std::ranges::any_of(kept, [&](Index point) { return point >= group.degree(); }))
        throw std::invalid_argument("the points kept are not the options left");
    for (Index number = 0; number < kept_.size(); ++number) number_of_[kept_[number]] = number;
    for (std::size_t k = 0; k < group.levels(); ++k) chosen_.push_back(group.base(k));
}

Stop Preserving::run(double seconds) {
    Watch watch(seconds, 1);
    for (std::uint64_t work = 0; level_ > 0 || !frames_.empty() || slot_ < is_reached_.size(); ++work) {
        if (watch.is_over(work)) return Stop::time;
        if (!frames_.empty())
            try_next();
        else if (slot_ == is_reached_.size())
            begin_level();
        else if (is_reached_[slot_])
            ++slot_;
        else
            frames_.push_back({level_, slot_, slot_ + 1});
    }
    return Stop::exhausted;
}

// Elements found before are those of levels behind it, which fix its base point.
void Preserving::begin_level() {
    --level_;
    is_reached_.assign(group_.orbit(level_).size(), false);
    is_reached_[0] = true;
    slot_ = 1;
    for (std::size_t k = level_; k < group_.levels(); ++k) chosen_[k] = group_.base(k);
}

void Preserving::try_next() {
    Frame& frame = frames_.back();
    if (frame.next == frame.end) {
        if (frames_.size() == 1) is_reached_[slot_++] = true;  // given up
        frames_.pop_back();
        return;
    }
    const std::size_t level = frame.level;
    chosen_[level] = group_.orbit(level)[frame.next++];
    if (!keeps_up(level)) return;
    if (level + 1 < group_.levels())
        frames_.push_back({level + 1, 0, group_.orbit(level + 1).size()});
    else
        take();
}

// Points below the next base point go where the choices so far take them.
bool Preserving::keeps_up(std::size_t level) const {
    const Index end = level + 1 < group_.levels() ? group_.base(level + 1) : group_.degree();
    for (Index point = group_.base(level); point < end; ++point)
        if ((number_of_[point] == kNone) != (number_of_[image(point, level + 1)] == kNone)) return false;
    return true;
}

Index Preserving::image(Index point, std::size_t levels) const {
    for (std::size_t k = levels; k-- > level_;) point = group_.forth(k, chosen_[k], point);
    return point;
}

// The whole element is known. Its action on the remaining options must be a symmetry of their items, too.
void Preserving::take() {
    Permutation element(kept_.size());
    for (Index number = 0; number < element.size(); ++number)
        element[number] = number_of_[image(kept_[number], group_.levels())];
    if (!is_automorphism(left_, costs_, element)) return;
    Permutation whole(group_.degree());
    for (Index point = 0; point < whole.size(); ++point) whole[point] = image(point, group_.levels());
    elements_.push_back(std::move(whole));
    found_.push_back(std::move(element));
    frames_.clear();
    // All points to which the elements found so far lead need no search.
    const std::span<const Index> orbit = group_.orbit(level_);
    std::vector<bool> is_met(group_.degree(), false);
    std::vector<Index> reached{group_.base(level_)};
    is_met[reached[0]] = true;
    for (std::size_t at = 0; at < reached.size(); ++at)
        for (const Permutation& by : elements_)
            if (const Index to = by[reached[at]]; !is_met[to]) {
                is_met[to] = true;
                reached.push_back(to);
            }
    for (std::size_t slot = 0; slot < orbit.size(); ++slot)
        if (is_met[orbit[slot]]) is_reached_[slot] = true;
}

}  // namespace excover

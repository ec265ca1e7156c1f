#include "graph/layout.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace excover::graph {

namespace {

Index bits_for(Index values) { return static_cast<Index>(std::bit_width(values - 1)); }

}  // namespace

Layout::Layout(const Problem& problem, Schedule schedule)
    : problem_(problem),
      schedule_(std::move(schedule)),
      degree_(problem.items()),
      fields_(problem.items()),
      kinds_(problem.items(), Kind::nothing),
      colors_(problem.items()) {
    check();
    number_colors();
    for (Index item = 0; item < problem.items(); ++item) describe(item);
    allot();
}

std::unique_ptr<Layout> layout_for(const Problem& problem) {
    auto layout = std::make_unique<Layout>(problem, Schedule(problem, frontier_order(problem)));
    if (layout->obstacle()) throw std::invalid_argument(*layout->obstacle());
    return layout;
}

void Layout::check() {
    std::vector<Index> least(problem_.items(),
                             kNone);  // of an item: the fewest exactly-once items of an option with it
    for (Index o = 0; o < problem_.options(); ++o) {
        const bool usable = schedule_.group[o] != kNone;
        Index exact = 0;
        for (const Index e : problem_.entries(o)) exact += is_exact(problem_, problem_.item(e));
        bool barred = false;
        for (const Index e : problem_.entries(o)) {
            const Index item = problem_.item(e);
            degree_[item] += usable;
            if (usable) least[item] = std::min(least[item], exact);
            barred = barred || (!problem_.is_colored(item) && problem_.upper(item) == 0);
        }
        if (exact == 0 && !barred && !obstacle_)
            obstacle_ = "option " + std::to_string(o) + " has no item that is covered exactly once";
    }
    for (Index item = 0; item < problem_.items(); ++item)
        if (is_exact(problem_, item) && degree_[item] > kMostChoices && !obstacle_)
            obstacle_ = "item " + std::to_string(item) + " has too many options";
    Index all = 0;
    for (Index item = 0; item < problem_.items(); ++item) all += is_exact(problem_, item);
    for (Index item = 0; item < problem_.items(); ++item)
        if (degree_[item] > 0 && least[item] > 0) degree_[item] = std::min(degree_[item], all / least[item]);
    for (Index item = 0; item < problem_.items(); ++item)
        impossible_ = impossible_ || problem_.lower(item) > degree_[item];
}

void Layout::number_colors() {
    for (Index o = 0; o < problem_.options(); ++o) {
        if (schedule_.group[o] == kNone) continue;
        for (const Index e : problem_.entries(o)) {
            auto& colors = colors_[problem_.item(e)];
            if (problem_.is_colored(problem_.item(e))) colors.try_emplace(problem_.color(e), Index(colors.size()));
        }
    }
}

// The memory that an item needs, if any: a level chooses one option, so that what only one level
// touches needs no field unless it is to be counted.
void Layout::describe(Index item) {
    const Index lower = problem_.lower(item), upper = std::min(problem_.upper(item), degree_[item]);
    const bool one_level = schedule_.first[item] == schedule_.last[item];
    Field& field = fields_[item];
    if (impossible_ || schedule_.first[item] == kNone) return;
    if (problem_.is_colored(item)) {
        const auto colors = static_cast<Index>(colors_[item].size());
        if (one_level || colors < 2) return;
        kinds_[item] = Kind::color;
        field.width = fits_unary(item) ? colors : 2 * bits_for(colors);
    } else if (lower == 0 && (one_level || degree_[item] <= problem_.upper(item))) {
        return;
    } else if (problem_.upper(item) == 1) {
        if (one_level && schedule_.level[item] != kNone) return;
        kinds_[item] = Kind::bit;
        field.width = 1;
        field.least = is_exact(problem_, item) && schedule_.level[item] == kNone;
    } else if (lower == 1 && degree_[item] <= problem_.upper(item)) {
        kinds_[item] = Kind::mark;
        field.width = 1;
        field.least = 1;
    } else {
        kinds_[item] = Kind::counter;
        field.width = 1 + bits_for(upper);
        field.start = (std::uint64_t{1} << (field.width - 1)) - upper;
        field.least = field.start + lower;
    }
}

// First fit, in the order in which items are met; a field is free again after the last level of its item.
void Layout::allot() {
    std::vector<std::vector<Index>> enters(schedule_.levels()), leaves(schedule_.levels());
    for (Index item = 0; item < problem_.items(); ++item)
        if (fields_[item].width > 0) {
            enters[schedule_.first[item]].push_back(item);
            leaves[schedule_.last[item]].push_back(item);
        }
    std::vector<std::uint64_t> used(kMostWords);
    for (Index level = 0; level < schedule_.levels(); ++level) {
        for (const Index item : enters[level])
            if (!place(item, used)) {
                if (!obstacle_)
                    obstacle_ = "more must be remembered than fits " + std::to_string(kMostWords * 64) + " bits";
                return;
            }
        for (const Index item : leaves[level]) used[fields_[item].word] &= ~fields_[item].mask();
    }
}

bool Layout::place(Index item, std::vector<std::uint64_t>& used) {
    Field& field = fields_[item];
    for (field.word = 0; field.word < kMostWords; ++field.word)
        for (field.shift = 0; field.shift + field.width <= 64; ++field.shift)
            if ((used[field.word] & field.mask()) == 0) {
                used[field.word] |= field.mask();
                words_ = std::max(words_, field.word + 1);
                return true;
            }
    return false;
}

Touch Layout::touch(Index entry) const {
    const Index item = problem_.item(entry);
    const Field& field = fields_[item];
    const std::uint64_t one = std::uint64_t{1} << field.shift;
    switch (kinds_[item]) {
        case Kind::nothing:
            return {};
        case Kind::bit:
            return {field.mask(), field.mask(), 0};
        case Kind::mark:
            return {0, one, 0};
        case Kind::counter:
            return {one << (field.width - 1), 0, one};
        case Kind::color:
            break;
    }
    const Index color = colors_[item].at(problem_.color(entry)), half = field.width / 2;
    if (fits_unary(item)) return {field.mask() & ~(one << color), one << color, 0};
    const std::uint64_t low = (std::uint64_t{1} << half) - 1;
    const std::uint64_t code = (std::uint64_t{color} | (~std::uint64_t{color} & low) << half) << field.shift;
    return {field.mask() & ~code, code, 0};
}

}  // namespace excover::graph

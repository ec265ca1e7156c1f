// A problem made ready for a frontier search: at every level a state and the options that may be chosen in it.
//
// A state records which of the items met so far are covered (and how often, and in what color) in the fields of the
// layout (`layout.hpp`); of equal states at a level the same solutions remain. Between two levels an item that is left
// behind is forgotten, so that what no remaining option touches keeps no two states apart; an exactly-once item is
// forgotten only by its own level, which leaves it covered.
#pragma once

#include <algorithm>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/tuning.hpp"
#include "graph/dead_ends.hpp"
#include "graph/layout.hpp"
#include "graph/state_table.hpp"

namespace excover::tuning {
extern Tunable graph_compared;
}

namespace excover::graph {

template <unsigned W>
class Frontier {
public:
    struct Choice {
        State<W> conflict, set, add;
        Index option;
    };

    // What prepare() makes takes at most `memory` bytes; levels for which that does not suffice have no dead ends.
    Frontier(const Problem& problem, const Layout& layout, std::uint64_t memory);

    Index levels() const { return static_cast<Index>(levels_.size()); }
    std::span<const Choice> choices(Index level) const {
        return {choices_.data() + levels_[level].choices, choices_.data() + levels_[level].end};
    }

    // Brings a state to the first level that is not decided in it, from `level` on, and forgets what is left behind;
    // false if something was left behind that needed more options.
    bool settle(State<W>& state, Index& level) const;

    // The state at level 0.
    State<W> start() const { return opens_.empty() ? State<W>{} : opens_[0]; }

    // Which children of a level are dead; null if that is not tested, for lack of memory or because none can be. The
    // level must be prepared, which no other thread may do at the same time.
    const DeadEnds<W>* dead_ends(Index level) const {
        EXCOVER_ASSERT(level < levels() && is_prepared_[level]);
        return dead_ends_[level] ? &*dead_ends_[level] : nullptr;
    }
    void prepare(Index level) noexcept;

    // What that took, in masks, items and choices: it may take longer than the frontier search itself.
    std::uint64_t work() const { return work_; }

private:
    struct Need {
        Index word;
        std::uint64_t mask, least;
    };
    struct Level {
        State<W> own;  // the field of the item it decides
        State<W> must;  // what must be set when it is left behind,
        State<W> keep;  // and what remains then
        Index choices = 0, end = 0;
    };
    static State<W> spread(Index word, std::uint64_t value) {
        State<W> state;
        state.words[word] = value;
        return state;
    }
    bool meets_needs(const State<W>& state, Index level) const;
    void lay_levels();
    void lay_choices();
    void list_exact_items();
    std::span<const Index> choices_left(std::size_t exact, Index level) const;
    State<W> mask(Index choice, Index level) const;
    Index last_child(Index level) const;
    Demands<W> demands(Index level, Index last);
    void add_demand(Demands<W>& demands, std::size_t exact, Index level, Index last);
    bool is_met(Index item, Index level) const {
        return schedule_.first[item] < level && level <= schedule_.last[item] && schedule_.first[item] != kNone;
    }

    const Problem& problem_;
    const Layout& layout_;
    const Schedule& schedule_;
    std::vector<Level> levels_;
    std::vector<State<W>> opens_;  // of a level: how the fields begin that it may touch first
    std::vector<std::vector<Need>> needs_;  // of a level: what must be met when it is left behind
    bool has_counters_ = false;  // if not, both are empty
    std::vector<Choice> choices_;
    std::vector<Index> exact_;  // the exactly-once items, those left behind first come first
    std::vector<std::size_t> uses_end_;  // of each: where its choices end
    std::vector<Index> uses_;  // the choices with it, ascending
    std::vector<Span> reach_;  // of each: the levels that have met it and not left it behind
    std::optional<Spans> spans_;
    std::vector<bool> is_prepared_;  // of a level, and what it takes to know its dead children
    std::vector<std::optional<DeadEnds<W>>> dead_ends_;
    std::uint64_t memory_;
    std::uint64_t work_ = 0;
};

template <unsigned W>
Frontier<W>::Frontier(const Problem& problem, const Layout& layout, std::uint64_t memory)
    : problem_(problem),
      layout_(layout),
      schedule_(layout.schedule()),
      levels_(schedule_.levels()),
      opens_(schedule_.levels()),
      needs_(schedule_.levels()),
      is_prepared_(schedule_.levels()),
      dead_ends_(schedule_.levels()),
      memory_(memory) {
    EXCOVER_CHECK(!layout.obstacle() && layout.words() <= W);
    lay_levels();
    lay_choices();
    list_exact_items();
}

// A level that is the first to meet the item that it decides has met it, too.
template <unsigned W>
void Frontier<W>::list_exact_items() {
    for (Index item = 0; item < problem_.items(); ++item)
        if (is_exact(problem_, item) && schedule_.first[item] != kNone) exact_.push_back(item);
    std::ranges::stable_sort(exact_, {}, [&](Index item) { return schedule_.last[item]; });
    std::vector<std::vector<Index>> uses(problem_.items());
    for (Index c = 0; c < choices_.size(); ++c)
        for (const Index e : problem_.entries(choices_[c].option))
            if (is_exact(problem_, problem_.item(e))) uses[problem_.item(e)].push_back(c);
    for (const Index item : exact_) {
        const Index first = schedule_.first[item];
        reach_.push_back({schedule_.level[item] == first ? first : first + 1, schedule_.last[item]});
        uses_.insert(uses_.end(), uses[item].begin(), uses[item].end());
        uses_end_.push_back(uses_.size());
    }
    spans_.emplace(reach_);
}

template <unsigned W>
void Frontier<W>::lay_levels() {
    for (Level& level : levels_) level.keep.words.fill(~std::uint64_t{0});
    for (Index item = 0; item < problem_.items(); ++item) {
        const Field& field = layout_.field(item);
        if (field.width == 0) continue;
        State<W>& open = opens_[schedule_.first[item]];
        const Index last = schedule_.last[item];
        open = open | spread(field.word, field.start << field.shift);
        levels_[last].keep.words[field.word] &= ~field.mask();
        has_counters_ = has_counters_ || field.start > 0 || field.width > 1;
        if (field.width == 1 && field.least == 1)
            levels_[last].must.words[field.word] |= field.mask();
        else if (field.least > 0)
            needs_[last].push_back({field.word, field.mask(), field.least << field.shift});
        if (schedule_.level[item] != kNone) levels_[schedule_.level[item]].own = spread(field.word, field.mask());
    }
}

template <unsigned W>
void Frontier<W>::lay_choices() {
    std::vector<Index> options;
    for (Index o = 0; o < problem_.options(); ++o)
        if (schedule_.group[o] != kNone) options.push_back(o);
    std::ranges::stable_sort(options, {}, [&](Index o) { return schedule_.group[o]; });
    choices_.reserve(options.size());
    for (const Index o : options) {
        const Index group = schedule_.group[o];
        Choice choice{{}, {}, {}, o};
        for (const Index e : problem_.entries(o)) {
            const Touch touch = layout_.touch(e);
            const Index word = layout_.field(problem_.item(e)).word;
            choice.conflict.words[word] |= touch.conflict;
            choice.set.words[word] |= touch.set;
            choice.add.words[word] += touch.add;
        }
        choices_.push_back(choice);
        ++levels_[group].end;
    }
    for (Index level = 0, end = 0; level < levels(); ++level) {
        levels_[level].choices = end;
        levels_[level].end = end += levels_[level].end;
    }
}

template <unsigned W>
bool Frontier<W>::settle(State<W>& state, Index& level) const {
    EXCOVER_ASSERT(level < levels());
    do {
        const Level& left = levels_[level];
        if (!(left.must - state).is_empty() || (has_counters_ && !meets_needs(state, level))) return false;
        state = state & left.keep;
        if (++level == levels()) return true;
        if (has_counters_) state = state | opens_[level];
    } while (state.intersects(levels_[level].own));
    return true;
}

template <unsigned W>
bool Frontier<W>::meets_needs(const State<W>& state, Index level) const {
    return std::ranges::all_of(needs_[level],
                               [&](const Need& need) { return (state.words[need.word] & need.mask) >= need.least; });
}

// Running out of memory here only means that nothing is tested.
template <unsigned W>
void Frontier<W>::prepare(Index level) noexcept {
    if (is_prepared_[level]) return;
    is_prepared_[level] = true;
    if (level + 1 == levels()) return;
    try {
        const Index last = last_child(level);
        const Demands<W> made = demands(level, last);
        if (made.items.empty()) return;
        DeadEnds<W> ends(made, level, last);
        if (ends.bytes() > memory_) return;
        ends.note_choices(choices(level), [](const Choice& choice) { return choice.set; }, memory_ - ends.bytes());
        work_ += choices(level).size();
        memory_ -= ends.bytes();
        dead_ends_[level].emplace(std::move(ends));
    } catch (const std::bad_alloc&) {
    }
}

// A level is only passed if its item is covered, which takes an option of this level or of one before.
template <unsigned W>
Index Frontier<W>::last_child(Index level) const {
    Index last = level + 1;
    while (last + 1 < levels() && schedule_.first[schedule_.order[last]] <= level) ++last;
    return last;
}

// Of the items that a child at any level up to `last` needs; masks are those of the next level, at which nothing is
// forgotten yet. What a child passes has no option left that it could choose, since each has the covered item of its
// level.
template <unsigned W>
Demands<W> Frontier<W>::demands(Index level, Index last) {
    std::vector<std::size_t> needed;
    for (Index child = level + 1; child <= last; ++child)
        spans_->each(child, [&](std::size_t exact) { needed.push_back(exact); });
    std::ranges::sort(needed);
    needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
    Demands<W> result;
    for (const std::size_t exact : needed) add_demand(result, exact, level, last);
    return result;
}

// Of the choices with an exactly-once item, those that are still to come.
template <unsigned W>
std::span<const Index> Frontier<W>::choices_left(std::size_t exact, Index level) const {
    const std::size_t begin = exact == 0 ? 0 : uses_end_[exact - 1];
    const std::span<const Index> uses(uses_.data() + begin, uses_.data() + uses_end_[exact]);
    return {std::ranges::lower_bound(uses, levels_[level].choices), uses.end()};
}

// What the states of a level may have against a choice that is still to come.
template <unsigned W>
State<W> Frontier<W>::mask(Index choice, Index level) const {
    State<W> mask;
    const Index option = choices_[choice].option;
    for (const Index e : problem_.entries(option))
        if (const Index item = problem_.item(e); is_met(item, level) && layout_.field(item).width > 0)
            mask.words[layout_.field(item).word] |= layout_.touch(e).conflict;
    return mask;
}

template <unsigned W>
void Frontier<W>::add_demand(Demands<W>& demands, std::size_t exact, Index level, Index last) {
    const std::uint64_t most = tuning::graph_compared;
    const Index item = exact_[exact];
    State<W> own;
    if (is_met(item, level + 1)) own = spread(layout_.field(item).word, layout_.field(item).mask());
    std::vector<State<W>> masks;
    for (const Index choice : choices_left(exact, level + 1)) masks.push_back(mask(choice, level + 1) - own);
    work_ += masks.size() + 1;
    std::ranges::sort(
        masks, [](const State<W>& a, const State<W>& b) { return std::pair(a.size(), a) < std::pair(b.size(), b); });
    masks.erase(std::unique(masks.begin(), masks.end()), masks.end());
    // An item with an option that no state excludes needs no test.
    if (!masks.empty() && masks.front().is_empty()) return;
    const std::size_t begin = demands.masks.size();
    const auto is_contained = [&](const State<W>& mask) {
        const std::uint64_t end = std::min<std::uint64_t>(demands.masks.size(), begin + most);
        for (std::size_t k = begin; k < end; ++k)
            if ((demands.masks[k] & mask) == demands.masks[k]) return true;
        return false;
    };
    for (const State<W>& mask : masks)
        if (!is_contained(mask)) demands.masks.push_back(mask);
    demands.items.push_back({own, begin, demands.masks.size(), std::max(reach_[exact].begin, level + 1),
                             std::min(reach_[exact].end, last)});
}

}  // namespace excover::graph

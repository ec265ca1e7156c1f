#include "symmetry/permutations.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/numbers.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable group_rounds;
}

namespace excover::symmetry {

namespace {

std::uint64_t both(std::uint64_t x, std::uint64_t y) { return mixed(x + mixed(y)); }

auto kind(const Problem& problem, Index item) {
    return std::tuple(problem.lower(item), problem.upper(item), problem.is_colored(item));
}

// Of every item: the images of its options, ascending, each with its color. `option_of` leads from images back.
using Column = std::vector<std::pair<Index, Index>>;

std::vector<Column> columns_of(const Problem& problem, std::span<const Index> option_of, Steps& steps) {
    std::vector<Column> columns(problem.items());
    for (Index image = 0; image < option_of.size(); ++image) {
        const Numbered entries = problem.entries(option_of[image]);
        for (const Index e : entries) columns[problem.item(e)].emplace_back(image, problem.color(e));
        steps.add(entries.size() + 1);
    }
    return columns;
}

// Colors are numbered as they are met: it matters only which options agree.
void number_colors(std::vector<Column>& columns, Steps& steps) {
    std::vector<Index> number_of;
    for (Column& column : columns) {
        std::vector<Index> met;
        for (auto& [image, color] : column) {
            if (number_of.size() <= color) number_of.resize(color + std::size_t{1}, kNone);
            if (number_of[color] == kNone) {
                number_of[color] = static_cast<Index>(met.size());
                met.push_back(color);
            }
            color = number_of[color];
        }
        for (const Index color : met) number_of[color] = kNone;
        steps.add(column.size());
    }
}

// All columns with the bounds of their items, in an order that depends on nothing else.
std::vector<std::pair<Index, Column>> sorted_columns(const Problem& problem, std::span<const Index> option_of,
                                                     Steps& steps) {
    std::vector<Column> columns = columns_of(problem, option_of, steps);
    number_colors(columns, steps);
    std::vector<std::pair<Index, Column>> sorted;
    for (Index item = 0; item < columns.size(); ++item) sorted.emplace_back(item, std::move(columns[item]));
    std::ranges::sort(sorted, [&](const auto& a, const auto& b) {
        steps.add(1);
        const auto kind_a = kind(problem, a.first), kind_b = kind(problem, b.first);
        return kind_a < kind_b || (kind_a == kind_b && a.second < b.second);
    });
    return sorted;
}

using Ranked = std::vector<std::pair<std::uint64_t, Index>>;

constexpr auto hash_of = &Ranked::value_type::first;

Ranked ranked(std::span<const std::uint64_t> hashes) {
    Ranked pairs;
    for (Index k = 0; k < hashes.size(); ++k) pairs.emplace_back(hashes[k], k);
    std::ranges::sort(pairs);
    return pairs;
}

std::size_t distinct(const Ranked& pairs) {
    std::size_t number = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) number += k == 0 || pairs[k].first != pairs[k - 1].first;
    return number;
}

// Meets all points to which permutations take a point.
void spread(Index point, const std::vector<Permutation>& by, std::vector<bool>& is_met) {
    std::vector<Index> reached{point};
    is_met[point] = true;
    for (std::size_t at = 0; at < reached.size(); ++at)
        for (const Permutation& each : by)
            if (const Index to = each[reached[at]]; !is_met[to]) {
                is_met[to] = true;
                reached.push_back(to);
            }
}

}  // namespace

bool is_automorphism(const Problem& problem, std::span<const Cost> costs, std::span<const Index> images, Steps& steps) {
    if (images.size() != problem.options() || !is_permutation(images)) return false;
    Permutation identity(images.size()), option_of(images.size());
    std::iota(identity.begin(), identity.end(), Index{0});
    for (const Index option : identity) option_of[images[option]] = option;
    if (!costs.empty() && std::ranges::any_of(identity, [&](Index o) { return costs[o] != costs[images[o]]; }))
        return false;
    return std::ranges::equal(sorted_columns(problem, identity, steps), sorted_columns(problem, option_of, steps),
                              [&](const auto& a, const auto& b) {
                                  return kind(problem, a.first) == kind(problem, b.first) && a.second == b.second;
                              });
}

Completion::Completion(const Problem& problem, std::span<const Cost> costs, std::span<const std::uint32_t> labels,
                       Steps& steps)
    : problem_(problem), costs_(costs), labels_(labels.begin(), labels.end()) {
    if (labels.size() != problem.options() || (!costs.empty() && costs.size() != problem.options()))
        throw std::invalid_argument("a label and a cost are needed for every option");
    for (Index item = 0; item < problem.items(); ++item) of_items_.push_back(mixed(item));
    options_ = ranked(option_hashes(of_items_, steps));
}

std::vector<Completion::Hash> Completion::option_hashes(std::span<const Hash> items, Steps& steps) const {
    std::vector<Hash> hashes(problem_.options());
    for (Index option = 0; option < hashes.size(); ++option) {
        Hash sum = 0;
        for (const Index e : problem_.entries(option)) sum += both(items[problem_.item(e)], problem_.color(e));
        const std::uint64_t cost = costs_.empty() ? 0 : static_cast<std::uint64_t>(costs_[option]);
        hashes[option] = both(both(sum, labels_[option]), cost);
        steps.add(problem_.entries(option).size() + 1);
    }
    return hashes;
}

std::vector<Completion::Hash> Completion::kinds() const {
    std::vector<Hash> kinds(problem_.items());
    for (Index item = 0; item < kinds.size(); ++item) {
        const auto [lower, upper, is_colored] = kind(problem_, item);
        kinds[item] = both(both(lower, upper), is_colored);
    }
    return kinds;
}

Completion::Ranked Completion::sources(std::span<const Index> known, Steps& steps) const {
    std::vector<Hash> items = kinds();
    for (Index item = 0; item < items.size(); ++item)
        if (known[item] != kNone) items[item] = of_items_[known[item]];
    return refined(std::move(items), steps);
}

Completion::Ranked Completion::targets(std::span<const Index> known, Steps& steps) const {
    std::vector<Hash> items = kinds();
    for (const Index image : known)
        if (image != kNone) items[image] = of_items_[image];
    return refined(std::move(items), steps);
}

// Items take up what is known of the options that have them, as long as that distinguishes more of them.
Completion::Ranked Completion::refined(std::vector<Hash> items, Steps& steps) const {
    Ranked known = ranked(items);
    for (std::uint64_t round = tuning::group_rounds; round > 0; --round) {
        const std::vector<Hash> options = option_hashes(items, steps);
        std::vector<Hash> sums(problem_.items(), 0);
        for (Index option = 0; option < options.size(); ++option) {
            const Numbered entries = problem_.entries(option);
            for (const Index e : entries) sums[problem_.item(e)] += both(options[option], problem_.color(e));
            steps.add(entries.size() + 1);
        }
        for (Index item = 0; item < items.size(); ++item) items[item] = both(items[item], sums[item]);
        const std::size_t before = distinct(known);
        known = ranked(items);
        if (distinct(known) == before) break;
    }
    return known;
}

std::optional<Permutation> Completion::complete(std::span<const Index> known, Steps& steps) const {
    if (known.size() != problem_.items() ||
        std::ranges::any_of(known, [&](Index item) { return item != kNone && item >= problem_.items(); }))
        throw std::invalid_argument("an image of an item is none");
    std::optional<Automorphism> found = matched(sources(known, steps), targets(known, steps), steps);
    if (!found) return std::nullopt;
    return std::move(found->options);
}

std::optional<Completion::Automorphism> Completion::matched(const Ranked& from, const Ranked& to, Steps& steps) const {
    Automorphism found{Permutation(problem_.items()), Permutation(problem_.options())};
    for (Index k = 0; k < from.size(); ++k) {
        if (from[k].first != to[k].first) return std::nullopt;
        found.items[from[k].second] = to[k].second;
    }
    std::vector<Hash> hashes(problem_.items());
    for (Index item = 0; item < hashes.size(); ++item) hashes[item] = of_items_[found.items[item]];
    const Ranked images = ranked(option_hashes(hashes, steps));
    for (Index k = 0; k < images.size(); ++k) {
        if (images[k].first != options_[k].first) return std::nullopt;
        found.options[images[k].second] = options_[k].second;
    }
    if (!keeps(found.items, found.options, steps)) return std::nullopt;
    return found;
}

// Of each item, the first one with the same bounds that the same options cover, with the same colors: whether they are
// exchanged says nothing of the options.
std::vector<Index> Completion::first_twins(Steps& steps) const {
    Permutation identity(problem_.options());
    std::iota(identity.begin(), identity.end(), Index{0});
    const std::vector<Column> columns = columns_of(problem_, identity, steps);
    std::vector<Index> sorted(problem_.items()), twins(problem_.items());
    std::iota(sorted.begin(), sorted.end(), Index{0});
    std::ranges::sort(sorted, [&](Index a, Index b) {
        steps.add(1);
        const auto kind_a = kind(problem_, a), kind_b = kind(problem_, b);
        return std::tie(kind_a, columns[a], a) < std::tie(kind_b, columns[b], b);
    });
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        const Index item = sorted[k], before = k == 0 ? kNone : sorted[k - 1];
        const bool is_twin =
            k > 0 && kind(problem_, item) == kind(problem_, before) && columns[item] == columns[before];
        twins[item] = is_twin ? twins[before] : item;
    }
    return twins;
}

Completion::Cells Completion::told_apart(std::span<const Index> twins, Steps& steps) const {
    Cells cells;
    Permutation known(problem_.items(), kNone);
    for (;;) {
        const Ranked items = sources(known, steps);
        std::span<const Ranked::value_type> least;
        for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
            bool has_others = false;
            for (; end < items.size() && items[end].first == items[begin].first; ++end)
                has_others = has_others || twins[items[end].second] != twins[items[begin].second];
            if (has_others && (least.empty() || end - begin < least.size()))
                least = std::span(items).subspan(begin, end - begin);
        }
        if (least.empty()) return cells;
        cells.emplace_back();
        for (const auto& [hash, item] : least) cells.back().push_back(item);
        known[least[0].second] = least[0].second;
    }
}

std::vector<Permutation> Completion::generators(Steps& steps) const {
    const std::vector<Index> twins = first_twins(steps);
    const Cells cells = told_apart(twins, steps);
    Permutation known(problem_.items(), kNone);
    for (const std::vector<Index>& cell : cells) known[cell[0]] = cell[0];
    std::vector<Permutation> of_items, of_options;
    for (std::size_t level = cells.size(); level-- > 0;) {
        const Index item = cells[level][0];
        std::vector<bool> is_met(problem_.items(), false);
        spread(item, of_items, is_met);
        for (const Index other : cells[level]) {
            if (is_met[other] || twins[other] == twins[item]) continue;
            known[item] = other;
            if (auto found = extended(known, cells, level + 1, steps)) {
                of_items.push_back(std::move(found->items));
                of_options.push_back(std::move(found->options));
                spread(item, of_items, is_met);
            }
            spread(other, of_items, is_met);  // or what could not be reached
        }
        known[item] = kNone;
    }
    return of_options;
}

// An automorphism with these images of the items distinguished before the level.
std::optional<Completion::Automorphism> Completion::extended(Permutation& known, const Cells& cells, std::size_t level,
                                                             Steps& steps) const {
    const Ranked from = sources(known, steps), to = targets(known, steps);
    if (!std::ranges::equal(from, to, {}, hash_of, hash_of)) return std::nullopt;
    if (auto found = matched(from, to, steps)) return found;
    if (level == cells.size()) return std::nullopt;
    const Index item = cells[level][0];
    const Hash own = std::ranges::find(from, item, &Ranked::value_type::second)->first;
    for (const auto& [hash, image] : std::ranges::equal_range(to, own, {}, hash_of)) {
        known[item] = image;
        auto found = extended(known, cells, level + 1, steps);
        known[item] = kNone;
        if (found) return found;
    }
    return std::nullopt;
}

// Hashes may agree by chance: this compares the rows themselves.
bool Completion::keeps(const Permutation& items, const Permutation& options, Steps& steps) const {
    for (Index item = 0; item < items.size(); ++item)
        if (kind(problem_, item) != kind(problem_, items[item])) return false;
    std::vector<Index> color_of(problem_.items(), kNone);
    for (Index option = 0; option < options.size(); ++option) {
        const Index image = options[option];
        const Numbered entries = problem_.entries(option);
        steps.add(entries.size() + 1);
        if (entries.size() != problem_.entries(image).size()) return false;
        if (labels_[option] != labels_[image] || (!costs_.empty() && costs_[option] != costs_[image])) return false;
        for (const Index e : entries) color_of[items[problem_.item(e)]] = problem_.color(e);
        for (const Index e : problem_.entries(image))
            if (color_of[problem_.item(e)] != problem_.color(e)) return false;
        for (const Index e : entries) color_of[items[problem_.item(e)]] = kNone;
    }
    return true;
}

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

void Preserving::run(Steps& steps) {
    for (; level_ > 0 || !frames_.empty() || slot_ < is_reached_.size(); steps.add(1)) {
        if (!frames_.empty())
            try_next(steps);
        else if (slot_ == is_reached_.size())
            begin_level();
        else if (is_reached_[slot_])
            ++slot_;
        else
            frames_.push_back({level_, slot_, slot_ + 1});
    }
}

// Elements found before are those of levels behind it, which fix its base point.
void Preserving::begin_level() {
    --level_;
    is_reached_.assign(group_.orbit(level_).size(), false);
    is_reached_[0] = true;
    slot_ = 1;
    for (std::size_t k = level_; k < group_.levels(); ++k) chosen_[k] = group_.base(k);
}

void Preserving::try_next(Steps& steps) {
    Frame& frame = frames_.back();
    if (frame.next == frame.end) {
        if (frames_.size() == 1) is_reached_[slot_++] = true;  // given up
        frames_.pop_back();
        return;
    }
    const std::size_t level = frame.level;
    chosen_[level] = group_.orbit(level)[frame.next++];
    if (!keeps_up(level, steps)) return;
    if (level + 1 < group_.levels())
        frames_.push_back({level + 1, 0, group_.orbit(level + 1).size()});
    else
        take(steps);
}

// Points below the next base point go where the choices so far take them.
bool Preserving::keeps_up(std::size_t level, Steps& steps) const {
    const Index end = level + 1 < group_.levels() ? group_.base(level + 1) : group_.degree();
    for (Index point = group_.base(level); point < end; ++point, steps.add(level + 1))
        if ((number_of_[point] == kNone) != (number_of_[image(point, level + 1)] == kNone)) return false;
    return true;
}

Index Preserving::image(Index point, std::size_t levels) const {
    for (std::size_t k = levels; k-- > level_;) point = group_.forth(k, chosen_[k], point);
    return point;
}

// The whole element is known. Its action on the remaining options must be a symmetry of their items, too.
void Preserving::take(Steps& steps) {
    Permutation element(kept_.size());
    for (Index number = 0; number < element.size(); ++number, steps.add(group_.levels()))
        element[number] = number_of_[image(kept_[number], group_.levels())];
    if (!is_automorphism(left_, costs_, element, steps)) return;
    Permutation whole(group_.degree());
    for (Index point = 0; point < whole.size(); ++point, steps.add(group_.levels()))
        whole[point] = image(point, group_.levels());
    elements_.push_back(std::move(whole));
    found_.push_back(std::move(element));
    frames_.clear();
    // All points to which the elements found so far lead need no search.
    const std::span<const Index> orbit = group_.orbit(level_);
    std::vector<bool> is_met(group_.degree(), false);
    spread(group_.base(level_), elements_, is_met);
    for (std::size_t slot = 0; slot < orbit.size(); ++slot)
        if (is_met[orbit[slot]]) is_reached_[slot] = true;
}

}  // namespace excover::symmetry

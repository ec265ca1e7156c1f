#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "core/tuning.hpp"
#include "cost/cheapest_search.hpp"
#include "cost/cost_model.hpp"

namespace excover::tuning {
extern Tunable cost_color_entries, cost_odd_gain, cost_odd_rounds, cost_odd_sets;
}

namespace excover::cost {

namespace {

// An option that covers a colored item, and the color.
using Shade = std::pair<Index, Index>;

// Of each color: options, ascending.
using OfColor = std::map<Index, std::vector<Index>>;

class ColorRows {
public:
    explicit ColorRows(const Problem& problem)
        : problem_(problem), degree_(problem.items()), shades_(problem.items()), count_(problem.items()) {
        for (Index option = 0; option < problem.options(); ++option) {
            for (const Index entry : problem.entries(option)) {
                const Index item = problem.item(entry);
                ++degree_[item];
                if (problem.is_colored(item)) shades_[item].emplace_back(option, problem.color(entry));
                if (is_once(item)) once_.push_back(item);
            }
            once_starts_.push_back(once_.size());
        }
    }

    std::vector<LinearConstraint> all() {
        for (Index item = 0; item < problem_.items(); ++item) {
            if (shades_[item].empty()) continue;
            count_coverers(item, 1);
            const Index decider = this->decider(item);
            const bool fits = decider == kNone || add(item, decider);
            count_coverers(item, -1);
            if (!fits) return {};
        }
        return std::move(rows_);
    }

private:
    // The items of an option that it alone may cover: few, even where an option colors a thousand.
    std::span<const Index> once(Index option) const {
        return std::span(once_).subspan(once_starts_[option], once_starts_[option + 1] - once_starts_[option]);
    }

    bool covers(Index option, Index item) const { return std::ranges::find(once(option), item) != once(option).end(); }

    void count_coverers(Index colored, int step) {
        for (const auto& [option, color] : shades_[colored])
            for (const Index item : once(option)) count_[item] += static_cast<Index>(step);
    }

    bool is_once(Index item) const { return !problem_.is_colored(item) && problem_.upper(item) == 1; }

    // The item with the fewest options, all of which cover the colored one; kNone if there is none.
    Index decider(Index colored) const {
        Index best = kNone;
        for (const auto& [option, color] : shades_[colored])
            for (const Index item : once(option)) {
                if (problem_.lower(item) != 1 || count_[item] < degree_[item]) continue;
                if (best == kNone || std::pair(count_[item], item) < std::pair(count_[best], best)) best = item;
            }
        return best;
    }

    // Items that between them have all other options that cover the colored one: of each option the item with most of
    // them.
    std::vector<Index> others(Index colored, Index decider) const {
        std::vector<Index> found;
        for (const auto& [option, color] : shades_[colored]) {
            if (covers(option, decider)) continue;
            Index best = kNone;
            for (const Index item : once(option))
                if (best == kNone || std::pair(count_[best], best) < std::pair(count_[item], item)) best = item;
            if (best != kNone) found.push_back(best);
        }
        std::ranges::sort(found);
        found.erase(std::ranges::unique(found).begin(), found.end());
        return found;
    }

    // A row for each color that one of the other items gives; false if they have too many entries. Only the options of
    // both items are looked at, since there may be as many other items as options.
    bool add(Index colored, Index decider) {
        OfColor deciding;
        for (const auto& [option, color] : shades_[colored])
            if (covers(option, decider)) deciding[color].push_back(option);
        for (const auto& [other, giving] : given_by(others(colored, decider), colored, decider))
            for (const auto& [color, options] : giving)
                if (!add(options, deciding[color], other)) return false;
        return true;
    }

    // What each of these items gives without the decider.
    std::map<Index, OfColor> given_by(const std::vector<Index>& others, Index colored, Index decider) const {
        std::map<Index, OfColor> given;
        for (const auto& [option, color] : shades_[colored]) {
            if (covers(option, decider)) continue;
            for (const Index item : once(option))
                if (std::ranges::binary_search(others, item)) given[item][color].push_back(option);
        }
        return given;
    }

    bool add(const std::vector<Index>& giving, const std::vector<Index>& deciding, Index other) {
        entries_ += giving.size() + deciding.size();
        if (entries_ > tuning::cost_color_entries * problem_.entries()) return false;
        std::vector<std::pair<Index, Weight>> weights;
        for (const Index option : giving) weights.emplace_back(option, 1);
        for (const Index option : deciding)
            if (!covers(option, other)) weights.emplace_back(option, -1);
        std::ranges::sort(weights);
        LinearConstraint& row = rows_.emplace_back();
        for (const auto& [option, weight] : weights) {
            row.options.push_back(option);
            row.weights.push_back(weight);
        }
        row.upper = 0;
        return true;
    }

    const Problem& problem_;
    std::vector<Index> once_;  // of all options, one after the other: the items that one option may cover
    std::vector<std::size_t> once_starts_{0};
    std::vector<Index> degree_;  // of an item: its options
    std::vector<std::vector<Shade>> shades_;  // of a colored item, ascending
    std::vector<Index>
        count_;  // of an item that one option may cover: how many of its options cover the colored item at hand
    std::vector<LinearConstraint> rows_;
    std::uint64_t entries_ = 0;  // of the rows, with those that cancel out
};

}  // namespace

std::vector<LinearConstraint> color_rows(const Problem& problem) { return ColorRows(problem).all(); }

namespace {

constexpr double kLeastShare = 0.1;  // of an option that is looked at
constexpr double kLeastExcess = 0.05;  // beyond 1, of a triple
constexpr std::size_t kMostLooks = 2'000'000;  // at pairs of options, after which no more triples are sought

class Separation {
public:
    Separation(const CostModel& model, std::span<const double> shares)
        : model_(model), shares_(shares), partial_(model.items()) {
        for (Index option = 0; option < model.options(); ++option) {
            if (shares[option] < kLeastShare) continue;
            for (const Index item : model.covered(option))
                if (model.upper(item) == 1) partial_[item].push_back(option);
        }
    }

    // Three options that share an item each, in a ring.
    std::vector<Triple> candidates() const {
        std::vector<Triple> found;
        std::size_t looks = 0;
        for (Index a = 0; a < model_.items() && looks < kMostLooks; ++a)
            for (const Index first : partial_[a])
                for (const Index b : model_.covered(first)) {
                    if (b <= a || model_.upper(b) != 1) continue;
                    for (const Index second : partial_[b])
                        if (second != first) looks += add_rings(a, b, second, found);
                }
        std::ranges::sort(found);
        found.erase(std::ranges::unique(found).begin(), found.end());
        return found;
    }

    double total(const Triple& triple) const {
        double twice_or_more = 0;
        for (std::size_t k = 0; k < 2; ++k)  // an option that covers two of them covers one of the first two
            for (const Index option : partial_[triple[k]]) {
                const auto items = model_.covered(option);
                const auto covers = [&](Index item) { return std::ranges::find(items, item) != items.end(); };
                if (k == 0 ? covers(triple[1]) || covers(triple[2]) : !covers(triple[0]) && covers(triple[2]))
                    twice_or_more += shares_[option];
            }
        return twice_or_more;
    }

private:
    // Those that begin with two items; returns how many pairs it has looked at.
    std::size_t add_rings(Index a, Index b, Index second, std::vector<Triple>& found) const {
        const auto items = model_.covered(second);
        if (std::ranges::find(items, a) != items.end()) return 1;
        for (const Index c : items) {
            if (c <= b || model_.upper(c) != 1) continue;
            const auto closes = [&](Index third) {
                const auto other = model_.covered(third);
                return std::ranges::find(other, c) != other.end() && std::ranges::find(other, b) == other.end();
            };
            if (std::ranges::any_of(partial_[a], closes)) found.push_back({a, b, c});
        }
        return items.size() * partial_[a].size();
    }

    const CostModel& model_;
    std::span<const double> shares_;
    std::vector<std::vector<Index>> partial_;  // of an item that is covered once at most: its options with a share
};

}  // namespace

std::vector<Triple> violated_triples(const CostModel& model, std::span<const double> shares, std::size_t most) {
    const Separation separation(model, shares);
    std::vector<std::pair<double, Triple>> found;
    for (const Triple& triple : separation.candidates())
        if (const double total = separation.total(triple); total > 1 + kLeastExcess) found.emplace_back(-total, triple);
    std::ranges::sort(found);
    std::vector<Triple> triples;
    for (std::size_t k = 0; k < std::min(most, found.size()); ++k) triples.push_back(found[k].second);
    return triples;
}

// If what the bound takes is too much of some odd sets, they become items, and the bound is raised once more. The last
// ones are taken out again if they have hardly raised it.
void CheapestSearch::add_odd_sets() {
    const std::size_t most = 1 + model_.items() * tuning::cost_odd_sets / 100;
    std::vector<Cost> prices(root().prices().begin(), root().prices().end());
    const Cost gap = has_best_ ? std::max<Cost>(0, most_wanted() - least_) : std::abs(least_) / 4 + 1;
    const Cost rise = least_ - odd_bound_;
    const bool pays = odd_rounds_ == 1 || rise > gap / static_cast<Cost>(tuning::cost_odd_gain);
    std::vector<Triple> triples;
    if (pays && odd_rounds_ <= tuning::cost_odd_rounds)
        triples = violated_triples(model_, program_ ? shares_ : root().shares(), most);
    if (triples.empty()) seeks_odd_sets_ = false;
    if (pays && triples.empty()) {
        stride_ = 0;
        return;
    }
    odd_bound_ = least_;
    const Index items = model_.items();
    if (pays) {
        model_.add_pairs_of(triples);
    } else {
        model_.drop_items(items - odd_sets_);
        program_.reset();
    }
    odd_sets_ = model_.items() - items;
    make_trees();
    prices.resize(std::size_t{model_.rows()} + model_.items());
    root().set_prices(prices);
    if (pays) {
        if (program_) program_->grow();
        raise_root();
    } else {
        stride_ = 0;
    }
    ++odd_rounds_;
}

void CheapestSearch::begin_odd_sets() {
    odd_rounds_ = 1;
    odd_sets_ = 0;
    seeks_odd_sets_ = true;
    raise_root();
}

}  // namespace excover::cost

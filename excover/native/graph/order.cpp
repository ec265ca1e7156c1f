#include "graph/layout.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <tuple>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable order_hub, order_items, order_low_hub, order_most_work, order_parts;
}

namespace excover::graph {

namespace {

// Which items share an option, as rows of bits.
class Neighbours {
public:
    explicit Neighbours(const Problem& problem)
        : words_((problem.items() + std::size_t{63}) / 64), bits_(problem.items() * words_), sizes_(problem.items()) {
        std::vector<std::uint64_t> option(words_);
        for (Index o = 0; o < problem.options(); ++o) {
            std::ranges::fill(option, 0);
            for (const Index e : problem.entries(o)) add(option, problem.item(e));
            for (const Index e : problem.entries(o))
                for (std::size_t w = 0; w < words_; ++w) bits_[problem.item(e) * words_ + w] |= option[w];
        }
        for (Index i = 0; i < problem.items(); ++i) sizes_[i] = fresh(i, std::vector<std::uint64_t>(words_));
    }

    std::size_t words() const { return words_; }
    Index size(Index item) const { return sizes_[item]; }

    // How many neighbours of an item, itself among them, are not in a set.
    Index fresh(Index item, const std::vector<std::uint64_t>& set) const {
        Index sum = 0;
        for (std::size_t w = 0; w < words_; ++w)
            sum += static_cast<Index>(std::popcount(bits_[item * words_ + w] & ~set[w]));
        return sum;
    }

    void add_neighbours(Index item, std::vector<std::uint64_t>& set) const {
        for (std::size_t w = 0; w < words_; ++w) set[w] |= bits_[item * words_ + w];
    }

    static void add(std::vector<std::uint64_t>& set, Index item) { set[item / 64] |= std::uint64_t{1} << (item % 64); }
    static bool contains(const std::vector<std::uint64_t>& set, Index item) {
        return (set[item / 64] >> (item % 64) & 1) != 0;
    }

private:
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
    std::vector<Index> sizes_;
};

// Three hubs, each with two preferences.
constexpr double kGreedyOrders = 6;

enum class Preference { few_new_ones, met_early };

// One way to look for an order: where to begin, what to prefer, and which items to leave to the end.
struct Plan {
    Index start;
    Preference preference;
    Index hub;  // items with more neighbours than this come last
};

// Next is always the item that widens the boundary least, or the one that has been on it for the longest.
class Greedy {
public:
    Greedy(const Problem& problem, const Neighbours& neighbours, const std::vector<Index>& items)
        : neighbours_(neighbours), items_(items), met_at_(problem.items(), kNone) {}

    std::vector<Index> order(const Plan& plan) {
        std::vector<std::uint64_t> met(neighbours_.words());
        std::ranges::fill(met_at_, kNone);
        std::vector<Index> rest = items_, order;
        std::ranges::iter_swap(rest.begin(), std::ranges::find(rest, plan.start));
        for (auto next = rest.begin(); !rest.empty(); next = best(rest, met, plan)) {
            order.push_back(*next);
            neighbours_.add_neighbours(*next, met);
            for (const Index item : rest)
                if (met_at_[item] == kNone && Neighbours::contains(met, item))
                    met_at_[item] = static_cast<Index>(order.size());
            rest.erase(next);
            if (rest.empty()) break;
        }
        return order;
    }

private:
    using Rank = std::tuple<bool, Index, Index, Index, Index>;

    Rank rank(Index item, const std::vector<std::uint64_t>& met, const Plan& plan) const {
        const Index fresh = neighbours_.fresh(item, met), size = neighbours_.size(item), since = met_at_[item];
        const bool early = plan.preference == Preference::met_early;
        return {size > plan.hub, early ? since : fresh, early ? fresh : size, early ? size : since, item};
    }

    std::vector<Index>::iterator best(std::vector<Index>& rest, const std::vector<std::uint64_t>& met,
                                      const Plan& plan) const {
        auto found = rest.begin();
        Rank least = rank(*found, met, plan);
        for (auto item = std::next(found); item != rest.end(); ++item)
            if (const Rank other = rank(*item, met, plan); other < least) {
                least = other;
                found = item;
            }
        return found;
    }

    const Neighbours& neighbours_;
    const std::vector<Index>& items_;
    std::vector<Index> met_at_;
};

// An estimate of the number of states: at a level with a boundary of w items about 2^(w/2).
double cost(const Problem& problem, const std::vector<Index>& order) {
    const Schedule schedule(problem, order);
    std::vector<int> change(schedule.levels() + std::size_t{1});
    for (Index i = 0; i < problem.items(); ++i)
        if (schedule.first[i] != kNone) {
            ++change[schedule.first[i]];
            --change[schedule.last[i] + std::size_t{1}];
        }
    double sum = 0;
    int width = 0;
    for (Index level = 0; level < schedule.levels(); ++level) sum += std::exp2(0.5 * (width += change[level]));
    return sum;
}

// The order of the matrix, with the hubs last.
std::vector<Index> plain(std::vector<Index> items, const Neighbours& neighbours, Index hub) {
    std::stable_partition(items.begin(), items.end(), [&](Index item) { return neighbours.size(item) <= hub; });
    return items;
}

// The items in parts that share no options with each other, not even by way of further items.
std::vector<std::vector<Index>> components(const Problem& problem, const Neighbours& neighbours,
                                           const std::vector<Index>& items) {
    std::vector<std::vector<Index>> parts;
    std::vector<std::uint64_t> known(neighbours.words());
    for (const Index start : items) {
        if (Neighbours::contains(known, start)) continue;
        std::vector<std::uint64_t> set(neighbours.words());
        std::vector<Index> todo{start};
        Neighbours::add(set, start);
        while (!todo.empty()) {
            auto reached = set;
            neighbours.add_neighbours(todo.back(), reached);
            todo.pop_back();
            for (Index item = 0; item < problem.items(); ++item)
                if (Neighbours::contains(reached, item) && !Neighbours::contains(set, item)) todo.push_back(item);
            set.swap(reached);
        }
        for (std::size_t w = 0; w < set.size(); ++w) known[w] |= set[w];
        parts.emplace_back();
        std::ranges::copy_if(items, std::back_inserter(parts.back()),
                             [&](Index item) { return Neighbours::contains(set, item); });
    }
    return parts;
}

// The work of a greedy order, in comparisons of words.
double greedy_work(const Problem& problem, std::size_t items, std::size_t words) {
    const auto n = static_cast<double>(items);
    return n * n * static_cast<double>(words) + problem.entries() + n;
}

// The best of some orders. Greedy ones begin with an item that has few neighbours, such as a corner of a board.
std::vector<Index> narrow_order(const Problem& problem, const Neighbours& neighbours, const std::vector<Index>& items) {
    if (greedy_work(problem, items.size(), neighbours.words()) > static_cast<double>(tuning::order_most_work))
        return items;
    std::vector<Index> best = items;
    double least = cost(problem, best);
    const auto consider = [&](const std::vector<Index>& order) {
        const double other = cost(problem, order);
        if (other >= least) return;
        least = other;
        best = order;
    };
    const Index start = *std::ranges::min_element(items, {}, [&](Index item) { return neighbours.size(item); });
    Greedy greedy(problem, neighbours, items);
    for (const std::uint64_t percent : std::array<std::uint64_t, 3>{100, tuning::order_hub, tuning::order_low_hub}) {
        const auto hub = static_cast<Index>(static_cast<double>(percent) / 100 * problem.items());
        consider(plain(items, neighbours, hub));
        for (const auto preference : {Preference::few_new_ones, Preference::met_early})
            consider(greedy.order({start, preference, hub}));
    }
    return best;
}

std::vector<Index> exact_items(const Problem& problem) {
    std::vector<Index> items;
    for (Index i = 0; i < problem.items(); ++i)
        if (is_exact(problem, i)) items.push_back(i);
    return items;
}

}  // namespace

double frontier_order_work(const Problem& problem) {
    const std::size_t items = exact_items(problem).size(), words = (problem.items() + std::size_t{63}) / 64;
    if (items < 2 || problem.items() > tuning::order_items) return 0;
    const double neighbours = static_cast<double>(problem.entries()) * static_cast<double>(words);
    const double work = greedy_work(problem, items, words);
    if (work > static_cast<double>(tuning::order_most_work)) return neighbours;
    return neighbours + kGreedyOrders * work;
}

std::vector<Index> frontier_order(const Problem& problem) {
    const std::vector<Index> items = exact_items(problem);
    if (items.size() < 2 || problem.items() > tuning::order_items) return items;

    const Neighbours neighbours(problem);
    const auto parts = components(problem, neighbours, items);
    std::vector<Index> order;
    for (const std::vector<Index>& part : parts) {
        const auto own = parts.size() > tuning::order_parts ? part : narrow_order(problem, neighbours, part);
        order.insert(order.end(), own.begin(), own.end());
    }
    return order;
}

Schedule::Schedule(const Problem& problem, std::vector<Index> ordered)
    : order(std::move(ordered)),
      level(problem.items(), kNone),
      group(problem.options(), kNone),
      first(problem.items(), kNone),
      last(problem.items(), kNone) {
    number_levels();
    group_options(problem);
    drop_empty_levels();
    find_spans(problem);
}

void Schedule::number_levels() {
    std::ranges::fill(level, kNone);
    for (Index k = 0; k < levels(); ++k) level[order[k]] = k;
}

// A level that chooses nothing decides nothing: earlier ones must have covered its item.
void Schedule::drop_empty_levels() {
    std::vector<Index> kept(levels(), kNone), deciders;
    for (const Index g : group)
        if (g != kNone) kept[g] = 0;
    for (Index k = 0; k < levels(); ++k)
        if (kept[k] != kNone) {
            kept[k] = static_cast<Index>(deciders.size());
            deciders.push_back(order[k]);
        }
    for (Index& g : group)
        if (g != kNone) g = kept[g];
    order = std::move(deciders);
    number_levels();
}

// An option with an item that nothing may cover is in no group.
void Schedule::group_options(const Problem& problem) {
    for (Index o = 0; o < problem.options(); ++o) {
        Index least = kNone;
        bool usable = true;
        for (const Index e : problem.entries(o)) {
            const Index item = problem.item(e);
            least = std::min(least, level[item]);
            usable = usable && (problem.is_colored(item) || problem.upper(item) > 0);
        }
        if (usable) group[o] = least;
    }
}

void Schedule::find_spans(const Problem& problem) {
    for (Index o = 0; o < problem.options(); ++o) {
        if (group[o] == kNone) continue;
        for (const Index e : problem.entries(o)) {
            const Index item = problem.item(e);
            first[item] = std::min(first[item], group[o]);
            last[item] = last[item] == kNone ? group[o] : std::max(last[item], group[o]);
        }
    }
}

}  // namespace excover::graph

#include "graph/layout.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>

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

    // How many are in it.
    Index within(Index item, const std::vector<std::uint64_t>& set) const {
        Index sum = 0;
        for (std::size_t w = 0; w < words_; ++w)
            sum += static_cast<Index>(std::popcount(bits_[item * words_ + w] & set[w]));
        return sum;
    }

    void add_neighbours(Index item, std::vector<std::uint64_t>& set) const {
        for (std::size_t w = 0; w < words_; ++w) set[w] |= bits_[item * words_ + w];
    }

    template <typename Visit>
    void each(Index item, Visit visit) const {
        for (std::size_t w = 0; w < words_; ++w)
            for (std::uint64_t rest = bits_[item * words_ + w]; rest != 0; rest &= rest - 1)
                visit(static_cast<Index>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
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

enum class Preference { few_new_ones, met_early, narrow, near };

// Those with hubs, of which there are three, and those that begin where the last order ended, or at another item with
// few neighbours. From the first one, and from where that order ended, they begin twice, as ties may decide along which
// side of a board an order goes.
constexpr std::array kWithHubs{Preference::few_new_ones, Preference::met_early};
constexpr std::array kFromEnds{Preference::narrow, Preference::near};
constexpr int kEnds = 6, kTwice = 2;
constexpr double kLeastGain = 0.9;  // the estimates are rough, and what begins anywhere has no shape of its own
constexpr double kGreedyOrders = 3 * kWithHubs.size() + (kEnds + kTwice) * kFromEnds.size();

// One way to look for an order: where to begin, what to prefer, which items to leave to the end, and whether the first
// or the last of the matrix is next where items are alike.
struct Plan {
    Index start;
    Preference preference;
    Index hub;  // items with more neighbours than this come last
    bool last_wins = false;
};

// Next is always the item that brings the fewest new ones to the boundary, that has been on it for the longest, that
// widens it least (which counts those that leave it, too), or that has been beside it for the longest (as in the order
// of E. Cuthill and J. McKee, "Reducing the bandwidth of sparse symmetric matrices", 1969).
class Greedy {
public:
    Greedy(const Problem& problem, const Neighbours& neighbours, const std::vector<Index>& items)
        : neighbours_(neighbours), items_(items), count_(problem.items()) {}

    std::vector<Index> order(const Plan& plan) {
        begin();
        std::vector<Index> rest = items_, order;
        std::ranges::iter_swap(rest.begin(), std::ranges::find(rest, plan.start));
        for (auto next = rest.begin(); !rest.empty(); next = best(rest, plan)) {
            order.push_back(*next);
            decide(*next);
            rest.erase(next);
            if (rest.empty()) break;
            for (const Index item : rest) note_when(item, static_cast<Index>(order.size()));
        }
        return order;
    }

private:
    using Rank = std::array<Index, 5>;

    void begin() {
        met_.assign(neighbours_.words(), 0);
        last_.assign(neighbours_.words(), 0);
        met_at_.assign(count_, kNone);
        near_at_.assign(count_, kNone);
        left_.assign(count_, 0);
        for (const Index item : items_) neighbours_.each(item, [&](Index other) { ++left_[other]; });
        for (Index i = 0; i < count_; ++i)
            if (left_[i] == 1) Neighbours::add(last_, i);
    }

    void decide(Index item) {
        neighbours_.add_neighbours(item, met_);
        neighbours_.each(item, [&](Index other) {
            if (--left_[other] == 1) Neighbours::add(last_, other);
        });
    }

    void note_when(Index item, Index level) {
        if (met_at_[item] == kNone && Neighbours::contains(met_, item)) met_at_[item] = level;
        if (near_at_[item] == kNone && neighbours_.within(item, met_) > 0) near_at_[item] = level;
    }

    Rank rank(Index item, const Plan& plan) const {
        const Index fresh = neighbours_.fresh(item, met_), size = neighbours_.size(item), met_at = met_at_[item];
        const Index tie = plan.last_wins ? count_ - item : item;
        const Index is_hub = size > plan.hub;
        const auto wider = [&] { return count_ + fresh - neighbours_.within(item, last_); };
        switch (plan.preference) {
            case Preference::few_new_ones:
                return {is_hub, fresh, size, met_at, tie};
            case Preference::met_early:
                return {is_hub, met_at, fresh, size, tie};
            case Preference::narrow:
                return {is_hub, wider(), fresh, met_at, tie};
            case Preference::near:
                return {is_hub, near_at_[item], wider(), fresh, tie};
        }
        return {};
    }

    std::vector<Index>::iterator best(std::vector<Index>& rest, const Plan& plan) const {
        auto found = rest.begin();
        Rank least = rank(*found, plan);
        for (auto item = std::next(found); item != rest.end(); ++item)
            if (const Rank other = rank(*item, plan); other < least) {
                least = other;
                found = item;
            }
        return found;
    }

    const Neighbours& neighbours_;
    const std::vector<Index>& items_;
    Index count_;  // of all items
    std::vector<std::uint64_t> met_;  // the items that share an option with a decided one,
    std::vector<std::uint64_t> last_;  // and those that do with just one that is not decided
    std::vector<Index> left_;  // of an item: with how many that are not decided
    std::vector<Index> met_at_, near_at_;  // of an item that is to be decided: since when it, or a neighbour, is met
};

// The ways to choose an option of each of some decided items, estimated as if options were chosen independently: the
// product of their numbers of options and, for each secondary item, the probability that at most one of them covers it.
// Primary items, such as the cells of pieces, are left out: options that share one often share more, and would count
// twice.
class Ways {
public:
    Ways(const Problem& problem, const Schedule& schedule)
        : options_(schedule.levels()),
          until_(schedule.levels()),
          shared_(schedule.levels()),
          touched_(problem.items()) {
        for (Index o = 0; o < problem.options(); ++o) {
            const Index level = schedule.group[o];
            if (level == kNone) continue;
            ++options_[level];
            for (const Index e : problem.entries(o)) {
                const Index item = problem.item(e);
                until_[level] = std::max(until_[level], schedule.last[item]);
                if (problem.lower(item) == 0 && problem.upper(item) == 1 && !problem.is_colored(item))
                    shared_[level].push_back(item);
            }
        }
        for (std::vector<Index>& items : shared_) std::ranges::sort(items);
    }

    // The last level at which an item of the options of `level` is on the boundary.
    Index until(Index level) const { return until_[level]; }

    double bits() const { return bits_; }
    void add(Index level) { change(level, 1); }
    void remove(Index level) { change(level, -1); }

private:
    struct Touched {
        double none = 0;  // the logarithm of the probability that nothing covers it,
        double odds = 0;  // and how much more probable it is that one does
        double bits() const { return none + std::log2(1 + std::max(odds, 0.0)); }
    };

    void change(Index level, int sign) {
        bits_ += sign * std::log2(options_[level]);
        const std::vector<Index>& items = shared_[level];
        for (auto from = items.begin(); from != items.end();) {
            const auto end = std::upper_bound(from, items.end(), *from);
            const double share = static_cast<double>(end - from) / (options_[level] + 1);
            Touched& touched = touched_[*from];
            bits_ -= touched.bits();
            touched.none += sign * std::log2(1 - share);
            touched.odds += sign * share / (1 - share);
            bits_ += touched.bits();
            from = end;
        }
    }

    std::vector<Index> options_, until_;  // of a level
    std::vector<std::vector<Index>> shared_;  // of a level: the secondary items of its options, ascending
    std::vector<Touched> touched_;
    double bits_ = 0;
};

constexpr int kMostBits = 64 * kMostWords;

// An estimate of the number of states: at a level with a boundary of w items about 2^(w/2), and not more than the ways
// to choose options of those decided items that still meet the boundary.
double cost(const Problem& problem, const std::vector<Index>& order) {
    const Schedule schedule(problem, order);
    std::vector<int> change(schedule.levels() + std::size_t{1});
    for (Index i = 0; i < problem.items(); ++i)
        if (schedule.first[i] != kNone) {
            ++change[schedule.first[i]];
            --change[schedule.last[i] + std::size_t{1}];
        }
    Ways ways(problem, schedule);
    std::vector<std::vector<Index>> ends(schedule.levels());
    double sum = 0;
    int width = 0;
    for (Index level = 0; level < schedule.levels(); ++level) {
        ways.add(level);
        ends[ways.until(level)].push_back(level);
        for (const Index left : ends[level]) ways.remove(left);
        width += change[level];
        if (width > kMostBits) return std::numeric_limits<double>::infinity();
        sum += std::exp2(std::min(0.5 * width, ways.bits()));
    }
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
    const auto consider = [&](const std::vector<Index>& order, double gain) {
        const double other = cost(problem, order);
        if (other >= gain * least) return;
        least = other;
        best = order;
    };
    std::vector<Index> by_size = items;
    std::ranges::stable_sort(by_size, {}, [&](Index item) { return neighbours.size(item); });
    Greedy greedy(problem, neighbours, items);
    for (const std::uint64_t percent : std::array<std::uint64_t, 3>{100, tuning::order_hub, tuning::order_low_hub}) {
        const auto hub = static_cast<Index>(static_cast<double>(percent) / 100 * problem.items());
        consider(plain(items, neighbours, hub), 1);
        for (const Preference preference : kWithHubs) consider(greedy.order({by_size.front(), preference, hub}), 1);
    }
    for (const Preference preference : kFromEnds) {
        std::vector<Index> starts = by_size;
        for (int k = 0; k < kEnds && !starts.empty(); ++k) {
            const Index first = starts.front();
            std::vector<Index> order;
            for (const bool last_wins : {true, false}) {
                if (last_wins && k >= kTwice) continue;
                order = greedy.order({first, preference, problem.items(), last_wins});
                consider(order, kLeastGain);
                consider({order.rbegin(), order.rend()}, kLeastGain);
            }
            std::erase(starts, first);
            std::ranges::stable_partition(starts, [&](Index item) { return item == order.back(); });
        }
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

#include "packer/placement_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/numbers.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable packer_entries, packer_few_nodes, packer_hub, packer_least_nodes, packer_steps, packer_walks;
}

namespace excover::packer {

namespace {

using AnyMask = Mask<kMostWords>;

bool is_exact(const Problem& problem, Index item) {
    return !problem.is_colored(item) && problem.lower(item) == 1 && problem.upper(item) == 1;
}

// Every option that may be chosen, as the mask of its items, and for each item those options.
struct Masks {
    explicit Masks(const Problem& problem) : of_item(problem.items()) {
        for (Index o = 0; o < problem.options(); ++o) {
            AnyMask mask;
            bool is_possible = true;
            for (const Index e : problem.entries(o)) {
                const Index item = problem.item(e);
                is_possible = is_possible && problem.upper(item) > 0;
                mask.add(item);
            }
            if (!is_possible) continue;
            for (const Index e : problem.entries(o)) of_item[problem.item(e)].push_back(size());
            options.push_back(mask);
            entries.push_back(o);
        }
        for (Index item = 0; item < problem.items(); ++item)
            if (is_exact(problem, item)) exact.push_back(item);
    }

    Index size() const { return static_cast<Index>(options.size()); }

    std::vector<AnyMask> options;
    std::vector<Index> entries;  // of a mask: the number of its option
    std::vector<std::vector<Index>> of_item;
    std::vector<Index> exact;
};

// Sums of random walks: each node counts as often as the product of the numbers of branches on its way.
class Walks {
public:
    Walks(const Problem& problem, const Masks& masks) : problem_(problem), masks_(masks) {}

    // The mean number of nodes of a search in an order. Where a subtree has few nodes it is searched instead of walked:
    // that measures much more of a tree whose last levels have most nodes in few of their branches.
    double in_order(const std::vector<Index>& order, std::uint64_t walks, std::uint64_t few_nodes) {
        double sum = 0;
        for (std::uint64_t walk = 0; walk < walks; ++walk) {
            AnyMask covered;
            double weight = 1;
            sum += 1;
            for (std::size_t at = 0; at < order.size(); ++at) {
                if (covered.has(order[at])) continue;
                std::uint64_t nodes = 0;
                if (3 * at > order.size() && search(order, at, covered, few_nodes, nodes)) {
                    sum += weight * static_cast<double>(nodes);
                    break;
                }
                fitting_.clear();
                for (const Index option : masks_.of_item[order[at]])
                    if (!masks_.options[option].meets(covered)) fitting_.push_back(option);
                if (!step(covered, weight, sum)) break;
            }
        }
        return sum / static_cast<double>(walks);
    }

    // Of one that branches on the item with the fewest options.
    double by_fewest(std::uint64_t walks) {
        double sum = 0;
        for (std::uint64_t walk = 0; walk < walks; ++walk) {
            AnyMask covered;
            double weight = 1;
            sum += 1;
            alive_.resize(masks_.size());
            std::iota(alive_.begin(), alive_.end(), Index{0});
            while (const auto item = smallest(covered)) {
                fitting_.clear();
                for (const Index option : alive_)
                    if (masks_.options[option].has(*item)) fitting_.push_back(option);
                if (!step(covered, weight, sum)) break;
                std::erase_if(alive_, [&](Index option) { return masks_.options[option].meets(covered); });
            }
        }
        return sum / static_cast<double>(walks);
    }

private:
    // Adds the nodes of a subtree, its root not among them; false if there are more than a few.
    bool search(const std::vector<Index>& order, std::size_t at, const AnyMask& covered, std::uint64_t few,
                std::uint64_t& nodes) const {
        while (at < order.size() && covered.has(order[at])) ++at;
        if (at == order.size()) return true;
        for (const Index option : masks_.of_item[order[at]]) {
            if (masks_.options[option].meets(covered)) continue;
            if (++nodes > few) return false;
            if (!search(order, at + 1, covered.with(masks_.options[option]), few, nodes)) return false;
        }
        return true;
    }

    // Takes one of the options that fit, if there is any.
    bool step(AnyMask& covered, double& weight, double& sum) {
        if (fitting_.empty()) return false;
        weight *= static_cast<double>(fitting_.size());
        sum += weight;
        covered = covered.with(masks_.options[fitting_[random_.next() % fitting_.size()]]);
        return true;
    }

    // The item that is not covered and has the fewest options alive; nothing if all are covered.
    std::optional<Index> smallest(const AnyMask& covered) {
        sizes_.assign(problem_.items(), 0);
        for (const Index option : alive_)
            for (const Index e : problem_.entries(masks_.entries[option])) ++sizes_[problem_.item(e)];
        std::optional<Index> best;
        for (const Index item : masks_.exact)
            if (!covered.has(item) && (!best || sizes_[item] < sizes_[*best])) best = item;
        return best;
    }

    const Problem& problem_;
    const Masks& masks_;
    Xorshift random_;
    std::vector<Index> fitting_, alive_, sizes_;
};

// How often two items share an option, in rows of a matrix.
class Sharing {
public:
    Sharing(const Problem& problem, const Masks& masks)
        : items_(problem.items()), shared_(std::size_t{items_} * items_) {
        for (const Index option : masks.entries)
            for (const Index a : problem.entries(option))
                for (const Index b : problem.entries(option)) shared_[index(problem.item(a), problem.item(b))] += 1;
    }

    double between(Index a, Index b) const { return shared_[index(a, b)]; }

    Index neighbors(Index item, const std::vector<Index>& others) const {
        return static_cast<Index>(std::ranges::count_if(others, [&](Index b) { return between(item, b) > 0; }));
    }

    // Some items by the slowest mode of their diffusion, which the order they are given in starts.
    std::vector<Index> swept(const std::vector<Index>& items) const {
        const std::size_t n = items.size();
        std::vector<std::vector<std::pair<std::size_t, double>>> links(n);
        std::vector<double> degree(n), value(n), next(n);
        for (std::size_t i = 0; i < n; ++i) {
            value[i] = static_cast<double>(i);
            for (std::size_t j = 0; j < n; ++j)
                if (const double shared = between(items[i], items[j]); i != j && shared > 0) {
                    links[i].emplace_back(j, shared);
                    degree[i] += shared;
                }
        }
        for (std::uint64_t step = tuning::packer_steps; step > 0 && normalize(value, degree); --step) {
            for (std::size_t i = 0; i < n; ++i) {
                double sum = 0;
                for (const auto& [j, shared] : links[i]) sum += shared * value[j];
                next[i] = degree[i] > 0 ? (value[i] + sum / degree[i]) / 2 : value[i];
            }
            value.swap(next);
        }
        std::vector<std::size_t> rank(n);
        std::iota(rank.begin(), rank.end(), std::size_t{0});
        std::ranges::stable_sort(rank, {}, [&](std::size_t i) { return static_cast<float>(value[i]); });
        std::vector<Index> order;
        for (const std::size_t i : rank) order.push_back(items[i]);
        return order;
    }

private:
    std::size_t index(Index a, Index b) const { return std::size_t{a} * items_ + b; }

    // Without the mode that is the same everywhere; false if nothing else is left.
    static bool normalize(std::vector<double>& value, const std::vector<double>& degree) {
        double total = 0, mean = 0, square = 0;
        for (std::size_t i = 0; i < value.size(); ++i) total += degree[i], mean += degree[i] * value[i];
        if (total <= 0) return false;
        mean /= total;
        for (std::size_t i = 0; i < value.size(); ++i) {
            value[i] -= mean;
            square += degree[i] * value[i] * value[i];
        }
        if (square <= 0) return false;
        const double scale = 1 / std::sqrt(square / total);
        for (double& each : value) each *= scale;
        return true;
    }

    Index items_;
    std::vector<double> shared_;
};

// The orders that are compared.
std::vector<std::vector<Index>> orders(const Problem& problem, const Masks& masks) {
    const Sharing sharing(problem, masks);
    std::vector<Index> by_size = masks.exact, cells, hubs;
    std::ranges::stable_sort(by_size, {}, [&](Index item) { return masks.of_item[item].size(); });
    const auto is_hub = [&](Index item) {
        return 100 * sharing.neighbors(item, masks.exact) > tuning::packer_hub * masks.exact.size();
    };
    for (const Index item : masks.exact)
        if (!is_hub(item)) cells.push_back(item);
    for (const Index item : by_size)
        if (is_hub(item)) hubs.push_back(item);
    std::vector<std::vector<Index>> found;
    for (const bool is_whole : {false, true}) {
        std::vector<Index> sweep = sharing.swept(is_whole ? masks.exact : cells);
        for (int direction = 0; direction < 2; ++direction) {
            std::vector<Index> order = sweep;
            if (!is_whole) order.insert(order.end(), hubs.begin(), hubs.end());
            found.push_back(order);
            std::rotate(order.begin(), std::ranges::find(order, by_size.front()),
                        std::ranges::find(order, by_size.front()) + 1);
            if (order != found.back()) found.push_back(std::move(order));
            std::ranges::reverse(sweep);
        }
    }
    return found;
}

Order best_order(const Problem& problem, const Masks& masks, Walks& walks) {
    if (masks.exact.empty()) return {{}, 1};
    std::vector<Order> found;
    for (std::vector<Index>& order : orders(problem, masks)) {
        const double nodes = walks.in_order(order, tuning::packer_walks, 0);
        found.push_back({std::move(order), nodes});
    }
    std::ranges::stable_sort(found, {}, &Order::nodes);
    // A tree of so many nodes nobody walks to its end.
    const double least = static_cast<double>(tuning::packer_least_nodes), most = 1e12;
    if (found.front().nodes < least || found.front().nodes > most) return found.front();
    found.resize(std::min<std::size_t>(found.size(), 2));
    for (Order& order : found)
        order.nodes = walks.in_order(order.items, 10 * tuning::packer_walks, tuning::packer_few_nodes);
    return *std::ranges::min_element(found, {}, &Order::nodes);
}

}  // namespace

bool suits(const Problem& problem) {
    if (problem.items() > kMostItems || problem.options() > kMostOptions) return false;
    for (Index item = 0; item < problem.items(); ++item)
        if (problem.is_colored(item) || problem.upper(item) > 1) return false;
    for (Index option = 0; option < problem.options(); ++option) {
        const auto covers_exact = [&](Index e) { return is_exact(problem, problem.item(e)); };
        bool covers = false;
        for (const Index e : problem.entries(option)) covers = covers || covers_exact(e);
        if (!covers) return false;
    }
    return true;
}

Order best_order(const Problem& problem) {
    EXCOVER_CHECK(suits(problem));
    const Masks masks(problem);
    Walks walks(problem, masks);
    return best_order(problem, masks, walks);
}

Prospect prospect(const Problem& problem) {
    if (!suits(problem)) return {};
    const Masks masks(problem);
    Walks walks(problem, masks);
    Prospect found;
    found.nodes_by_fewest = walks.by_fewest(32);
    if (found.nodes_by_fewest < static_cast<double>(tuning::packer_least_nodes)) return found;
    found.nodes = best_order(problem, masks, walks).nodes;
    const double passes = static_cast<double>(problem.entries()) / static_cast<double>(tuning::packer_entries);
    double sum = 0;
    for (int round = 1; round <= 4; ++round) {  // more of them, if it is not clear; most are too low
        sum += walks.by_fewest(tuning::packer_walks);
        found.nodes_by_fewest = sum / round;
        const double most = found.nodes_by_fewest * (1 + passes);
        found.is_good = found.nodes < most;
        if (found.is_good || found.nodes > 8 * most) break;
    }
    return found;
}

}  // namespace excover::packer

// The order in which a frontier-based search that keeps to rules decides options.
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "graph/frontier_of_rules.hpp"
#include "graph/layout.hpp"

namespace excover::graph {

namespace {

// Vertices at the frontier whose options are looked at for the next one, and the most options of these.
constexpr std::size_t kOldest = 40, kLong = 100;

// Next is an option of one of the vertices that have been at the frontier longest, which ends most of them for each
// that it begins.
class Sweep {
public:
    explicit Sweep(const Vertices& vertices, Index options)
        : vertices_(vertices), since_(vertices.size, kNone), left_(vertices.size), is_done_(options) {
        options_of_ = {vertices.size, [&](auto take) {
                           for (Index option = 0; option < options; ++option)
                               for (const Index vertex : vertices.touched[option]) take(vertex, option);
                       }};
        for (Index vertex = 0; vertex < vertices.size; ++vertex)
            left_[vertex] = static_cast<Index>(options_of_[vertex].size());
        for (Index option = 0; option < options; ++option) waiting_.push_back(option);
        const auto neighbors = [&](Index option) {
            std::size_t sum = 0;
            for (const Index vertex : vertices.touched[option]) sum += left_[vertex];
            return sum;
        };
        std::ranges::stable_sort(waiting_, {}, neighbors);
    }

    std::vector<Index> order() {
        std::vector<Index> found;
        while (found.size() < is_done_.size()) {
            found.push_back(next());
            decide(found.back());
        }
        return found;
    }

private:
    Index next() {
        Index best = kNone;
        std::pair<int, Index> least;
        std::size_t looked = 0;
        for (auto at = frontier_.begin(); at != frontier_.end() && looked < kOldest; ++at, ++looked) {
            const auto options = options_of_[at->second];
            if (options.size() > kLong) continue;
            for (const Index option : options)
                if (!is_done_[option])
                    if (const auto merit = merit_of(option); best == kNone || merit < least) {
                        best = option;
                        least = merit;
                    }
        }
        if (best != kNone) return best;
        while (is_done_[waiting_[first_waiting_]]) ++first_waiting_;
        return waiting_[first_waiting_];
    }

    std::pair<int, Index> merit_of(Index option) const {
        int change = 0;
        Index oldest = kNone;
        for (const Index vertex : vertices_.touched[option]) {
            change += int{since_[vertex] == kNone} - int{left_[vertex] == 1};
            oldest = std::min(oldest, since_[vertex]);
        }
        return {change, oldest};
    }

    void decide(Index option) {
        is_done_[option] = true;
        for (const Index vertex : vertices_.touched[option]) {
            if (since_[vertex] == kNone) {
                since_[vertex] = number_++;
                frontier_.emplace(since_[vertex], vertex);
            }
            if (--left_[vertex] == 0) frontier_.erase({since_[vertex], vertex});
        }
    }

    const Vertices& vertices_;
    Lists<Index> options_of_;
    std::vector<Index> since_, left_;  // of a vertex: when it came to the frontier, and how many options it has yet
    std::vector<bool> is_done_;
    std::vector<Index> waiting_;
    std::size_t first_waiting_ = 0;
    std::set<std::pair<Index, Index>> frontier_;
    Index number_ = 0;
};

// By the least or the greatest place of each option, as places are numbered. Options without a place follow those that
// touch the same vertices.
std::vector<Index> by_places(const Vertices& vertices, Index options, bool is_by_last) {
    const auto is_place = [&](Index vertex) {
        return !vertices.first_places.empty() && vertex >= vertices.first_places.front() &&
               vertex < vertices.first_closed;
    };
    std::vector<Index> rank(options, 0), of(vertices.size, 0);
    for (Index option = 0; option < options; ++option) {
        Index least = kNone, most = 0;
        for (const Index vertex : vertices.touched[option])
            if (is_place(vertex)) {
                least = std::min(least, vertex);
                most = std::max(most, vertex);
            }
        if (least != kNone) rank[option] = is_by_last ? most : least;
        for (const Index vertex : vertices.touched[option]) of[vertex] = std::max(of[vertex], rank[option]);
    }
    std::vector<std::tuple<Index, Index, Index>> keys;
    for (Index option = 0; option < options; ++option) {
        const auto touched = vertices.touched[option];
        Index near = rank[option], first = kNone;
        for (const Index vertex : touched) {
            if (rank[option] == 0) near = std::max(near, of[vertex]);
            first = std::min(first, vertex);
        }
        keys.emplace_back(near, first, option);
    }
    std::ranges::sort(keys);
    std::vector<Index> order;
    for (const auto& key : keys) order.push_back(std::get<2>(key));
    return order;
}

// An estimate of the states, as a logarithm: twice as many for each further vertex at the frontier.
double width_of(const Vertices& vertices, const std::vector<Index>& order) {
    std::vector<Index> last(vertices.size, kNone);
    for (Index place = 0; place < order.size(); ++place)
        for (const Index vertex : vertices.touched[order[place]]) last[vertex] = place;
    std::vector<bool> is_met(vertices.size);
    double states = 0;
    int width = 0;
    for (Index place = 0; place < order.size(); ++place) {
        const auto touched = vertices.touched[order[place]];
        for (const Index vertex : touched)
            if (!is_met[vertex]) {
                is_met[vertex] = true;
                ++width;
            }
        for (const Index vertex : touched) width -= int{last[vertex] == place};
        states += std::ldexp(1.0, width);
    }
    return states;
}

// The same, but that all options of an item that is covered exactly once follow each other, except those of an item
// that comes before it: one of these is chosen, or the item is covered. Implied ones are left out.
std::vector<Index> by_items(const Problem& problem, const Vertices& vertices, const std::vector<Index>& order) {
    using Key = std::pair<Index, Index>;
    std::vector<Index> first(problem.items(), kNone);
    for (Index place = 0; place < order.size(); ++place)
        for (const Index e : problem.entries(order[place]))
            first[problem.item(e)] = std::min(first[problem.item(e)], place);
    std::vector<std::pair<Key, Index>> keyed;
    for (Index place = 0; place < order.size(); ++place) {
        if (vertices.is_implied[order[place]]) continue;
        Key key{kNone, kNone};
        for (const Index e : problem.entries(order[place]))
            if (const Index item = problem.item(e); is_exact(problem, item)) key = std::min(key, {first[item], item});
        if (key.first == kNone) key = {place, kNone};
        keyed.emplace_back(key, place);
    }
    std::ranges::sort(keyed);
    std::vector<Index> found;
    for (const auto& each : keyed) found.push_back(order[each.second]);
    return found;
}

}  // namespace

std::vector<Index> order_of_options(const Problem& problem, const Vertices& vertices) {
    const Index options = problem.options();
    std::vector<Index> best = by_items(problem, vertices, Sweep(vertices, options).order());
    double least = width_of(vertices, best);
    for (const bool is_by_last : {true, false}) {
        std::vector<Index> other = by_items(problem, vertices, by_places(vertices, options, is_by_last));
        if (const double width = width_of(vertices, other); width < least) {
            best = std::move(other);
            least = width;
        }
    }
    return best;
}

}  // namespace excover::graph

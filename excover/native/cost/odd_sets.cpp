#include "cost/odd_sets.hpp"

#include <algorithm>
#include <utility>

namespace excover {

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

}  // namespace excover

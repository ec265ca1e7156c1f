#include "diagram/restricted.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace excover {

namespace {

// A node of the part is a node of the whole and whether the way there has a wanted option: twice the node, plus that.
class Part {
public:
    Part(const Diagram& whole, std::span<const std::uint8_t> banned, std::span<const std::uint8_t> wanted)
        : whole_(whole), banned_(banned), wanted_(wanted), live_(2 * (whole.nodes() + std::size_t{1})) {}

    std::shared_ptr<const Diagram> diagram() {
        const bool is_free = std::ranges::none_of(wanted_, [](std::uint8_t flag) { return flag != 0; });
        find_live();
        if (whole_.is_empty() || !live_[is_free])
            return std::make_shared<Diagram>(std::vector<Edge>{}, std::vector<std::size_t>{}, whole_.options(), true);
        find_reached(is_free);
        return numbered();
    }

private:
    std::size_t target(std::size_t place, const Edge& edge) const {
        return 2 * std::size_t{edge.child} + (place % 2 | (wanted_[edge.option] != 0));
    }

    // From the end, which counts only with a wanted option.
    void find_live() {
        live_.back() = 1;
        for (std::size_t place = 2 * std::size_t{whole_.nodes()}; place-- > 0;)
            for (const Edge& edge : whole_.edges(static_cast<Index>(place / 2)))
                if (!banned_[edge.option] && live_[target(place, edge)]) live_[place] = 1;
    }

    void find_reached(bool is_free) {
        std::vector<std::uint8_t> reached(live_.size());
        reached[is_free] = 1;
        for (std::size_t place = 0; place < 2 * std::size_t{whole_.nodes()}; ++place) {
            live_[place] = live_[place] && reached[place];
            if (!live_[place]) continue;
            for (const Edge& edge : whole_.edges(static_cast<Index>(place / 2)))
                if (!banned_[edge.option]) reached[target(place, edge)] = 1;
        }
    }

    std::shared_ptr<const Diagram> numbered() const {
        std::vector<Index> number(live_.size());
        Index nodes = 0;
        for (std::size_t place = 0; place < live_.size(); ++place)
            if (live_[place]) number[place] = nodes++;
        std::vector<Edge> edges;
        std::vector<std::size_t> ends;
        for (std::size_t place = 0; place < 2 * std::size_t{whole_.nodes()}; ++place) {
            if (!live_[place]) continue;
            for (const Edge& edge : whole_.edges(static_cast<Index>(place / 2)))
                if (!banned_[edge.option] && live_[target(place, edge)])
                    edges.push_back({edge.option, number[target(place, edge)]});
            ends.push_back(edges.size());
        }
        return std::make_shared<Diagram>(std::move(edges), std::move(ends), whole_.options(), false);
    }

    const Diagram& whole_;
    std::span<const std::uint8_t> banned_, wanted_;
    std::vector<std::uint8_t> live_;  // of a place: the way goes on to an end, and later, comes from the root
};

}  // namespace

std::shared_ptr<const Diagram> restricted(const Diagram& diagram, std::span<const std::uint8_t> banned,
                                          std::span<const std::uint8_t> wanted) {
    if (banned.size() != diagram.options() || wanted.size() != diagram.options())
        throw std::invalid_argument("one flag an option");
    return Part(diagram, banned, wanted).diagram();
}

}  // namespace excover

#include "diagram/restricted.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace excover {

namespace {

// A node of the part is a node of the whole and whether the way there has a wanted option: twice the node, plus that.
class Part : public std::enable_shared_from_this<Part> {
public:
    Part(const Diagram& whole, std::span<const std::uint8_t> banned, std::span<const std::uint8_t> wanted)
        : whole_(whole),
          banned_(banned),
          wanted_(wanted),
          is_free_(std::ranges::none_of(wanted_, [](std::uint8_t flag) { return flag != 0; })),
          places_(2 * std::size_t{whole.nodes()}),
          live_(places_ + 2) {}

    void plan(Passes& passes, std::shared_ptr<const Diagram>& result) {
        live_.back() = 1;  // the end, which counts only with a wanted option
        each(passes, [this](std::size_t k) { find_live(places_ - 1 - k); });
        passes.then([self = shared_from_this(), &passes, &result] { self->plan_rest(passes, result); });
    }

private:
    std::size_t target(std::size_t place, const Edge& edge) const {
        return 2 * std::size_t{edge.child} + (place % 2 | (wanted_[edge.option] != 0));
    }

    template <class Turn>
    void each(Passes& passes, Turn turn) {
        passes.each(places_, [self = shared_from_this(), turn](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; ++k) turn(k);
        });
    }

    void plan_rest(Passes& passes, std::shared_ptr<const Diagram>& result) {
        if (whole_.is_empty() || !live_[is_free_]) {
            result = std::make_shared<Diagram>(std::vector<Edge>{}, std::vector<std::size_t>{}, whole_.options(), true);
            return;
        }
        reached_.resize(live_.size());
        reached_[is_free_] = 1;
        number_.resize(live_.size());
        each(passes, [this](std::size_t place) { find_reached(place); });
        passes.then([self = shared_from_this()] { self->number_ends(); });
        each(passes, [this](std::size_t place) { add_node(place); });
        passes.then([self = shared_from_this(), &passes, &result] {
            result = Diagram::plan(passes, std::move(self->edges_), std::move(self->ends_), self->whole_.options(),
                                   false, UINT64_MAX);
        });
    }

    void find_live(std::size_t place) {
        for (const Edge& edge : whole_.edges(static_cast<Index>(place / 2)))
            if (!banned_[edge.option] && live_[target(place, edge)]) live_[place] = 1;
    }

    void find_reached(std::size_t place) {
        live_[place] = live_[place] && reached_[place];
        if (!live_[place]) return;
        number_[place] = nodes_++;
        for (const Edge& edge : whole_.edges(static_cast<Index>(place / 2)))
            if (!banned_[edge.option]) reached_[target(place, edge)] = 1;
    }

    // Both have the number of all nodes; only the one with a wanted option, or without need of one, is live.
    void number_ends() { number_[places_] = number_[places_ + 1] = nodes_; }

    void add_node(std::size_t place) {
        if (!live_[place]) return;
        for (const Edge& edge : whole_.edges(static_cast<Index>(place / 2)))
            if (!banned_[edge.option] && live_[target(place, edge)])
                edges_.push_back({edge.option, number_[target(place, edge)]});
        ends_.push_back(edges_.size());
    }

    const Diagram& whole_;
    const std::span<const std::uint8_t> banned_, wanted_;
    const bool is_free_;  // no option is wanted
    const std::size_t places_;  // but for those of the end
    std::vector<std::uint8_t> live_, reached_;  // of a place: the way goes on to an end, and comes from the root
    std::vector<Index> number_;
    Index nodes_ = 0;
    std::vector<Edge> edges_;
    std::vector<std::size_t> ends_;
};

}  // namespace

void plan_restricted(Passes& passes, const Diagram& diagram, std::span<const std::uint8_t> banned,
                     std::span<const std::uint8_t> wanted, std::shared_ptr<const Diagram>& result) {
    if (banned.size() != diagram.options() || wanted.size() != diagram.options())
        throw std::invalid_argument("one flag an option");
    std::make_shared<Part>(diagram, banned, wanted)->plan(passes, result);
}

}  // namespace excover

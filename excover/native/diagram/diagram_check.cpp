#include "diagram/diagram_check.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace excover {

namespace {

constexpr Index kSeveral = kNone;  // colors below a node

void require(bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(what);
}

class Paths : public std::enable_shared_from_this<Paths> {
public:
    Paths(const Diagram& diagram, const Problem& problem)
        : diagram_(diagram), problem_(problem), color_(problem.options()), is_user_(problem.options()) {
        std::vector<std::vector<Index>> users(problem.items());
        for (Index option = 0; option < problem.options(); ++option)
            for (Index e = problem.start(option); e < problem.start(option + 1); ++e)
                users[problem.item(e)].push_back(option);
        users_ = std::move(users);
    }

    void plan(Passes& passes) {
        reached_.resize(diagram_.nodes() + std::size_t{1});
        each_node(passes, [this](Index node) { check_reached(node); });
        each_node(passes, [this](Index node) { check_branching(node); });
        if (diagram_.is_empty()) return;
        if (problem_.items() > 0) plan_item(passes, 0);
    }

private:
    // One item, and then the next.
    void plan_item(Passes& passes, Index item) {
        passes.then([self = shared_from_this(), item] { self->begin_item(item); });
        const bool is_colored = problem_.is_colored(item);
        each_node(passes, [this, is_colored](Index node) {
            is_colored ? find_color(diagram_.nodes() - 1 - node) : find_bounds(diagram_.nodes() - 1 - node);
        });
        passes.then([self = shared_from_this(), &passes, item] {
            self->end_item(item);
            if (item + 1 < self->problem_.items()) self->plan_item(passes, item + 1);
        });
    }

    template <class Visit>
    void each_node(Passes& passes, Visit visit) {
        passes.each(diagram_.nodes(), [self = shared_from_this(), visit](std::size_t from, std::size_t to) {
            for (std::size_t node = from; node < to; ++node) visit(static_cast<Index>(node));
        });
    }

    void check_reached(Index node) {
        require(node == 0 || reached_[node], "no path leads to one of its nodes");
        for (const Edge& edge : diagram_.edges(node)) reached_[edge.child] = 1;
    }

    bool is_exact(Index item) const {
        return !problem_.is_colored(item) && problem_.lower(item) == 1 && problem_.upper(item) == 1;
    }

    // All options of a node cover an item that is covered exactly once: two paths that part here stay different.
    void check_branching(Index node) const {
        const auto edges = diagram_.edges(node);
        std::vector<Index> shared;
        for (std::size_t k = 0; k < edges.size(); ++k) {
            std::vector<Index> own;
            for (Index e = problem_.start(edges[k].option); e < problem_.start(edges[k].option + 1); ++e)
                if (is_exact(problem_.item(e)) && (k == 0 || std::ranges::count(shared, problem_.item(e)) > 0))
                    own.push_back(problem_.item(e));
            shared = std::move(own);
        }
        require(!shared.empty(), "the options of one of its nodes do not exclude each other");
    }

    void begin_item(Index item) {
        for (const Index option : users_[item]) is_user_[option] = 1;
        least_.assign(diagram_.nodes() + std::size_t{1}, 0);
        most_.assign(diagram_.nodes() + std::size_t{1}, 0);
        if (!problem_.is_colored(item)) return;
        for (const Index option : users_[item])
            for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e)
                if (problem_.item(e) == item) color_[option] = problem_.color(e);
    }

    void end_item(Index item) {
        for (const Index option : users_[item]) is_user_[option] = 0;
        if (problem_.is_colored(item)) return;
        require(least_[0] >= problem_.lower(item), "one of its paths covers an item too seldom");
        require(most_[0] <= problem_.upper(item), "one of its paths covers an item too often");
    }

    // The least and the greatest number of times that a path from a node on covers the item.
    void find_bounds(Index node) {
        least_[node] = kNone;
        for (const Edge& edge : diagram_.edges(node)) {
            least_[node] = std::min(least_[node], least_[edge.child] + is_user_[edge.option]);
            most_[node] = std::max(most_[node], most_[edge.child] + is_user_[edge.option]);
        }
    }

    // The color that the paths from a node on give the item: 0 for none, or several on different paths.
    void find_color(Index node) {
        for (const Edge& edge : diagram_.edges(node)) {
            Index color = least_[edge.child];
            if (is_user_[edge.option]) {
                require(color == 0 || color == color_[edge.option], "one of its paths gives an item two colors");
                color = color_[edge.option];
            }
            if (color != 0) least_[node] = least_[node] == 0 || least_[node] == color ? color : kSeveral;
        }
    }

    const Diagram& diagram_;
    const Problem& problem_;
    std::vector<std::vector<Index>> users_;  // of an item: its options
    std::vector<Index> color_;  // of an option: that which it gives the item looked at
    std::vector<std::uint8_t> is_user_, reached_;
    std::vector<Index> least_, most_;  // of a node; for a colored item, `least_` is the color
};

}  // namespace

void plan_check_of_paths(Passes& passes, const Diagram& diagram, const Problem& problem) {
    std::make_shared<Paths>(diagram, problem)->plan(passes);
}

}  // namespace excover

#include "diagram/diagram_check.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace excover {

namespace {

constexpr Index kSeveral = kNone;  // colors below a node

void require(bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(what);
}

class Paths {
public:
    Paths(const Diagram& diagram, const Problem& problem)
        : diagram_(diagram), problem_(problem), color_(problem.options()), is_user_(problem.options()) {
        std::vector<std::vector<Index>> users(problem.items());
        for (Index option = 0; option < problem.options(); ++option)
            for (Index e = problem.start(option); e < problem.start(option + 1); ++e)
                users[problem.item(e)].push_back(option);
        users_ = std::move(users);
    }

    void check() {
        check_reached();
        for (Index node = 0; node < diagram_.nodes(); ++node) check_branching(node);
        if (diagram_.is_empty()) return;
        for (Index item = 0; item < problem_.items(); ++item) check_item(item);
    }

private:
    void check_reached() const {
        std::vector<std::uint8_t> reached(diagram_.nodes() + std::size_t{1});
        for (Index node = 0; node < diagram_.nodes(); ++node) {
            require(node == 0 || reached[node], "no path leads to one of its nodes");
            for (const Edge& edge : diagram_.edges(node)) reached[edge.child] = 1;
        }
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

    void check_item(Index item) {
        for (const Index option : users_[item]) is_user_[option] = 1;
        if (problem_.is_colored(item))
            check_colors(item);
        else
            check_bounds(item);
        for (const Index option : users_[item]) is_user_[option] = 0;
    }

    // The least and the greatest number of times that a path from a node on covers the item.
    void check_bounds(Index item) {
        least_.assign(diagram_.nodes() + std::size_t{1}, 0);
        most_.assign(diagram_.nodes() + std::size_t{1}, 0);
        for (Index node = diagram_.nodes(); node-- > 0;) {
            least_[node] = kNone;
            for (const Edge& edge : diagram_.edges(node)) {
                least_[node] = std::min(least_[node], least_[edge.child] + is_user_[edge.option]);
                most_[node] = std::max(most_[node], most_[edge.child] + is_user_[edge.option]);
            }
        }
        require(least_[0] >= problem_.lower(item), "one of its paths covers an item too seldom");
        require(most_[0] <= problem_.upper(item), "one of its paths covers an item too often");
    }

    // The color that the paths from a node on give the item: 0 for none, or several on different paths.
    void check_colors(Index item) {
        for (const Index option : users_[item])
            for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e)
                if (problem_.item(e) == item) color_[option] = problem_.color(e);
        least_.assign(diagram_.nodes() + std::size_t{1}, 0);
        for (Index node = diagram_.nodes(); node-- > 0;)
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
    std::vector<Index> color_;               // of an option: that which it gives the item looked at
    std::vector<std::uint8_t> is_user_;
    std::vector<Index> least_, most_;
};

}  // namespace

void check_paths(const Diagram& diagram, const Problem& problem) { Paths(diagram, problem).check(); }

}  // namespace excover

#include "core/engine.hpp"

namespace excover {

namespace {

bool has(const Problem& problem, Index option, Index item) {
    for (const Index e : problem.entries(option))
        if (problem.item(e) == item) return true;
    return false;
}

}  // namespace

bool Position::has_passed(const Problem& problem, std::span<const Index> cover) const {
    for (std::size_t level = 0; level < way.size(); ++level) {
        const auto is_chosen = [&](Index option) {
            for (std::size_t above = 0; above < level; ++above)
                if (way[above].option == option) return true;
            return false;
        };
        Index least = kNone;
        for (const Index option : cover)
            if (option < least && has(problem, option, way[level].item) && !is_chosen(option)) least = option;
        if (least != way[level].option) return least < way[level].option;
    }
    return is_last_done;
}

}  // namespace excover

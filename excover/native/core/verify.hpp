// Checks whether a set of options is a solution, directly by the definition. No code is shared with
// any search, so that a fault of a search cannot hide here.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/covers.hpp"
#include "core/problem.hpp"

namespace excover {

class Verifier {
public:
    explicit Verifier(const Problem& problem);

    // What is wrong with a cover, in numbers; nothing if it is a solution. Option numbers must ascend.
    std::optional<std::string> fault(std::span<const Index> cover);

    // The first fault among covers.
    std::optional<std::string> fault(const Covers& covers);

private:
    std::optional<std::string> add(Index option);

    const Problem& problem_;
    std::vector<Index> tally_;  // how many chosen options an item has
    std::vector<Index> color_;  // the color a chosen option gave an item, 0 for none yet
};

}  // namespace excover

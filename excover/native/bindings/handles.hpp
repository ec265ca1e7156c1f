// What several searches share: diagrams and groups.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "bindings/values.hpp"
#include "core/verify.hpp"
#include "diagram/diagram.hpp"
#include "symmetry/permutations.hpp"

namespace nb = nanobind;

namespace excover {

using namespace diagram;
using namespace symmetry;

// A diagram together with its problem, which verifies the covers that are returned.
struct DiagramHandle {
    nb::object owner;  // of the problem
    const Problem* problem;
    std::shared_ptr<const Diagram> diagram;

    Cover verified(std::span<const Index> cover) const {
        if (const auto wrong = Verifier(*problem).fault(cover)) throw std::logic_error(*wrong);
        return cover_tuple(cover);
    }
};

struct RankingHandle {
    DiagramHandle data;
    std::unique_ptr<DiagramRanking> ranking;
};

// A group of permutations that several searches share; it does not change once it is complete.
struct GroupHandle {
    explicit GroupHandle(Index degree) : group(std::make_shared<PermutationGroup>(degree)) {}

    std::shared_ptr<PermutationGroup> group;
};

}  // namespace excover

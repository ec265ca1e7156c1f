// A diagram together with its problem, which verifies the covers that are returned.
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

namespace nb = nanobind;

namespace excover {

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

}  // namespace excover

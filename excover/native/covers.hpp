// Covers in flat arrays: what every engine produces and the verifier reads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "problem.hpp"

namespace excover {

struct Covers {
    std::vector<Index> options;     // the option numbers of all covers, ascending within a cover
    std::vector<std::size_t> ends;  // where each cover ends in `options`

    std::size_t size() const { return ends.size(); }

    std::span<const Index> operator[](std::size_t cover) const {
        EXCOVER_ASSERT(cover < ends.size());
        const std::size_t begin = cover == 0 ? 0 : ends[cover - 1];
        return {options.data() + begin, options.data() + ends[cover]};
    }
};

}  // namespace excover

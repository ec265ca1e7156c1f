// Covers in flat arrays: what every engine produces and the verifier reads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace excover {

struct Covers {
    std::vector<Index> options;  // the option numbers of all covers, ascending within a cover
    std::vector<std::size_t> ends;  // where each cover ends in `options`

    std::size_t size() const { return ends.size(); }

    std::span<const Index> operator[](std::size_t cover) const {
        EXCOVER_ASSERT(cover < ends.size());
        const std::size_t begin = cover == 0 ? 0 : ends[cover - 1];
        return {options.data() + begin, options.data() + ends[cover]};
    }

    // If it throws, nothing was added: a cover exists once its end is stored.
    void add(std::span<const Index> cover) {
        drop_incomplete();
        options.insert(options.end(), cover.begin(), cover.end());
        ends.push_back(options.size());
    }

    void add(const Covers& covers) {
        drop_incomplete();
        options.reserve(room_for(options.size() + covers.options.size(), options.capacity()));
        ends.reserve(room_for(ends.size() + covers.ends.size(), ends.capacity()));
        for (std::size_t cover = 0; cover < covers.size(); ++cover) add(covers[cover]);
    }

    void clear() {
        options.clear();
        ends.clear();
    }

private:
    void drop_incomplete() { options.resize(ends.empty() ? 0 : ends.back()); }

    static std::size_t room_for(std::size_t needed, std::size_t there) {
        return needed <= there ? there : std::max(needed, 2 * there);
    }
};

}  // namespace excover

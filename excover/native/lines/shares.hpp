// Which of many searches is for which line. Several may share a line, each with a part of its tree; they form a
// chain, in the order of the tree.
#pragma once

#include <vector>

#include "core/problem.hpp"
#include "lines/line_answers.hpp"

namespace excover {

class Shares {
public:
    explicit Shares(Index searches) : links_(searches) {}

    std::size_t line(Index search) const { return links_[search].line; }  // or kNoLine
    Index before(Index search) const { return links_[search].before; }  // or kNone
    Index after(Index search) const { return links_[search].after; }
    bool is_alone(Index search) const { return before(search) == kNone && after(search) == kNone; }

    void begin(Index search, std::size_t line) { links_[search] = {line, kNone, kNone}; }

    // `search` takes over a part of the tree of `other`, the last one.
    void join(Index search, Index other) {
        links_[search] = {line(other), other, after(other)};
        if (after(other) != kNone) links_[after(other)].before = search;
        links_[other].after = search;
    }

    void leave(Index search) {
        if (before(search) != kNone) links_[before(search)].after = after(search);
        if (after(search) != kNone) links_[after(search)].before = before(search);
        links_[search] = {};
    }

private:
    struct Link {
        std::size_t line = kNoLine;
        Index before = kNone, after = kNone;
    };

    std::vector<Link> links_;
};

}  // namespace excover

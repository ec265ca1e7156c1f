// Taking solid pieces apart: the fewest straight moves until some of them are away from the others.
//
// A move shifts some pieces together along one axis, by whole cells. Which pieces must move when one does is the
// closure of Cutler's and BurrTools' analyses: if piece i moves further than the gap before piece j, then j moves
// along. The search is breadth first over the positions of the pieces, as seen from the first one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "core/engine.hpp"

namespace excover::separate {

using Vector = std::array<std::int32_t, 3>;  // layers, rows, columns

// How far pieces are from each other along the axes, for every way in which they may lie. Cells as in the solution.
class Gaps {
public:
    static constexpr std::int32_t kFree = 1 << 30;  // nothing is in the way

    explicit Gaps(const std::vector<std::vector<Vector>>& pieces);

    // For two pieces, i < j, of which the second was moved by so much, as seen from the first: how far the first can go
    // along an axis until it meets the second one, and how far the second can until it meets the first.
    std::array<std::int32_t, 2> between(std::size_t i, std::size_t j, std::size_t axis, const Vector& offset) const;

private:
    // Of two pieces and an axis: the differences of their cells along it, for each difference across it.
    struct Lines {
        std::array<std::int32_t, 2> least{}, extent{};  // of the differences across
        std::vector<std::uint32_t> begins;  // of the differences of a line, and the end
        std::vector<std::int32_t> steps;  // ascending within a line
    };

    static Lines lines(const std::vector<Vector>& from, const std::vector<Vector>& to, std::size_t axis);
    std::size_t place(std::size_t i, std::size_t j, std::size_t axis) const { return ((i * count_) + j) * 3 + axis; }

    std::size_t count_;
    std::vector<Lines> lines_;
};

class Separation {
public:
    static constexpr std::size_t kMostPieces = 64;

    struct Move {
        std::uint64_t pieces = 0;  // a bit for each
        Vector direction{};  // of length 1
        std::int32_t distance = 0;  // Gaps::kFree: as far as one likes
    };

    // Throws std::invalid_argument for more than kMostPieces. `most_groups`: so many groups of pieces are tried in one
    // position and direction, or some more; with fewer there may be more moves than needed, but none are missed that
    // lead on.
    Separation(const std::vector<std::vector<Vector>>& pieces, std::size_t most_groups);
    Separation(const Separation&) = delete;
    Separation& operator=(const Separation&) = delete;

    // Goes on: Stop::solutions once some pieces are away; Stop::exhausted if that cannot be. What it throws ends it for
    // good.
    Stop run(double seconds);

    std::uint64_t positions() const { return came_.size(); }  // that were reached

    // Once some pieces are away: the moves, of which the last one has no end.
    std::vector<Move> moves() const;

private:
    using Index = std::uint32_t;
    struct Arrival {  // how a position was reached
        Index from;
        std::int32_t distance;
        std::uint64_t pieces;
        std::uint8_t way;
    };
    struct Group {
        std::uint64_t pieces;
        std::int32_t room;
    };
    struct Hash {
        const Separation* self;
        std::size_t operator()(Index position) const;
    };
    struct Same {
        const Separation* self;
        bool operator()(Index a, Index b) const;
    };

    bool expand(Index position);  // whether some pieces are away
    void measure(Index position, std::size_t axis);
    void find_groups(bool forwards);
    std::uint64_t pushed(std::uint64_t group, std::int32_t room, bool forwards) const;
    std::int32_t room(std::uint64_t group, bool forwards) const;
    bool has(std::uint64_t group) const;
    void reach(Index from, std::uint8_t way, const Group& group, std::int32_t distance);
    Move move_of(std::uint64_t pieces, std::uint8_t way, std::int32_t distance) const;
    std::int32_t gap(std::size_t i, std::size_t j, bool forwards) const {
        return forwards ? table_[i * count_ + j] : table_[j * count_ + i];
    }
    const std::int16_t* at(Index position) const { return positions_.data() + std::size_t{position} * 3 * count_; }

    const Gaps gaps_;
    const std::size_t count_, most_groups_;
    const std::uint64_t everything_;
    std::vector<std::size_t> weights_;  // cells of each piece

    std::vector<std::int16_t> positions_;  // three numbers a piece
    std::vector<Arrival> came_;  // of each position
    std::unordered_set<Index, Hash, Same> seen_;
    Index next_ = 0;  // to be expanded
    std::optional<Arrival> last_;

    std::vector<std::int32_t> table_;  // of the position and axis: the gap before each piece up to each other one
    std::array<std::vector<Group>, 6> groups_;
    std::vector<Group>* found_ = nullptr;
    std::vector<std::uint64_t> waiting_;
};

}  // namespace excover::separate

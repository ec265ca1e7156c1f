// Taking solid pieces apart: the fewest straight moves until some of them are away from the others.
//
// A move shifts some pieces together along one of the lattice's ways, by whole steps. Which pieces must move when one
// does is the closure of Cutler's and BurrTools' analyses: if piece i moves further than the gap before piece j, then j
// moves along. The search is breadth first over the positions of the pieces, as seen from the first one.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/engine.hpp"

namespace excover::separate {

using Vector = std::array<std::int32_t, 3>;  // layers, rows, columns

struct Cell {
    Vector at{};
    std::int32_t kind = 0;  // of the lattice's
    auto operator<=>(const Cell&) const = default;
};
using Piece = std::vector<Cell>;

// The steps at which one of two pieces meets the other: for each line along a way, numbers n so that the pieces overlap
// somewhere between the n-th and the next place on it.
class Meetings {
public:
    static constexpr std::int32_t kFree = 1 << 30;  // nothing is in the way

    // ``passed``: all cells that the first piece passes in a step, those where it begins and ends among them.
    Meetings(const std::vector<Vector>& passed, const Piece& other, const Vector& way);

    // Of the second piece, moved by so much as seen from the first: how far the first can go along the way until it
    // meets the second one, and how far the second can until it meets the first.
    std::array<std::int32_t, 2> rooms(const Vector& offset) const;

    std::size_t bytes() const { return sizeof(*this) + (begins_.size() + steps_.size()) * sizeof(std::int32_t); }

private:
    // The number of a line, if pieces meet on some that is near, and a place on it.
    std::pair<std::optional<std::size_t>, std::int32_t> line(const Vector& difference) const;

    Vector way_;
    std::size_t pivot_;  // the first axis along which the way leads, forwards
    Vector least_{}, extent_{};  // of the differences across
    std::vector<std::uint32_t> begins_;  // of the numbers of a line, and the end
    std::vector<std::int32_t> steps_;  // ascending within a line
};

// The ways along which pieces of a lattice can be moved, and what is known of its pieces: a few lie in many
// assemblies of a puzzle. Threads may share it.
class Slides {
public:
    using Shape = std::uint32_t;
    static constexpr std::size_t kMostBytes = std::size_t{1} << 26;  // that are kept

    // ``ways``: one of each two that are opposite; their first coordinate but zero is positive. ``passed``: the cells
    // that a cell passes in a step, as seen from it, for each kind of cells and each way. Throws std::invalid_argument.
    Slides(std::vector<Vector> ways, std::vector<std::vector<Vector>> passed);

    const std::vector<Vector>& ways() const { return ways_; }

    // Of each two pieces i < j and each way, in this order; and where each piece is.
    struct Known {
        std::vector<std::shared_ptr<const Meetings>> meetings;
        std::vector<Vector> places;
    };
    Known of(const std::vector<Piece>& pieces);

private:
    std::vector<Vector> passing(const Piece& piece, std::size_t way) const;

    const std::vector<Vector> ways_;
    const std::vector<std::vector<Vector>> passed_;
    std::mutex lock_;  // of all below
    std::map<Piece, Shape> shapes_;  // by cells as seen from the first one
    std::map<std::pair<Shape, Shape>, std::vector<std::shared_ptr<const Meetings>>> kept_;  // for each way
    std::size_t bytes_ = 0;
};

class Separation {
public:
    static constexpr std::size_t kMostPieces = 64;

    struct Move {
        std::uint64_t pieces = 0;  // a bit for each
        Vector direction{};  // one of the ways, or its opposite
        std::int32_t distance = 0;  // in steps; Meetings::kFree: as far as one likes
    };

    // Throws std::invalid_argument for more than kMostPieces. `most_groups`: so many groups of pieces are tried in one
    // position and direction, or some more; with fewer there may be more moves than needed, but none are missed that
    // lead on.
    Separation(const std::vector<Piece>& pieces, Slides& slides, std::size_t most_groups);
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
    void measure(Index position, std::size_t way);
    bool find_groups(bool forwards);
    std::uint64_t pushed(std::uint64_t group, std::int32_t room, bool forwards) const;
    std::uint64_t touched(std::uint64_t group, bool forwards) const;
    std::int32_t room(std::uint64_t group, bool forwards) const;
    void add(const Group& group);
    bool has(std::uint64_t group) const;
    void reach(Index from, std::uint8_t way, const Group& group, std::int32_t distance);
    Move move_of(std::uint64_t pieces, std::uint8_t way, std::int32_t distance) const;
    std::int32_t gap(std::size_t i, std::size_t j, bool forwards) const {
        return forwards ? table_[i * count_ + j] : table_[j * count_ + i];
    }
    const std::int16_t* at(Index position) const { return positions_.data() + std::size_t{position} * 3 * count_; }

    const std::size_t count_, most_groups_;
    const std::uint64_t everything_;
    const std::vector<Vector> ways_;
    const Slides::Known known_;
    std::vector<std::size_t> weights_;  // cells of each piece

    std::vector<std::int16_t> positions_;  // three numbers a piece
    std::vector<Arrival> came_;  // of each position
    std::unordered_set<Index, Hash, Same> seen_;
    Index next_ = 0;  // to be expanded
    std::optional<Arrival> last_;

    std::vector<std::int32_t> table_;  // of the position and way: the gap before each piece up to each other one
    std::array<std::vector<std::uint64_t>, 2> touching_;  // without a gap before each piece, backwards and forwards
    std::vector<std::vector<Group>> groups_;  // forwards and backwards along each way
    std::vector<Group>* found_ = nullptr;
    std::uint64_t hashes_ = 0;  // of the groups that were found
    std::vector<std::uint64_t> waiting_;
};

}  // namespace excover::separate

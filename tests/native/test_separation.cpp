// Taking pieces apart, against moves of whole cells by all groups of pieces.
#include <algorithm>
#include <set>
#include <stdexcept>

#include "separate/separation.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::separate;

namespace {

using Cells = std::vector<Vector>;
constexpr std::int32_t kFar = 12;  // farther than any two cells of these tests are from each other

bool meet(const Cells& a, const Cells& b) {
    return std::any_of(a.begin(), a.end(),
                       [&](const Vector& cell) { return std::find(b.begin(), b.end(), cell) != b.end(); });
}

// Moves the pieces of a group by a cell; whether they meet none of the others.
bool step(std::vector<Cells>& pieces, std::uint64_t group, std::size_t axis, std::int32_t sign) {
    for (std::size_t k = 0; k < pieces.size(); ++k)
        if (group >> k & 1)
            for (Vector& cell : pieces[k]) cell[axis] += sign;
    for (std::size_t k = 0; k < pieces.size(); ++k)
        for (std::size_t other = 0; other < pieces.size(); ++other)
            if ((group >> k & 1) && !(group >> other & 1) && meet(pieces[k], pieces[other])) return false;
    return true;
}

std::vector<Cells> from_first(std::vector<Cells> pieces) {
    const Vector first = pieces[0][0];
    for (Cells& piece : pieces)
        for (Vector& cell : piece)
            for (std::size_t axis = 0; axis < 3; ++axis) cell[axis] -= first[axis];
    return pieces;
}

// The fewest moves; 0 if none separate.
std::size_t naive(const std::vector<Cells>& pieces) {
    std::set<std::vector<Cells>> seen{from_first(pieces)};
    std::vector<std::vector<Cells>> level(seen.begin(), seen.end());
    for (std::size_t moves = 1; !level.empty(); ++moves) {
        std::vector<std::vector<Cells>> following;
        for (const auto& from : level)
            for (std::uint64_t group = 1; group + 1 < std::uint64_t{1} << pieces.size(); ++group)
                for (std::size_t way = 0; way < 6; ++way) {
                    auto moved = from;
                    for (std::int32_t distance = 1; step(moved, group, way / 2, way % 2 == 0 ? 1 : -1); ++distance) {
                        if (distance == kFar) return moves;
                        if (seen.insert(from_first(moved)).second) following.push_back(from_first(moved));
                    }
                }
        level = following;
    }
    return 0;
}

// Of cubes, which pass two cells in a step. One for all tests: what is kept of former pieces must not matter.
Slides& slides() {
    static Slides cubes({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                        {{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {0, 0, 1}}});
    return cubes;
}

std::vector<Piece> of_cubes(const std::vector<Cells>& pieces) {
    std::vector<Piece> made;
    for (const Cells& cells : pieces) {
        made.emplace_back();
        for (const Vector& at : cells) made.back().push_back({at, 0});
    }
    return made;
}

std::vector<Separation::Move> separated(const std::vector<Cells>& pieces) {
    Separation separation(of_cubes(pieces), slides(), 64);
    Stop stop = Stop::time;
    while (stop == Stop::time) stop = separation.run(0.001);
    CHECK((stop == Stop::solutions) != separation.moves().empty());
    return separation.moves();
}

// A box of 3 x 3 x 3 cut into pieces at random.
std::vector<Cells> cut(std::size_t count, std::mt19937& random) {
    std::vector<Cells> pieces(count);
    std::size_t next = 0;
    for (std::int32_t z = 0; z < 3; ++z)
        for (std::int32_t y = 0; y < 3; ++y)
            for (std::int32_t x = 0; x < 3; ++x)
                pieces[next++ < count ? next - 1 : random() % count].push_back({z, y, x});
    return pieces;
}

void test_random_cuts() {
    std::mt19937 random(1);
    std::size_t apart = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const auto pieces = cut(2 + trial % 2, random);
        auto sparse = pieces;  // some cells are taken out: there is room
        for (Cells& piece : sparse)
            while (piece.size() > 3) piece.erase(piece.begin() + static_cast<std::ptrdiff_t>(random() % piece.size()));
        for (const auto& some : {pieces, sparse}) {
            auto where = some;
            const auto moves = separated(some);
            CHECK(moves.size() == naive(some));
            apart += !moves.empty();
            for (const auto& move : moves)
                for (std::int32_t gone = 0; gone < std::min(move.distance, kFar); ++gone) {
                    const auto axis = static_cast<std::size_t>(
                        std::find_if(move.direction.begin(), move.direction.end(), [](auto d) { return d != 0; }) -
                        move.direction.begin());
                    CHECK(step(where, move.pieces, axis, move.direction[axis]));
                }
        }
    }
    CHECK(apart > 20 && apart < 110);
}

// How far the first piece can go and the second one, cell by cell.
std::array<std::int32_t, 2> naive_rooms(const Cells& passed, const Piece& other, const Vector& way,
                                        const Vector& offset) {
    std::array<std::int32_t, 2> rooms{Meetings::kFree, Meetings::kFree};
    for (const Vector& from : passed)
        for (const Cell& to : other)
            for (std::int32_t n = -30; n <= 30; ++n) {
                bool meets = true;
                for (std::size_t axis = 0; axis < 3; ++axis)
                    meets = meets && to.at[axis] + offset[axis] - from[axis] == n * way[axis];
                if (meets) rooms[n < 0] = std::min(rooms[n < 0], n < 0 ? -1 - n : n);
            }
    return rooms;
}

// Along ways that take several rows or columns in a step, too.
void test_meetings() {
    std::mt19937 random(2);
    const auto drawn = [&](std::int32_t least, std::int32_t most) {
        return least + static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(most - least + 1));
    };
    std::size_t met = 0;
    for (const Vector& way : {Vector{1, 0, 0}, Vector{0, 0, 2}, Vector{0, 1, -1}, Vector{0, 2, 1}, Vector{3, 1, -2}})
        for (int trial = 0; trial < 30; ++trial) {
            Cells passed;
            Piece other;
            while (passed.size() < 4) passed.push_back({drawn(-2, 2), drawn(0, 3), drawn(0, 3)});
            while (other.size() < 3) other.push_back({{drawn(0, 3), drawn(-9, -6), drawn(0, 3)}, 0});
            const Meetings meetings(passed, other, way);
            for (int place = 0; place < 60; ++place) {
                const Vector offset{drawn(-4, 4), drawn(2, 14), drawn(-5, 5)};
                const auto rooms = meetings.rooms(offset);
                CHECK(rooms == naive_rooms(passed, other, way, offset));
                met += std::min(rooms[0], rooms[1]) < Meetings::kFree;
            }
        }
    CHECK(met > 300 && met < 8000);
}

// Where groups are left out, those that move backwards may be others than those that move forwards.
void test_few_groups() {
    std::mt19937 random(3);
    for (int trial = 0; trial < 40; ++trial) {
        const auto pieces = cut(2 + trial % 3, random);
        for (const std::size_t most_groups : {1, 2, 64}) {
            Separation separation(of_cubes(pieces), slides(), most_groups);
            CHECK((separation.run(60) == Stop::solutions) == (naive(pieces) != 0));
        }
    }
}

void test_refusals() {
    for (const std::size_t count : {0, 65}) {
        bool refused = false;
        try {
            Separation(of_cubes(std::vector<Cells>(count, {{0, 0, 0}})), slides(), 64);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    }
    for (const Vector way : {Vector{0, 0, 0}, Vector{0, -1, 1}}) {
        bool refused = false;
        try {
            Slides({way}, {{}});
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    }
}

}  // namespace

int main() {
    test_random_cuts();
    test_meetings();
    test_few_groups();
    test_refusals();
}

#include "separate/separation.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace excover::separate {

namespace {

constexpr std::uint64_t bit(std::size_t piece) { return std::uint64_t{1} << piece; }

std::uint64_t all_of(std::size_t count) {
    if (count == 0 || count > Separation::kMostPieces) throw std::invalid_argument("there must be 1 to 64 pieces");
    return ~std::uint64_t{0} >> (Separation::kMostPieces - count);
}

// The two axes across one.
constexpr std::array<std::array<std::size_t, 2>, 3> kAcross{{{1, 2}, {0, 2}, {0, 1}}};

// Differences of cells along an axis, and words for all differences of two pieces.
constexpr std::int64_t kMostExtent = 1 << 20;
constexpr std::size_t kMostWords = std::size_t{1} << 24;

// The least and the most of a coordinate.
std::pair<std::int64_t, std::int64_t> extremes(const std::vector<Vector>& cells, std::size_t axis) {
    const auto [least, most] = std::ranges::minmax(cells, {}, [&](const Vector& cell) { return cell[axis]; });
    return {least[axis], most[axis]};
}

}  // namespace

Gaps::Gaps(const std::vector<std::vector<Vector>>& pieces) : count_(pieces.size()), lines_(count_ * count_ * 3) {
    for (std::size_t i = 0; i < count_; ++i)
        for (std::size_t j = i + 1; j < count_; ++j)
            for (std::size_t axis = 0; axis < 3; ++axis) lines_[place(i, j, axis)] = lines(pieces[i], pieces[j], axis);
}

Gaps::Lines Gaps::lines(const std::vector<Vector>& from, const std::vector<Vector>& to, std::size_t axis) {
    Lines made;
    if (from.empty() || to.empty()) return made;
    const auto [p, q] = kAcross[axis];
    const auto least_step = [&](std::size_t k) { return extremes(to, k).first - extremes(from, k).second; };
    const auto extent = [&](std::size_t k) {
        const std::int64_t all = extremes(to, k).second - extremes(from, k).first - least_step(k) + 1;
        if (all > kMostExtent || std::abs(least_step(k)) > std::int64_t{1} << 30)
            throw std::length_error("pieces are too far from each other");
        return static_cast<std::int32_t>(all);
    };
    made.extent = {extent(p), extent(q)};
    const std::size_t words = (static_cast<std::size_t>(extent(axis)) + 63) / 64;
    const std::size_t lines = static_cast<std::size_t>(made.extent[0]) * static_cast<std::size_t>(made.extent[1]);
    if (lines * words > kMostWords) throw std::length_error("pieces are too far from each other");
    made.least = {static_cast<std::int32_t>(least_step(p)), static_cast<std::int32_t>(least_step(q))};
    const auto least = static_cast<std::int32_t>(least_step(axis));
    // One bit for each difference: there are many more pairs of cells than differences.
    std::vector<std::uint64_t> seen(lines * words);
    for (const Vector& a : from)
        for (const Vector& b : to) {
            const auto across =
                static_cast<std::size_t>((b[p] - a[p] - made.least[0]) * made.extent[1] + b[q] - a[q] - made.least[1]);
            const auto step = static_cast<std::size_t>(b[axis] - a[axis] - least);
            seen[across * words + step / 64] |= std::uint64_t{1} << (step % 64);
        }
    for (std::size_t line = 0; line < lines; ++line) {
        made.begins.push_back(static_cast<std::uint32_t>(made.steps.size()));
        for (std::size_t word = 0; word < words; ++word)
            for (std::uint64_t rest = seen[line * words + word]; rest != 0; rest &= rest - 1)
                made.steps.push_back(least + static_cast<std::int32_t>(word * 64) + std::countr_zero(rest));
    }
    made.begins.push_back(static_cast<std::uint32_t>(made.steps.size()));
    return made;
}

std::array<std::int32_t, 2> Gaps::between(std::size_t i, std::size_t j, std::size_t axis, const Vector& offset) const {
    const Lines& lines = lines_[place(i, j, axis)];
    const auto [p, q] = kAcross[axis];
    const std::int32_t u = -offset[p] - lines.least[0], v = -offset[q] - lines.least[1];
    if (u < 0 || v < 0 || u >= lines.extent[0] || v >= lines.extent[1]) return {kFree, kFree};
    const std::size_t line =
        static_cast<std::size_t>(u) * static_cast<std::size_t>(lines.extent[1]) + static_cast<std::size_t>(v);
    const auto begin = lines.steps.begin() + lines.begins[line], end = lines.steps.begin() + lines.begins[line + 1];
    const auto ahead = std::upper_bound(begin, end, -offset[axis]);  // none is equal: pieces do not overlap
    return {ahead == end ? kFree : *ahead + offset[axis] - 1,
            ahead == begin ? kFree : -(*std::prev(ahead) + offset[axis]) - 1};
}

std::size_t Separation::Hash::operator()(Index position) const {
    const std::int16_t* numbers = self->at(position);
    return std::hash<std::string_view>{}(
        {reinterpret_cast<const char*>(numbers), self->count_ * 3 * sizeof(std::int16_t)});
}

bool Separation::Same::operator()(Index a, Index b) const {
    return std::equal(self->at(a), self->at(a) + self->count_ * 3, self->at(b));
}

Separation::Separation(const std::vector<std::vector<Vector>>& pieces, std::size_t most_groups)
    : gaps_(pieces),
      count_(pieces.size()),
      most_groups_(most_groups),
      everything_(all_of(pieces.size())),
      positions_(count_ * 3),
      came_{{0, 0, 0, 0}},
      seen_(0, Hash{this}, Same{this}),
      table_(count_ * count_) {
    for (const auto& piece : pieces) weights_.push_back(piece.size());
    seen_.insert(0);
}

Stop Separation::run(double seconds) {
    Watch watch(seconds, 32);
    for (; next_ < came_.size(); ++next_) {
        if (last_) return Stop::solutions;
        if (watch.is_over(next_)) return Stop::time;
        if (expand(next_)) return Stop::solutions;
    }
    return Stop::exhausted;
}

// Moves that separate come first; otherwise, those along an axis in the order of the pieces that push the others.
bool Separation::expand(Index position) {
    for (std::uint8_t way = 0; way < 6; ++way) {
        const bool forwards = way % 2 == 0;
        if (forwards) measure(position, way / 2);
        found_ = &groups_[way];
        find_groups(forwards);
        for (const auto& [pieces, room] : *found_)
            if (room >= Gaps::kFree) {
                last_ = Arrival{position, Gaps::kFree, pieces, way};
                return true;
            }
    }
    for (std::uint8_t way = 0; way < 6; ++way)
        for (const Group& group : groups_[way])
            for (std::int32_t distance = 1; distance <= group.room; ++distance) reach(position, way, group, distance);
    return false;
}

void Separation::measure(Index position, std::size_t axis) {
    const std::int16_t* numbers = at(position);
    for (std::size_t i = 0; i < count_; ++i)
        for (std::size_t j = i + 1; j < count_; ++j) {
            const std::int16_t *from = numbers + 3 * i, *to = numbers + 3 * j;
            const auto [first, second] = gaps_.between(i, j, axis, {to[0] - from[0], to[1] - from[1], to[2] - from[2]});
            table_[i * count_ + j] = first;
            table_[j * count_ + i] = second;
        }
}

// Groups that can move in one direction without the others, at least one cell, and how far. Each piece moves with those
// that it pushes; to go further than their room, they push more pieces. And unions of groups: to move two of them is
// one move.
void Separation::find_groups(bool forwards) {
    found_->clear();
    for (std::size_t piece = 0; piece < count_; ++piece) {
        std::uint64_t group = bit(piece);
        for (std::int32_t far = 0; far < Gaps::kFree;) {
            group = pushed(group, far, forwards);
            if (group == everything_ || has(group)) break;
            far = room(group, forwards);
            found_->push_back({group, far});
        }
    }
    waiting_.clear();
    for (const Group& group : *found_) waiting_.push_back(group.pieces);
    while (!waiting_.empty() && found_->size() < most_groups_) {
        const std::uint64_t group = waiting_.back();
        waiting_.pop_back();
        for (std::size_t k = 0, others = found_->size(); k < others; ++k) {
            const std::uint64_t both = group | (*found_)[k].pieces;
            if (both == everything_ || has(both)) continue;
            found_->push_back({both, room(both, forwards)});
            waiting_.push_back(both);
        }
    }
}

bool Separation::has(std::uint64_t group) const {
    return std::any_of(found_->begin(), found_->end(), [group](const Group& known) { return known.pieces == group; });
}

// The pieces that move along if a group moves further than its room.
std::uint64_t Separation::pushed(std::uint64_t group, std::int32_t room, bool forwards) const {
    for (std::uint64_t waiting = group; waiting;) {
        const auto piece = static_cast<std::size_t>(std::countr_zero(waiting));
        waiting &= waiting - 1;
        for (std::uint64_t others = everything_ & ~group; others; others &= others - 1) {
            const auto other = static_cast<std::size_t>(std::countr_zero(others));
            if (gap(piece, other, forwards) > room) continue;
            group |= bit(other);
            waiting |= bit(other);
        }
    }
    return group;
}

// How far a group can move without the other pieces.
std::int32_t Separation::room(std::uint64_t group, bool forwards) const {
    std::int32_t least = Gaps::kFree;
    for (std::uint64_t some = group; some; some &= some - 1)
        for (std::uint64_t others = everything_ & ~group; others; others &= others - 1)
            least = std::min(least, gap(static_cast<std::size_t>(std::countr_zero(some)),
                                        static_cast<std::size_t>(std::countr_zero(others)), forwards));
    return least;
}

void Separation::reach(Index from, std::uint8_t way, const Group& group, std::int32_t distance) {
    if (came_.size() == std::numeric_limits<Index>::max()) throw std::bad_alloc();
    const auto made = static_cast<Index>(came_.size());
    const auto begin = positions_.size();
    positions_.resize(begin + 3 * count_);
    std::copy_n(at(from), 3 * count_, positions_.begin() + static_cast<std::ptrdiff_t>(begin));
    // Seen from the first piece, the others move if it does, the other way.
    const bool with_first = group.pieces & 1;
    const std::uint64_t moving = with_first ? everything_ & ~group.pieces : group.pieces;
    const std::int32_t step = (way % 2 == 0) == with_first ? -distance : distance;
    for (std::uint64_t some = moving; some; some &= some - 1) {
        std::int16_t& number = positions_[begin + 3 * static_cast<std::size_t>(std::countr_zero(some)) + way / 2];
        const std::int32_t moved = number + step;
        if (moved != static_cast<std::int16_t>(moved)) throw std::length_error("pieces are too far from each other");
        number = static_cast<std::int16_t>(moved);
    }
    came_.push_back({from, distance, group.pieces, way});
    if (seen_.insert(made).second) return;
    came_.pop_back();
    positions_.resize(begin);
}

std::vector<Separation::Move> Separation::moves() const {
    std::vector<Move> moves;
    if (!last_) return moves;
    moves.push_back(move_of(last_->pieces, last_->way, last_->distance));
    for (Index position = last_->from; position != 0; position = came_[position].from)
        moves.push_back(move_of(came_[position].pieces, came_[position].way, came_[position].distance));
    std::reverse(moves.begin(), moves.end());
    return moves;
}

// The move as one hand makes it: of the pieces and the others, those with fewer cells are moved.
Separation::Move Separation::move_of(std::uint64_t pieces, std::uint8_t way, std::int32_t distance) const {
    std::size_t moving = 0, all = 0;
    for (std::size_t piece = 0; piece < count_; ++piece) {
        all += weights_[piece];
        if (pieces & bit(piece)) moving += weights_[piece];
    }
    const bool as_is = 2 * moving <= all;
    Move move{as_is ? pieces : everything_ & ~pieces, {}, distance};
    move.direction[way / 2] = (way % 2 == 0) == as_is ? 1 : -1;
    return move;
}

}  // namespace excover::separate

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

// One of 64 bits for a group of pieces.
constexpr std::uint64_t hash_bit(std::uint64_t group) { return bit((group * 0x9E3779B97F4A7C15) >> 58); }

std::uint64_t all_of(std::size_t count) {
    if (count == 0 || count > Separation::kMostPieces) throw std::invalid_argument("there must be 1 to 64 pieces");
    return ~std::uint64_t{0} >> (Separation::kMostPieces - count);
}

constexpr std::size_t kMostWords = std::size_t{1} << 24;  // for all differences of two pieces
constexpr std::int64_t kMostExtent = 1 << 20;
constexpr std::int32_t kFarthest = 1 << 28;

std::size_t pivot_of(const Vector& way) {
    const auto found = std::find_if(way.begin(), way.end(), [](std::int32_t step) { return step != 0; });
    if (found == way.end() || *found < 0) throw std::invalid_argument("a way must lead forwards");
    return static_cast<std::size_t>(found - way.begin());
}

Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Vector plus(const Vector& a, const Vector& b, std::int32_t times = 1) {
    return {a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]};
}

// How often a way fits into a difference, rounded downwards.
std::int32_t times(std::int32_t difference, std::int32_t step) {
    if (step == 1) return difference;
    return difference >= 0 ? difference / step : -((step - 1 - difference) / step);
}

}  // namespace

Meetings::Meetings(const std::vector<Vector>& passed, const Piece& other, const Vector& way)
    : way_(way), pivot_(pivot_of(way)) {
    if (passed.empty() || other.empty()) return;
    // Each cell without its steps along the way, and these.
    struct Split {
        Vector across;
        std::int32_t n;
    };
    struct Box {
        Vector least, most;
        std::int32_t first, last;
    };
    const auto split = [&](const Vector& cell) {
        const std::int32_t n = times(cell[pivot_], way_[pivot_]);
        return Split{plus(cell, way_, -n), n};
    };
    const auto box_of = [](const std::vector<Split>& cells) {
        Box box{cells[0].across, cells[0].across, cells[0].n, cells[0].n};
        for (const auto& [across, n] : cells) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                box.least[axis] = std::min(box.least[axis], across[axis]);
                box.most[axis] = std::max(box.most[axis], across[axis]);
            }
            box.first = std::min(box.first, n);
            box.last = std::max(box.last, n);
        }
        return box;
    };
    std::vector<Split> from, to;
    for (const Vector& cell : passed) from.push_back(split(cell));
    for (const Cell& cell : other) to.push_back(split(cell.at));
    const Box a = box_of(from), b = box_of(to);
    // A difference of two is the difference of what is across and of the steps, unless it is less than no step: then it
    // is one step less, and what is across a step more.
    const bool carries = b.least[pivot_] < a.most[pivot_];
    Vector most{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int32_t step = carries ? way_[axis] : 0;
        least_[axis] = b.least[axis] - a.most[axis] + std::min(step, 0);
        most[axis] = b.most[axis] - a.least[axis] + std::max(step, 0);
    }
    least_[pivot_] = std::max(least_[pivot_], 0);
    most[pivot_] = std::min(most[pivot_], way_[pivot_] - 1);
    const std::int32_t first = b.first - a.last - carries, last = b.last - a.first;
    std::size_t lines = 1;
    const auto counted = [](std::int64_t begin, std::int64_t end) {
        if (end - begin >= kMostExtent) throw std::length_error("pieces are too far from each other");
        return static_cast<std::int32_t>(end - begin + 1);
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        extent_[axis] = counted(least_[axis], most[axis]);
        lines *= static_cast<std::size_t>(extent_[axis]);
        if (lines > kMostWords) throw std::length_error("pieces are too far from each other");
    }
    const std::size_t words = (static_cast<std::size_t>(counted(first, last)) + 63) / 64;
    if (lines * words > kMostWords) throw std::length_error("pieces are too far from each other");
    // One bit for each difference, which is the difference of two places of bits: there are many more pairs of cells.
    const auto place = [&](const Vector& across, std::int32_t n) {
        std::int64_t line = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) line = line * extent_[axis] + across[axis];
        return line * static_cast<std::int64_t>(words * 64) + n;
    };
    const std::int64_t begin = place(least_, first), carry = place(way_, -1);
    std::vector<std::int64_t> places;
    for (const auto& [across, n] : to) places.push_back(place(across, n) - begin);
    std::vector<std::uint64_t> seen(lines * words);
    for (const auto& [across, n] : from) {
        const std::int64_t away = place(across, n);
        for (std::size_t cell = 0; cell < to.size(); ++cell) {
            const bool less = to[cell].across[pivot_] < across[pivot_];
            const auto bit = static_cast<std::size_t>(places[cell] - away + (less ? carry : 0));
            seen[bit / 64] |= std::uint64_t{1} << (bit % 64);
        }
    }
    begins_.reserve(lines + 1);
    for (std::size_t line = 0; line < lines; ++line) {
        begins_.push_back(static_cast<std::uint32_t>(steps_.size()));
        for (std::size_t word = 0; word < words; ++word)
            for (std::uint64_t rest = seen[line * words + word]; rest != 0; rest &= rest - 1)
                steps_.push_back(first + static_cast<std::int32_t>(word * 64) + std::countr_zero(rest));
    }
    begins_.push_back(static_cast<std::uint32_t>(steps_.size()));
}

std::pair<std::optional<std::size_t>, std::int32_t> Meetings::line(const Vector& difference) const {
    const std::int32_t n = times(difference[pivot_], way_[pivot_]);
    std::size_t line = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int32_t at = difference[axis] - n * way_[axis] - least_[axis];
        if (at < 0 || at >= extent_[axis]) return {std::nullopt, n};
        line = line * static_cast<std::size_t>(extent_[axis]) + static_cast<std::size_t>(at);
    }
    return {line, n};
}

std::array<std::int32_t, 2> Meetings::rooms(const Vector& offset) const {
    const auto [found, here] = line({-offset[0], -offset[1], -offset[2]});
    if (!found) return {kFree, kFree};
    const auto begin = steps_.begin() + begins_[*found], end = steps_.begin() + begins_[*found + 1];
    const auto ahead = std::lower_bound(begin, end, here);
    return {ahead == end ? kFree : *ahead - here, ahead == begin ? kFree : here - 1 - *std::prev(ahead)};
}

Slides::Slides(std::vector<Vector> ways, std::vector<std::vector<Vector>> passed)
    : ways_(std::move(ways)), passed_(std::move(passed)) {
    if (ways_.empty() || ways_.size() > 100 || passed_.empty() || passed_.size() % ways_.size() != 0)
        throw std::invalid_argument("each kind of cells needs what it passes along each way");
    std::ranges::for_each(ways_, pivot_of);
}

std::vector<Vector> Slides::passing(const Piece& piece, std::size_t way) const {
    std::vector<Vector> all;
    for (const Cell& cell : piece)
        for (const Vector& each : passed_.at(static_cast<std::size_t>(cell.kind) * ways_.size() + way))
            all.push_back(plus(cell.at, each));
    std::ranges::sort(all);
    const auto rest = std::ranges::unique(all);
    all.erase(rest.begin(), rest.end());
    return all;
}

Slides::Known Slides::of(const std::vector<Piece>& pieces) {
    const std::lock_guard guard(lock_);
    if (bytes_ > kMostBytes) {
        kept_.clear();
        shapes_.clear();
        bytes_ = 0;
    }
    Known known;
    std::vector<std::pair<Shape, const Piece*>> shapes;
    for (Piece piece : pieces) {
        for (const Cell& cell : piece)
            for (const std::int32_t number : cell.at)
                if (std::abs(number) > kFarthest) throw std::length_error("pieces are too far from each other");
        std::ranges::sort(piece);
        const Vector place = piece.empty() ? Vector{} : piece[0].at;
        for (Cell& cell : piece) cell.at = minus(cell.at, place);
        known.places.push_back(place);
        const auto shape = static_cast<Shape>(shapes_.size());
        const auto [entry, is_new] = shapes_.try_emplace(std::move(piece), shape);
        if (is_new) bytes_ += sizeof(*entry) + entry->first.size() * sizeof(Cell);
        shapes.emplace_back(entry->second, &entry->first);
    }
    for (std::size_t i = 0; i < pieces.size(); ++i)
        for (std::size_t j = i + 1; j < pieces.size(); ++j) {
            auto& kept = kept_[{shapes[i].first, shapes[j].first}];
            while (kept.size() < ways_.size()) {
                const std::size_t way = kept.size();
                kept.push_back(
                    std::make_shared<const Meetings>(passing(*shapes[i].second, way), *shapes[j].second, ways_[way]));
                bytes_ += kept.back()->bytes();
            }
            known.meetings.insert(known.meetings.end(), kept.begin(), kept.end());
        }
    return known;
}

std::size_t Separation::Hash::operator()(Index position) const {
    const std::int16_t* numbers = self->at(position);
    return std::hash<std::string_view>{}(
        {reinterpret_cast<const char*>(numbers), self->count_ * 3 * sizeof(std::int16_t)});
}

bool Separation::Same::operator()(Index a, Index b) const {
    return std::equal(self->at(a), self->at(a) + self->count_ * 3, self->at(b));
}

Separation::Separation(const std::vector<Piece>& pieces, Slides& slides, std::size_t most_groups)
    : count_(pieces.size()),
      most_groups_(most_groups),
      everything_(all_of(pieces.size())),
      ways_(slides.ways()),
      known_(slides.of(pieces)),
      positions_(count_ * 3),
      came_{{0, 0, 0, 0}},
      seen_(0, Hash{this}, Same{this}),
      table_(count_ * count_),
      touching_{std::vector<std::uint64_t>(count_), std::vector<std::uint64_t>(count_)},
      groups_(2 * ways_.size()) {
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

// Moves that separate come first; otherwise, those along a way in the order of the pieces that push the others.
// If all groups that can move forwards are known, none need be moved backwards: what can move so are the pieces that
// one of these groups leaves behind, and seen from the first piece, it does not matter which of the two moves.
bool Separation::expand(Index position) {
    bool all_known = false;
    for (std::uint8_t way = 0; way < groups_.size(); ++way) {
        const bool forwards = way % 2 == 0;
        if (forwards) measure(position, way / 2);
        found_ = &groups_[way];
        found_->clear();
        if (!forwards && all_known) continue;
        all_known = find_groups(forwards);
        for (const auto& [pieces, room] : *found_)
            if (room >= Meetings::kFree) {
                last_ = Arrival{position, Meetings::kFree, pieces, way};
                return true;
            }
    }
    for (std::uint8_t way = 0; way < groups_.size(); ++way)
        for (const Group& group : groups_[way])
            for (std::int32_t distance = 1; distance <= group.room; ++distance) reach(position, way, group, distance);
    return false;
}

void Separation::measure(Index position, std::size_t way) {
    const std::int16_t* numbers = at(position);
    std::size_t pair = 0;
    auto& [behind, before] = touching_;
    std::ranges::fill(behind, 0);
    std::ranges::fill(before, 0);
    for (std::size_t i = 0; i < count_; ++i)
        for (std::size_t j = i + 1; j < count_; ++j, ++pair) {
            const std::int16_t *from = numbers + 3 * i, *to = numbers + 3 * j;
            const Vector moved{to[0] - from[0], to[1] - from[1], to[2] - from[2]};
            const Vector offset = plus(minus(known_.places[j], known_.places[i]), moved);
            const auto [first, second] = known_.meetings[pair * ways_.size() + way]->rooms(offset);
            table_[i * count_ + j] = first;
            table_[j * count_ + i] = second;
            if (first == 0) before[i] |= bit(j), behind[j] |= bit(i);
            if (second == 0) before[j] |= bit(i), behind[i] |= bit(j);
        }
}

// Groups that can move in one direction without the others, at least one cell, and how far. Each piece moves with those
// that it pushes; to go further than their room, they push more pieces. And unions of groups: to move two of them is
// one move. Whether all are found.
bool Separation::find_groups(bool forwards) {
    hashes_ = 0;
    for (std::size_t piece = 0; piece < count_; ++piece) {
        std::uint64_t group = bit(piece);
        for (std::int32_t far = 0; far < Meetings::kFree;) {
            group = far == 0 ? touched(group, forwards) : pushed(group, far, forwards);
            if (group == everything_ || has(group)) break;
            far = room(group, forwards);
            add({group, far});
        }
    }
    waiting_.clear();
    for (const Group& group : *found_) waiting_.push_back(group.pieces);
    while (!waiting_.empty() && found_->size() < most_groups_) {
        const std::uint64_t group = waiting_.back();
        waiting_.pop_back();
        for (std::size_t k = 0, others = found_->size(); k < others; ++k) {
            const std::uint64_t both = group | (*found_)[k].pieces;
            if (both == group || both == everything_ || has(both)) continue;
            add({both, room(both, forwards)});
            waiting_.push_back(both);
        }
    }
    return waiting_.empty();
}

void Separation::add(const Group& group) {
    found_->push_back(group);
    hashes_ |= hash_bit(group.pieces);
}

bool Separation::has(std::uint64_t group) const {
    return (hashes_ & hash_bit(group)) != 0 &&
           std::any_of(found_->begin(), found_->end(), [group](const Group& known) { return known.pieces == group; });
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

// Those that move along if it moves at all.
std::uint64_t Separation::touched(std::uint64_t group, bool forwards) const {
    for (std::uint64_t waiting = group; waiting;) {
        const std::uint64_t more = touching_[forwards][static_cast<std::size_t>(std::countr_zero(waiting))] & ~group;
        waiting = (waiting & (waiting - 1)) | more;
        group |= more;
    }
    return group;
}

// How far a group can move without the other pieces.
std::int32_t Separation::room(std::uint64_t group, bool forwards) const {
    std::int32_t least = Meetings::kFree;
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
        std::int16_t* numbers = &positions_[begin + 3 * static_cast<std::size_t>(std::countr_zero(some))];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int32_t moved = numbers[axis] + step * ways_[way / 2][axis];
            if (moved != static_cast<std::int16_t>(moved))
                throw std::length_error("pieces are too far from each other");
            numbers[axis] = static_cast<std::int16_t>(moved);
        }
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
    move.direction = plus({}, ways_[way / 2], (way % 2 == 0) == as_is ? 1 : -1);
    return move;
}

}  // namespace excover::separate

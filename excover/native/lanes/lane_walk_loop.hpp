// The loop that all walkers share; to be included after the instructions were chosen, hence without a namespace
// of its own that could mix code for one machine into that for another.
//
// `Lane` is the type of a lane; `Vector<Lane>` works on a whole block:
//   load(block), store(block, a), without(a, b) = a & ~b, add(a, b), sizes(a): the population count of each lane,
//   empty(sizes): how many are 0, key(sizes, shift, ranks): size << shift | rank, all ones where the size is 0,
//   lesser(a, b), none(): all ones, least(a): of all lanes,
//   singles(sizes): a bit for each lane of size 1, kStride times its number.

constexpr std::uint64_t kDeadEnd = UINT64_MAX;

// to = from & ~row, and the rank of the smallest of the items that have options left, the first of several.
// kDeadEnd if more than `may_be_empty` lanes are empty; then `to` may be incomplete.
template <class Lane>
inline std::uint64_t choose(const Walk& walk, const Block* from, const Block* row, Block* to, Index may_be_empty) {
    using V = Vector<Lane>;
    const auto apply = [&](Index block) {
        const auto alive = V::without(V::load(from + block), V::load(row + block));
        V::store(to + block, alive);
        return V::sizes(alive);
    };
    Index empty = 0;
    auto least = V::none();
    for (Index b = 0; b < walk.plane_blocks[0]; ++b) {
        auto sizes = apply(b);
        for (Index plane = 1; plane < walk.planes && b < walk.plane_blocks[plane]; ++plane)
            sizes = V::add(sizes, apply(walk.plane_start[plane] + b));
        empty += V::empty(sizes);
        if (empty > may_be_empty) return kDeadEnd;
        least = V::lesser(least, V::key(sizes, walk.shift, V::load(walk.ranks + b)));
    }
    return V::least(least) & ((std::uint64_t{1} << walk.shift) - 1);
}

// The next plane of the item that has options left, or the end of the node; false at the end of the walk.
inline bool turn_back(Walk& walk) {
    Spot& spot = walk.spots[walk.depth];
    if ((spot.plane + std::uint64_t{1}) * walk.bits < walk.sizes[spot.place]) {
        ++spot.plane;
        spot.bits = walk.lane(walk.array(walk.depth), spot.place, spot.plane);
        return true;
    }
    Subtrees& finished = walk.subtrees[walk.depth];
    ++finished.number;
    finished.nodes += walk.nodes - spot.opened;
    return walk.depth-- > 0;
}

// Is a large subtree expected of the node just opened?
inline bool is_large(Walk& walk) {
    Subtrees& finished = walk.subtrees[walk.depth];
    if (finished.number < walk.few_subtrees || finished.nodes < walk.large_subtree * finished.number) return false;
    if (finished.let_pass == 0) return true;
    --finished.let_pass;
    return false;
}

template <class Lane>
Event walk_on(Walk& walk) {
    for (;;) {
        Spot& spot = walk.spots[walk.depth];
        if (spot.bits == 0) {
            if (!turn_back(walk)) return Event::closed;
            continue;
        }
        if (walk.nodes >= walk.last_node) return Event::paused;
        const auto bit = static_cast<Index>(__builtin_ctzll(spot.bits));
        spot.bits &= spot.bits - 1;
        spot.row = walk.row_of_bit[walk.plane_start[spot.plane] * 512 + spot.place * walk.bits + bit];
        ++walk.nodes;
        if (walk.depth >= walk.deepest) walk.deepest = walk.depth + 1;
        const Index left = spot.left - walk.covers[spot.row];
        if (left == 0) {
            if (++walk.solutions >= walk.last_solution) return Event::found;
            continue;
        }
        const Block* from = walk.array(walk.depth);
        const std::uint64_t rank =
            choose<Lane>(walk, from, walk.rows + std::size_t{spot.row} * walk.blocks, walk.array(walk.depth + 1),
                         walk.items - left + walk.empty_lanes);
        if (rank == kDeadEnd) continue;
        walk.open(walk.depth + 1, static_cast<Index>(rank), left);
        if (is_large(walk)) {
            walk.rank = static_cast<Index>(rank);
            return Event::large;
        }
    }
}

// Chooses a row: takes what it excludes out of an array.
template <class Lane>
inline void take(Walk& walk, Index row, const Block* from, Block* to, Index& left) {
    using V = Vector<Lane>;
    const Block* excluded = walk.rows + std::size_t{row} * walk.blocks;
    for (Index b = 0; b < walk.blocks; ++b) V::store(to + b, V::without(V::load(from + b), V::load(excluded + b)));
    walk.chosen[walk.count++] = row;
    left -= walk.covers[row];
}

// The rank of the smallest item that has options left, after the items with a single one are noted in `singles`.
// kDeadEnd if an item that is to be covered has none.
template <class Lane>
inline std::uint64_t look(const Walk& walk, const Block* array, Index left, Index& singles) {
    using V = Vector<Lane>;
    const Index may_be_empty = walk.items - left + walk.empty_lanes, each = 512 / walk.bits;
    Index empty = 0;
    singles = 0;
    auto least = V::none();
    for (Index b = 0; b < walk.plane_blocks[0]; ++b) {
        auto sizes = V::sizes(V::load(array + b));
        for (Index plane = 1; plane < walk.planes && b < walk.plane_blocks[plane]; ++plane)
            sizes = V::add(sizes, V::sizes(V::load(array + walk.plane_start[plane] + b)));
        empty += V::empty(sizes);
        if (empty > may_be_empty) return kDeadEnd;
        for (std::uint64_t found = V::singles(sizes); found != 0; found &= found - 1)
            walk.singles[singles++] = b * each + static_cast<Index>(__builtin_ctzll(found)) / V::kStride;
        least = V::lesser(least, V::key(sizes, walk.shift, V::load(walk.ranks + b)));
    }
    return V::least(least) & ((std::uint64_t{1} << walk.shift) - 1);
}

// The row of the only option of an item; kNone if one chosen before has excluded it.
inline Index only_row(const Walk& walk, const Block* array, Index place) {
    for (Index plane = 0; plane < walk.planes && std::uint64_t{plane} * walk.bits < walk.sizes[place]; ++plane)
        if (const std::uint64_t bits = walk.lane(array, place, plane))
            return walk.row_of_bit[walk.plane_start[plane] * 512 + place * walk.bits + static_cast<Index>(__builtin_ctzll(bits))];
    return kNone;
}

// Covers items with a single option until there are none, and returns the rank of the item to branch on, or
// kDeadEnd. An option that one of the same pass excludes leaves its item empty, which the next look sees.
template <class Lane>
inline std::uint64_t settle(Walk& walk, Block* array, Index& left) {
    for (;;) {
        Index singles = 0;
        const std::uint64_t rank = look<Lane>(walk, array, left, singles);
        if (rank == kDeadEnd || left == 0 || singles == 0) return rank;
        for (Index k = 0; k < singles; ++k)
            if (const Index row = only_row(walk, array, walk.singles[k]); row != kNone) take<Lane>(walk, row, array, array, left);
    }
}

// Opens the node whose array is settled; `found` if nothing is left, otherwise `paused`.
inline Event enter(Walk& walk, Index at, std::uint64_t rank, Index left) {
    if (left == 0) {
        ++walk.solutions;
        return Event::found;
    }
    walk.open(at, static_cast<Index>(rank), left);
    walk.spots[at].chosen = walk.count;
    return Event::paused;
}

// The first node; `closed` if it is a dead end.
template <class Lane>
inline Event enter_first(Walk& walk) {
    Index left = walk.items;
    walk.is_fresh = false;
    walk.count = walk.depth = 0;
    walk.spots[0] = {0, 0, 0, walk.planes, left, 0};  // nothing to try, in no plane
    const std::uint64_t rank = settle<Lane>(walk, walk.array(0), left);
    return rank == kDeadEnd ? Event::closed : enter(walk, 0, rank, left);
}

template <class Lane>
Event walk_settling(Walk& walk) {
    if (walk.is_fresh) {
        ++walk.nodes;
        if (const Event event = enter_first<Lane>(walk); event != Event::paused) return event;
    }
    for (;;) {
        Spot& spot = walk.spots[walk.depth];
        if (spot.bits == 0) {
            if (!turn_back(walk)) return Event::closed;
            continue;
        }
        if (walk.nodes >= walk.last_node) return Event::paused;
        const auto bit = static_cast<Index>(__builtin_ctzll(spot.bits));
        spot.bits &= spot.bits - 1;
        ++walk.nodes;
        Index left = spot.left;
        walk.count = spot.chosen;
        Block* to = walk.array(walk.depth + 1);
        take<Lane>(walk, walk.row_of_bit[walk.plane_start[spot.plane] * 512 + spot.place * walk.bits + bit],
                   walk.array(walk.depth), to, left);
        const std::uint64_t rank = settle<Lane>(walk, to, left);
        if (rank == kDeadEnd) continue;
        if (enter(walk, walk.depth + 1, rank, left) == Event::found && walk.solutions >= walk.last_solution) return Event::found;
    }
}

template <class Lane>
Walker walker_in(Manner manner) {
    return manner == Manner::settling ? walk_settling<Lane> : walk_on<Lane>;
}

inline Walker walker_of(Index bits, Manner manner) {
    return bits == 16   ? walker_in<std::uint16_t>(manner)
           : bits == 32 ? walker_in<std::uint32_t>(manner)
                        : walker_in<std::uint64_t>(manner);
}

// The loop that all walkers share; to be included after the instructions were chosen, hence without a namespace
// of its own that could mix code for one machine into that for another.
//
// `Lane` is the type of a lane; `Vector<Lane>` works on a whole block:
//   load(block), store(block, a), without(a, b) = a & ~b, add(a, b), sizes(a): the population count of each lane,
//   empty(sizes): how many are 0, key(sizes, shift, ranks): size << shift | rank, all ones where the size is 0,
//   lesser(a, b), none(): all ones, least(a): of all lanes.

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
    Index empty = 0, block = 0;
    auto least = V::none();
    for (Index stack = 0; stack < walk.stacks; ++stack) {
        auto sizes = apply(block);
        while (++block < walk.stack_starts[stack + 1]) sizes = V::add(sizes, apply(block));
        empty += V::empty(sizes);
        if (empty > may_be_empty) return kDeadEnd;
        least = V::lesser(least, V::key(sizes, walk.shift, V::load(walk.ranks + stack)));
    }
    return V::least(least) & ((std::uint64_t{1} << walk.shift) - 1);
}

// The next plane of the item that has options left, or the end of the node; false at the end of the walk.
inline bool turn_back(Walk& walk) {
    Frame& frame = walk.frames[walk.depth];
    if ((frame.plane + std::uint64_t{1}) * walk.bits < walk.sizes[frame.place]) {
        walk.enter_next_plane(frame);
        return true;
    }
    Subtrees& finished = walk.subtrees[walk.depth];
    ++finished.number;
    finished.nodes += walk.nodes - frame.opened;
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
        Frame& frame = walk.frames[walk.depth];
        if (frame.bits == 0) {
            if (!turn_back(walk)) return Event::closed;
            continue;
        }
        if (walk.nodes >= walk.last_node) return Event::paused;
        const auto bit = static_cast<Index>(__builtin_ctzll(frame.bits));
        frame.bits &= frame.bits - 1;
        frame.row = walk.row_of_bit[frame.start + bit];
        ++walk.nodes;
        if (walk.depth >= walk.deepest) walk.deepest = walk.depth + 1;
        const Index left = frame.left - walk.covers[frame.row];
        if (left == 0) {
            if (++walk.solutions >= walk.last_solution) return Event::found;
            continue;
        }
        const Block* from = walk.array(walk.depth);
        const std::uint64_t rank = choose<Lane>(walk, from, walk.rows + std::size_t{frame.row} * walk.blocks,
                                                walk.array(walk.depth + 1), walk.items - left + walk.empty_lanes);
        if (rank == kDeadEnd) continue;
        walk.open(walk.depth + 1, static_cast<Index>(rank), left);
        if (is_large(walk)) {
            walk.rank = static_cast<Index>(rank);
            return Event::large;
        }
    }
}

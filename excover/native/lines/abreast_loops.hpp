// The loops of searches abreast; to be included after the instructions were chosen and `kBytes`, the width of their
// vectors, hence without a namespace of its own that could mix code for one machine into that for another.

// What GCC and Clang make of it are the vectors of the target; it may look at blocks, whatever their type is.
typedef std::uint64_t Vector __attribute__((vector_size(kBytes), may_alias));

constexpr Index kParts = sizeof(Block) / kBytes;  // of a block: a loop does its work for one after the other

inline Vector& part_of(Block& block, Index part) { return reinterpret_cast<Vector*>(&block)[part]; }
inline const Vector& part_of(const Block& block, Index part) { return reinterpret_cast<const Vector*>(&block)[part]; }

// Which items have a single row; which states have an item with none, or with several?
inline void find_single(Abreast& states, Index part) {
    Vector dead = {}, many = {};
    for (Index item = 0; item < states.primary; ++item) {
        Vector one = {}, two = {};
        for (Index k = states.item_start[item]; k < states.item_start[item + 1]; ++k) {
            const Vector row = part_of(states.alive[states.item_rows[k]], part);
            two |= one & row;
            one |= row;
        }
        part_of(states.single[item], part) = one & ~two;
        dead |= ~one;
        many |= two;
    }
    part_of(states.dead, part) = dead;
    part_of(states.many, part) = many;
}

inline void find_forced(Abreast& states, Index part) {
    for (Index row = 0; row < states.rows; ++row) {
        Vector single = {};
        for (Index k = states.row_start[row]; k < states.row_start[row + 1]; ++k)
            single |= part_of(states.single[states.row_items[k]], part);
        part_of(states.forced[row], part) = part_of(states.alive[row], part) & single;
    }
}

// Which items does a forced row cover? A state in which two of them cover the same one is dead.
inline void find_covered(Abreast& states, Index part) {
    Vector dead = part_of(states.dead, part);
    for (Index item = 0; item < states.items; ++item) {
        Vector one = {}, two = {};
        for (Index k = states.item_start[item]; k < states.item_start[item + 1]; ++k) {
            const Vector row = part_of(states.forced[states.item_rows[k]], part);
            two |= one & row;
            one |= row;
        }
        part_of(states.covered[item], part) = one;
        dead |= two;
    }
    part_of(states.dead, part) = dead;
}

// Takes the rivals of forced rows.
inline void take_rivals(Abreast& states, Index part) {
    Vector changed = {};
    for (Index row = 0; row < states.rows; ++row) {
        Vector covered = {};
        for (Index k = states.row_start[row]; k < states.row_start[row + 1]; ++k)
            covered |= part_of(states.covered[states.row_items[k]], part);
        Vector& alive = part_of(states.alive[row], part);
        const Vector rival = alive & covered & ~part_of(states.forced[row], part);
        alive ^= rival;
        changed |= rival;
    }
    part_of(states.changed, part) = changed;
}

void round_abreast(Abreast& states) {
    for (Index part = 0; part < kParts; ++part) {
        find_single(states, part);
        find_forced(states, part);
        find_covered(states, part);
        take_rivals(states, part);
    }
}

inline bool is_any(const Vector& vector) {
    std::uint64_t any = 0;
    for (Index word = 0; word < kBytes / 8; ++word) any |= vector[word];
    return any != 0;
}

void find_first_pairs(const Abreast& states, Block* wanted, Block* numbers, Index bits) {
    for (Index part = 0; part < kParts; ++part) {
        Vector left = part_of(*wanted, part);
        for (Index bit = 0; bit < bits; ++bit) part_of(numbers[bit], part) = Vector{};
        for (Index item = 0; item < states.primary; ++item) {
            Vector one = {}, two = {}, three = {};
            for (Index k = states.item_start[item]; k < states.item_start[item + 1]; ++k) {
                const Vector row = part_of(states.alive[states.item_rows[k]], part);
                three |= two & row;
                two |= one & row;
                one |= row;
            }
            const Vector found = left & two & ~three;
            if (!is_any(found)) continue;
            left ^= found;
            for (Index bit = 0; bit < bits; ++bit)
                if ((item >> bit & 1) != 0) part_of(numbers[bit], part) |= found;
        }
        part_of(*wanted, part) = left;
    }
}

// Squares of half the size are exchanged, again and again: H. S. Warren, Hacker's Delight, 7-3.
void transpose_abreast(Block* blocks, Index groups) {
    for (Index group = 0; group < groups; ++group, blocks += 64)
        for (Index part = 0; part < kParts; ++part) {
            std::uint64_t low = ~std::uint64_t{0} >> 32;
            for (Index side = 32; side != 0; side /= 2, low ^= low << side)
                for (Index k = 0; k < 64; k = ((k | side) + 1) & ~side) {
                    Vector &upper = part_of(blocks[k], part), &lower = part_of(blocks[k | side], part);
                    const Vector swapped = ((upper >> side) ^ lower) & low;
                    lower ^= swapped;
                    upper ^= swapped << side;
                }
        }
}

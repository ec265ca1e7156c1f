#include "lanes/lane_walk.hpp"

#include "core/processor.hpp"
#include "core/tuning.hpp"

namespace excover {

bool has_instructions(Instructions instructions) {
    switch (instructions) {
        case Instructions::avx512:
            return Processor::current().avx512;
        case Instructions::avx512bw:
            return Processor::current().avx512bw;
        case Instructions::avx2:
            return Processor::current().avx2;
        case Instructions::neon:
            return Processor::current().neon;
        default:
            return true;
    }
}

Instructions best_instructions() {
    for (const Instructions instructions :
         {Instructions::avx512, Instructions::avx512bw, Instructions::avx2, Instructions::neon})
        if (has_instructions(instructions)) return instructions;
    return Instructions::plain;
}

Walker walker(Instructions instructions, Index bits) {
    EXCOVER_ASSERT(has_instructions(instructions));
    switch (instructions) {
        case Instructions::avx512:
            return avx512_walker(bits);
        case Instructions::avx512bw:
            return avx512bw_walker(bits);
        case Instructions::avx2:
            return avx2_walker(bits);
        case Instructions::neon:
            return neon_walker(bits);
        default:
            return plain_walker(bits);
    }
}

Walk walk_over(const LaneTable& table, Block* arrays) {
    const LaneLayout& layout = table.layout();
    Walk walk{};
    walk.rows = table.rows();
    walk.ranks = layout.ranks.data();
    walk.row_of_bit = table.row_of_bit();
    walk.covers = table.covers();
    walk.sizes = table.sizes();
    walk.place_of_rank = table.places_of_ranks();
    walk.plane_start = layout.plane_start.data();
    walk.plane_blocks = layout.plane_blocks.data();
    walk.bits = layout.bits;
    walk.shift = layout.shift;
    walk.planes = layout.planes();
    walk.blocks = layout.blocks();
    walk.items = table.items();
    walk.empty_lanes = layout.empty_lanes();
    walk.arrays = arrays;
    walk.few_subtrees = tuning::lanes_few_subtrees;
    return walk;
}

}  // namespace excover

#include "core/tuning.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace excover {

// CONSTANT(name, default, least, most, meaning)
#define EXCOVER_TUNING(CONSTANT)                                                                                       \
    CONSTANT(team_looks, 2'000, 0, 1'000'000, "looks of a waiting thread at its task before it sleeps")                \
                                                                                                                       \
    CONSTANT(sparse_watch, 100'000, 1, 1'000'000'000, "removals of the sparse search between two looks at the clock")  \
    CONSTANT(sparse_node_work, 100, 0, 1'000'000, "removals that take as long as a node of the sparse search")         \
    CONSTANT(sparse_cover, 512, 1, 4'000'000'000,                                                                      \
             "options of an item from which on its node covers it: hides them all at once")                            \
    CONSTANT(first_failures, 100, 1, 1'000'000, "failures in the first attempt at a first solution")                   \
    CONSTANT(first_failures_again, 1000, 1, 1'000'000, "failures in the second attempt")                               \
    CONSTANT(first_growth, 8, 1, 1'000'000,                                                                            \
             "of later attempts: each allows more failures by a share of one in so many")                              \
    CONSTANT(walks_tried, 12, 0, 1'000'000, "branches of a node of a random walk whose dead ends are sought")          \
    CONSTANT(walks_trials, 40, 1, 10'000, "random walks that decide whether searching the rest is affordable")         \
    CONSTANT(walks_trial_nodes, 5'000, 1, 1'000'000'000, "nodes that a single one of these may search")                \
    CONSTANT(walks_mean_nodes, 400, 1, 1'000'000'000, "nodes that they may search on the average")                     \
    CONSTANT(walks_nodes, 20'000, 1, 1'000'000'000, "nodes that a random walk may search at its end")                  \
                                                                                                                       \
    CONSTANT(learning_watch, 100'000, 1, 1'000'000'000, "steps of the learning search between two looks at the clock") \
    CONSTANT(learning_node_work, 100, 0, 1'000'000, "such steps that take as long as a node besides its own")          \
    CONSTANT(learning_restart, 50, 1, 1'000'000'000,                                                                   \
             "failures up to the first new beginning, and in a unit of later ones")                                    \
    CONSTANT(learning_clauses, 4'000, 1, 1'000'000'000, "clauses learnt before the worse half is forgotten")           \
    CONSTANT(learning_more_clauses, 500, 0, 1'000'000'000, "further ones each time that this was done")                \
    CONSTANT(learning_kept_levels, 2, 0, 1'000'000, "levels of a clause up to which it is never forgotten")            \
    CONSTANT(learning_connectivity, 50, 1, 1'000'000,                                                                  \
             "percent of its other work that the learning search spends on what must be connected")                    \
    CONSTANT(learning_counts, 2'000, 0, 1'000'000'000,                                                                 \
             "options that state how often an item is covered, at most, for each item")                                \
    CONSTANT(learning_counted, 10, 0, 1'000'000'000, "options of an item from which on it has such ones")              \
    CONSTANT(learning_vivify, 10, 0, 100, "percent of its work in which the learning search shortens clauses")         \
    CONSTANT(learning_decay, 1'000, 2, 1'000'000'000,                                                                  \
             "failures count more by one part in so many than those just before, for items")                           \
    CONSTANT(learning_sample, 100, 1, 1'000'000'000, "clauses learnt before their mean length is told")                \
    CONSTANT(learning_option_decay, 19, 2, 1'000'000'000, "the same for options")                                      \
                                                                                                                       \
    CONSTANT(lanes_watch, 200'000, 1, 1'000'000'000, "passes over a block of lanes between two looks at the clock")    \
    CONSTANT(lanes_node_work, 4, 1, 1'000'000, "passes that take as long as a node besides its own")                   \
    CONSTANT(lanes_turn_work, 10, 1, 1'000'000, "passes that take as long as a return from the inner loop")            \
    CONSTANT(lanes_entry_cost, 8, 0, 10'000, "cost of a new table for each entry, in passes over a block")             \
    CONSTANT(lanes_block_cost, 3, 0, 10'000, "further cost for each entry and block of the new table")                 \
    CONSTANT(lanes_least_subtree, 64, 1, 1 << 24, "nodes of the smallest subtree for which a table is considered")     \
    CONSTANT(lanes_least_part, 8, 1, 1'000'000,                                                                        \
             "the smallest table considered, as a share of its parent's, one in so many")                              \
    CONSTANT(lanes_let_pass, 15, 0, 1'000'000, "subtrees let pass after one that did not pay for a table")             \
    CONSTANT(lanes_few_subtrees, 2, 1, 1'000'000, "finished subtrees of a depth before their size is a forecast")      \
    CONSTANT(lines_watch, 200'000, 1, 1'000'000'000,                                                                   \
             "passes over a block between two looks at the clock, in lines of clues")                                  \
    CONSTANT(lines_line_work, 100, 1, 1'000'000, "passes that take as long as a line besides its nodes")               \
    CONSTANT(lines_mask_bytes, 256 << 20, 1 << 20, std::uint64_t{1} << 40, "memory for the masks of all clues")        \
    CONSTANT(lines_abreast_entries, 1 << 16, 0, 1 << 24,                                                               \
             "items of all options up to which lines are searched abreast")                                            \
    CONSTANT(lines_abreast_choice, 256, 0, 1 << 24,                                                                    \
             "the same for each option of a solution: with more, little is forced")                                    \
    CONSTANT(lines_abreast_bytes, 256 << 20, 0, std::uint64_t{1} << 36,                                                \
             "memory for what it puts off, and to verify solutions")                                                   \
    CONSTANT(lines_finished, 50, 1, 100, "percent of the searches abreast that wait for something else to do")         \
    CONSTANT(parallel_watch, 200, 1, 1'000'000, "microseconds of search between two looks at the other threads")       \
                                                                                                                       \
    CONSTANT(order_items, 4'096, 2, 20'000, "items up to which a better order for a frontier search is sought")        \
    CONSTANT(order_parts, 16, 1, 1'000'000, "independent parts up to which that is done for each")                     \
    CONSTANT(order_most_work, 30'000'000, 0, 1'000'000'000'000,                                                        \
             "work of a single greedy order beyond which none is made")                                                \
    CONSTANT(order_hub, 90, 0, 100, "percent of all items: an item with more neighbours is last")                      \
    CONSTANT(order_low_hub, 60, 0, 100, "a second such bound")                                                         \
    CONSTANT(graph_watch, 2'000, 1, 1'000'000'000, "edges of a frontier search between two looks at the clock")        \
    CONSTANT(graph_states, 16'384, 1, 1 << 20, "states taken from tables at a time")                                   \
    CONSTANT(graph_spilled_states, 32, 1, 1 << 20, "states taken at a time of those that found no room")               \
    CONSTANT(graph_choices, 1 << 22, 1, 1 << 26, "choices of the states taken at a time")                              \
    CONSTANT(graph_children, 1 << 20, 256, 1 << 26, "children of a step of the count, where memory allows so many")    \
    CONSTANT(graph_few_states, 64, 0, 1 << 20, "states for which other threads are not woken")                         \
    CONSTANT(graph_ahead, 12, 0, 1'000,                                                                                \
             "states ahead of the current one whose place in a table is fetched into the cache")                       \
    CONSTANT(graph_compared, 256, 0, 1'000'000, "masks of an item that each further one is compared with")             \
    CONSTANT(graph_widening, 64, 1, 1'000'000, "bytes of a table that are widened in the time of an edge")             \
    CONSTANT(graph_pressure, 10, 1, 60, "steps in which scarce memory turns that search to its deepest states")        \
    CONSTANT(diagram_children, 1 << 18, 1, 1 << 26,                                                                    \
             "choices of the states that a builder of a diagram takes at a time")                                      \
    CONSTANT(passes_block, 4'096, 1, 1 << 20,                                                                          \
             "nodes of a diagram between two looks at the clock, where all are passed over")                           \
    CONSTANT(passes_slice, 20, 1, 10'000, "milliseconds of such passes between two looks at signals")                  \
    CONSTANT(diagram_watch, 20'000, 1, 1'000'000'000,                                                                  \
             "steps of the listing of a diagram between two looks at the clock")                                       \
    CONSTANT(starts_watch, 100'000, 1, 1'000'000'000, "edges of the search for starts between two looks at the clock") \
    CONSTANT(proof_watch, 2'000, 1, 1'000'000'000, "updates of a certificate between two looks at the clock")          \
                                                                                                                       \
    CONSTANT(cost_parts, 1 << 12, 1, 1 << 30, "parts of a unit of cost in which prices of items are whole numbers")    \
    CONSTANT(cost_node_steps, 10, 0, 10'000, "subgradient steps in a node of the search for the best solution")        \
    CONSTANT(cost_drift, 50, 0, 99, "percent of a subgradient step that the next one goes on in its direction")        \
    CONSTANT(cost_vain_steps, 6, 1, 10'000, "steps at the root that raise no bound before they become shorter")        \
    CONSTANT(cost_shorter, 60, 0, 99, "percent of their length to which they are then shortened")                      \
    CONSTANT(cost_least_pace, 10, 1, 100, "percent of B. T. Polyak's length at which the root is left")                \
    CONSTANT(cost_ambition, 5, 0, 1'000, "percent above the bound that a step aims at while nothing better is known")  \
    CONSTANT(cost_program_start, 100, 0, 10'000'000,                                                                   \
             "percent of the work on the first ascent before the linear program")                                      \
    CONSTANT(cost_first_work, 10'000'000, 0, 1'000'000'000'000, "work on the steps of the first tree, at most")        \
    CONSTANT(cost_node_program, 2, 1, 1'000'000,                                                                       \
             "times the work on the linear program of the root before nodes have one")                                 \
    CONSTANT(cost_node_start, 60'000'000, 0, 1'000'000'000'000, "and so much further work")                            \
    CONSTANT(cost_node_patience, 200, 0, 1'000'000'000,                                                                \
             "percent of its work that a proof without them may seem to have left")                                    \
    CONSTANT(cost_program_gap, 75, 0, 1'000, "percent between bound and best cost from which it is solved at once")    \
    CONSTANT(cost_program_gain, 5, 0, 1'000, "percent of the gap that it closes if its prices are taken")              \
    CONSTANT(cost_dive_work, 4, 0, 1'000, "times the work on the linear program of the root that a dive may do")       \
    CONSTANT(cost_dive_share, 80, 1, 100, "percent of an option in the program from which a dive chooses it")          \
    CONSTANT(cost_first_steps, 1'000, 1, 1'000'000, "subgradient steps at the root of the first tree, at most")        \
    CONSTANT(cost_round_steps, 600, 1, 1'000'000, "the same of every further tree")                                    \
    CONSTANT(cost_head_start, 1'500, 0, 1'000'000'000,                                                                 \
             "passes over all options by the proof before it takes turns with tries")                                  \
    CONSTANT(cost_try_steps, 20, 1, 1'000'000, "the same where most of the best solution so far is kept")              \
    CONSTANT(cost_try_work, 400'000, 1, 1'000'000'000'000, "work on one such try, in items of options looked at")      \
    CONSTANT(cost_vain_tries, 8, 1, 1'000, "times that work on tries counts as long as they bring nothing")            \
    CONSTANT(cost_freed, 6, 1, 1'000'000, "options of the best solution that the first try takes out")                 \
    CONSTANT(cost_turn, 100'000, 1, 1'000'000'000,                                                                     \
             "work between two turns of proof and tries, and two looks at the clock")                                  \
    CONSTANT(cost_team_turn, 500'000, 1, 1'000'000'000,                                                                \
             "the same of each of several threads, after which they wait for each other")                              \
    CONSTANT(cost_alone, 20'000'000, 0, 1'000'000'000'000, "work of one thread before others join it")                 \
    CONSTANT(cost_color_entries, 4, 0, 1'000, "entries of rows about colors, at most, for each entry of the problem")  \
    CONSTANT(cost_odd_nodes, 200, 0, 1'000'000'000, "nodes of the proof before odd sets are added to the model")       \
    CONSTANT(cost_odd_rounds, 6, 0, 1'000, "times that this is done")                                                  \
    CONSTANT(cost_odd_gain, 20, 1, 1'000'000,                                                                          \
             "of the gap, odd sets raise the bound by one part in so many, or are given up")                           \
    CONSTANT(cost_odd_sets, 25, 1, 1'000'000, "odd sets added at a time, as percent of the items")                     \
    CONSTANT(cost_strides, 16, 1, 1'000'000,                                                                           \
             "of the way between bound and cost, the first limit is one part in so many")                              \
                                                                                                                       \
    CONSTANT(group_pool, 10, 2, 1'000, "generators that random elements of a group are made of")                       \
    CONSTANT(group_quiet, 16, 1, 1'000'000, "random elements in a row that bring nothing new before all are checked")  \
    CONSTANT(group_rounds, 100, 1, 10'000, "rounds at most in which items are distinguished to find a symmetry")       \
    CONSTANT(group_steps, 1'000'000, 1, 1'000'000'000'000, "steps of work on symmetries between two looks at the clock")

namespace tuning {

#define EXCOVER_DEFINE(name, standard, least, most, meaning) \
    constinit Tunable name{standard};                        \
    static_assert((least) <= (standard) && (standard) <= (most));
EXCOVER_TUNING(EXCOVER_DEFINE)
#undef EXCOVER_DEFINE

}  // namespace tuning

namespace {

#define EXCOVER_LIST(name, standard, least, most, meaning) {#name, &tuning::name, standard, least, most, meaning},
constexpr TuningConstant kConstants[] = {EXCOVER_TUNING(EXCOVER_LIST)};
#undef EXCOVER_LIST

}  // namespace

std::span<const TuningConstant> tuning_constants() { return kConstants; }

void set_tuning(std::string_view name, std::uint64_t value) {
    const auto constant = std::ranges::find(kConstants, name, &TuningConstant::name);
    if (constant == std::end(kConstants))
        throw std::invalid_argument("there is no constant `" + std::string(name) + "`");
    if (value < constant->least || value > constant->most)
        throw std::invalid_argument(std::string(name) + " is " + std::to_string(constant->least) + " to " +
                                    std::to_string(constant->most));
    constant->value->set(value);
}

}  // namespace excover

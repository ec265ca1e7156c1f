// Starts: all sets of so many options that some solution contains, and how many solutions contain each.
//
// Sets are grown option by option in the order in which paths of the diagram meet them. What is known of a set is in
// how many ways each node is reached just after its last option; one pass over what lies behind those nodes gives the
// sets with one option more. That is FP-growth (J. Han, J. Pei and Y. Yin, SIGMOD 2000) on a diagram instead of a
// list, as S. Minato, T. Uno and H. Arimura proposed (LCM over ZBDDs, PAKDD 2008). Nothing is followed to where too few
// options are left: of every node it is known how many there are at most.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "diagram/diagram.hpp"
#include "symmetry/permutations.hpp"

namespace excover::diagram {

using symmetry::CanonicalTest;
using symmetry::PermutationGroup;

class Starts {
public:
    struct Question {
        Index size = 1;  // options of a start
        std::vector<std::uint8_t> skipped;  // a flag an option: it is part of no start
        // Complete, of permutations of the options that take solutions to solutions: of starts that are images of each
        // other one is reported. None: all are.
        std::shared_ptr<const PermutationGroup> symmetries;
        std::uint64_t keep = 0;  // so many unique starts
        std::size_t most = 0;  // and so many of those with most completions
    };

    // Throws std::invalid_argument if the question does not fit the diagram; the first runs do so if options of the
    // diagram have no order.
    Starts(std::shared_ptr<const Diagram> diagram, Question question);
    Starts(const Starts&) = delete;
    Starts& operator=(const Starts&) = delete;

    // Goes on until there are so many more unique starts to hand over, or seconds are used up. What it throws ends it
    // for good, and each further run throws it.
    Stop run(const Allowance& allowance);

    std::uint64_t sets() const { return sets_; }
    std::uint64_t unique() const { return unique_; }
    double done() const;  // about which part of the work is done

    // Unique starts that were found, options ascending.
    const Covers& found() const { return found_; }
    void clear_found();

    struct Start {
        std::vector<std::uint64_t> completions;
        std::vector<Index> options;
        std::uint64_t number;  // of sets found before it
    };
    // Those with most completions, most first; among equals the first found.
    std::vector<Start> most() const;

private:
    // The options that may come next, each with the nodes behind it.
    struct Branch {
        Index option;
        std::size_t end;  // of its nodes, which begin where those of the branch before end
        double work;  // an estimate
    };
    struct Frame {
        std::vector<Branch> branches;
        std::vector<Index> nodes;
        std::vector<std::uint64_t> ways;  // to reach each of them
        std::size_t next = 0;
    };

    Stop go_on(const Allowance& allowance);
    void plan_set_up();
    void plan_choices();
    void begin();

    Index needed() const { return question_.size - static_cast<Index>(chosen_.size()); }
    void begin_walk();
    void walk_on();
    void end_walk();
    void arrive(Index node, Number ways);
    void visit(Index node);
    void take(const Edge& edge, Number to_node);
    Frame frame_of_arrivals();
    double work(Index child, Number ways) const;
    void record_counts();
    void record(Number completions);
    void keep_if_most(Number completions);
    bool is_first_of_orbit();

    std::shared_ptr<const Diagram> diagram_;
    const Question question_;
    const std::size_t limbs_;
    std::vector<Index> most_left_;  // of a node: the most options of a start on a way from there to the end
    std::vector<Index> levels_;  // of a node
    std::vector<std::vector<double>> choices_;  // to take so many options of so many: Pascal's triangle

    std::vector<Frame> frames_;  // of the sets of no, one, two .. options that are being grown
    std::vector<Index> chosen_;
    std::exception_ptr failure_;
    Passes set_up_;

    // Of the walk under way, which stands at a node of a level; all empty, or zero, between two.
    bool is_walking_ = false;
    std::size_t level_ = 0, next_ = 0;
    std::vector<std::vector<Index>> reached_;  // of a level
    std::vector<std::uint64_t> ways_to_;  // of a node
    std::vector<std::uint64_t> counts_;  // of an option
    std::vector<Index> touched_;  // options that were met
    std::vector<Edge> arrivals_;
    std::vector<std::uint64_t> arrival_ways_;
    std::vector<std::size_t> places_;  // of an option

    Covers found_;
    std::vector<Start> most_;  // a heap, the one with fewest completions first
    std::vector<Index> sorted_;
    std::optional<CanonicalTest> canonical_;
    std::uint64_t sets_ = 0, unique_ = 0, kept_ = 0, work_ = 0;
};

// Levels such that edges lead upwards, and all edges of an option leave nodes of one level: so all paths meet options
// in one order. The diagrams of DiagramBuilder have them; the passes throw std::invalid_argument for one that has not.
// What is passed must outlive them.
void plan_levels_of(Passes& passes, const Diagram& diagram, std::vector<Index>& levels);

}  // namespace excover::diagram

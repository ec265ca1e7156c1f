// All solutions in a decision diagram: a node is a state, an edge an option.
//
// A zero-suppressed decision diagram (S. Minato, DAC 1993) with nodes of many ways, as D. E. Knuth, TAOCP 7.1.4,
// reads it: every path from the root to the end is one solution. It is built by the frontier search of the counting
// engine, which cuts what leads nowhere; nodes are numbered such that edges go upwards.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/engine.hpp"
#include "core/numbers.hpp"
#include "core/problem.hpp"
#include "graph/frontier_of_rules.hpp"
#include "symmetry/permutations.hpp"

namespace excover::diagram {

struct TooLarge : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Edge {
    Index option, child;
};

class Diagram {
public:
    // The edges of node n end at ends[n]; children are nodes of higher number, or ends.size(), the end of a solution.
    // The root is node 0, and there is no solution if `is_empty`. Throws std::invalid_argument if that does not hold,
    // and TooLarge if the numbers of paths take more than `memory` bytes.
    Diagram(std::vector<Edge> edges, std::vector<std::size_t> ends, Index options, bool is_empty,
            std::uint64_t memory = UINT64_MAX);

    // The same in steps: what it gives is to be used when the passes are over, which throw the same exceptions.
    static std::shared_ptr<const Diagram> plan(Passes& passes, std::vector<Edge> edges, std::vector<std::size_t> ends,
                                               Index options, bool is_empty, std::uint64_t memory);

    Index nodes() const { return static_cast<Index>(ends_.size()); }
    Index options() const { return options_; }
    bool is_empty() const { return is_empty_; }
    std::span<const Edge> all_edges() const { return edges_; }
    std::span<const Edge> edges(Index node) const {
        EXCOVER_ASSERT(node < nodes());
        const std::size_t begin = node == 0 ? 0 : ends_[node - 1];
        return {edges_.data() + begin, edges_.data() + ends_[node]};
    }

    // The number of solutions, and of limbs in every number here.
    Number solutions() const { return is_empty_ ? Number(zero_) : ways(0); }
    std::size_t limbs() const { return zero_.size(); }

    // The number of solutions without banned options (a flag an option), limb by limb. The diagram and what is passed
    // must outlive the passes.
    void plan_solutions_without(Passes& passes, std::span<const std::uint8_t> banned,
                                std::vector<std::uint64_t>& result) const;

    // How many solutions choose each option, limbs() limbs each.
    void plan_marginals(Passes& passes, std::vector<std::uint64_t>& result) const;

    // The solution of a rank, counted from 0 in the order in which paths are listed; options ascend.
    std::vector<Index> cover(Number rank) const;

    // How many solutions there are from a node on.
    Number ways(Index node) const { return {ways_.data() + node * limbs(), limbs()}; }

private:
    struct Unchecked {};
    Diagram(Unchecked, std::vector<Edge> edges, std::vector<std::size_t> ends, Index options, bool is_empty);

    void plan_checks(Passes& passes);
    void plan_likely_limbs(Passes& passes, std::uint64_t memory);
    void plan_ways(Passes& passes, std::uint64_t memory);
    void check(Index node) const;
    void begin_ways(std::size_t limbs, std::uint64_t memory);

    std::vector<Edge> edges_;
    std::vector<std::size_t> ends_;
    Index options_;
    bool is_empty_;
    std::vector<std::uint64_t> zero_;
    std::vector<std::uint64_t> ways_;  // of a node, the end included
};

// Builds the diagram of a problem; or throws TooLarge when that takes more than `memory` bytes.
class DiagramBuilder {
public:
    virtual ~DiagramBuilder() = default;

    // Goes on until nodes or seconds are used up. What it throws ends it for good, and each further run throws it.
    virtual Stop run(const Allowance& allowance) = 0;
    virtual std::shared_ptr<const Diagram> diagram() = 0;  // once all is done
    virtual std::uint64_t nodes() const = 0;
    virtual std::uint64_t updates() const = 0;
    virtual Index level() const = 0;  // levels left behind for good
    virtual Index levels() const = 0;  // all of them
    virtual unsigned threads() const = 0;
};

// The number of threads affects only the time. Throws std::invalid_argument if no frontier search applies.
std::unique_ptr<DiagramBuilder> make_diagram_builder(const Problem& problem, std::uint64_t memory, unsigned threads);

// The solutions of a diagram one after the other: paths in lexicographic order, options of a node ascending.
class DiagramLister {
public:
    explicit DiagramLister(std::shared_ptr<const Diagram> diagram);

    // Appends covers until there are no more or the allowance is used up.
    Stop run(const Allowance& allowance, Covers* covers);
    std::uint64_t depth() const { return depth_; }
    std::uint64_t solutions() const { return solutions_; }

private:
    struct Step {
        const Edge *next, *end;
    };
    void descend(Index node);
    void record(Covers& covers);

    std::shared_ptr<const Diagram> diagram_;
    std::vector<Step> path_;
    std::vector<Index> sorted_;  // room for one cover
    std::uint64_t steps_ = 0, depth_ = 0, solutions_ = 0;
    bool is_done_;
};

// Builds a diagram, unless one is given, and lists it.
class DiagramSearch final : public Engine {
public:
    explicit DiagramSearch(std::unique_ptr<DiagramBuilder> builder)
        : builder_(std::move(builder)), threads_(builder_->threads()) {}
    explicit DiagramSearch(std::shared_ptr<const Diagram> diagram) { start(std::move(diagram)); }

    Stop run(const Allowance& allowance) override;

    // Null before it is built.
    const std::shared_ptr<const Diagram>& diagram() const { return diagram_; }

    const Covers& covers() const override { return covers_; }
    void clear_covers() override { covers_.clear(); }
    std::uint64_t solutions() const override { return lister_ ? lister_->solutions() : 0; }
    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t updates() const override { return updates_; }
    std::uint64_t depth() const override { return lister_ ? lister_->depth() : 0; }

    // Of the frontier search that builds it; 0 once it is built.
    Index level() const override { return builder_ ? builder_->level() : 0; }
    Index levels() const override { return builder_ ? builder_->levels() : 0; }
    std::size_t threads() const override { return threads_; }

private:
    void start(std::shared_ptr<const Diagram> diagram);

    std::unique_ptr<DiagramBuilder> builder_;
    std::shared_ptr<const Diagram> diagram_;
    std::unique_ptr<DiagramLister> lister_;
    Covers covers_;
    std::uint64_t nodes_ = 0, updates_ = 0;
    std::size_t threads_ = 1;
};

// The solutions of a diagram by ascending sum of costs: best first, with the exact least cost of what remains.
// (P. E. Hart, N. J. Nilsson and B. Raphael, 1968; here every partial solution leads to a solution.)
class DiagramRanking {
public:
    // Not to be moved before the passes are over, which find the least costs.
    DiagramRanking(Passes& passes, std::shared_ptr<const Diagram> diagram, std::span<const std::int64_t> costs);

    // The next best solution, options ascending; false if there is none.
    bool next(std::vector<Index>& cover, std::int64_t& cost);

private:
    struct Partial {
        Index node, option;
        std::uint32_t parent;
        std::int64_t cost;
    };
    struct Candidate {
        std::int64_t bound;
        std::uint32_t partial;
        // Of equals the last one added is followed first, or all partial solutions would be made before a whole one.
        bool operator>(const Candidate& other) const {
            return bound != other.bound ? bound > other.bound : partial < other.partial;
        }
    };
    void add(const Partial& partial);
    std::vector<Index> options_of(std::uint32_t partial) const;

    std::shared_ptr<const Diagram> diagram_;
    std::vector<std::int64_t> costs_;
    std::vector<std::int64_t> least_;  // of a node: the least cost from there to the end
    std::vector<Partial> partials_;
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue_;
};

// A part of a diagram: the solutions that agree with further givens.

// The solutions without banned options that have at least one of the wanted options, if any is wanted (a flag an option
// each). Throws std::invalid_argument if there are not as many flags as options. What is passed must outlive the
// passes.
void plan_restricted(Passes& passes, const Diagram& diagram, std::span<const std::uint8_t> banned,
                     std::span<const std::uint8_t> wanted, std::shared_ptr<const Diagram>& result);

// Diagrams as bytes: the body of the files that docs/diagram-format.md describes.
//
// Every node in turn: the number of its edges less one; of the first edge the option, of every further one how far its
// option is above the one before, less one; and of every edge how far its child is above the node, less one. All as
// numbers of 7 bits a byte, the lowest first, with the top bit set in all bytes but the last (LEB128, as in DWARF).

// The diagram and the bytes must outlive the passes.
void plan_encoding(Passes& passes, const Diagram& diagram, std::vector<std::uint8_t>& bytes);

// The description of a diagram in the header of its file.
struct DiagramShape {
    Index options = 0, nodes = 0;
    std::uint64_t edges = 0;
    bool is_empty = false;
};

// The passes throw std::invalid_argument unless the bytes are exactly one diagram of that shape; what is allocated
// before that is known is a small multiple of the bytes. TooLarge if the numbers of its paths take more than `memory`
// bytes. The bytes and the result must outlive the passes.
void plan_decoding(Passes& passes, std::span<const std::uint8_t> bytes, const DiagramShape& shape, std::uint64_t memory,
                   std::shared_ptr<const Diagram>& result);

// Verifies that every path of a diagram is a solution and all are different; for diagrams from files.

// The passes throw std::invalid_argument unless every node is reached from the root, every path from there to the end
// is a solution of the problem, and no two paths are the same solution. So the number of paths is one of real
// solutions; only a search could show whether any is missing. Time: items of the problem times edges of the diagram.
// What is passed must outlive the passes.
void plan_check_of_paths(Passes& passes, const Diagram& diagram, const Problem& problem);

// The diagram of all solutions from a frontier search that keeps to rules, which decides option by option.
//
// `stand_ins`: for each option, another one that is chosen where it is not, or kNone if it has an item that must be
// covered exactly once; of `options` are all, with these. The search must be complete, and outlive the passes. They
// throw TooLarge if the diagram, or the numbers of its paths, take more than `memory` bytes.
void plan_diagram(Passes& passes, const graph::FrontierOfRules& search, std::vector<Index> stand_ins, Index options,
                  std::uint64_t memory, std::shared_ptr<const Diagram>& result);

// Starts: all sets of so many options that some solution contains, and how many solutions contain each.
//
// Sets are grown option by option in the order in which paths of the diagram meet them. What is known of a set is in
// how many ways each node is reached just after its last option; one pass over what lies behind those nodes gives the
// sets with one option more. That is FP-growth (J. Han, J. Pei and Y. Yin, SIGMOD 2000) on a diagram instead of a
// list, as S. Minato, T. Uno and H. Arimura proposed (LCM over ZBDDs, PAKDD 2008). Nothing is followed to where too few
// options are left: of every node it is known how many there are at most.

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

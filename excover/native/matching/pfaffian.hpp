// The number of perfect matchings of a planar graph, exactly, in polynomial time.
//
// P. W. Kasteleyn, Physica 27 (1961) and Journal of Mathematical Physics 4 (1963); H. N. V. Temperley and M. E. Fisher,
// Philosophical Magazine 6 (1961): the edges are directed such that an odd number of those around each face but one go
// along. Then all matchings have the same sign in the Pfaffian of the skew adjacency matrix, which is their number.
//
// It is eliminated modulo many primes at once, pair of vertices by pair of vertices, those of few neighbors first, and
// put together by the Chinese remainder theorem. J. Hadamard's bound on the determinant, the square of the Pfaffian,
// says how many primes suffice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "matching/matching.hpp"

namespace excover::matching {

// Whether a graph can be drawn in the plane without crossings, and the faces of such a drawing.
//
// U. Brandes, "The left-right planarity test" (2009), after H. de Fraysseix, P. Ossona de Mendez and P. Rosenstiehl: a
// graph is planar if and only if the back edges of a depth-first search can be put to the left and to the right of the
// tree such that those that cross on one side are on different sides. Linear but for the sorting.

// Of a drawing. Both ways along edge e are numbered: 2e from the lower end to the higher one, 2e + 1 back. Each has the
// face on its one side, always the same one.
struct Drawing {
    std::vector<Index> face;  // of each way along an edge
    std::vector<Index> part;  // of each face: its connected part of the graph, each with an outer face of its own
    std::vector<bool> is_tree;  // of each edge: these are a spanning tree of every part

    Index faces() const { return static_cast<Index>(part.size()); }
};

// Nothing if the graph is not planar. Each part of a drawing fulfills L. Euler's formula, which is checked.
std::optional<Drawing> drawing_of(const Graph& graph);

// Of each edge, whether it is directed from its lower end to the higher one.
std::vector<bool> pfaffian_orientation(const Graph& graph, const Drawing& drawing);

// Residues modulo several primes, 32 bits each, in the form of P. L. Montgomery ("Modular multiplication without trial
// division", Mathematics of Computation 44, 1985): x stands for x * 2^32.
class Residues {
public:
    using Row = std::vector<std::uint32_t>;

    explicit Residues(std::vector<std::uint32_t> primes);  // odd, and below 2^30

    std::size_t size() const { return primes_.size(); }
    Row of(std::uint64_t number) const;
    std::uint32_t plain(const Row& row, std::size_t k) const { return reduced(row[k], k); }

    void multiply(Row& by, const Row& other) const;
    void negate(Row& row) const;
    void add_product(std::uint32_t* to, const Row& a, const Row& b) const;
    Row inverse(const Row& row) const;  // 0 of 0

private:
    std::uint32_t reduced(std::uint64_t x, std::size_t k) const {
        const std::uint64_t p = primes_[k];
        const std::uint32_t factor = static_cast<std::uint32_t>(x) * negated_inverses_[k];
        const auto found = static_cast<std::uint32_t>((x + factor * p) >> 32);
        return found < p ? found : static_cast<std::uint32_t>(found - p);
    }

    std::vector<std::uint32_t> primes_, negated_inverses_, squares_;  // squares: of 2^32, to get into the form
};

class PfaffianCount final : public Engine {
public:
    // For a planar graph. `memory`: bytes that the residues may take, about, but a few primes at a time.
    PfaffianCount(Graph graph, const Drawing& drawing, std::uint64_t memory, std::uint32_t primes_below);
    PfaffianCount(const PfaffianCount&) = delete;
    PfaffianCount& operator=(const PfaffianCount&) = delete;

    Stop run(const Allowance& allowance) override;

    std::uint64_t solutions() const override;
    std::vector<std::uint64_t> count() const override { return count_; }

    // Pairs of vertices eliminated, and rows of sixteen residues multiplied.
    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t updates() const override { return updates_ + matching_.looks(); }
    std::optional<double> progress() const override;

private:
    using Row = Residues::Row;

    // A place of the matrix above its diagonal, in the rows of both vertices.
    struct Entry {
        Index vertex, place;
    };

    // Of a row that is taken out, as seen from its vertex.
    struct Neighbor {
        Index vertex;
        Row value;
    };

    void go_on();
    void begin_batch();
    void leave_batch();
    void end_batch();
    bool eliminate_next();  // false if the first prime divides the number
    void note_degree(Index vertex);
    Index vertex_of_least_degree();
    Index partner_of(Index vertex) const;
    void eliminate(Index one, Index other);
    std::vector<Neighbor> taken_row(Index vertex, Index other, Row& pivot);
    Index new_place(Index vertex, Index other);

    const Graph graph_;
    const std::vector<bool> is_along_;
    const std::uint64_t memory_;
    PerfectMatching matching_;
    double bits_;  // no number of matchings has more
    std::uint32_t next_prime_;
    double bits_done_ = 0;
    std::vector<std::array<Index, 2>>
        order_;  // of elimination, the same for all batches, so that they agree on the sign
    bool is_ordered_ = false;

    std::vector<std::uint32_t> batch_primes_, primes_, remainders_;
    std::unique_ptr<Residues> residues_;
    std::vector<Row> values_;
    std::vector<Index> free_places_;
    std::vector<std::vector<Entry>> rows_;
    std::vector<Index> found_;  // of a vertex: its place in the row that is looked at
    std::vector<bool> is_gone_;
    std::vector<std::vector<Index>> by_degree_;  // vertices, some of them out of date
    std::size_t least_degree_ = 0;
    Row product_;
    std::size_t eliminated_ = 0;

    std::vector<std::uint64_t> count_{0};
    std::uint64_t nodes_ = 0, updates_ = 0;
    bool is_over_ = false;
};

// Throws std::invalid_argument if the solutions are no perfect matchings, or the graph is not planar.
std::unique_ptr<PfaffianCount> make_pfaffian_count(const Problem& problem, std::uint64_t memory,
                                                   std::uint32_t primes_below);

}  // namespace excover::matching

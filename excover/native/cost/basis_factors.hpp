// The basis of a linear program as triangular factors, with which equations are solved.
//
// Gaussian elimination takes pivots that fill in little (H. M. Markowitz, "The elimination form of the inverse and its
// application to linear programming", Management Science 3 (1957) 255-269): first rows and columns with a single entry,
// which in programs of covers are nearly all, then the column with the fewest entries. When a column is replaced, the
// factors stay, and one more is appended (the product form: G. B. Dantzig and W. Orchard-Hays, Mathematical Tables and
// Other Aids to Computation 8 (1954) 64-67).
//
// Each column of the basis has a pivotal row. Vectors are indexed by rows, and a solution has at a row what belongs to
// its column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.hpp"

namespace excover::cost {

class BasisFactors {
public:
    struct Entry {
        Index row;
        double value;
    };

    // A matrix of entries, column by column; of the rows of the basis, which column each belongs to, or kNone where the
    // columns depend on each other: the unit vector of that row then takes the place of a column.
    using Columns = std::vector<std::vector<Entry>>;
    std::vector<Index> factorize(Columns columns, Index rows);

    // Solves B x = v, and x B = v.
    void solve(std::span<double> v);
    void solve_transposed(std::span<double> v);

    // Another column becomes that of the row; it was solved for.
    void replace(Index row, std::span<const double> solved);

    // Whether it is time to factorize again.
    bool is_long() const { return etas_.size() >= kMostEtas || eta_entries_.size() > 2 * fresh_ + pivots_.size(); }
    std::uint64_t work() const { return work_; }

private:
    static constexpr std::size_t kMostEtas = 100;

    // A part of a list of entries that belongs to a row, and what that row is divided by.
    struct Part {
        Index row;
        double pivot;
        std::size_t begin, end;
    };

    class Elimination;

    static void subtract(std::span<const Entry> entries, double times, std::span<double> from) {
        for (const auto& [row, value] : entries) from[row] -= value * times;
    }
    static double product(std::span<const Entry> entries, std::span<const double> with) {
        double sum = 0;
        for (const auto& [row, value] : entries) sum += value * with[row];
        return sum;
    }
    static std::span<const Entry> entries_of(const Part& part, const std::vector<Entry>& entries) {
        return {entries.data() + part.begin, part.end - part.begin};
    }

    void index_columns();

    std::vector<Part> lowers_, pivots_, uppers_, etas_;  // uppers_: the entries of pivots_ by columns
    std::vector<Entry> lower_entries_, row_entries_, column_entries_, eta_entries_;
    std::size_t fresh_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace excover::cost

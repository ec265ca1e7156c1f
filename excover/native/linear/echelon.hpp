// Vectors over columns, modulo a prime power Q of P, reduced by relations, which are vectors that count as 0.
//
// This is Gauss-Jordan elimination. A column is free, or it has a representation by free
// columns that holds modulo the relations added so far. A relation that has a unit (a number prime to P) in some free
// column represents that column by the others. Only free columns are stored, the first `width()` numbers of each
// representation, so that a table of n columns takes n * n / 4 numbers at most and shrinks as relations come in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/problem.hpp"

namespace excover::linear {

// Less than a modulus, of which none is above 256.
using Numbers = std::vector<std::uint8_t>;

struct Term {
    Index column;
    std::uint8_t value;
};

template <unsigned P, unsigned Q>
class Echelon {
public:
    static_assert(Q * Q <= 1u << 16, "a product and a sum fit 16 bits");

    // Columns that are `kept` stay free as long as a relation has a unit in another one.
    explicit Echelon(std::vector<bool> kept)
        : kept_(std::move(kept)), places_(kept_.size()), is_free_(kept_.size(), true), free_(kept_.size()) {
        for (Index column = 0; column < free_.size(); ++column) places_[column] = free_[column] = column;
    }

    std::size_t width() const { return free_.size(); }

    bool keeps_some() const { return std::ranges::find(kept_, true) != kept_.end(); }
    // Of the k-th free column.
    bool is_kept(std::size_t k) const { return kept_[free_[k]]; }

    // The same vector by free columns; the k-th number is that of the k-th free column.
    void reduce(std::span<const Term> vector, Numbers& out) {
        out.assign(width(), 0);
        for (const auto& [column, value] : vector) {
            if (is_free_[column])
                out[places_[column]] = static_cast<std::uint8_t>((out[places_[column]] + value) % Q);
            else
                add(out, value, rows_[places_[column]]);
        }
    }

    // Adds a reduced vector as a relation; false, and nothing is changed, if it has no unit.
    bool relate(Numbers& vector) {
        const std::size_t chosen = pivot(vector);
        if (chosen == width()) return false;
        const unsigned factor = Q - inverse(vector[chosen]);
        for (std::uint8_t& number : vector) number = static_cast<std::uint8_t>(number * factor % Q);
        vector[chosen] = 0;
        updates_ += width();
        for (Numbers& row : rows_) {
            if (row[chosen] != 0) add(row, row[chosen], vector);
            drop(row, chosen);
        }
        drop(vector, chosen);
        const Index column = free_[chosen];
        is_free_[column] = false;
        places_[free_.back()] = static_cast<Index>(chosen);
        places_[column] = static_cast<Index>(rows_.size());
        free_[chosen] = free_.back();
        free_.pop_back();
        rows_.push_back(vector);
        return true;
    }

    // What each column weighs, if those that are free have these weights and every relation weighs 0.
    Numbers weights(const Numbers& free) {
        updates_ += places_.size() + rows_.size() * width();
        Numbers all(places_.size());
        for (std::size_t column = 0; column < all.size(); ++column) {
            std::uint64_t sum = is_free_[column] ? free[places_[column]] : 0;
            if (!is_free_[column])
                for (std::size_t k = 0; k < width(); ++k) sum += std::uint64_t{free[k]} * rows_[places_[column]][k];
            all[column] = static_cast<std::uint8_t>(sum % Q);
        }
        return all;
    }

    // Numbers that were added up so far.
    std::uint64_t updates() const { return updates_; }

private:
    void add(Numbers& sum, unsigned factor, const Numbers& row) {
        const std::size_t size = row.size();
        std::uint8_t* const a = sum.data();
        const std::uint8_t* const b = row.data();
        const auto f = static_cast<std::uint16_t>(factor);
        for (std::size_t k = 0; k < size; ++k) {
            const auto product = static_cast<std::uint16_t>(a[k] + static_cast<std::uint16_t>(f * b[k]));
            a[k] = static_cast<std::uint8_t>(product % Q);
        }
        updates_ += size;
    }

    // Of the first few units of a vector, the one whose column fewest representations have; one in a column that is
    // kept only if there is no other; the width if there is none.
    std::size_t pivot(const Numbers& vector) {
        std::size_t best = width(), least = SIZE_MAX, tried = 0;
        for (std::size_t place = 0; place < width() && tried < kTried; ++place) {
            if (vector[place] % P == 0) continue;
            if (is_kept(place)) {
                if (best == width()) best = place;
                continue;
            }
            std::size_t users = 0;
            for (const Numbers& row : rows_) users += row[place] != 0;
            if (users < least) best = place;
            least = std::min(least, users);
            ++tried;
        }
        updates_ += tried * rows_.size();
        return best;
    }

    static void drop(Numbers& row, std::size_t place) {
        row[place] = row.back();
        row.pop_back();
    }

    static unsigned inverse(unsigned unit) {
        for (unsigned k = 1; k < Q; ++k)
            if (unit * k % Q == 1) return k;
        break_contract(__func__, "the number is a unit");
    }

    static constexpr std::size_t kTried = 3;

    std::vector<bool> kept_;  // of a column
    std::vector<Index> places_;  // of a column: among the free ones, or its row
    std::vector<bool> is_free_;
    std::vector<Index> free_;  // the columns that are
    std::vector<Numbers> rows_;  // of a column that is not free: its representation
    std::uint64_t updates_ = 0;
};

}  // namespace excover::linear

#include "cost/linear_program.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace excover::cost {

namespace {

constexpr double kTiny = 1e-13;  // what rounding leaves of nothing
constexpr double kLeastPivot = 1e-8;
constexpr double kThreshold = 0.1;  // of the greatest entry of its column that a pivot has

}  // namespace

// The columns that have no pivot yet.
class BasisFactors::Elimination {
public:
    Elimination(BasisFactors& factors, Columns columns, Index rows)
        : factors_(factors),
          columns_(std::move(columns)),
          users_(rows),
          uses_(rows),
          is_pivotal_(rows),
          row_of_(columns_.size(), kNone),
          is_out_(columns_.size()),
          place_(rows, kNone) {
        for (Index column = 0; column < columns_.size(); ++column) {
            for (const Entry& entry : columns_[column]) {
                users_[entry.row].push_back(column);
                ++uses_[entry.row];
            }
            note_column(column);
        }
        for (Index row = 0; row < rows; ++row) note_row(row);
    }

    void run() {
        while (true) {
            take_singletons();
            const Index column = shortest();
            if (column == kNone) return;
            const Index row = best_row(column);
            if (row == kNone)
                drop(column);
            else
                pivot(row, column);
        }
    }

    std::vector<Index> columns_of_rows(Index rows) const {
        std::vector<Index> found(rows, kNone);
        for (Index column = 0; column < row_of_.size(); ++column)
            if (row_of_[column] != kNone) found[row_of_[column]] = column;
        return found;
    }

    Index row_of(Index column) const { return row_of_[column]; }
    std::uint64_t work() const { return work_; }

private:
    bool is_active(Index column) const { return row_of_[column] == kNone && !is_out_[column]; }
    void note_column(Index column) {
        if (columns_[column].size() == 1) single_columns_.push_back(column);
    }
    void note_row(Index row) {
        if (uses_[row] == 1) single_rows_.push_back(row);
    }

    void take_singletons() {
        while (!single_columns_.empty() || !single_rows_.empty()) {
            if (!single_columns_.empty()) {
                const Index column = single_columns_.back();
                single_columns_.pop_back();
                if (!is_active(column) || columns_[column].size() != 1) continue;
                if (std::abs(columns_[column][0].value) >= kLeastPivot)
                    pivot(columns_[column][0].row, column);
                else
                    drop(column);
                continue;
            }
            const Index row = single_rows_.back();
            single_rows_.pop_back();
            if (is_pivotal_[row] || uses_[row] != 1) continue;
            if (const Index column = only_user(row); column != kNone) pivot(row, column);
        }
    }

    // The last column of a row, if it is fit for a pivot.
    Index only_user(Index row) const {
        for (const Index column : users_[row]) {
            if (!is_active(column)) continue;
            const auto entry = std::ranges::find(columns_[column], row, &Entry::row);
            if (entry != columns_[column].end())
                return std::abs(entry->value) >= kThreshold * greatest(column) ? column : kNone;
        }
        return kNone;
    }

    double greatest(Index column) const {
        double most = kLeastPivot;
        for (const Entry& entry : columns_[column]) most = std::max(most, std::abs(entry.value));
        return most;
    }

    // Columns that have become singletons never come here, so few are left to look at.
    Index shortest() {
        if (!is_listed_) {
            for (Index column = 0; column < columns_.size(); ++column)
                if (is_active(column)) left_.push_back(column);
            is_listed_ = true;
        }
        std::erase_if(left_, [&](Index column) { return !is_active(column); });
        work_ += left_.size();
        const auto size = [&](Index column) { return columns_[column].size(); };
        const auto found = std::ranges::min_element(left_, {}, size);
        return found == left_.end() ? kNone : *found;
    }

    Index best_row(Index column) const {
        const double least = kThreshold * greatest(column);
        Index best = kNone;
        for (const auto& [row, value] : columns_[column])
            if (std::abs(value) >= std::max(least, kLeastPivot) && (best == kNone || uses_[row] < uses_[best]))
                best = row;
        return best;
    }

    void drop(Index column) {
        is_out_[column] = true;
        for (const Entry& entry : columns_[column])
            if (--uses_[entry.row] == 1) single_rows_.push_back(entry.row);
        columns_[column].clear();
    }

    // Takes the entry out of its column; 0 if there is none.
    double extract(Index row, Index column) {
        auto& entries = columns_[column];
        const auto found = std::ranges::find(entries, row, &Entry::row);
        work_ += entries.size();
        if (found == entries.end()) return 0;
        const double value = found->value;
        *found = entries.back();
        entries.pop_back();
        return value;
    }

    void pivot(Index row, Index column) {
        const double pivot = extract(row, column);
        row_of_[column] = row;
        is_pivotal_[row] = true;
        std::vector<Entry> multiples = std::move(columns_[column]);
        columns_[column].clear();
        for (Entry& entry : multiples) {
            entry.value /= pivot;
            --uses_[entry.row];
        }
        const std::size_t first = factors_.row_entries_.size();
        for (const Index other : users_[row]) {
            if (!is_active(other)) continue;
            if (const double value = extract(row, other); value != 0) {
                factors_.row_entries_.push_back({other, value});
                if (!multiples.empty()) eliminate(multiples, value, other);
                note_column(other);
            }
        }
        users_[row].clear();
        for (const Entry& entry : multiples) note_row(entry.row);
        factors_.pivots_.push_back({row, pivot, first, factors_.row_entries_.size()});
        if (multiples.empty()) return;
        auto& entries = factors_.lower_entries_;
        const std::size_t begin = entries.size();
        entries.insert(entries.end(), multiples.begin(), multiples.end());
        factors_.lowers_.push_back({row, 1, begin, entries.size()});
    }

    // Subtracts multiples of the pivotal column from another one, in which the pivotal row had this value.
    void eliminate(std::span<const Entry> multiples, double value, Index column) {
        auto& entries = columns_[column];
        for (Index k = 0; k < entries.size(); ++k) place_[entries[k].row] = k;
        for (const auto& [row, multiple] : multiples) {
            if (place_[row] != kNone) {
                entries[place_[row]].value -= multiple * value;
            } else {
                entries.push_back({row, -multiple * value});
                users_[row].push_back(column);
                ++uses_[row];
            }
        }
        for (const Entry& entry : entries) place_[entry.row] = kNone;
        work_ += multiples.size() + 2 * entries.size();
        std::erase_if(entries, [&](const Entry& entry) {
            if (std::abs(entry.value) > kTiny) return false;
            --uses_[entry.row];
            return true;
        });
    }

    BasisFactors& factors_;
    Columns columns_;
    std::vector<std::vector<Index>> users_;  // of a row: the columns that may have an entry there
    std::vector<Index> uses_;  // how many have
    std::vector<bool> is_pivotal_;
    std::vector<Index> row_of_;
    std::vector<bool> is_out_;
    std::vector<Index> place_;  // scratch
    std::vector<Index> single_columns_, single_rows_, left_;
    bool is_listed_ = false;
    std::uint64_t work_ = 0;
};

std::vector<Index> BasisFactors::factorize(Columns columns, Index rows) {
    for (auto* parts : {&lowers_, &pivots_, &uppers_, &etas_}) parts->clear();
    for (auto* entries : {&lower_entries_, &row_entries_, &column_entries_, &eta_entries_}) entries->clear();
    Elimination elimination(*this, std::move(columns), rows);
    elimination.run();
    std::vector<Index> found = elimination.columns_of_rows(rows);
    for (Index row = 0; row < rows; ++row)
        if (found[row] == kNone) pivots_.push_back({row, 1, row_entries_.size(), row_entries_.size()});
    for (Entry& entry : row_entries_) entry.row = elimination.row_of(entry.row);
    index_columns();
    fresh_ = lower_entries_.size() + row_entries_.size();
    work_ += elimination.work() + 2 * fresh_ + rows;
    return found;
}

// The entries of a row may be of columns that were dropped later.
void BasisFactors::index_columns() {
    std::vector<std::size_t> starts(pivots_.size() + 1);
    for (const Entry& entry : row_entries_)
        if (entry.row != kNone) ++starts[entry.row + 1];
    for (std::size_t k = 1; k < starts.size(); ++k) starts[k] += starts[k - 1];
    column_entries_.resize(starts.back());
    std::vector<std::size_t> ends(starts.begin(), starts.end() - 1);
    for (const Part& part : pivots_)
        for (const auto& [row, value] : entries_of(part, row_entries_))
            if (row != kNone) column_entries_[ends[row]++] = {part.row, value};
    for (const Part& part : pivots_) uppers_.push_back({part.row, part.pivot, starts[part.row], ends[part.row]});
    for (Entry& entry : row_entries_)
        if (entry.row == kNone) entry = {0, 0};
}

void BasisFactors::solve(std::span<double> v) {
    for (const Part& part : lowers_)
        if (v[part.row] != 0) subtract(entries_of(part, lower_entries_), v[part.row], v);
    for (auto part = uppers_.rbegin(); part != uppers_.rend(); ++part) {
        double& value = v[part->row];
        if (value == 0) continue;
        value /= part->pivot;
        work_ += part->end - part->begin;
        subtract(entries_of(*part, column_entries_), value, v);
    }
    for (const Part& part : etas_) {
        double& value = v[part.row];
        if (value == 0) continue;
        value /= part.pivot;
        work_ += part.end - part.begin;
        subtract(entries_of(part, eta_entries_), value, v);
    }
    work_ += lowers_.size() + uppers_.size() + etas_.size();
}

void BasisFactors::solve_transposed(std::span<double> v) {
    for (auto part = etas_.rbegin(); part != etas_.rend(); ++part)
        v[part->row] = (v[part->row] - product(entries_of(*part, eta_entries_), v)) / part->pivot;
    for (const Part& part : pivots_) {
        double& value = v[part.row];
        if (value == 0) continue;
        value /= part.pivot;
        work_ += part.end - part.begin;
        subtract(entries_of(part, row_entries_), value, v);
    }
    for (auto part = lowers_.rbegin(); part != lowers_.rend(); ++part)
        v[part->row] -= product(entries_of(*part, lower_entries_), v);
    work_ += eta_entries_.size() + pivots_.size() + lower_entries_.size();
}

void BasisFactors::replace(Index row, std::span<const double> solved) {
    const std::size_t begin = eta_entries_.size();
    for (Index other = 0; other < solved.size(); ++other)
        if (other != row && std::abs(solved[other]) > kTiny) eta_entries_.push_back({other, solved[other]});
    etas_.push_back({row, solved[row], begin, eta_entries_.size()});
    work_ += solved.size();
}

}  // namespace excover::cost

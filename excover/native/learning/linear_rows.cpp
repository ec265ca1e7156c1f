#include "learning/linear_rows.hpp"

#include <limits>
#include <utility>

namespace excover::learning {

LinearRows::LinearRows(std::shared_ptr<const rules::LinearConstraints> rows) : rows_(std::move(rows)) {
    for (Index row = 0; rows_ && row < rows_->size(); ++row) left_.push_back(rows_->slack(row));
}

bool LinearRows::start(Assignment& assignment) {
    for (Index row = 0; row < left_.size(); ++row) {
        if (left_[row] < 0) return false;
        refuse_takers(assignment, row);
    }
    return true;
}

bool LinearRows::spread(Assignment& assignment, Literal literal, Index& broken) {
    if (!rows_ || !is_choice(literal)) return true;
    const auto shares = rows_->shares(option_of(literal));
    bool holds = true;
    for (const rules::LinearConstraints::Share& share : shares) {  // all of them: what is taken back is a whole literal
        left_[share.row] -= share.reduced;
        if (left_[share.row] >= 0) continue;
        holds = false;
        broken = share.row;
    }
    updates_ += shares.size();
    if (!holds) return false;
    for (const rules::LinearConstraints::Share& share : shares)
        if (share.reduced > 0) refuse_takers(assignment, share.row);
    return true;
}

void LinearRows::take_back(Literal literal) {
    if (!rows_ || !is_choice(literal)) return;
    for (const rules::LinearConstraints::Share& share : rows_->shares(option_of(literal)))
        left_[share.row] += share.reduced;
}

// One that is chosen, but was not counted yet, breaks the row when it is.
void LinearRows::refuse_takers(Assignment& assignment, Index row) {
    for (const rules::LinearConstraints::Taker& taker : rows_->takers(row)) {
        if (taker.reduced <= left_[row]) break;
        ++updates_;
        if (assignment.is_open(taker.option)) assignment.assign(refused(taker.option), {Reason::Kind::sum, row});
    }
}

void LinearRows::explain(const Assignment& assignment, Literal literal, Index row, std::vector<Literal>& out) const {
    const Index option = option_of(literal);
    Weight reduced = 0;
    for (const rules::LinearConstraints::Share& share : rows_->shares(option))
        if (share.row == row) reduced = share.reduced;
    take_in(assignment, row, rows_->slack(row) - reduced, assignment.place(option), out);
}

void LinearRows::explain_row(const Assignment& assignment, Index row, std::vector<Literal>& out) const {
    take_in(assignment, row, rows_->slack(row), std::numeric_limits<std::size_t>::max(), out);
}

// Options that were chosen before a place on the trail, until they take more than so much.
void LinearRows::take_in(const Assignment& assignment, Index row, Weight most, std::size_t before,
                         std::vector<Literal>& out) const {
    out.clear();
    for (const rules::LinearConstraints::Taker& taker : rows_->takers(row)) {
        if (most < 0) return;
        if (!assignment.is_true(chosen(taker.option)) || assignment.place(taker.option) >= before) continue;
        out.push_back(refused(taker.option));
        most -= taker.reduced;
    }
}

}  // namespace excover::learning

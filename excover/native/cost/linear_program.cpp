#include "cost/linear_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace excover::cost {

namespace {

constexpr double kPrimal = 1e-7, kDual = 1e-7;  // tolerances of values and of reduced costs
constexpr double kTiny = 1e-9;
constexpr double kNothing = 1e-300;  // instead of 0, so that it is known that there was something
constexpr double kLeastPivot = 1e-7;
constexpr double kLeastWeight = 1e-4;
constexpr double kPerturbation = 5e-7;
constexpr double kSmallPivot = 1e-5;  // which is taken only if there is no larger one
constexpr std::uint64_t kPivotsBetweenLooks = 8;
constexpr std::uint64_t kMostFailures = 10;
constexpr std::uint64_t kMostPivots = 20;  // for each row and a thousand others: a solution that takes more is given up

}  // namespace

LinearProgram::LinearProgram(const CostModel& model)
    : model_(model), options_(model.options()), lower_(options_, 0.0), upper_(options_, 1.0), pivot_row_(options_) {
    side_.resize(options_);
    place_.resize(options_, kNone);
    scale();
    grow();
}

// The slack variables of new rows are basic.
void LinearProgram::grow() {
    const std::size_t before = basis_.size(), all = std::size_t{model_.rows()} + model_.items();
    for (auto* values : {&basics_, &row_, &column_, &steepest_, &flips_}) values->resize(all);
    weights_.resize(all, 1.0);
    side_.resize(options_ + all);
    for (std::size_t row = before; row < all; ++row) {
        basis_.push_back(options_ + static_cast<Index>(row));
        place_.push_back(static_cast<Index>(row));
        if (row >= model_.rows()) bound_item(static_cast<Index>(row) - model_.rows());
    }
    restore_costs();
    is_valid_ = false;
}

void LinearProgram::bound_item(Index item) {
    const auto degree = static_cast<Index>(model_.options_of(item).size());
    lower_.push_back(-static_cast<double>(std::max(model_.lower(item), std::min(model_.upper(item), degree))));
    upper_.push_back(-static_cast<double>(model_.lower(item)));
}

// Costs and weights are about 1 on the average.
void LinearProgram::scale() {
    double sum = 0, count = 0;
    for (Index option = 0; option < options_; ++option) {
        const double cost = std::abs(static_cast<double>(model_.cost(option)));
        sum += cost;
        count += cost != 0;
    }
    if (sum > 0) unit_ = sum / count;
    for (Index row = 0; row < model_.rows(); ++row) {
        double negative = 0, together = 0;
        for (const auto& [option, weight] : model_.weighed(row)) {
            together += std::abs(static_cast<double>(weight));
            negative += std::min(0.0, static_cast<double>(weight));
        }
        const double unit = together > 0 ? static_cast<double>(model_.weighed(row).size()) / together : 1;
        const double most = static_cast<double>(model_.upper_sum(row));
        row_units_.push_back(unit);
        lower_.push_back(-most * unit);
        upper_.push_back(-std::min(negative, most) * unit);
    }
}

void LinearProgram::restore_costs() {
    costs_.assign(place_.size(), 0.0);
    for (Index option = 0; option < options_; ++option)
        costs_[option] = static_cast<double>(model_.cost(option)) / unit_;
    is_perturbed_ = false;
}

// Away from 0, so that the reduced costs keep their signs.
void LinearProgram::perturb() {
    for (Index option = 0; option < options_; ++option) {
        const double part = 1 + static_cast<double>(random_.next() % 1024) / 1024;
        const double change = kPerturbation * (1 + std::abs(costs_[option])) * part;
        costs_[option] += side_[option] < 0 ? -change : change;
    }
    is_perturbed_ = true;
}

template <class Take>
void LinearProgram::each_entry(Index variable, Take take) const {
    if (variable >= options_) return take(variable - options_, 1.0);
    if (model_.rows() > 0)
        for (const auto& [row, weight] : model_.shares(variable))
            take(row, static_cast<double>(weight) * row_units_[row]);
    for (const Index item : model_.covered(variable)) take(model_.rows() + item, 1.0);
}

// Those of options that can move: the reduced costs of others are not kept up to date.
template <class Take>
void LinearProgram::each_variable(Index row, Take take) const {
    if (row >= model_.rows()) {
        for (const Index option : open_[row - model_.rows()]) take(option, 1.0);
        return;
    }
    for (const auto& [option, weight] : model_.weighed(row))
        if (width(option) != 0) take(option, static_cast<double>(weight) * row_units_[row]);
}

void LinearProgram::restrict_to(const PropagationState& state) {
    const bool is_stale = is_valid_ && std::ranges::any_of(state.open(), [&](Index k) { return width(k) == 0; });
    for (auto* bounds : {&lower_, &upper_}) std::fill_n(bounds->begin(), options_, 0.0);
    for (const Index option : state.open()) upper_[option] = 1;
    for (const Index option : state.chosen()) lower_[option] = upper_[option] = 1;
    for (Index item = 0; item < model_.items(); ++item)
        upper_[options_ + model_.rows() + item] = -static_cast<double>(state.lower(item));
    status_ = state.is_possible() ? Status::running : Status::stuck;
    failures_ = pivots_since_ = 0;
    work_ += options_;
    each_touched([&](Index option) { pivot_row_[option] = 0; });
    touched_.clear();
    movable_.assign(state.open().begin(), state.open().end());
    std::ranges::sort(movable_);
    open_ = {model_.items(), [&](auto take) {
                 for (const Index option : state.open())
                     for (const Index item : model_.covered(option)) take(item, option);
             }};
    if (!is_valid_) return;
    if (is_stale) compute_reduced();
    for (Index variable = 0; variable < place_.size(); ++variable) settle(variable);
    compute_basics();
}

// A nonbasic variable is at the bound that its reduced cost asks for.
void LinearProgram::settle(Index variable) {
    signed char& side = side_[variable];
    if (is_basic(variable) || width(variable) == 0)
        side = 0;
    else if (side == 0 || std::abs(reduced_[variable]) > kDual)
        side = reduced_[variable] < 0 ? -1 : 1;
}

LinearProgram::Status LinearProgram::run(std::uint64_t work, double enough) {
    const std::uint64_t last = this->work() + work;
    if (!is_valid_ && status_ == Status::running) {
        if (pivots_ == 0) {
            reduced_ = costs_;
            for (Index variable = 0; variable < place_.size(); ++variable) settle(variable);
            perturb();
        }
        is_valid_ = refresh();
    }
    const std::uint64_t most = kMostPivots * (rows() + 1'000);
    while (status_ == Status::running && this->work() < last) {
        if (pivots_since_ > most || (!iterate() && (++failures_ > kMostFailures || !refresh())))
            status_ = Status::stuck;
        if (pivots_since_ % kPivotsBetweenLooks == 0 && value() > enough) break;
    }
    return status_;
}

// Any basis whose reduced costs have the right signs has the cost of a bound.
double LinearProgram::value() const {
    double value = 0;
    for (Index option = 0; option < options_; ++option) {
        const double taken = is_basic(option) ? basics_[place_[option]] : at(option);
        if (taken != 0) value += taken * static_cast<double>(model_.cost(option));
    }
    return value;
}

// New factors, and all numbers by them. What depends on others leaves the basis.
bool LinearProgram::refresh() {
    if (!is_perturbed_) restore_costs();
    BasisFactors::Columns columns(rows());
    for (Index row = 0; row < rows(); ++row)
        each_entry(basis_[row], [&](Index at, double value) { columns[row].push_back({at, value}); });
    const std::vector<Index> found = factors_.factorize(std::move(columns), rows());
    const std::vector<Index> before = basis_;
    const std::vector<double> weights = weights_;
    for (const Index variable : before) place_[variable] = kNone;
    for (Index row = 0; row < rows(); ++row) {
        basis_[row] = found[row] == kNone ? options_ + row : before[found[row]];
        weights_[row] = found[row] == kNone ? 1 : weights[found[row]];
        if (is_basic(basis_[row])) return false;
        place_[basis_[row]] = row;
    }
    compute_reduced();
    for (Index variable = 0; variable < place_.size(); ++variable) settle(variable);
    compute_basics();
    return true;
}

void LinearProgram::compute_reduced() {
    for (Index row = 0; row < rows(); ++row) row_[row] = costs_[basis_[row]];
    factors_.solve_transposed(row_);
    reduced_ = costs_;
    for (Index variable = 0; variable < place_.size(); ++variable) {
        each_entry(variable, [&](Index row, double value) { reduced_[variable] -= row_[row] * value; });
        if (is_basic(variable)) reduced_[variable] = 0;
    }
    work_ += model_.entries() + model_.row_entries() + place_.size();
}

void LinearProgram::compute_basics() {
    std::ranges::fill(basics_, 0.0);
    for (Index variable = 0; variable < place_.size(); ++variable) {
        const double value = at(variable);
        if (is_basic(variable) || value == 0) continue;
        each_entry(variable, [&](Index row, double entry) { basics_[row] -= entry * value; });
    }
    factors_.solve(basics_);
    work_ += place_.size();
}

// A pivot; false where the numbers are not to be trusted.
bool LinearProgram::iterate() {
    const Index row = leaving();
    if (row == kNone) {
        finish();
        return true;
    }
    const Index out = basis_[row];
    const bool is_above = basics_[row] > upper_[out];
    const double excess = basics_[row] - (is_above ? upper_[out] : lower_[out]);
    direction_ = is_above ? 1 : -1;
    price(row);
    const Index in = entering(std::abs(excess));
    if (in == kNone) {
        status_ = Status::impossible;
        return true;
    }
    const double expected = in < options_ ? pivot_row_[in] : row_[in - options_];
    solve_column(in);
    const double pivot = column_[row];
    if (std::abs(pivot) < kLeastPivot || std::abs(pivot - expected) > 1e-6 * (1 + std::abs(pivot))) return false;
    update_reduced(row, in);
    update_basics(row, in, is_above ? upper_[out] : lower_[out]);
    update_weights(row);
    side_[in] = 0;
    side_[out] = width(out) == 0 ? 0 : is_above ? -1 : 1;
    place_[out] = kNone;
    place_[in] = row;
    basis_[row] = in;
    factors_.replace(row, column_);
    ++pivots_;
    ++pivots_since_;
    return !factors_.is_long() || refresh();
}

// The row that is out of its bounds, by the steepest edge; kNone if all are within.
Index LinearProgram::leaving() const {
    Index best = kNone;
    double most = 0;
    for (Index row = 0; row < rows(); ++row) {
        const Index variable = basis_[row];
        const double beyond = std::max(lower_[variable] - basics_[row], basics_[row] - upper_[variable]);
        if (beyond <= kPrimal || beyond * beyond <= most * weights_[row]) continue;
        most = beyond * beyond / weights_[row];
        best = row;
    }
    return best;
}

// If they are many, in the order of memory.
template <class Take>
void LinearProgram::each_touched(Take take) const {
    for (const Index option : touched_.size() < movable_.size() / 8 ? touched_ : movable_)
        if (pivot_row_[option] != 0) take(option);
}

// A row of the inverse, and of the tableau.
void LinearProgram::price(Index row) {
    each_touched([&](Index option) { pivot_row_[option] = 0; });
    touched_.clear();
    std::ranges::fill(row_, 0.0);
    row_[row] = 1;
    factors_.solve_transposed(row_);
    for (Index k = 0; k < rows(); ++k) {
        const double part = row_[k];
        if (std::abs(part) <= kTiny) continue;
        each_variable(k, [&](Index option, double value) {
            double& sum = pivot_row_[option];
            if (sum == 0) touched_.push_back(option);
            sum += part * value;
            if (sum == 0) sum = kNothing;
            ++work_;
        });
    }
    work_ += 3 * rows() + touched_.size();
}

double LinearProgram::entry(Index variable) const {
    return variable < options_ ? pivot_row_[variable] : row_[variable - options_];
}

// Nonbasic variables whose change brings the leaving one nearer to its bound: as a heap, least ratio first. One that
// suffices for the excess alone is the last that is of interest.
void LinearProgram::list_candidates(double excess) {
    candidates_.clear();
    double last = std::numeric_limits<double>::infinity();
    const auto consider = [&](Index variable) {
        const double size = direction_ * entry(variable) * side_[variable];
        if (size <= kTiny) return;
        const double reduced = std::max(0.0, reduced_[variable] * side_[variable]);
        if (reduced > last * size) return;
        candidates_.push_back({reduced / size, variable});
        if (size * width(variable) >= excess) last = std::min(last, (reduced + kDual) / size);
    };
    each_touched(consider);
    for (Index row = 0; row < rows(); ++row) consider(options_ + row);
    std::ranges::make_heap(candidates_, std::ranges::greater(), &Candidate::ratio);
}

// The variable that enters, after those in passed_ are flipped; kNone if all of them do not suffice for the excess.
Index LinearProgram::entering(double excess) {
    list_candidates(excess);
    passed_.clear();
    std::size_t crossing = 0;
    double farthest = -1;  // of the ratios among which the largest pivot may be taken
    while (!candidates_.empty() && (farthest < 0 || candidates_.front().ratio <= farthest)) {
        std::ranges::pop_heap(candidates_, std::ranges::greater(), &Candidate::ratio);
        const Candidate next = candidates_.back();
        candidates_.pop_back();
        const double size = std::abs(entry(next.variable));
        const double limit = next.ratio + kDual / size;
        if (farthest < 0) {
            crossing = passed_.size();
            excess -= size * width(next.variable);
            if (excess <= kTiny) farthest = limit;
        } else {
            farthest = std::min(farthest, limit);
        }
        passed_.push_back(next);
        work_ += 4;
    }
    shortfall_ = excess;
    return farthest < 0 ? kNone : largest_from(crossing);
}

// Of the candidates that tie with the crossing, the one with the largest pivot; if that is too small, of all. Only
// those before it stay in passed_.
Index LinearProgram::largest_from(std::size_t crossing) {
    const auto is_before = [&](const Candidate& other) { return other.ratio < passed_[crossing].ratio - kTiny; };
    std::size_t first = crossing;
    while (first > 0 && !is_before(passed_[first - 1])) --first;
    const auto size = [&](const Candidate& each) { return std::abs(entry(each.variable)); };
    auto best = std::max_element(passed_.begin() + static_cast<std::ptrdiff_t>(first), passed_.end(),
                                 [&](const Candidate& a, const Candidate& b) { return size(a) < size(b); });
    if (size(*best) < kSmallPivot) {
        best = std::ranges::max_element(passed_, {}, size);
        first = std::min(first, static_cast<std::size_t>(best - passed_.begin()));
    }
    const Index variable = best->variable;
    passed_.resize(first);
    return variable;
}

void LinearProgram::solve_column(Index variable) {
    std::ranges::fill(column_, 0.0);
    each_entry(variable, [&](Index row, double value) { column_[row] = value; });
    factors_.solve(column_);
    work_ += rows();
}

// A reduced cost that would get the wrong sign, by as little as is tolerated, becomes 0 by a change of the cost.
void LinearProgram::update_reduced(Index row, Index variable) {
    const double step = reduced_[variable] / column_[row];
    const auto update = [&](Index other) {
        if (is_basic(other)) return;
        double& reduced = reduced_[other];
        reduced -= step * entry(other);
        if (reduced * side_[other] >= 0) return;
        costs_[other] -= reduced;
        reduced = 0;
    };
    for (const Candidate& each : passed_) side_[each.variable] = static_cast<signed char>(-side_[each.variable]);
    if (direction_ * step < 0) {  // the reduced cost of the entering variable had the wrong sign
        costs_[variable] -= reduced_[variable];
    } else if (step != 0) {
        each_touched(update);
        for (Index each = 0; each < rows(); ++each)
            if (row_[each] != 0) update(options_ + each);
    }
    reduced_[basis_[row]] = direction_ * step < 0 ? 0 : -step;
    reduced_[variable] = 0;
}

void LinearProgram::update_basics(Index row, Index variable, double bound) {
    if (!passed_.empty()) {
        std::ranges::fill(flips_, 0.0);
        for (const Candidate& each : passed_) {
            const double change = side_[each.variable] < 0 ? width(each.variable) : -width(each.variable);
            each_entry(each.variable, [&](Index at, double value) { flips_[at] += change * value; });
        }
        factors_.solve(flips_);
        for (Index k = 0; k < rows(); ++k) basics_[k] -= flips_[k];
        work_ += 2 * rows() + 4 * passed_.size();
    }
    const double step = (basics_[row] - bound) / column_[row];
    for (Index k = 0; k < rows(); ++k) basics_[k] -= step * column_[k];
    basics_[row] = at(variable) + step;
    work_ += rows();
}

void LinearProgram::update_weights(Index row) {
    double weight = 0;
    for (const double value : row_) weight += value * value;
    steepest_ = row_;
    factors_.solve(steepest_);
    const double pivot = column_[row];
    for (Index k = 0; k < rows(); ++k) {
        if (column_[k] == 0) continue;
        const double part = column_[k] / pivot;
        weights_[k] = std::max(weights_[k] - part * (2 * steepest_[k] - part * weight), kLeastWeight);
    }
    weights_[row] = std::max(weight / (pivot * pivot), kLeastWeight);
    work_ += 3 * rows();
}

// All values are within their bounds. If costs were changed, what was gained by that is given back.
void LinearProgram::finish() {
    if (is_perturbed_) {
        restore_costs();
        if (refresh()) return;
    }
    status_ = Status::optimal;
}

double LinearProgram::share(Index option) const {
    return is_basic(option) ? std::clamp(basics_[place_[option]], 0.0, 1.0) : at(option);
}

// Where there is no solution, they have gone along the ray that shows it, farther than all costs together.
std::vector<double> LinearProgram::prices() const {
    std::vector<double> prices;
    const double far = 2 * static_cast<double>(model_.total()) / unit_ + 1;
    const double ray = status_ == Status::impossible ? direction_ * far / shortfall_ : 0;
    for (Index row = 0; row < rows(); ++row) {
        const double price = (ray * row_[row] - reduced_[options_ + row]) * unit_;
        prices.push_back(row < model_.rows() ? -price * row_units_[row] : price);
    }
    return prices;
}

}  // namespace excover::cost

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>

#include "core/tuning.hpp"
#include "cost/cheapest_search.hpp"
#include "cost/cost_model.hpp"
#include "cost/linear_program.hpp"

namespace excover::tuning {
extern Tunable cost_program_gain;
}

namespace excover::cost {

std::vector<std::vector<double>> LinearProgram::fractional_rows() {
    constexpr double kFractional = 1e-5;
    std::vector<std::vector<double>> found;
    for (Index basic = 0; basic < rows(); ++basic) {
        const Index variable = basis_[basic];
        const bool is_row = variable >= options_ && variable < options_ + model_.rows();
        const double value = basics_[basic] / (is_row ? row_units_[variable - options_] : 1.0);
        if (std::abs(value - std::round(value)) < kFractional) continue;
        std::ranges::fill(row_, 0.0);
        row_[basic] = 1;
        factors_.solve_transposed(row_);
        found.emplace_back(row_units_);
        for (Index row = 0; row < model_.rows(); ++row) found.back()[row] *= row_[row];
        work_ += rows();
    }
    return found;
}

// The basis is the same but for the slack variables of other rows, which are basic. Costs are perturbed, so that the
// optimum is not always the one that is next to the last.
void LinearProgram::renew_rows(const std::vector<bool>& stays) {
    std::vector<Index> numbers;
    Index next = options_;
    for (Index option = 0; option < options_; ++option) numbers.push_back(option);
    for (const bool each : stays) numbers.push_back(each ? next++ : kNone);
    const Index added = next;
    next = options_ + model_.rows();
    while (numbers.size() < place_.size()) numbers.push_back(next++);
    std::vector<Index> basis;
    std::vector<double> weights;
    for (Index row = 0; row < rows(); ++row) {
        if (numbers[basis_[row]] == kNone) continue;
        basis.push_back(numbers[basis_[row]]);
        weights.push_back(weights_[row]);
    }
    for (Index slack = added; slack < options_ + model_.rows(); ++slack) basis.push_back(slack);
    weights.resize(basis.size(), 1.0);
    std::vector<signed char> sides(next);
    for (std::size_t variable = 0; variable < numbers.size(); ++variable)
        if (numbers[variable] != kNone) sides[numbers[variable]] = side_[variable];
    for (auto* values : {&lower_, &upper_}) values->resize(options_);
    place_.resize(options_);
    basis_.clear();
    row_units_.clear();
    scale();
    grow();
    side_ = std::move(sides);
    basis_ = std::move(basis);
    weights_ = std::move(weights);
    std::ranges::fill(place_, kNone);
    for (Index row = 0; row < rows(); ++row) place_[basis_[row]] = row;
    perturb();
}

namespace {

constexpr double kTaken = 1e-6;  // the least share of an option that is looked at
constexpr double kLeastDepth = 1e-4;  // how far beyond a new row the shares are, at least, of its own upper bound
constexpr double kMostAlike = 0.95;  // the cosine of the angle between two new rows
constexpr Weight kMostWeight = 1 << 20, kMostSum = 1 << 30, kMostDenominator = 60, kMostScale = 20'000;
constexpr std::size_t kMostRows = 200, kMostNew = 20;
constexpr std::uint64_t kMostRounds = 200, kMostVain = 8;
constexpr double kLeastRise = 0.01, kOpen = 0.02;  // of what is open; that, as a part of the cost, if no best is known

Weight floor_of_quotient(Weight a, Weight b) { return a / b - (a % b < 0 ? 1 : 0); }

// What a weight counts, where the sum has so much to reach.
Weight counted(Weight weight, Weight least, Weight divisor) {
    const Weight rest = least - divisor * floor_of_quotient(least, divisor);
    const Weight whole = floor_of_quotient(weight, divisor);
    return rest * whole + std::min(rest, weight - divisor * whole);
}

// Whole numbers in the proportions of others, and the greatest of them; none if that is too large.
std::vector<Weight> whole_multiples(std::span<const double> numbers, Weight& scale) {
    double most = 0;
    for (const double number : numbers) most = std::max(most, std::abs(number));
    scale = 1;
    if (most < kTaken) return {};
    for (const double number : numbers) {
        Weight part = 1;
        const auto is_whole = [&](double times) { return std::abs(times - std::round(times)) < kTaken; };
        while (part <= kMostDenominator && !is_whole(number / most * static_cast<double>(part))) ++part;
        scale = std::lcm(scale, part);
        if (part > kMostDenominator || scale > kMostScale) return {};
    }
    std::vector<Weight> multiples;
    for (const double number : numbers) multiples.push_back(std::llround(number / most * static_cast<double>(scale)));
    return multiples;
}

class Rounding {
public:
    Rounding(const CostModel& model, LinearProgram& program)
        : model_(model), amounts_(model.amounts()), is_turned_(model.items()), weights_(model.rows()) {
        note_taken(program);
        std::vector<Weight> of_option(model.options());
        for (Index row = 0; row < model.rows(); ++row) {
            for (const auto& [option, weight] : model.weighed(row)) of_option[option] = weight;
            for (const Index option : taken_) weights_[row].push_back(of_option[option] / times_of(option));
            for (const auto& [option, weight] : model.weighed(row)) of_option[option] = 0;
            auto left = static_cast<double>(model.upper_sum(row));
            for (std::size_t k = 0; k < taken_.size(); ++k) left -= static_cast<double>(weights_[row][k]) * shares_[k];
            left_.push_back(left);
        }
        note_most_taken();
    }

    std::vector<CostModel::Row> all(LinearProgram& program) {
        for (Index row = 0; row < model_.rows(); ++row) {
            std::vector<double> alone(model_.rows());
            alone[row] = 1;
            consider_multiples(std::move(alone));
        }
        std::vector<double> prices = program.prices();
        prices.resize(model_.rows());
        consider_multiples(std::move(prices));
        for (std::vector<double>& each : program.fractional_rows()) consider_multiples(std::move(each));
        std::ranges::stable_sort(found_, std::ranges::greater(), &Rounded::depth);
        std::vector<CostModel::Row> rows;
        for (const Rounded& each : found_) {
            if (rows.size() == kMostNew) break;
            add(each, rows);
        }
        return rows;
    }

private:
    // What the program takes together of an item that is chosen a number of times is a whole number: rows round that,
    // and not whether each is taken. They so count the same again each time, and the program goes on to take parts of
    // one of them alone. The item of an option; kNone if it is no number of times.
    Index item_of_times(Index option) const {
        return amounts_.has(option) && most_of(model_.covered(option).front()) > 0 ? model_.covered(option).front()
                                                                                   : kNone;
    }

    Weight times_of(Index option) const { return amounts_.times(option); }
    Weight most_of(Index item) const { return amounts_.most_times(item); }

    bool is_turned(Index option) const {
        const Index item = item_of_times(option);
        return item != kNone && is_turned_[item];
    }

    // Amounts of an item together.
    void note_taken(const LinearProgram& program) {
        std::vector<std::size_t> place(model_.items(), kNone);
        for (Index option = 0; option < model_.options(); ++option) {
            if (program.share(option) <= kTaken) continue;
            const double share = program.share(option) * static_cast<double>(times_of(option));
            const Index item = item_of_times(option);
            if (item != kNone && place[item] != kNone) {
                shares_[place[item]] += share;
                continue;
            }
            if (item != kNone) place[item] = taken_.size();
            taken_.push_back(option);
            shares_.push_back(share);
            mosts_.push_back(item == kNone ? 1.0 : static_cast<double>(most_of(item)));
        }
        for (Index item = 0; item < model_.items(); ++item)
            is_turned_[item] = place[item] != kNone && 2 * shares_[place[item]] > static_cast<double>(most_of(item));
    }

    // A sum of rows, each so many times.
    struct Rounded {
        std::vector<Weight> times;
        Weight divisor;
        double depth;
    };

    // Of each item that is covered once at most, the option that is taken most, unless it is rather left open.
    void note_most_taken() {
        most_taken_.resize(model_.items(), kNone);
        open_.resize(model_.items(), 1.0);
        for (std::size_t k = 0; k < taken_.size(); ++k)
            for (const Index item : model_.covered(taken_[k])) {
                std::size_t& most = most_taken_[item];
                if (model_.upper(item) == 1 && most_of(item) == 0 && (most == kNone || shares_[k] > shares_[most]))
                    most = k;
                open_[item] -= shares_[k];
            }
        for (Index item = 0; item < model_.items(); ++item)
            if (most_taken_[item] != kNone && open_[item] > shares_[most_taken_[item]]) most_taken_[item] = kNone;
    }

    // Without rows whose numbers are large.
    void consider_multiples(std::vector<double> numbers) {
        for (Index row = 0; row < numbers.size(); ++row)
            if (is_large(row)) numbers[row] = 0;
        Weight scale = 1;
        std::vector<Weight> times = whole_multiples(numbers, scale);
        if (times.empty()) return;
        consider(times, scale);
        for (Weight& each : times) each = -each;
        consider(times, scale);
    }

    // The sum of the rows with their slack variables is so much: weights of the options that are taken, and what they
    // add up to. Of amounts, what they weigh once; if more than half is taken, what is missing to all weighs that. An
    // item that is covered once at most may take any weight off its options and off that it stays open; so that the
    // option that is taken most weighs nothing.
    struct Sum {
        std::vector<Weight> weights, shifts;
        Weight least;
    };
    Sum sum_of(const std::vector<Weight>& times) const {
        Sum sum{std::vector<Weight>(taken_.size()), std::vector<Weight>(model_.items()), 0};
        for (Index row = 0; row < model_.rows(); ++row) {
            if (times[row] == 0) continue;
            sum.least += times[row] * model_.upper_sum(row);
            for (std::size_t k = 0; k < taken_.size(); ++k) sum.weights[k] += times[row] * weights_[row][k];
        }
        for (Index item = 0; item < model_.items(); ++item) {
            if (most_taken_[item] == kNone) continue;
            Weight shift = sum.weights[most_taken_[item]];
            for (const Index other : model_.covered(taken_[most_taken_[item]])) shift -= sum.shifts[other];
            sum.shifts[item] = shift;
            sum.least -= shift;
        }
        for (std::size_t k = 0; k < taken_.size(); ++k) {
            sum.weights[k] -= shift_of(taken_[k], sum);
            if (!is_turned(taken_[k])) continue;
            sum.least -= sum.weights[k] * most_of(item_of_times(taken_[k]));
            sum.weights[k] = -sum.weights[k];
        }
        return sum;
    }

    Weight shift_of(Index option, const Sum& sum) const {
        Weight shift = 0;
        for (const Index item : model_.covered(option)) shift += sum.shifts[item];
        return shift;
    }

    std::vector<Weight> weights_of_all(const std::vector<Weight>& times, const Sum& sum) const {
        std::vector<Weight> weights(model_.options());
        for (Index row = 0; row < model_.rows(); ++row)
            if (times[row] != 0)
                for (const auto& [option, weight] : model_.weighed(row)) weights[option] += times[row] * weight;
        for (Index option = 0; option < model_.options(); ++option)
            weights[option] =
                (is_turned(option) ? -1 : 1) * (weights[option] / times_of(option) - shift_of(option, sum));
        return weights;
    }

    void consider(const std::vector<Weight>& times, Weight scale) {
        const Sum sum = sum_of(times);
        std::vector<Weight> divisors{2, 3, 4, 5, 6, scale, 2 * scale, 3 * scale};
        for (Weight part = 2; part <= 6; ++part)
            if (scale % part == 0) divisors.push_back(scale / part);
        for (std::size_t k = 0; k < taken_.size(); ++k)
            if (shares_[k] < mosts_[k] - kTaken) divisors.push_back(std::abs(sum.weights[k]));
        std::ranges::sort(divisors);
        divisors.erase(std::ranges::unique(divisors).begin(), divisors.end());
        for (const Weight divisor : divisors) {
            if (divisor < 2) continue;
            const double depth = this->depth(sum, times, divisor);
            if (depth > 0) found_.push_back({times, divisor, depth});
        }
    }

    // Slack variables are whole numbers, too; what they are is what the shares leave of their rows.
    double depth(const Sum& sum, const std::vector<Weight>& times, Weight divisor) const {
        const auto count = [&](Weight weight) { return static_cast<double>(counted(weight, sum.least, divisor)); };
        const double least = count(sum.least);
        double lacking = least, square = 0;
        for (std::size_t k = 0; k < taken_.size(); ++k) {
            const double weight = count(sum.weights[k]);
            lacking -= weight * (is_turned(taken_[k]) ? mosts_[k] - shares_[k] : shares_[k]);
            square += weight * weight;
        }
        for (Index item = 0; item < model_.items(); ++item)
            if (sum.shifts[item] != 0 && model_.lower(item) == 0) lacking -= count(-sum.shifts[item]) * open_[item];
        for (Index row = 0; row < model_.rows(); ++row)
            if (times[row] != 0) lacking -= count(times[row]) * left_[row];
        return lacking > kLeastDepth * std::max(1.0, std::abs(least)) ? lacking / std::sqrt(square + 1e-9) : 0;
    }

    bool is_large(Index row) const {
        const auto weighed = model_.weighed(row);
        const Weight upper = model_.upper_sum(row);
        return weighed.empty() || std::abs(weighed.front().weight) > kMostWeight || upper > kMostSum ||
               upper < -kMostSum;
    }

    void add(const Rounded& each, std::vector<CostModel::Row>& rows) const {
        const Sum sum = sum_of(each.times);
        std::vector<Weight> weights = weights_of_all(each.times, sum);
        const auto count = [&](Weight weight) { return counted(weight, sum.least, each.divisor); };
        for (Index option = 0; option < model_.options(); ++option)
            weights[option] = (is_turned(option) ? 1 : -1) * times_of(option) * count(weights[option]);
        Weight upper = -count(sum.least), unit = 0;
        for (Index item = 0; item < model_.items(); ++item) {
            if (!is_turned_[item]) continue;
            const Index first = model_.options_of(item).front();
            upper += most_of(item) * (weights[first] / times_of(first));
        }
        for (Index item = 0; item < model_.items(); ++item) {
            if (sum.shifts[item] == 0 || model_.lower(item) > 0) continue;
            const Weight times = count(-sum.shifts[item]);
            upper += times;
            for (const Index option : model_.options_of(item)) weights[option] += times;
        }
        for (Index row = 0; row < model_.rows(); ++row) {
            if (each.times[row] == 0) continue;
            const Weight times = count(each.times[row]);
            upper += times * model_.upper_sum(row);
            for (const auto& [option, weight] : model_.weighed(row)) weights[option] += times * weight;
        }
        for (const Weight weight : weights) unit = std::gcd(unit, weight);
        if (unit == 0) return;
        CostModel::Row found{{}, floor_of_quotient(upper, unit)};
        for (Index option = 0; option < model_.options(); ++option)
            if (weights[option] != 0) found.weighed.push_back({option, weights[option] / unit});
        const auto is_heavy = [](const CostModel::Weighed& other) { return std::abs(other.weight) > kMostWeight; };
        const auto is_like = [&](const CostModel::Row& other) { return cosine(found, other) > kMostAlike; };
        if (std::abs(found.upper) > kMostSum || std::ranges::any_of(found.weighed, is_heavy) ||
            std::ranges::any_of(rows, is_like))
            return;
        rows.push_back(std::move(found));
    }

    static double product(const CostModel::Row& one, const CostModel::Row& other) {
        double sum = 0;
        for (auto a = one.weighed.begin(), b = other.weighed.begin();
             a != one.weighed.end() && b != other.weighed.end();)
            if (a->option == b->option)
                sum += static_cast<double>(a++->weight) * static_cast<double>(b++->weight);
            else
                ++(a->option < b->option ? a : b);
        return sum;
    }
    static double cosine(const CostModel::Row& one, const CostModel::Row& other) {
        return product(one, other) / std::sqrt(product(one, one) * product(other, other));
    }

    const CostModel& model_;
    const Amounts& amounts_;
    std::vector<bool> is_turned_;  // of an item: whether what is missing to that is rounded
    std::vector<Index> taken_;  // one of the amounts of an item
    std::vector<double> shares_, mosts_;  // of those: how much is taken, of all amounts together, and how much may be
    std::vector<std::size_t> most_taken_;  // of an item, among them
    std::vector<double> open_;  // of an item that is covered once at most: how far it stays open
    std::vector<std::vector<Weight>> weights_;  // of a row: what the options that are taken weigh
    std::vector<double> left_;  // of a row: what the shares leave of it
    std::vector<Rounded> found_;
};

}  // namespace

std::vector<CostModel::Row> violated_roundings(const CostModel& model, LinearProgram& program) {
    const auto has_weights = [&](Index row) {
        return !model.weighed(row).empty() && std::abs(model.weighed(row).front().weight) > 1;
    };
    if (model.rows() > kMostRows || std::ranges::none_of(std::views::iota(Index{0}, model.rows()), has_weights))
        return {};
    return Rounding(model, program).all(program);
}

// Whether one of the last rounds has raised the program by a part of what is open.
bool CheapestSearch::is_rising() {
    const double value = program_->value();
    const double open = has_best_ ? static_cast<double>(most_wanted()) + 1 - value : kOpen * std::abs(value);
    if (rounding_rounds_ == 0 || value > risen_to_ + kLeastRise * open) {
        risen_at_ = rounding_rounds_;
        risen_to_ = value;
    }
    return rounding_rounds_ < std::min(risen_at_ + kMostVain, kMostRounds);
}

std::vector<CostModel::Row> CheapestSearch::violated_rows() {
    std::uint64_t work = 0;
    std::vector<CostModel::Row> rows = violated_knapsacks(model_, *program_, first_rows_, work);
    note_program_work(work, 0);
    std::ranges::move(violated_roundings(model_, *program_), std::back_inserter(rows));
    return rows;
}

// Rows that follow from others, as long as the program of the root violates some and that raises it. It goes on from
// its last basis; where that violates none, it is solved from the beginning, since another optimum may do so. Those
// that do not bind are taken out again, and all where they have hardly raised the bound. True if the model or the
// optimum is to be another one.
bool CheapestSearch::round_rows() {
    if (!rounds_rows_ || model_.rows() == 0 || program_->status() != LinearProgram::Status::optimal) return false;
    if (rounding_rounds_ == 0) {
        unrounded_bound_ = least_;
        unrounded_prices_.assign(root().prices().begin(), root().prices().end());
    }
    const bool goes_on = is_rising();
    const std::vector<CostModel::Row> rows = goes_on ? violated_rows() : std::vector<CostModel::Row>();
    if (goes_on && rows.empty() && is_resumed_) {
        ++rounding_rounds_;
        begin_program(false);
        return true;
    }
    rounds_rows_ = !rows.empty();
    const auto gain = static_cast<double>(least_ - unrounded_bound_);
    const auto open = static_cast<double>(has_best_ ? most_wanted() - unrounded_bound_ : 0);
    const bool pays = rounds_rows_ || gain * 100 > open * static_cast<double>(tuning::cost_program_gain);
    const std::vector<double> before = program_->prices();
    std::vector<bool> stays;
    std::vector<double> prices;
    for (Index row = 0; row < model_.rows(); ++row) {
        stays.push_back(row < first_rows_ || (pays && program_->binds(row)));
        if (stays.back()) prices.push_back(before[row]);
    }
    if (rows.empty() && prices.size() == stays.size()) return false;
    prices.resize(prices.size() + rows.size());
    prices.insert(prices.end(), before.begin() + model_.rows(), before.end());
    model_.renew_rows(stays, rows);
    make_trees();
    rounding_rounds_ = pays ? rounding_rounds_ + 1 : 0;
    if (pays) {
        root().begin_with(prices);
        program_->renew_rows(stays);
    } else {
        root().set_prices(unrounded_prices_);
    }
    in_round_ = false;
    begin_program(pays);
    return true;
}

}  // namespace excover::cost

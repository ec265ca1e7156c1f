#include "cost/cost_model.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>

#include "core/numbers.hpp"

namespace excover::cost {

namespace {

constexpr Cost kMost = std::numeric_limits<Cost>::max();

Cost absolute(Cost cost) { return cost < 0 ? -cost : cost; }

Cost floor_of_quotient(Cost a, Cost b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

CostModel::CostModel(const Problem& problem, std::span<const Cost> costs, std::span<const LinearConstraint> rows)
    : problem_(problem),
      weighs_(problem.options()),
      slack_(problem.items(), kNone),
      degree_(problem.items()),
      prices_(costs.begin(), costs.end()),
      number_(problem.items(), kNone),
      stand_in_(problem.options(), kNone),
      own_(problem.options(), kNone) {
    check(costs);
    note_weighing(rows);
    find_slacks(costs);
    take_off(costs);
    number_items();
    for (const Index option : useful_options()) add_option(option);
    index_members();
    std::vector<LinearConstraint> all(rows.begin(), rows.end());
    for (LinearConstraint& row : color_rows(problem)) {
        uppers_.push_back(row.upper);
        all.push_back(std::move(row));
    }
    add_rows(all);
    divide_costs();
    note_least(costs);
    amounts_ = Amounts(*this);
}

void CostModel::check(std::span<const Cost> costs) const {
    if (costs.size() != problem_.options()) throw InvalidProblem("there must be one cost for each option");
    const Cost most = kMost / (2 * (static_cast<Cost>(costs.size()) + 1));
    for (const Cost cost : costs)
        if (cost > most || cost < -most) throw InvalidProblem("costs are too large");
}

void CostModel::note_weighing(std::span<const LinearConstraint> rows) {
    for (const LinearConstraint& row : rows) {
        const Weight together = row.together(problem_.options());
        uppers_.push_back(std::clamp(row.upper, -together - 1, together));
        for (std::size_t k = 0; k < row.options.size(); ++k)
            if (row.weights[k] != 0) weighs_[row.options[k]] = true;
    }
}

bool CostModel::is_slack_of_one(Index option) const {
    if (weighs_[option]) return false;
    if (problem_.entries(option).size() != 1) return false;
    const Index item = problem_.item(problem_.start(option));
    return problem_.lower(item) == 1 && problem_.upper(item) == 1;
}

// Of several, the cheapest; the others stay options, which no best solution needs.
void CostModel::find_slacks(std::span<const Cost> costs) {
    for (Index option = 0; option < problem_.options(); ++option) {
        if (is_slack_of_one(option)) {
            Index& slack = slack_[problem_.item(problem_.start(option))];
            if (slack == kNone || costs[option] < costs[slack]) slack = option;
        }
        for (const Index entry : problem_.entries(option)) ++degree_[problem_.item(entry)];
    }
}

// Where that would make numbers too large, the slack stays an option.
void CostModel::take_off(std::span<const Cost> costs) {
    Cost total = 0;
    for (const Cost cost : costs) total += absolute(cost);
    for (Index item = 0; item < problem_.items(); ++item) {
        if (slack_[item] == kNone) continue;
        const Cost price = costs[slack_[item]];
        if (absolute(price) > (kMost / 4 - total) / degree_[item]) {
            slack_[item] = kNone;
            continue;
        }
        total += absolute(price) * degree_[item];
        constant_ += price;
        --degree_[item];
    }
    for (Index option = 0; option < problem_.options(); ++option)
        for (const Index entry : problem_.entries(option))
            if (const Index slack = slack_[problem_.item(entry)]; slack != kNone) prices_[option] -= costs[slack];
}

void CostModel::number_items() {
    for (Index item = 0; item < problem_.items(); ++item) {
        if (problem_.is_colored(item) || (least(item) == 0 && problem_.upper(item) >= degree_[item])) continue;
        number_[item] = items();
        lower_.push_back(least(item));
        upper_.push_back(problem_.upper(item));
    }
}

bool CostModel::is_of_use(Index option) const {
    for (const Index entry : problem_.entries(option)) {
        const Index item = problem_.item(entry);
        if (slack_[item] == option || (!problem_.is_colored(item) && problem_.upper(item) == 0)) return false;
    }
    return true;
}

bool CostModel::excludes_its_like(Index option) const {
    for (const Index entry : problem_.entries(option))
        if (!problem_.is_colored(problem_.item(entry)) && problem_.upper(problem_.item(entry)) == 1) return true;
    return false;
}

// The items of an option, ascending, each with its color.
std::vector<std::pair<Index, Index>> CostModel::row(Index option) const {
    std::vector<std::pair<Index, Index>> row;
    for (const Index entry : problem_.entries(option)) row.emplace_back(problem_.item(entry), problem_.color(entry));
    std::ranges::sort(row);
    return row;
}

std::vector<Index> CostModel::useful_options() {
    std::vector<Index> useful;
    std::vector<std::pair<std::uint64_t, Index>> alike;  // by a hash of what is covered
    for (Index option = 0; option < problem_.options(); ++option) {
        if (!is_of_use(option)) continue;
        if (weighs_[option] || !excludes_its_like(option)) {
            stand_in_[option] = option;
            useful.push_back(option);
            continue;
        }
        std::uint64_t hash = 0;
        for (const auto& [item, color] : row(option)) hash = mixed(hash ^ (std::uint64_t{item} << 32 | color));
        alike.emplace_back(hash, option);
    }
    std::ranges::sort(alike);
    for (std::size_t k = 0, end = 0; k < alike.size(); k = end) {
        while (end < alike.size() && alike[end].first == alike[k].first) ++end;
        add_cheapest({alike.data() + k, alike.data() + end}, useful);
    }
    std::ranges::sort(useful);
    return useful;
}

// Of options with one hash, the cheapest of each row.
void CostModel::add_cheapest(std::span<const std::pair<std::uint64_t, Index>> alike, std::vector<Index>& useful) {
    std::map<std::vector<std::pair<Index, Index>>, std::vector<Index>> groups;
    for (const auto& [hash, option] : alike) groups[row(option)].push_back(option);
    for (const auto& [row, group] : groups) {
        useful.push_back(*std::ranges::min_element(group, {}, [&](Index option) { return prices_[option]; }));
        for (const Index option : group) stand_in_[option] = useful.back();
    }
}

void CostModel::add_option(Index option) {
    own_[option] = options();
    original_.push_back(option);
    costs_.push_back(prices_[option]);
    for (const Index entry : problem_.entries(option)) {
        const Index item = problem_.item(entry);
        if (problem_.is_colored(item))
            colored_.push_back({item, problem_.color(entry)});
        else if (number_[item] != kNone)
            entries_.push_back(number_[item]);
    }
    starts_.push_back(static_cast<Index>(entries_.size()));
    colored_starts_.push_back(static_cast<Index>(colored_.size()));
}

// The other way round: of each item its options, of each colored one with their colors.
void CostModel::index_members() {
    members_ = {items(), [&](auto take) {
                    for (Index option = 0; option < options(); ++option)
                        for (const Index item : covered(option)) take(item, option);
                }};
    shades_ = {problem_.items(), [&](auto take) {
                   for (Index option = 0; option < options(); ++option)
                       for (const auto& [item, color] : colored(option)) take(item, Colored{option, color});
               }};
}

void CostModel::add_rows(std::span<const LinearConstraint> rows) {
    for (const LinearConstraint& row : rows) {
        std::vector<Weighed> weighed;
        for (std::size_t k = 0; k < row.options.size(); ++k) {
            const Index option = own_[row.options[k]];
            if (option != kNone && row.weights[k] != 0) weighed.push_back({option, row.weights[k]});
        }
        add_row(std::move(weighed));
    }
    index_rows();
}

void CostModel::add_row(std::vector<Weighed> weighed) {
    std::ranges::stable_sort(weighed, std::ranges::greater(),
                             [](const Weighed& each) { return absolute(each.weight); });
    weighed_.insert(weighed_.end(), weighed.begin(), weighed.end());
    weighed_starts_.push_back(static_cast<Index>(weighed_.size()));
}

void CostModel::index_rows() {
    shares_ = {options(), [&](auto take) {
                   for (Index row = 0; row < this->rows(); ++row)
                       for (const Weighed& each : weighed(row)) take(each.option, Share{row, each.weight});
               }};
}

void CostModel::renew_rows(const std::vector<bool>& stays, std::span<const Row> further) {
    std::vector<Row> all;
    for (Index row = 0; row < rows(); ++row)
        if (stays[row]) all.push_back({{weighed(row).begin(), weighed(row).end()}, uppers_[row]});
    all.insert(all.end(), further.begin(), further.end());
    uppers_.clear();
    weighed_.clear();
    weighed_starts_ = {0};
    for (Row& row : all) {
        uppers_.push_back(row.upper);
        add_row(std::move(row.weighed));
    }
    index_rows();
}

void CostModel::add_pairs_of(std::span<const std::array<Index, 3>> triples) {
    std::vector<std::vector<Index>> further(options());
    for (const auto& triple : triples) {
        std::vector<Index> users;
        for (const Index item : triple) users.insert(users.end(), options_of(item).begin(), options_of(item).end());
        std::ranges::sort(users);
        for (std::size_t k = 1; k < users.size(); ++k)
            if (users[k] == users[k - 1] && (k == 1 || users[k] != users[k - 2])) further[users[k]].push_back(items());
        lower_.push_back(0);
        upper_.push_back(1);
    }
    cover_further(further);
}

void CostModel::drop_items(Index from) {
    lower_.resize(from);
    upper_.resize(from);
    cover_further(std::vector<std::vector<Index>>(options()));
}

// To each option its further items, and without those that were dropped.
void CostModel::cover_further(std::span<const std::vector<Index>> further) {
    std::vector<Index> entries, starts{0};
    for (Index option = 0; option < options(); ++option) {
        std::ranges::copy_if(covered(option), std::back_inserter(entries), [&](Index item) { return item < items(); });
        entries.insert(entries.end(), further[option].begin(), further[option].end());
        starts.push_back(static_cast<Index>(entries.size()));
    }
    entries_ = std::move(entries);
    starts_ = std::move(starts);
    index_members();
}

void CostModel::divide_costs() {
    Cost unit = 0;
    for (const Cost cost : costs_) unit = std::gcd(unit, cost);
    unit_ = std::max<Cost>(unit, 1);
    for (Cost& cost : costs_) {
        cost /= unit_;
        total_ += absolute(cost);
    }
}

// Of the costs as the caller knows them, and of those here, which may be less.
void CostModel::note_least(std::span<const Cost> costs) {
    const auto negative = [](Cost sum, Cost cost) { return sum + std::min<Cost>(cost, 0); };
    const Cost known = std::accumulate(costs.begin(), costs.end(), Cost{0}, negative);
    least_ = std::max(std::accumulate(costs_.begin(), costs_.end(), Cost{0}, negative), own(known - 1) + 1);
}

std::vector<double> CostModel::known_prices(std::span<const double> of_items, std::span<const Cost> costs) const {
    std::vector<double> found(number_.size(), 0);
    for (std::size_t item = 0; item < found.size(); ++item) {
        if (number_[item] != kNone) found[item] = of_items[number_[item]] * unit();
        if (slack_[item] != kNone) found[item] += static_cast<double>(costs[slack_[item]]);
    }
    return found;
}

Cost CostModel::own(Cost known) const {
    if (constant_ > 0 ? known < std::numeric_limits<Cost>::min() + constant_ : known > kMost + constant_)
        return constant_ > 0 ? -total_ - 1 : total_;
    return std::clamp(floor_of_quotient(known - constant_, unit_), -total_ - 1, total_);
}

Cost CostModel::known_cost(std::span<const Index> cover) const {
    Cost cost = constant_;
    for (const Index option : cover)
        if (stand_in_[option] != kNone) cost += prices_[option];
    return cost;
}

std::vector<Index> CostModel::original(std::span<const Index> chosen) const {
    std::vector<Index> cover;
    std::vector<bool> is_covered(problem_.items());
    for (const Index option : chosen) {
        cover.push_back(original_[option]);
        for (const Index entry : problem_.entries(original_[option])) is_covered[problem_.item(entry)] = true;
    }
    for (Index item = 0; item < problem_.items(); ++item)
        if (slack_[item] != kNone && !is_covered[item]) cover.push_back(slack_[item]);
    std::ranges::sort(cover);
    return cover;
}

std::vector<Index> CostModel::own(std::span<const Index> cover) const {
    std::vector<Index> chosen;
    for (const Index option : cover)
        if (stand_in_[option] != kNone) chosen.push_back(own_[stand_in_[option]]);
    return chosen;
}

Amounts::Amounts(const CostModel& model)
    : options_(model.items()), amounts_(model.options()), times_(model.options(), 1), most_(model.items()) {
    for (Index item = 0; item < model.items(); ++item) note(model, item);
}

void Amounts::note(const CostModel& model, Index item) {
    std::vector<Index> options(model.options_of(item).begin(), model.options_of(item).end());
    if (model.upper(item) != 1 || options.size() < 2) return;
    const auto is_amount = [&](Index option) {
        const auto shares = model.shares(option), others = model.shares(options.front());
        return model.covered(option).size() == 1 && model.colored(option).empty() && !shares.empty() &&
               !others.empty() && shares.front().row == others.front().row &&
               (shares.front().weight < 0) == (others.front().weight < 0);
    };
    if (!std::ranges::all_of(options, is_amount)) return;
    const auto amount = [&](Index option) { return absolute(model.shares(option).front().weight); };
    std::ranges::sort(options, {}, amount);
    if (std::ranges::adjacent_find(options, {}, amount) != options.end()) return;
    for (const Index option : options) amounts_[option] = amount(option);
    options_[item] = std::move(options);
    ++items_;
    note_times(model, item);
}

void Amounts::note_times(const CostModel& model, Index item) {
    const auto& options = options_[item];
    Weight unit = 0;
    for (const Index option : options) unit = std::gcd(unit, amounts_[option]);
    const Index first = options.front();
    const Weight once = amounts_[first] / unit, most = amounts_[options.back()] / unit;
    if (most > 2 * static_cast<Weight>(options.size())) return;
    const auto is_so_often = [&](Index option) {
        const Weight times = amounts_[option] / unit;
        const auto is_same = [&](const CostModel::Share& one, const CostModel::Share& other) {
            return one.row == other.row && one.weight % times == 0 && other.weight % once == 0 &&
                   one.weight / times == other.weight / once;
        };
        return std::ranges::equal(model.shares(option), model.shares(first), is_same) &&
               model.cost(option) % times == 0 && model.cost(option) / times == model.cost(first) / once;
    };
    if (!std::ranges::all_of(options, is_so_often)) return;
    for (const Index option : options) times_[option] = amounts_[option] / unit;
    most_[item] = most;
}

}  // namespace excover::cost

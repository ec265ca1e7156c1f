#include "cost/bounded_tree.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>

namespace excover::cost {

namespace {

constexpr double kDust = 1e-6;
constexpr double kLeastShare = 0.02;  // of what is divided
constexpr double kLeastGain = 1e-3;
constexpr std::size_t kMostPairs = 24, kMostOptions = 12;
constexpr std::size_t kMostTrials = 8, kMostVain = 4;
constexpr unsigned kReliable = 2;
constexpr std::uint64_t kMostWork = 20'000'000;  // on the program of a node, which need not be solved
constexpr std::uint64_t kTrialPivots = 30;

bool is_open_once(const CostModel& model, const PropagationState& state, Index item) {
    return state.need(item) == 1 && model.upper(item) == model.lower(item);
}

bool covers(const CostModel& model, Index option, Index item) {
    const auto items = model.covered(option);
    return std::ranges::find(items, item) != items.end();
}

// As the gains of branches are remembered: those of an item with amounts together, wherever it is divided.
Branch remembered(const Branch& branch) { return branch.is_amount ? Branch{branch.first, kNone, true} : branch; }

}  // namespace

bool Branch::take(const CostModel& model, PropagationState& state, bool together) const {
    if (is_option()) return together ? state.choose(first) : state.rule_out(first);
    if (is_amount) {
        const Amounts& amounts = model.amounts();
        const Weight most = second == kNone ? 0 : amounts.amount(second);
        for (const Index option : amounts.of(first))
            if (state.is_open(option) && (amounts.amount(option) <= most) != together && !state.rule_out(option))
                return false;
        return together || state.require(first);
    }
    for (const Index item : {first, second})
        for (const Index option : model.options_of(item)) {
            if (!state.is_open(option) || covers(model, option, item == first ? second : first) == together) continue;
            if (!state.rule_out(option)) return false;
        }
    return true;
}

LinearBranching::LinearBranching(const CostModel& model, const LinearProgram* root)
    : model_(model), program_(root ? std::make_unique<LinearProgram>(*root) : std::make_unique<LinearProgram>(model)) {}

const LinearProgram& LinearBranching::solve(const PropagationState& state, double enough) {
    const std::uint64_t before = program_->work();
    program_->restrict_to(state);
    program_->run(kMostWork, enough);
    work_ += program_->work() - before;
    return *program_;
}

bool LinearBranching::is_outdated(const PropagationState& state) const {
    double closed = 0;
    for (Index option = 0; option < model_.options(); ++option)
        if (!state.is_open(option)) closed += program_->share(option);
    const auto is_whole = [&](Index option) { return program_->share(option) > 1 - kDust; };
    return !std::ranges::all_of(state.chosen(), is_whole) ||
           closed > static_cast<double>(state.chosen().size()) + kDust;
}

std::optional<std::vector<Index>> LinearBranching::whole(const PropagationState& state) const {
    const Amounts& amounts = model_.amounts();
    std::vector<Index> found;
    for (const Index option : state.open()) {
        const double share = program_->share(option);
        if (amounts.has(option)) continue;
        if (share > kDust && share < 1 - kDust) return std::nullopt;
        if (share > kDust) found.push_back(option);
    }
    for (Index item = 0; item < model_.items(); ++item) {
        const double amount = program_->amount(state, item);
        if (amount < kDust) continue;
        const auto is_it = [&](Index option) {
            const auto other = static_cast<double>(amounts.amount(option));
            return state.is_open(option) && std::abs(other - amount) < kDust * other;
        };
        const auto same = std::ranges::find_if(amounts.of(item), is_it);
        if (same == amounts.of(item).end()) return std::nullopt;
        found.push_back(*same);
    }
    std::ranges::sort(found);
    return found;
}

std::optional<LinearBranching::Way> LinearBranching::pick(PropagationState& state, double enough) {
    const double value = program_->value();
    std::vector<Candidate> found = candidates(state);
    std::optional<Way> best;
    double most = -1;
    std::size_t trials = 0, vain = 0;
    for (const Candidate& candidate : found) {
        double gains[2];
        const bool is_known = is_reliable(candidate.branch);
        if (!is_known && ++trials > kMostTrials) continue;
        for (const bool together : {false, true}) {
            if (is_known) {
                gains[together] = expected(candidate, together);
                continue;
            }
            const Trial trial = try_side(state, candidate.branch, together, enough);
            gains[together] = std::max(0.0, trial.gain);
            if (trial.is_over) return Way{candidate.branch, together};
            note(candidate, together, gains[together]);
        }
        const double room = std::max(enough - value, kLeastGain);
        for (double& gain : gains) gain = std::clamp(gain, kLeastGain, room);
        const double score = gains[0] * gains[1];
        if (score <= most) {
            if (++vain >= kMostVain) break;
            continue;
        }
        vain = 0;
        most = score;
        best = Way{candidate.branch, gains[1] <= gains[0]};
    }
    return best;
}

std::vector<LinearBranching::Candidate> LinearBranching::candidates(const PropagationState& state) const {
    std::vector<Candidate> found;
    add_amounts(state, found);
    add_pairs(state, found);
    add_options(state, found);
    std::ranges::sort(found, std::ranges::greater(),
                      [](const Candidate& each) { return std::pair(each.score, each.branch); });
    return found;
}

// Where the amount of an item lies between two; if there is no such item, those of which two amounts make a third.
void LinearBranching::add_amounts(const PropagationState& state, std::vector<Candidate>& found) const {
    const Amounts& amounts = model_.amounts();
    const auto amount_of = [&](Index option) {
        return option == kNone ? 0.0 : static_cast<double>(amounts.amount(option));
    };
    const auto is_divided = [&](Index option) {
        const double share = program_->share(option);
        return state.is_open(option) && share > kDust && share < 1 - kDust;
    };
    std::vector<Candidate> even;
    for (Index item = 0; item < model_.items(); ++item) {
        if (std::ranges::none_of(amounts.of(item), is_divided)) continue;
        const double amount = program_->amount(state, item);
        Index below = kNone, beyond = kNone;
        for (const Index option : amounts.of(item)) {
            if (!state.is_open(option)) continue;
            if (amount_of(option) > amount * (1 + kDust)) {
                beyond = option;
                break;
            }
            below = option;
        }
        if (beyond == kNone) continue;
        const double part = (amount - amount_of(below)) / (amount_of(beyond) - amount_of(below));
        const bool is_even = part < kLeastShare;
        Candidate& each = (is_even ? even : found).emplace_back();
        each = {{item, below, true}, is_even ? 0.5 : 1 - part, 0};
        each.score = expected(each, false) * expected(each, true);
    }
    if (found.empty()) found = std::move(even);
}

// Of pairs that divide the same, one.
void LinearBranching::add_pairs(const PropagationState& state, std::vector<Candidate>& found) const {
    std::vector<std::pair<Branch, double>> shares;
    std::vector<Index> items;
    for (const Index option : state.open()) {
        const double share = program_->share(option);
        if (share < kDust) continue;
        items.clear();
        for (const Index item : model_.covered(option))
            if (is_open_once(model_, state, item)) items.push_back(item);
        std::ranges::sort(items);
        for (std::size_t a = 0; a < items.size(); ++a)
            for (std::size_t b = a + 1; b < items.size(); ++b) shares.push_back({{items[a], items[b]}, share});
    }
    std::ranges::sort(shares);
    std::vector<Candidate> pairs;
    for (std::size_t k = 0, end = 0; k < shares.size(); k = end) {
        double share = 0;
        for (; end < shares.size() && shares[end].first == shares[k].first; ++end) share += shares[end].second;
        if (share > kLeastShare && share < 1 - kLeastShare) pairs.push_back({shares[k].first, share, 0});
    }
    for (Candidate& each : pairs) each.score = expected(each, false) * expected(each, true);
    std::ranges::sort(pairs, std::ranges::greater(),
                      [](const Candidate& each) { return std::pair(each.score, each.branch); });
    double last = -1;
    for (const Candidate& each : pairs) {
        if (std::abs(each.share - last) < kDust) continue;
        last = each.share;
        found.push_back(each);
        if (found.size() >= kMostPairs) return;
    }
}

void LinearBranching::add_options(const PropagationState& state, std::vector<Candidate>& found) const {
    std::vector<Candidate> options;
    for (const Index option : state.open()) {
        const double share = program_->share(option);
        if (share < kLeastShare || share > 1 - kLeastShare) continue;
        if (model_.amounts().has(option)) continue;
        options.push_back({{option}, share, 0});
        options.back().score = expected(options.back(), false) * expected(options.back(), true);
    }
    std::ranges::sort(options, std::ranges::greater(),
                      [](const Candidate& each) { return std::pair(each.score, each.branch); });
    options.resize(std::min(options.size(), kMostOptions));
    found.insert(found.end(), options.begin(), options.end());
}

double LinearBranching::expected(const Candidate& candidate, bool together) const {
    const double part = together ? 1 - candidate.share : candidate.share;
    const auto known = gains_.find(remembered(candidate.branch));
    const Gains& gains = known != gains_.end() && known->second.count[together] > 0 ? known->second : all_;
    return part * (gains.count[together] > 0 ? gains.sum[together] / gains.count[together] : 1);
}

bool LinearBranching::is_reliable(const Branch& branch) const {
    const auto known = gains_.find(remembered(branch));
    return known != gains_.end() && std::min(known->second.count[0], known->second.count[1]) >= kReliable;
}

LinearBranching::Trial LinearBranching::try_side(PropagationState& state, const Branch& branch, bool together,
                                                 double enough) {
    const auto mark = state.mark();
    const double before = program_->value();
    Trial trial{0, true};
    if (branch.take(model_, state, together) && state.propagate()) {
        LinearProgram probe(*program_);
        probe.restrict_to(state);
        const std::uint64_t work = probe.work();
        probe.run(kTrialPivots * (probe.work() / (probe.pivots() + 1) + 1), enough);
        work_ += probe.work() - work + model_.options();
        trial.gain = probe.value() - before;
        trial.is_over = probe.status() == LinearProgram::Status::impossible || probe.value() > enough;
    }
    state.restore(mark);
    return trial;
}

void LinearBranching::note(const Candidate& candidate, bool together, double gain) {
    const double part = together ? 1 - candidate.share : candidate.share;
    for (Gains* gains : {&gains_[remembered(candidate.branch)], &all_}) {
        gains->sum[together] += gain / part;
        ++gains->count[together];
    }
}

}  // namespace excover::cost

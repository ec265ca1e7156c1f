#include "linear/linear_refutation.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "linear/echelon.hpp"

namespace excover::linear {

namespace {

constexpr std::uint64_t kWorkBetweenLooks = 1'000'000;
constexpr std::uint64_t kWorkOfNode = 20;

// Items with slack: so many, of so much slack. The sums of k slacks take at least k + 1 values by a prime (A.-L. Cauchy
// 1813, H. Davenport 1935), so a small power has no use for many.
constexpr std::size_t kMostWithSlack = 64;
constexpr Index kMostSlack = 249;
constexpr unsigned kMostPowerWithSlack = 32;

std::vector<bool> slacks(const Part& part) {
    std::vector<bool> found(part.items.size());
    for (std::size_t place = 0; place < found.size(); ++place) found[place] = part.has_slack(place);
    return found;
}

// Level k holds what is left of the options after division by P, k times, modulo Q / P^k.
template <unsigned P, unsigned Q>
class PrimePower final : public Elimination {
public:
    explicit PrimePower(const Part& part) : part_(part) {
        levels_.emplace_back(slacks(part));
        has_slack_ = levels_.front().keeps_some();
    }

    bool step() override {
        if (is_trying_) return try_weights();
        if (row_ == part_.rows() || levels_.back().width() == 0) return judge();
        terms_.clear();
        for (const Index column : part_.row(row_++)) terms_.push_back({column, 1});
        descend();
        levels_.back().relate(numbers_);
        return true;
    }

    unsigned modulus() const override { return modulus_; }
    const Numbers& weights() const override { return weights_; }

    std::uint64_t updates() const override {
        std::uint64_t updates = 0;
        for (const auto& level : levels_) updates += level.updates();
        return updates + weighed_;
    }

private:
    // Reduces the terms level by level; the numbers are the rest on the last one.
    void descend() {
        unsigned rest = Q;
        for (std::size_t k = 0; k < levels_.size(); ++k) {
            levels_[k].reduce(terms_, numbers_);
            if (k + 1 == levels_.size()) break;
            terms_.clear();
            for (std::size_t place = 0; place < numbers_.size(); ++place)
                if (const unsigned number = numbers_[place] % rest; number != 0) {
                    EXCOVER_ASSERT(number % P == 0);
                    terms_.push_back({static_cast<Index>(place), static_cast<std::uint8_t>(number / P)});
                }
            rest /= P;
        }
        for (std::uint8_t& number : numbers_) number = static_cast<std::uint8_t>(number % rest);
    }

    // All options are on the last level: lists the free columns that may give weights.
    bool judge() {
        is_trying_ = true;
        candidates_.clear();
        tried_ = 0;
        return has_slack_ ? judge_with_slack() : judge_needs();
    }

    // Without slack those where the needs leave a unit. If what they leave is 0, they are a sum of options.
    bool judge_needs() {
        terms_.clear();
        for (Index column = 0; column < part_.least.size(); ++column)
            terms_.push_back({column, static_cast<std::uint8_t>(part_.least[column] % Q)});
        descend();
        for (std::size_t place = 0; place < numbers_.size(); ++place)
            if (numbers_[place] % P != 0) candidates_.push_back(place);
        const bool is_sum = std::ranges::all_of(numbers_, [](unsigned number) { return number == 0; });
        return !is_sum && (!candidates_.empty() || deepen());
    }

    // All of them, items with slack first: no other such item of the last level has a part in these weights.
    bool judge_with_slack() {
        const auto& level = levels_.back();
        for (const bool kept : {true, false})
            for (std::size_t place = 0; place < level.width(); ++place)
                if (level.is_kept(place) == kept) candidates_.push_back(place);
        return !candidates_.empty();
    }

    // The level that decides by the next power, for which all options are taken in once more; false if there is none.
    bool deepen() {
        const auto& last = levels_.back();
        const unsigned next = power() * P;
        if (next > (has_slack_ ? std::min(Q, kMostPowerWithSlack) : Q)) return false;
        std::vector<bool> kept(last.width());
        for (std::size_t place = 0; place < kept.size(); ++place) kept[place] = last.is_kept(place);
        levels_.emplace_back(std::move(kept));
        row_ = 0;
        is_trying_ = false;
        return true;
    }

    // By which the last level decides.
    unsigned power() const {
        unsigned power = 1;
        for (std::size_t k = 0; k < levels_.size(); ++k) power *= P;
        return power;
    }

    // Tries the weights of the next candidate, and keeps those that refute and of which fewest are not 0. After the
    // last one, false if some do, and otherwise what comes next.
    bool try_weights() {
        if (tried_ == std::min(candidates_.size(), kCandidates)) {
            if (weights_.empty()) return deepen();
            modulus_ = power();
            return false;
        }
        Numbers found = weights_by(candidates_[tried_++]);
        const auto used = found.size() - static_cast<std::size_t>(std::ranges::count(found, 0));
        if (used < least_ && !balances(found)) {
            weights_ = std::move(found);
            least_ = used;
        }
        return true;
    }

    // Whether all that is covered can weigh 0, each item as often as it must and may be covered.
    bool balances(const Numbers& weights) {
        const unsigned modulus = power();
        std::uint64_t needs = 0;
        std::vector<bool> sums(modulus), next;
        sums[0] = true;
        for (std::size_t place = 0; place < weights.size(); ++place) {
            if (weights[place] == 0) continue;
            needs += std::uint64_t{weights[place]} * part_.least[place];
            for (Index times = part_.most[place] - part_.least[place]; times > 0; --times) {
                next = sums;
                for (unsigned sum = 0; sum < modulus; ++sum)
                    if (sums[sum]) next[(sum + weights[place]) % modulus] = true;
                sums.swap(next);
                weighed_ += modulus;
            }
        }
        return sums[(modulus - needs % modulus) % modulus];
    }

    // With 1 for a free column of the last level, and 0 for the others; on the levels above it counts P times as much.
    Numbers weights_by(std::size_t place) {
        Numbers found(levels_.back().width(), 0);
        found[place] = 1;
        for (std::size_t k = levels_.size(); k-- > 0;) found = levels_[k].weights(found);
        for (std::uint8_t& weight : found) weight = static_cast<std::uint8_t>(weight % power());
        return found;
    }

    static constexpr std::size_t kCandidates = 100;

    const Part& part_;
    std::vector<Echelon<P, Q>> levels_;
    bool has_slack_ = false;
    std::size_t row_ = 0;  // the next one of this pass over all; there is a pass for each level
    bool is_trying_ = false;  // candidates, after that pass
    std::vector<std::size_t> candidates_;  // free columns of the last level
    std::size_t tried_ = 0, least_ = SIZE_MAX;
    std::vector<Term> terms_;
    Numbers numbers_, weights_;
    unsigned modulus_ = 0;
    std::uint64_t weighed_ = 0;
};

using Make = std::unique_ptr<Elimination> (*)(const Part&);

template <unsigned P, unsigned Q>
std::unique_ptr<Elimination> make(const Part& part) {
    return std::make_unique<PrimePower<P, Q>>(part);
}

struct Modulus {
    unsigned prime;
    Make begin;
    bool is_for_sizes;  // tried only if the prime divides a size
};

// Powers that leave room for products of 16 bits. The last of the first four primes stands for all large ones. The
// others seldom refute what those do not, except by sizes: 64 cells cannot be covered by pieces of seven.
constexpr std::array<Modulus, 10> kModuli = {{
    {2, make<2, 256>, false},
    {3, make<3, 243>, false},
    {5, make<5, 125>, false},
    {251, make<251, 251>, false},
    {7, make<7, 49>, true},
    {11, make<11, 121>, true},
    {13, make<13, 169>, true},
    {17, make<17, 17>, true},
    {19, make<19, 19>, true},
    {23, make<23, 23>, true},
}};

// A size is the number of places of a row, or that of all but one, which may name the piece.
bool divides_a_size(unsigned prime, const Part& part) {
    for (std::size_t k = 0; k < part.rows(); ++k)
        if (const std::size_t size = part.row(k).size(); size >= prime && size % prime <= 1) return true;
    return false;
}

}  // namespace

LinearRefutation::LinearRefutation(const Problem& problem, std::uint64_t memory)
    : problem_(problem), memory_(memory), usable_(problem.items(), 0) {
    for (Index option = 0; option < problem_.options(); ++option) {
        if (!is_usable(option)) continue;
        for (const Index e : problem_.entries(option)) ++usable_[problem_.item(e)];
    }
}

LinearRefutation::~LinearRefutation() = default;

// Options of an item that may have none are in no solution.
bool LinearRefutation::is_usable(Index option) const {
    for (const Index e : problem_.entries(option))
        if (!problem_.is_colored(problem_.item(e)) && problem_.upper(problem_.item(e)) == 0) return false;
    return true;
}

// How many options an item may have; at least as many as it must have, though there may not be so many.
Index LinearRefutation::most(Index item) const {
    return std::max(problem_.lower(item), std::min(problem_.upper(item), usable_[item]));
}

// Those that need as many options as they may have, or as there are.
std::vector<Index> LinearRefutation::fixed_items() const {
    std::vector<Index> found;
    for (Index item = 0; item < problem_.items(); ++item)
        if (!problem_.is_colored(item) && problem_.lower(item) == std::min(problem_.upper(item), usable_[item]))
            found.push_back(item);
    return found;
}

// Those of little slack; if they are many, those with the most options.
std::vector<Index> LinearRefutation::items_with_slack() const {
    std::vector<Index> found;
    for (Index item = 0; item < problem_.items(); ++item)
        if (const Index slack = most(item) - problem_.lower(item);
            !problem_.is_colored(item) && slack > 0 && slack <= kMostSlack)
            found.push_back(item);
    std::ranges::stable_sort(found, [&](Index a, Index b) { return usable_[a] > usable_[b]; });
    if (found.size() > kMostWithSlack) found.resize(kMostWithSlack);
    return found;
}

// Without rows unless they and the tables fit: n items take at most n * n / 2 bytes, of all levels together, because a
// row that is added when k columns are free has k numbers.
Part LinearRefutation::part_of(std::vector<Index> items) const {
    Part part;
    std::uint64_t entries = 0;
    for (const Index item : items) {
        part.least.push_back(problem_.lower(item));
        part.most.push_back(most(item));
        entries += usable_[item];
    }
    part.items = std::move(items);
    const std::uint64_t columns = part.items.size();
    const std::uint64_t rows =
        (2 * entries + 4 * std::uint64_t{problem_.options()}) * sizeof(Index);  // sorted from a copy
    if (columns > 0 && columns * columns / 2 + rows <= memory_) add_rows(part, entries);
    return part;
}

void LinearRefutation::add_rows(Part& part, std::size_t entries) const {
    std::vector<Index> places(problem_.items(), kNone), order;
    for (Index place = 0; place < part.items.size(); ++place) places[part.items[place]] = place;
    Part all;
    all.places.reserve(entries);
    part.places.reserve(entries);
    for (std::vector<Index>* const each : {&all.starts, &part.starts, &order})
        each->reserve(problem_.options() + std::size_t{1});
    for (Index option = 0; option < problem_.options(); ++option) {
        if (!is_usable(option)) continue;
        const auto begin = static_cast<std::ptrdiff_t>(all.places.size());
        for (const Index e : problem_.entries(option))
            if (const Index place = places[problem_.item(e)]; place != kNone) all.places.push_back(place);
        std::sort(all.places.begin() + begin, all.places.end());
        all.starts.push_back(static_cast<Index>(all.places.size()));
        order.push_back(static_cast<Index>(order.size()));
    }
    std::ranges::sort(order,
                      [&](Index a, Index b) { return std::ranges::lexicographical_compare(all.row(a), all.row(b)); });
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto row = all.row(order[k]);
        if (k > 0 && std::ranges::equal(row, all.row(order[k - 1]))) continue;
        part.places.insert(part.places.end(), row.begin(), row.end());
        part.starts.push_back(static_cast<Index>(part.places.size()));
    }
}

Stop LinearRefutation::run(const Allowance& allowance) {
    const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
    Watch watch(allowance.seconds, kWorkBetweenLooks);
    while (modulus_ == 0) {
        if (!elimination_ && !begin_elimination()) return Stop::exhausted;
        if (nodes_ >= last_node) return Stop::nodes;
        if (watch.is_over(updates() + kWorkOfNode * nodes_)) return Stop::time;
        ++nodes_;
        if (!elimination_->step()) take_over();
    }
    return Stop::exhausted;
}

// The next one; false after the last one.
bool LinearRefutation::begin_elimination() {
    while (part_.rows() > 0 && begun_ < kModuli.size()) {
        const Modulus& modulus = kModuli[begun_++];
        if (modulus.is_for_sizes && !divides_a_size(modulus.prime, part_)) continue;
        elimination_ = modulus.begin(part_);
        return true;
    }
    return begin_phase() && begin_elimination();
}

// Fixed items alone come first: they refute most of what can be refuted, with fewer columns.
bool LinearRefutation::begin_phase() {
    if (phase_ == Phase::slack) return false;
    std::vector<Index> items = fixed_items();
    if (phase_ == Phase::fixed) std::ranges::copy(items_with_slack(), std::back_inserter(items));
    const bool is_new = items.size() > part_.items.size();
    phase_ = phase_ == Phase::none ? Phase::fixed : Phase::slack;
    begun_ = is_new ? 0 : kModuli.size();
    part_ = Part();  // before there is another
    if (is_new) part_ = part_of(std::move(items));
    return true;
}

// Takes the result of an elimination that is done.
void LinearRefutation::take_over() {
    if (elimination_->modulus() != 0) {
        const Numbers& found = elimination_->weights();
        weights_.assign(problem_.items(), 0);
        for (std::size_t k = 0; k < part_.items.size(); ++k) weights_[part_.items[k]] = found[k];
        modulus_ = elimination_->modulus();
    }
    updates_ += elimination_->updates();
    elimination_.reset();
}

std::uint64_t LinearRefutation::updates() const { return updates_ + (elimination_ ? elimination_->updates() : 0); }

}  // namespace excover::linear

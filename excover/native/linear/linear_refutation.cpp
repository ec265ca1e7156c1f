#include "linear/linear_refutation.hpp"

#include <algorithm>
#include <array>

#include "linear/echelon.hpp"

namespace excover {

namespace {

using Numbers = std::vector<std::uint16_t>;

constexpr std::uint64_t kWorkBetweenLooks = 1'000'000;
constexpr std::uint64_t kWorkOfNode = 20;

// Level k holds what is left of the options after division by P, k times, modulo Q / P^k.
template <unsigned P, unsigned Q>
class PrimePower final : public Elimination {
public:
    explicit PrimePower(const FixedPart& fixed) : fixed_(fixed) {
        levels_.emplace_back(static_cast<Index>(fixed.needed.size()));
    }

    bool step() override {
        if (modulus_ != 0) return try_weights();
        if (row_ == fixed_.rows() || levels_.back().width() == 0) return judge();
        terms_.clear();
        for (const Index column : fixed_.row(row_++)) terms_.push_back({column, 1});
        descend();
        levels_.back().relate(numbers_);
        return true;
    }

    unsigned modulus() const override { return modulus_; }
    const Numbers& weights() const override { return weights_; }

    std::uint64_t updates() const override {
        std::uint64_t updates = 0;
        for (const auto& level : levels_) updates += level.updates();
        return updates;
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
                    terms_.push_back({static_cast<Index>(place), static_cast<std::uint16_t>(number / P)});
                }
            rest /= P;
        }
        for (std::uint16_t& number : numbers_) number = static_cast<std::uint16_t>(number % rest);
    }

    // All options are on the last level: decides whether the needs are a sum of them, or begins the level that will decide it.
    bool judge() {
        terms_.clear();
        for (Index column = 0; column < fixed_.needed.size(); ++column)
            terms_.push_back({column, static_cast<std::uint16_t>(fixed_.needed[column] % Q)});
        descend();
        const auto is_unit = [](unsigned number) { return number % P != 0; };
        if (std::ranges::any_of(numbers_, is_unit)) {
            modulus_ = 1;
            for (std::size_t k = 0; k < levels_.size(); ++k) modulus_ *= P;
            return true;
        }
        if (std::ranges::all_of(numbers_, [](unsigned number) { return number == 0; })) return false;
        levels_.emplace_back(static_cast<Index>(levels_.back().width()));
        row_ = 0;
        return true;
    }

    // The needs leave a unit in some free columns, each of which gives weights. Tries the next one, and keeps those weights of
    // which fewest are not 0; false after the last one.
    bool try_weights() {
        while (place_ < numbers_.size() && numbers_[place_] % P == 0) ++place_;
        if (place_ == numbers_.size() || tried_ == kCandidates) return false;
        ++tried_;
        Numbers found = weights_by(place_++);
        const auto used = found.size() - static_cast<std::size_t>(std::ranges::count(found, 0));
        if (used < least_) weights_ = std::move(found);
        least_ = std::min(least_, used);
        return true;
    }

    // With 1 for a free column of the last level, and 0 for the others; on the levels above it counts P times as much.
    Numbers weights_by(std::size_t place) {
        Numbers found(levels_.back().width(), 0);
        found[place] = 1;
        for (std::size_t k = levels_.size(); k-- > 0;) found = levels_[k].weights(found);
        for (std::uint16_t& weight : found) weight = static_cast<std::uint16_t>(weight % modulus_);
        return found;
    }

    static constexpr std::size_t kCandidates = 100;

    const FixedPart& fixed_;
    std::vector<Echelon<P, Q>> levels_;
    std::size_t row_ = 0;  // the next one of this pass over all; there is a pass for each level
    std::size_t place_ = 0, tried_ = 0, least_ = SIZE_MAX;  // of the weights tried
    std::vector<Term> terms_;
    Numbers numbers_, weights_;
    unsigned modulus_ = 0;
};

using Make = std::unique_ptr<Elimination> (*)(const FixedPart&);

template <unsigned P, unsigned Q>
std::unique_ptr<Elimination> make(const FixedPart& fixed) {
    return std::make_unique<PrimePower<P, Q>>(fixed);
}

struct Modulus {
    unsigned prime;
    Make begin;
    bool is_for_sizes;  // tried only if the prime divides a size
};

// Powers that leave room for products of 16 bits. The last of the first four primes stands for all large ones. The others seldom
// refute what those do not, except by sizes: 64 cells cannot be covered by pieces of seven.
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
bool divides_a_size(unsigned prime, const FixedPart& fixed) {
    for (std::size_t k = 0; k < fixed.rows(); ++k)
        if (const std::size_t size = fixed.row(k).size(); size >= prime && size % prime <= 1) return true;
    return false;
}

}  // namespace

LinearRefutation::LinearRefutation(const Problem& problem, std::uint64_t memory) : problem_(problem) {
    find_fixed(memory);
    if (fixed_.rows() == 0) begun_ = kModuli.size();
}

LinearRefutation::~LinearRefutation() = default;

// Options of an item that may have none are in no solution.
bool LinearRefutation::is_usable(Index option) const {
    for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e)
        if (!problem_.is_colored(problem_.item(e)) && problem_.upper(problem_.item(e)) == 0) return false;
    return true;
}

// An item is fixed if it needs as many options as it may have, or as there are. Rows are made only if they and the tables fit:
// n items take at most n * n bytes, of all levels together, because a row that is added when k columns are free has k numbers
// of two bytes.
void LinearRefutation::find_fixed(std::uint64_t memory) {
    std::vector<Index> left(problem_.items(), 0), places(problem_.items(), kNone);
    for (Index option = 0; option < problem_.options(); ++option) {
        if (!is_usable(option)) continue;
        for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e) ++left[problem_.item(e)];
    }
    std::uint64_t entries = 0;
    for (Index item = 0; item < problem_.items(); ++item)
        if (!problem_.is_colored(item) && problem_.lower(item) == std::min(problem_.upper(item), left[item])) {
            places[item] = static_cast<Index>(fixed_.items.size());
            fixed_.items.push_back(item);
            fixed_.needed.push_back(problem_.lower(item));
            entries += left[item];
        }
    const std::uint64_t items = fixed_.items.size();
    const std::uint64_t rows = (2 * entries + 4 * std::uint64_t{problem_.options()}) * sizeof(Index);  // sorted from a copy
    if (items > 0 && items * items + rows <= memory) add_rows(places, entries);
}

void LinearRefutation::add_rows(const std::vector<Index>& places, std::size_t entries) {
    FixedPart all;
    std::vector<Index> order;
    all.places.reserve(entries);
    fixed_.places.reserve(entries);
    for (std::vector<Index>* const each : {&all.starts, &fixed_.starts, &order}) each->reserve(problem_.options() + std::size_t{1});
    for (Index option = 0; option < problem_.options(); ++option) {
        if (!is_usable(option)) continue;
        const auto begin = static_cast<std::ptrdiff_t>(all.places.size());
        for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e)
            if (const Index place = places[problem_.item(e)]; place != kNone) all.places.push_back(place);
        std::sort(all.places.begin() + begin, all.places.end());
        all.starts.push_back(static_cast<Index>(all.places.size()));
        order.push_back(static_cast<Index>(order.size()));
    }
    std::ranges::sort(order, [&](Index a, Index b) { return std::ranges::lexicographical_compare(all.row(a), all.row(b)); });
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto row = all.row(order[k]);
        if (k > 0 && std::ranges::equal(row, all.row(order[k - 1]))) continue;
        fixed_.places.insert(fixed_.places.end(), row.begin(), row.end());
        fixed_.starts.push_back(static_cast<Index>(fixed_.places.size()));
    }
}

Stop LinearRefutation::run(const Allowance& allowance) {
    const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
    Watch watch(allowance.seconds, kWorkBetweenLooks);
    while (modulus_ == 0) {
        if (!elimination_) {
            if (begun_ == kModuli.size()) return Stop::exhausted;
            const Modulus& modulus = kModuli[begun_];
            if (modulus.is_for_sizes && !divides_a_size(modulus.prime, fixed_)) {
                ++begun_;
                continue;
            }
            elimination_ = modulus.begin(fixed_);
        }
        if (nodes_ >= last_node) return Stop::nodes;
        if (watch.is_over(updates() + kWorkOfNode * nodes_)) return Stop::time;
        ++nodes_;
        if (!elimination_->step()) take_over();
    }
    return Stop::exhausted;
}

// Takes the result of an elimination that is done.
void LinearRefutation::take_over() {
    if (elimination_->modulus() != 0) {
        const std::vector<std::uint16_t>& found = elimination_->weights();
        weights_.assign(problem_.items(), 0);
        for (std::size_t k = 0; k < fixed_.items.size(); ++k) weights_[fixed_.items[k]] = found[k];
        modulus_ = elimination_->modulus();
    }
    updates_ += elimination_->updates();
    elimination_.reset();
    ++begun_;
}

std::uint64_t LinearRefutation::updates() const { return updates_ + (elimination_ ? elimination_->updates() : 0); }

}  // namespace excover

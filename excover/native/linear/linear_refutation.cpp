#include "linear/linear_refutation.hpp"

#include <algorithm>
#include <array>

#include "linear/echelon.hpp"

namespace excover {

namespace {

using Options = std::vector<std::vector<Index>>;
using Numbers = std::vector<std::uint16_t>;

constexpr std::uint64_t kWorkBetweenLooks = 1'000'000;
constexpr std::uint64_t kWorkOfNode = 20;

// Level k holds what is left of the options after division by P, k times, modulo Q / P^k.
template <unsigned P, unsigned Q>
class PrimePower final : public Elimination {
public:
    PrimePower(const Options& options, const std::vector<Index>& needed) : options_(options), needed_(needed) {
        levels_.emplace_back(static_cast<Index>(needed.size()));
    }

    bool step() override {
        if (option_ == options_.size() || levels_.back().width() == 0) return judge();
        terms_.clear();
        for (const Index column : options_[option_++]) terms_.push_back({column, 1});
        descend();
        levels_.back().relate(numbers_);
        return true;
    }

    unsigned modulus() const override { return modulus_; }
    Numbers weights() const override { return weights_; }

    std::uint64_t updates() const override {
        std::uint64_t updates = 0;
        for (const auto& level : levels_) updates += level.updates();
        return updates;
    }

private:
    // Reduces the terms level by level; the numbers are what is left on the last one.
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

    // All options are on the last level: are the needs a sum of them? If it takes another level to tell, begins that.
    bool judge() {
        terms_.clear();
        for (Index column = 0; column < needed_.size(); ++column)
            terms_.push_back({column, static_cast<std::uint16_t>(needed_[column] % Q)});
        descend();
        const auto is_unit = [](unsigned number) { return number % P != 0; };
        if (std::ranges::any_of(numbers_, is_unit)) {
            refute();
        } else if (std::ranges::any_of(numbers_, [](unsigned number) { return number != 0; })) {
            levels_.emplace_back(static_cast<Index>(levels_.back().width()));
            option_ = 0;
            return true;
        }
        return false;
    }

    // Of the free columns in which the needs leave a unit, the one whose weights are fewest.
    void refute() {
        modulus_ = 1;
        for (std::size_t k = 0; k < levels_.size(); ++k) modulus_ *= P;
        std::size_t least = SIZE_MAX, tried = 0;
        for (std::size_t place = 0; place < numbers_.size() && tried < kCandidates; ++place) {
            if (numbers_[place] % P == 0) continue;
            ++tried;
            Numbers found = weights_by(place);
            const auto used = found.size() - static_cast<std::size_t>(std::ranges::count(found, 0));
            if (used < least) weights_ = std::move(found);
            least = std::min(least, used);
        }
    }

    // With 1 for a free column of the last level, and 0 for the others; on the levels above it counts P times as much.
    Numbers weights_by(std::size_t place) const {
        Numbers found(levels_.back().width(), 0);
        found[place] = 1;
        for (std::size_t k = levels_.size(); k-- > 0;) found = levels_[k].weights(found);
        for (std::uint16_t& weight : found) weight = static_cast<std::uint16_t>(weight % modulus_);
        return found;
    }

    static constexpr std::size_t kCandidates = 100;

    const Options& options_;
    const std::vector<Index>& needed_;
    std::vector<Echelon<P, Q>> levels_;
    std::size_t option_ = 0;  // the next one of this pass over all, one for each level
    std::vector<Term> terms_;
    Numbers numbers_, weights_;
    unsigned modulus_ = 0;
};

using Make = std::unique_ptr<Elimination> (*)(const Options&, const std::vector<Index>&);

template <unsigned P, unsigned Q>
std::unique_ptr<Elimination> make(const Options& options, const std::vector<Index>& needed) {
    return std::make_unique<PrimePower<P, Q>>(options, needed);
}

// Powers that leave room for products of 16 bits. The last prime stands for all large ones.
constexpr std::array<Make, 4> kModuli = {make<2, 256>, make<3, 243>, make<5, 125>, make<251, 251>};

}  // namespace

LinearRefutation::LinearRefutation(const Problem& problem, std::uint64_t memory) : problem_(problem) {
    find_fixed();
    if (fixed_.empty() || std::uint64_t{fixed_.size()} * fixed_.size() > memory) begun_ = kModuli.size();
}

LinearRefutation::~LinearRefutation() = default;

// An item is fixed if it needs as many options as it may have, or as there are. Options of an item that may have none
// are in no solution.
void LinearRefutation::find_fixed() {
    std::vector<Index> left(problem_.items(), 0), places(problem_.items(), kNone);
    const auto is_usable = [&](Index option) {
        for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e)
            if (!problem_.is_colored(problem_.item(e)) && problem_.upper(problem_.item(e)) == 0) return false;
        return true;
    };
    for (Index option = 0; option < problem_.options(); ++option) {
        if (!is_usable(option)) continue;
        for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e) ++left[problem_.item(e)];
    }
    for (Index item = 0; item < problem_.items(); ++item)
        if (!problem_.is_colored(item) && problem_.lower(item) == std::min(problem_.upper(item), left[item])) {
            places[item] = static_cast<Index>(fixed_.size());
            fixed_.push_back(item);
            needed_.push_back(problem_.lower(item));
        }
    for (Index option = 0; option < problem_.options(); ++option) {
        if (!is_usable(option)) continue;
        std::vector<Index>& row = options_.emplace_back();
        for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e)
            if (places[problem_.item(e)] != kNone) row.push_back(places[problem_.item(e)]);
        std::ranges::sort(row);
    }
    std::ranges::sort(options_);
    options_.erase(std::unique(options_.begin(), options_.end()), options_.end());
}

Stop LinearRefutation::run(const Allowance& allowance) {
    const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
    Watch watch(allowance.seconds, kWorkBetweenLooks);
    while (modulus_ == 0) {
        if (!elimination_) {
            if (begun_ == kModuli.size()) return Stop::exhausted;
            elimination_ = kModuli[begun_](options_, needed_);
        }
        if (nodes_ >= last_node) return Stop::nodes;
        if (watch.is_over(updates() + kWorkOfNode * nodes_)) return Stop::time;
        ++nodes_;
        if (!elimination_->step()) take_over();
    }
    return Stop::exhausted;
}

// What an elimination that is done has found.
void LinearRefutation::take_over() {
    if (elimination_->modulus() != 0) {
        const std::vector<std::uint16_t> found = elimination_->weights();
        weights_.assign(problem_.items(), 0);
        for (std::size_t k = 0; k < fixed_.size(); ++k) weights_[fixed_[k]] = found[k];
        modulus_ = elimination_->modulus();
    }
    updates_ += elimination_->updates();
    elimination_.reset();
    ++begun_;
}

std::uint64_t LinearRefutation::updates() const { return updates_ + (elimination_ ? elimination_->updates() : 0); }

}  // namespace excover

#include "proof/proof.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace excover::proof {

using graph::is_exact;

namespace {

Index least_of(Word bounds) { return static_cast<Index>(bounds >> 32); }
Index most_of(Word bounds) { return static_cast<Index>(bounds); }
Word bounds_of(Index least, Index most) { return Word{least} << 32 | most; }

}  // namespace

Residual::Residual(const Problem& problem)
    : problem_(problem),
      option_words_((problem.options() + std::size_t{63}) / 64),
      users_(problem.items()),
      tints_(problem.items()),
      place_(problem.items(), kNone) {
    number_items();
    for (Index o = 0; o < problem.options(); ++o)
        for (const Index e : problem.entries(o)) add(users_[problem.item(e)], o);
    std::vector<std::vector<std::pair<Index, Index>>> colored(problem.items());
    for (Index o = 0; o < problem.options(); ++o)
        for (const Index e : problem.entries(o))
            if (problem.is_colored(problem.item(e))) colored[problem.item(e)].emplace_back(problem.color(e), o);
    for (Index item = 0; item < problem.items(); ++item) {
        std::ranges::sort(colored[item]);
        for (const auto& [color, option] : colored[item]) {
            if (tints_[item].empty() || tints_[item].back().color != color) tints_[item].push_back({color, {}});
            add(tints_[item].back().users, option);
        }
    }
}

void Residual::number_items() {
    for (Index item = 0; item < problem_.items(); ++item)
        if (problem_.is_primary(item)) (is_exact(problem_, item) ? exact_ : bounded_).push_back(item);
    Index bit = static_cast<Index>(64 * option_words_);
    for (const Index item : exact_) place_[item] = bit++;
    words_ = (bit + std::size_t{63}) / 64;
    for (const Index item : bounded_) place_[item] = static_cast<Index>(words_++);
}

void Residual::add(std::vector<Patch>& patches, Index option) {
    if (patches.empty() || patches.back().word != option / 64) patches.push_back({option / 64, 0});
    patches.back().bits |= Word{1} << (option % 64);
}

std::vector<Word> Residual::start() const {
    std::vector<Word> state(words_);
    for (Index o = 0; o < problem_.options(); ++o) state[o / 64] |= Word{1} << (o % 64);
    for (const Index item : exact_) state[place_[item] / 64] |= Word{1} << (place_[item] % 64);
    for (const Index item : bounded_) {
        state[place_[item]] = bounds_of(problem_.lower(item), problem_.upper(item));
        if (problem_.upper(item) == 0) clear_users(state, item);
    }
    settle(state);
    return state;
}

std::vector<Word> Residual::behind(std::span<const Index> path) const {
    std::vector<Word> state = start();
    std::vector<Index> options;
    for (const Index step : path) {
        const Index item = wiped_out(state) == kNone ? best_item(state) : kNone;
        if (item == kNone) throw std::invalid_argument("the path goes on where the tree ends");
        list_live(state, item, options);
        const auto taken = std::ranges::find(options, step);
        if (taken == options.end() && (step != kNone || least(state, item) > 0))
            throw std::invalid_argument("the path takes a branch that its node does not have");
        std::for_each(options.begin(), taken, [&](Index option) { refuse(state, option); });
        if (taken != options.end()) choose(state, step);
        settle(state);
    }
    return state;
}

void Residual::choose(std::span<Word> state, Index option) const {
    for (const Index e : problem_.entries(option)) {
        const Index item = problem_.item(e);
        if (problem_.is_colored(item)) {
            keep_color(state, item, problem_.color(e));
        } else if (!problem_.is_primary(item)) {
            clear_users(state, item);
        } else if (is_exact(problem_, item)) {
            clear(state, place_[item]);
            clear_users(state, item);
        } else {
            Word& bounds = state[place_[item]];
            EXCOVER_ASSERT(most_of(bounds) > 0);
            bounds = bounds_of(least_of(bounds) - (least_of(bounds) > 0), most_of(bounds) - 1);
            if (most_of(bounds) == 0) clear_users(state, item);
        }
    }
    clear(state, option);
}

void Residual::clear_users(std::span<Word> state, Index item) const {
    for (const Patch& patch : users_[item]) state[patch.word] &= ~patch.bits;
}

// Both lists of patches ascend, and the color's are within the item's.
void Residual::keep_color(std::span<Word> state, Index item, Index color) const {
    auto kept = std::ranges::lower_bound(tints_[item], color, {}, &Tint::color)->users.begin();
    const auto end = std::ranges::lower_bound(tints_[item], color, {}, &Tint::color)->users.end();
    for (const Patch& patch : users_[item]) {
        const bool has_kept = kept != end && kept->word == patch.word;
        state[patch.word] &= ~patch.bits | (has_kept ? kept->bits : 0);
        if (has_kept) ++kept;
    }
}

void Residual::settle(std::span<Word> state) const {
    for (const Index item : bounded_) {
        Word& bounds = state[place_[item]];
        bounds = bounds_of(least_of(bounds), std::min(most_of(bounds), live(state, item)));
    }
}

Index Residual::wiped_out(std::span<const Word> state) const {
    for (const Index item : exact_)
        if (is_open(state, item) && !has_live(state, item)) return item;
    for (const Index item : bounded_)
        if (least_of(state[place_[item]]) > most_of(state[place_[item]])) return item;
    return kNone;
}

Index Residual::best_item(std::span<const Word> state) const {
    Index best = kNone, fewest = kNone;
    for (Index item = 0; item < problem_.items(); ++item) {
        if (!problem_.is_primary(item) || !is_open(state, item)) continue;
        const Index options = live(state, item), needed = least(state, item);
        // Of n options of which k must be chosen, one of the first n - k + 1 is.
        const Index branches = needed == 0 ? options + 1 : options < needed ? 0 : options - needed + 1;
        if (branches < fewest) {
            best = item;
            fewest = branches;
        }
    }
    return best;
}

bool Residual::is_open(std::span<const Word> state, Index item) const {
    if (!is_exact(problem_, item)) return state[place_[item]] != 0;
    return (state[place_[item] / 64] >> (place_[item] % 64) & 1) != 0;
}

Index Residual::least(std::span<const Word> state, Index item) const {
    return is_exact(problem_, item) ? Index{is_open(state, item)} : least_of(state[place_[item]]);
}

bool Residual::has_live(std::span<const Word> state, Index item) const {
    return std::ranges::any_of(users_[item], [&](const Patch& p) { return (state[p.word] & p.bits) != 0; });
}

Index Residual::live(std::span<const Word> state, Index item) const {
    Index sum = 0;
    for (const Patch& patch : users_[item]) sum += static_cast<Index>(std::popcount(state[patch.word] & patch.bits));
    return sum;
}

void Residual::list_live(std::span<const Word> state, Index item, std::vector<Index>& options) const {
    options.clear();
    for (const Patch& patch : users_[item])
        for (Word bits = state[patch.word] & patch.bits; bits != 0; bits &= bits - 1)
            options.push_back(64 * patch.word + static_cast<Index>(std::countr_zero(bits)));
}

}  // namespace excover::proof

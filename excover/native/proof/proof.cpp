#include <algorithm>
#include <charconv>

#include "core/numbers.hpp"
#include "core/tuning.hpp"
#include "diagram/diagram.hpp"
#include "proof/proof.hpp"

namespace excover::tuning {
extern Tunable proof_watch;
}

namespace excover::proof {

using namespace diagram;
using namespace graph;

void ProofLines::begin(std::uint64_t state, Index item) {
    put(static_cast<std::int64_t>(state - last_));
    put(numbers_[item]);
    last_ = state;
}

std::uint64_t ProofLines::fresh() {
    put(1);
    return next_++;
}

void ProofLines::put(std::int64_t number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    text_.append(digits, end);
    text_.push_back(' ');
}

// A certificate that follows a search tree, depth first: its memory holds one path and the siblings on it.

namespace {

class ProofTree final : public ProofSearch {
public:
    ProofTree(const Problem& problem, std::vector<Index> numbers, std::uint64_t memory, std::span<const Index> path)
        : ProofSearch(problem, std::move(numbers), memory), base_(path.size()), path_(path.begin(), path.end()) {
        child_ = residual_.behind(path);
        total_ = {0};
        ++updates_;
        require_room(1);
        lead_to_child(kNone, 1.0);
        lines_.end();
    }

    // After TooLarge the search is as it was before that state: what waits can still be given away.
    Stop run(const Allowance& allowance) override {
        const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
        Watch watch(allowance.seconds, tuning::proof_watch);
        while (!places_.empty()) {
            if (nodes_ >= last_node) return Stop::nodes;
            if (watch.is_over(updates_ + nodes_)) return Stop::time;
            expand();
        }
        return Stop::exhausted;
    }

    // They are the children of one state, which is on the path to the state that was expanded last.
    std::vector<StolenState> split() override {
        std::vector<StolenState> given;
        if (nodes_ == 0) return given;
        std::size_t count = 0;
        for (; count < places_.size() && places_[count].depth == places_.front().depth; ++count) {
            const Place& place = places_[count];
            given.push_back(
                {place.id, {path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(place.depth)}, place.share});
            given.back().path.back() = place.step;
        }
        places_.erase(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(count));
        states_.erase(states_.begin(), states_.begin() + static_cast<std::ptrdiff_t>(count * residual_.words()));
        return given;
    }

private:
    // A state that waits: `step`, the last one of the path to it, leads to `depth` from the start.
    struct Place {
        std::uint64_t id;
        Index item, step;
        std::size_t depth;
        double share;
    };

    void expand() {
        const Place place = places_.back();
        std::vector<Word> state(states_.end() - static_cast<std::ptrdiff_t>(residual_.words()), states_.end());
        residual_.list_live(state, place.item, options_);
        require_room(options_.size() + 1);
        places_.pop_back();
        states_.resize(states_.size() - residual_.words());
        ++nodes_;
        lines_.begin(place.id, place.item);
        path_.resize(place.depth);
        if (place.depth > base_) path_.back() = place.step;
        path_.push_back(kNone);
        const bool may_refuse = residual_.least(state, place.item) == 0;
        const double share = place.share / static_cast<double>(options_.size() + (may_refuse ? 1 : 0));
        branch(state, place.item, [&](Index option) { lead_to_child(option, share); });
    }

    void lead_to_child(Index step, double share) {
        if (const Index wiped_out = residual_.wiped_out(child_); wiped_out != kNone) return lines_.wiped_out(wiped_out);
        const Index item = residual_.best_item(child_);
        if (item == kNone) {
            lines_.solution();
            ++total_[0];
        } else {
            push(child_, {lines_.fresh(), item, step, path_.size(), share});
        }
    }

    // For so many more states, each vector being twice as large as needed at times.
    void require_room(std::size_t more) const {
        if (states_.size() * sizeof(Word) + places_.size() * sizeof(Place) +
                more * (residual_.words() * sizeof(Word) + sizeof(Place)) >
            memory_ / 2)
            throw TooLarge("the states of a certificate take too much memory");
    }

    void push(const std::vector<Word>& state, const Place& place) {
        states_.insert(states_.end(), state.begin(), state.end());
        places_.push_back(place);
    }

    const std::size_t base_;  // steps to the first state
    std::vector<Index> path_;  // to the children of the state that was expanded last; their own step is not in it
    std::vector<Place> places_;  // still to be expanded, the last one first,
    std::vector<Word> states_;  // and their states
};

}  // namespace

std::unique_ptr<ProofSearch> make_proof_tree(const Problem& problem, std::vector<Index> numbers, std::uint64_t memory,
                                             std::span<const Index> path) {
    return std::make_unique<ProofTree>(problem, std::move(numbers), memory, path);
}

// A certificate that decides items in a fixed order, level by level, and writes equal states once.
//
// A level has the states whose first open item is the same. A bounded item stays open when one of its options is
// chosen, or all are refused up to it: such states go to levels of their own, by how many of its options are live,
// so that a state is never reached again after it was written.

namespace {

constexpr std::uint64_t kDead = std::uint64_t{1}
                                << 63;  // a state without solutions; the rest is the item that is wiped out

using Ways = std::vector<std::uint64_t>;

void add_ways(Ways& to, const Ways& more) {
    if (to.size() < more.size()) to.resize(more.size());
    if (const std::uint64_t carry = add(to, more); carry != 0) to.push_back(carry);
}

// The states of a level, each once: its words, its number in the certificate, and in how many ways it is reached.
class Level {
public:
    // The place of a state, which is new if it is the last.
    std::size_t find_or_add(std::span<const Word> state) {
        if (8 * (size() + 1) > 5 * slots_.size()) grow(state.size());
        std::size_t& slot = slots_[slot_of(state)];
        if (slot != 0) return slot - 1;
        states_.insert(states_.end(), state.begin(), state.end());
        ids.push_back(0);
        ways.emplace_back();
        return (slot = ids.size()) - 1;
    }

    std::size_t size() const { return ids.size(); }
    std::span<const Word> state(std::size_t place, std::size_t words) const {
        return {states_.data() + place * words, words};
    }
    std::size_t bytes() const {
        return states_.capacity() * sizeof(Word) + ids.capacity() * (sizeof(std::uint64_t) + sizeof(Ways) + 32) +
               slots_.capacity() * sizeof(std::size_t);
    }

    std::vector<std::uint64_t> ids;
    std::vector<Ways> ways;

private:
    static std::uint64_t hash_of(std::span<const Word> state) {
        std::uint64_t hash = 0;
        for (const Word word : state) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 32;
        }
        return hash;
    }

    // Where a state is, or belongs.
    std::size_t slot_of(std::span<const Word> state) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t k = hash_of(state) & mask;; k = (k + 1) & mask)
            if (slots_[k] == 0 || std::ranges::equal(this->state(slots_[k] - 1, state.size()), state)) return k;
    }

    void grow(std::size_t words) {
        slots_.assign(std::max<std::size_t>(32, 2 * slots_.size()), 0);
        for (std::size_t place = 0; place < size(); ++place) slots_[slot_of(state(place, words))] = place + 1;
    }

    std::vector<Word> states_;
    std::vector<std::size_t> slots_;  // of a hash: a place, from 1 on
};

class ProofFrontier final : public ProofSearch {
public:
    ProofFrontier(const Problem& problem, std::vector<Index> numbers, std::uint64_t memory, std::span<const Index> path)
        : ProofSearch(problem, std::move(numbers), memory), order_(frontier_order(problem)) {
        for (Index item = 0; item < problem.items(); ++item)
            if (problem.is_primary(item) && !is_exact(problem, item)) order_.push_back(item);
        const std::vector<Word> start = residual_.start();
        place_.resize(problem.items());
        for (const Index item : order_) {
            place_[item] = first_level_.size();
            first_level_.push_back(decider_.size());
            decider_.resize(
                decider_.size() + (is_exact(problem, item) ? 1 : residual_.live(start, item) + std::size_t{1}), item);
        }
        levels_.resize(decider_.size());
        child_ = residual_.behind(path);
        ++updates_;
        lead_to_child({1});
        lines_.end();
    }

    Stop run(const Allowance& allowance) override {
        const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
        Watch watch(allowance.seconds, tuning::proof_watch);
        for (; level_ < levels_.size(); leave())
            for (; next_ < levels_[level_].size(); ++next_) {
                if (levels_[level_].ids[next_] >= kDead) continue;
                if (nodes_ >= last_node) return Stop::nodes;
                if (watch.is_over(updates_ + nodes_)) return Stop::time;
                expand();
            }
        return Stop::exhausted;
    }

private:
    void leave() {
        bytes_ -= levels_[level_].bytes();
        levels_[level_] = Level();
        next_ = 0;
        ++level_;
    }

    // All children are in later levels: this one does not change meanwhile.
    void expand() {
        const Index item = decider_[level_];
        const auto state = levels_[level_].state(next_, residual_.words());
        rest_.assign(state.begin(), state.end());
        ++nodes_;
        lines_.begin(levels_[level_].ids[next_], item);
        residual_.list_live(rest_, item, options_);
        branch(rest_, item, [&](Index) { lead_to_child(levels_[level_].ways[next_]); });
    }

    void lead_to_child(const Ways& ways) {
        const std::size_t number = level_of(child_);
        if (number == levels_.size()) return lead_to_end(ways);
        Level& level = levels_[number];
        const std::size_t before = level.bytes(), size = level.size();
        const std::size_t place = level.find_or_add(child_);
        bytes_ += level.bytes() - before;
        if (bytes_ + level.bytes() > memory_)  // it may be twice as large after the next state
            throw TooLarge("the states of a certificate take too much memory");
        std::uint64_t& id = level.ids[place];
        if (place == size) {
            const Index wiped_out = residual_.wiped_out(child_);
            id = wiped_out == kNone ? lines_.fresh() : kDead | wiped_out;
        } else if (id < kDead) {
            lines_.again(id);
        }
        if (id >= kDead) return lines_.wiped_out(static_cast<Index>(id - kDead));
        add_ways(level.ways[place], ways);
    }

    // No item is open: each has as many options as it needs.
    void lead_to_end(const Ways& ways) {
        lines_.solution();
        add_ways(total_, ways);
    }

    // Where a state belongs: behind all levels if no item is open. The items before the one of this level are not.
    std::size_t level_of(std::span<const Word> state) const {
        for (std::size_t k = level_ < decider_.size() ? place_[decider_[level_]] : 0; k < order_.size(); ++k)
            if (residual_.is_open(state, order_[k]))
                return (k + 1 < order_.size() ? first_level_[k + 1] : levels_.size()) - 1 - skipped(state, order_[k]);
        return levels_.size();
    }
    std::size_t skipped(std::span<const Word> state, Index item) const {
        return is_exact(residual_.problem(), item) ? 0 : residual_.live(state, item);
    }

    std::vector<Index> order_;
    std::vector<std::size_t> place_;  // of an item: its place in the order,
    std::vector<std::size_t> first_level_;  // and of such a place: the first level
    std::vector<Index> decider_;  // of a level
    std::vector<Level> levels_;
    std::size_t level_ = 0, next_ = 0;  // what is expanded next
    std::vector<Word> rest_;
    std::uint64_t bytes_ = 0;
};

}  // namespace

std::unique_ptr<ProofSearch> make_proof_frontier(const Problem& problem, std::vector<Index> numbers,
                                                 std::uint64_t memory, std::span<const Index> path) {
    return std::make_unique<ProofFrontier>(problem, std::move(numbers), memory, path);
}

}  // namespace excover::proof

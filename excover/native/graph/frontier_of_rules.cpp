#include "graph/frontier_of_rules.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>
#include <utility>

#include "core/numbers.hpp"

namespace excover::graph {

namespace {

using Byte = std::uint8_t;

// States between two looks at the clock, and of the diagram before dead ones are dropped.
constexpr std::uint64_t kStep = 1000, kFewKept = 1 << 20;

}  // namespace

// The states of a level, each once, numbered as they come.
class FrontierOfRules::Table {
public:
    explicit Table(std::size_t stride) : stride_(stride), slots_(1 << 10, kNone) {}

    Index size() const { return static_cast<Index>(states_.size() / stride_); }
    const Byte* operator[](Index state) const { return states_.data() + state * stride_; }
    std::size_t bytes() const { return states_.capacity() + slots_.size() * sizeof(Index); }

    Index insert(const Byte* state) {
        if (size() >= slots_.size() / 2) grow();
        std::size_t at = place_of(state);
        while (slots_[at] != kNone) {
            if (std::memcmp((*this)[slots_[at]], state, stride_) == 0) return slots_[at];
            at = (at + 1) & (slots_.size() - 1);
        }
        const Index number = size();
        states_.insert(states_.end(), state, state + stride_);
        return slots_[at] = number;
    }

    void clear() {
        states_.clear();
        std::ranges::fill(slots_, kNone);
    }

private:
    std::size_t place_of(const Byte* state) const {
        std::uint64_t hash = 0;
        for (std::size_t k = 0; k < stride_; k += 8) {
            std::uint64_t word;
            std::memcpy(&word, state + k, 8);
            hash = mixed(hash ^ word);
        }
        return hash & (slots_.size() - 1);
    }

    void grow() {
        std::vector<Index> slots(2 * slots_.size(), kNone);
        slots_.swap(slots);
        for (Index state = 0; state < size(); ++state) {
            std::size_t at = place_of((*this)[state]);
            while (slots_[at] != kNone) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = state;
        }
    }

    const std::size_t stride_;
    std::vector<Byte> states_;
    std::vector<Index> slots_;
};

FrontierOfRules::FrontierOfRules(const Problem& problem, const LinearConstraints* rows, const GlobalConstraints* graphs,
                                 std::uint64_t memory, bool keep_covers)
    : problem_(problem),
      keep_covers_(keep_covers),
      memory_(memory),
      levels_(std::make_unique<const RuleLevels>(problem, rows, graphs)),
      states_(std::make_unique<Table>(levels_->bytes())),
      children_(std::make_unique<Table>(levels_->bytes())),
      after_(levels_->bytes()) {
    if (!levels_->is_impossible()) states_->insert(after_.data());
}

FrontierOfRules::~FrontierOfRules() = default;

Index FrontierOfRules::levels() const { return levels_->size(); }

std::uint64_t FrontierOfRules::solutions() const {
    if (keep_covers_) return listed_;
    const bool fits = std::all_of(count_.begin() + 1, count_.end(), [](std::uint64_t limb) { return limb == 0; });
    return fits ? count_[0] : UINT64_MAX;
}

std::vector<std::uint64_t> FrontierOfRules::count() const {
    return keep_covers_ ? std::vector<std::uint64_t>{listed_} : count_;
}

Stop FrontierOfRules::run(const Allowance& allowance) {
    Watch watch(allowance.seconds, kStep);
    const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
    while (!is_complete_) {
        if (level_ == levels()) {
            complete();
        } else if (decide_some()) {
            end_level();
        }
        if (is_complete_) break;
        if (nodes_ >= last_node) return Stop::nodes;
        if (watch.is_over(updates_)) return Stop::time;
    }
    return keep_covers_ ? list(allowance, watch) : Stop::exhausted;
}

// The next states of the level; true if these were the last ones.
bool FrontierOfRules::decide_some() {
    if (diagram_.size() == level_) {
        children_->clear();
        diagram_.emplace_back();
    }
    auto& decided = diagram_.back();
    const auto end = static_cast<std::size_t>(std::min<std::uint64_t>(states_->size(), decided.size() + kStep));
    const bool is_last = level_ + 1 == levels();
    while (decided.size() < end) {
        Children children;
        for (const bool is_chosen : {false, true}) {
            Index& child = children[is_chosen];
            child = kNone;
            if (!levels_->follow(level_, (*states_)[static_cast<Index>(decided.size())], after_.data(), is_chosen))
                continue;
            if (is_last && !levels_->is_end(after_.data())) continue;
            if (is_last) std::ranges::fill(after_, Byte{0});  // all ends are one
            const Index before = children_->size();
            child = children_->insert(after_.data());
            nodes_ += child == before;
            ++updates_;
        }
        decided.push_back(children);
    }
    if (bytes() > memory_) throw std::bad_alloc();
    return end == states_->size();
}

void FrontierOfRules::end_level() {
    kept_ += states_->size();
    std::swap(states_, children_);
    ++level_;
    if (kept_ > std::max<std::uint64_t>(kFewKept, 2 * kept_before_)) drop_dead();
}

// What leads to no state of the level that was reached.
void FrontierOfRules::drop_dead() {
    std::size_t most = states_->size();
    for (const auto& nodes : diagram_) most = std::max(most, nodes.size());
    std::vector<Index> numbers, fresh;
    numbers.reserve(most);  // from here on nothing fails
    fresh.reserve(most);
    numbers.resize(states_->size());
    std::iota(numbers.begin(), numbers.end(), Index{0});
    kept_ = 0;
    for (std::size_t level = diagram_.size(); level-- > 0;) {
        auto& nodes = diagram_[level];
        fresh.assign(nodes.size(), kNone);
        Index kept = 0;
        for (std::size_t node = 0; node < nodes.size(); ++node) {
            Children children = nodes[node];
            for (Index& child : children)
                if (child != kNone) child = numbers[child];
            if (children[0] == kNone && children[1] == kNone) continue;
            fresh[node] = kept;
            nodes[kept++] = children;
        }
        nodes.resize(kept);
        nodes.shrink_to_fit();
        numbers.swap(fresh);
        kept_ += kept;
    }
    kept_before_ = kept_;
}

// What may fail comes first.
void FrontierOfRules::complete() {
    drop_dead();
    EXCOVER_CHECK(states_->size() <= 1);
    const bool is_end = levels() > 0 || (states_->size() == 1 && levels_->is_end((*states_)[0]));
    const bool is_empty = states_->size() == 0 || !is_end;
    if (!is_empty) find_ways();
    way_.assign(!is_empty, 0);
    is_empty_ = is_over_ = is_empty;
    is_complete_ = true;
    states_->clear();
    children_->clear();
}

// How many ways lead from each node to the end, level by level from there, in as many limbs as that takes.
void FrontierOfRules::find_ways() {
    std::size_t limbs = 1;
    std::vector<std::uint64_t> ways{1}, before;
    for (std::size_t level = diagram_.size(); level-- > 0;) {
        const auto& nodes = diagram_[level];
        bool is_wide_enough = false;
        while (!is_wide_enough) {
            is_wide_enough = true;
            before.assign(nodes.size() * limbs, 0);
            for (std::size_t node = 0; node < nodes.size(); ++node)
                for (const Index child : nodes[node])
                    if (child != kNone) {
                        const std::span<std::uint64_t> sum(before.data() + node * limbs, limbs);
                        if (add(sum, {ways.data() + child * limbs, limbs}) != 0) is_wide_enough = false;
                    }
            if (is_wide_enough) break;
            std::vector<std::uint64_t> wider(ways.size() / limbs * (limbs + 1), 0);
            for (std::size_t number = 0; number < ways.size() / limbs; ++number)
                std::copy_n(ways.data() + number * limbs, limbs, wider.data() + number * (limbs + 1));
            ways.swap(wider);
            ++limbs;
        }
        ways.swap(before);
    }
    count_ = std::move(ways);
}

// Goes on from where the last solution was found: of each node the child where its option is not chosen comes first.
Stop FrontierOfRules::list(const Allowance& allowance, Watch& watch) {
    const std::uint64_t last_solution = saturated_sum(listed_, allowance.solutions);
    while (!is_over_) {
        if (listed_ >= last_solution) return Stop::solutions;
        if (watch.is_over(updates_)) return Stop::time;
        covers_.make_room(levels());
        way_.reserve(levels() + 1);
        chosen_.reserve(levels());
        while (chosen_.size() < levels()) {
            const Children& children = diagram_[chosen_.size()][way_.back()];
            take(children[0] == kNone);
        }
        for (Index level = 0; level < levels(); ++level)
            if (const Index option = chosen_[level] != 0 ? levels_->option(level) : levels_->instead(level);
                option != kNone)
                covers_.options.push_back(option);
        covers_.close();
        ++listed_;
        updates_ += levels();
        is_over_ = !turn();
    }
    return Stop::exhausted;
}

void FrontierOfRules::take(bool is_chosen) {
    way_.push_back(diagram_[chosen_.size()][way_.back()][is_chosen]);
    chosen_.push_back(is_chosen);
}

// Takes the second child of the last node that has one and took the first; false if none has.
bool FrontierOfRules::turn() {
    while (!chosen_.empty()) {
        const bool was_chosen = chosen_.back() != 0;
        chosen_.pop_back();
        way_.pop_back();
        if (!was_chosen && diagram_[chosen_.size()][way_.back()][1] != kNone) {
            take(true);
            return true;
        }
    }
    return false;
}

std::uint64_t FrontierOfRules::bytes() const {
    const std::uint64_t nodes = kept_ + (diagram_.size() > level_ ? diagram_.back().capacity() : 0);
    return nodes * sizeof(Children) + states_->bytes() + children_->bytes();
}

}  // namespace excover::graph

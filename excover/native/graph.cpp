#include "graph.hpp"

#include <algorithm>
#include <new>
#include <vector>

#include "frontier.hpp"
#include "layout.hpp"
#include "limbs.hpp"
#include "order.hpp"
#include "state_table.hpp"

namespace excover {

namespace {

constexpr std::uint64_t kWorkBetweenLooks = 2'000;

// A number has room for all that one state can add to it (by at most kMostChoices ways) before it is given another limb.
constexpr std::uint64_t kHighLimb = std::uint64_t{1} << 40;

template <unsigned W>
class Count final : public GraphCount {
public:
    Count(const Problem& problem, std::unique_ptr<Layout> layout, std::uint64_t memory)
        : layout_(std::move(layout)),
          frontier_(problem, *layout_),
          memory_(memory),
          tables_(frontier_.levels()),
          total_(2),
          ways_(1, 1) {
        std::size_t most = 0;
        for (Index level = 0; level < frontier_.levels(); ++level)
            most = std::max(most, frontier_.choices(level).size());
        children_.reserve(most);
        able_.resize(most + 1);
        if (layout_->is_impossible()) return;
        if (frontier_.levels() == 0) {
            total_[0] = 1;
        } else {
            stack_.push_back({frontier_.start(), 0});
            stack_ways_.push_back(1);
        }
    }

    Stop run(const Allowance& allowance) override {
        const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
        Watch watch(allowance.seconds, kWorkBetweenLooks);
        while (find_next()) {
            if (nodes_ >= last_node) return Stop::nodes;
            if (watch.is_over(updates_ + nodes_)) return Stop::time;
            make_room();
            take();
            expand();
        }
        return Stop::exhausted;
    }

    std::span<const std::uint64_t> solutions() const override { return total_; }
    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t updates() const override { return updates_; }
    std::uint64_t depth() const override { return depth_; }
    std::uint64_t bytes() const override { return most_bytes_; }

private:
    struct Place {
        State<W> state;
        Index level;
    };

    // Is anything left? Then it is on the stack or next in the table of the current level.
    bool find_next() {
        if (!stack_.empty()) return true;
        if (pressure_ < kMostPressure && bytes_ > limit(pressure_)) {
            ++pressure_;
            current_ = deepest();
        }
        for (;;) {
            if (current_ != kNone && tables_[current_].has_next()) return true;
            if (current_ != kNone) leave(current_);
            current_ = pressure_ > 1 ? deepest() : widest();
            if (current_ == kNone) return false;
        }
    }

    void leave(Index level) {
        bytes_ -= tables_[level].bytes();
        tables_[level].clear();
        while (pressure_ > 1 && bytes_ <= limit(pressure_ - 1)) --pressure_;
    }

    // Under more and more pressure the deepest states come first, which leaves ever less of the room to them.
    std::uint64_t limit(unsigned pressure) const { return memory_ - (memory_ >> pressure); }

    Index deepest() const {
        for (Index level = frontier_.levels(); level-- > 0;)
            if (tables_[level].size() > 0) return level;
        return kNone;
    }

    // What is begun is finished; otherwise the first level comes first, so that as many states as possible meet.
    Index widest() {
        Index found = kNone;
        for (Index level = frontier_.levels(); level-- > 0;) {
            if (tables_[level].size() == 0) continue;
            found = level;
            if (tables_[level].is_taken_from()) return level;
        }
        if (found != kNone) depth_ = std::max<std::uint64_t>(depth_, found);
        return found;
    }

    // All that can throw comes before a state is taken.
    void make_room() {
        if (is_high_) widen();
        const std::size_t most = children_.capacity();
        if (stack_.capacity() < stack_.size() + most) stack_.reserve(2 * (stack_.size() + most));
        const std::size_t limbs = ways_.size() * (stack_.size() + most);
        if (stack_ways_.capacity() < limbs) stack_ways_.reserve(2 * limbs);
    }

    void take() {
        if (!stack_.empty()) {
            here_ = stack_.back();
            std::copy(stack_ways_.end() - static_cast<std::ptrdiff_t>(ways_.size()), stack_ways_.end(), ways_.begin());
            stack_.pop_back();
            stack_ways_.resize(stack_ways_.size() - ways_.size());
            return;
        }
        const std::uint64_t* slot = tables_[current_].take();
        here_ = {StateTable<W>::state(slot), current_};
        std::copy_n(StateTable<W>::number(slot), ways_.size(), ways_.begin());
    }

    void expand() {
        ++nodes_;
        const auto choices = frontier_.choices(here_.level);
        std::size_t able = 0;
        for (const auto& choice : choices) {  // without a branch, which could not be predicted
            able_[able] = &choice;
            able += !here_.state.meets(choice.conflict);
        }
        children_.clear();
        for (std::size_t k = 0; k < able; ++k) {
            Place child{(here_.state | able_[k]->set) + able_[k]->add, here_.level};
            if (!frontier_.settle(child.state, child.level)) continue;
            if (child.level == frontier_.levels()) {
                add(total_, ways_);
                continue;
            }
            tables_[child.level].prefetch(child.state);
            children_.push_back(child);
        }
        updates_ += able;
        for (const Place& child : children_) absorb(child);
    }

    void absorb(const Place& child) {
        StateTable<W>& table = tables_[child.level];
        const bool has_room = !table.is_full() || grow(table);
        if (table.bytes() > 0) {
            std::uint64_t* slot = table.find(child.state);
            const bool is_new = table.is_free(slot);
            if (is_new && frontier_.is_dead(child.state, child.level)) return;
            if (!table.was_passed(slot) && (!is_new || has_room)) {
                if (is_new) table.occupy(slot, child.state);
                std::uint64_t* number = StateTable<W>::number(slot);
                if (ways_.size() == 1) *number += ways_[0];
                else add({number, ways_.size()}, ways_);
                is_high_ = is_high_ || number[ways_.size() - 1] >= kHighLimb;
                return;
            }
        } else if (frontier_.is_dead(child.state, child.level)) {
            return;
        }
        stack_.push_back(child);
        stack_ways_.insert(stack_ways_.end(), ways_.begin(), ways_.end());
    }

    // One more limb for every number. Doing half of it leaves every number what it was.
    void widen() {
        const std::size_t limbs = ways_.size() + 1;
        for (StateTable<W>& table : tables_) {
            if (table.limbs() == limbs) continue;
            const std::size_t before = table.bytes();
            table.widen();
            bytes_ += table.bytes() - before;
        }
        total_.resize(limbs + 1);
        std::vector<std::uint64_t> wider(stack_.size() * limbs);
        for (std::size_t k = 0; k < stack_.size(); ++k)
            std::copy_n(stack_ways_.data() + k * ways_.size(), ways_.size(), wider.data() + k * limbs);
        ways_.resize(limbs);
        stack_ways_.swap(wider);
        is_high_ = false;
        most_bytes_ = std::max(most_bytes_, bytes_);
    }

    bool grow(StateTable<W>& table) {
        if (table.is_taken_from() || bytes_ + table.growth() > memory_) return false;
        const std::size_t before = table.bytes();
        try {
            table.grow();
        } catch (const std::bad_alloc&) {
            return false;
        }
        most_bytes_ = std::max(most_bytes_, bytes_ + table.bytes());
        bytes_ += table.bytes() - before;
        return true;
    }

    static constexpr unsigned kMostPressure = 10;

    std::unique_ptr<Layout> layout_;
    Frontier<W> frontier_;
    const std::uint64_t memory_;
    std::vector<StateTable<W>> tables_;  // of a level: its states, and in how many ways each was reached
    std::vector<Place> stack_;           // what found no room
    std::vector<std::uint64_t> stack_ways_;
    std::vector<std::uint64_t> total_;
    Place here_{};
    std::vector<std::uint64_t> ways_;  // that lead to here_
    std::vector<const typename Frontier<W>::Choice*> able_;  // the choices that here_ leaves
    std::vector<Place> children_;
    Index current_ = kNone;
    unsigned pressure_ = 1;
    bool is_high_ = false;
    std::uint64_t nodes_ = 0, updates_ = 0, depth_ = 0, bytes_ = 0, most_bytes_ = 0;
};

template <unsigned W>
std::unique_ptr<GraphCount> make(const Problem& problem, std::unique_ptr<Layout>& layout, std::uint64_t memory) {
    if constexpr (W < kMostWords)
        if (layout->words() > W) return make<W + 1>(problem, layout, memory);
    return std::make_unique<Count<W>>(problem, std::move(layout), memory);
}

}  // namespace

std::unique_ptr<GraphCount> make_graph_count(const Problem& problem, std::uint64_t memory, std::string& obstacle) {
    auto layout = std::make_unique<Layout>(problem, Schedule(problem, sweep_order(problem)));
    if (layout->obstacle()) {
        obstacle = *layout->obstacle();
        return nullptr;
    }
    return make<1>(problem, layout, memory);
}

}  // namespace excover

#include "graph/graph_count.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <new>
#include <vector>

#include "core/numbers.hpp"
#include "core/tuning.hpp"
#include "graph/frontier.hpp"
#include "graph/frontier_search.hpp"
#include "graph/state_table.hpp"

namespace excover::tuning {
extern Tunable graph_children, graph_choices, graph_few_states, graph_pressure, graph_spilled_states, graph_states,
    graph_watch, graph_widening;
}

namespace excover::graph {

namespace {

// A number has room for all that is added to it, by so many additions, before it is given another limb.
constexpr std::uint64_t kHighLimb = std::uint64_t{1} << 40;

// The states of a shard, and in how many ways each was reached.
template <unsigned W>
struct Shard {
    explicit Shard(Index levels) : tables(levels), used(levels) {}

    std::vector<StateTable<W>> tables;  // of a level
    LevelSet used;  // levels whose table has room
    std::vector<Place<W>> spilled;  // what found no room,
    std::vector<std::uint64_t> ways;  // and in how many ways it was reached
    std::uint64_t bytes = 0, most_bytes = 0;
    bool is_high = false;
};

template <unsigned W>
class Count final : public GraphCount {
public:
    Count(const Problem& problem, std::unique_ptr<Layout> layout, std::uint64_t memory, unsigned threads)
        : layout_(std::move(layout)),
          frontier_(problem, *layout_, memory / 16),
          threads_(threads),
          memory_(memory - memory / 4),
          most_children_(std::clamp<std::uint64_t>(memory / 1024, 256, tuning::graph_children)),
          shards_(kShards, Shard<W>(frontier_.levels())),
          begun_(frontier_.levels()),
          total_(2) {
        sources_.reserve(std::max(most_states_, most_spilled_));
        if (layout_->is_impossible()) return;
        if (frontier_.levels() == 0) {
            total_[0] = 1;
        } else {
            stack_.push_back({frontier_.start(), 0, 0});
            stack_ways_.push_back(1);
        }
    }

    Stop run(const Allowance& allowance) override {
        const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
        Watch watch(allowance.seconds, tuning::graph_watch);
        Team team(threads_);
        while (is_widening() || next_ < sources_.size() || take_sources()) {
            if (nodes_ >= last_node) return Stop::nodes;
            if (watch.is_over(updates_ + nodes_ + frontier_.work() + widened_)) return Stop::time;
            is_widening() ? widen_level() : step(team, last_node - nodes_);
        }
        return Stop::exhausted;
    }

    std::vector<std::uint64_t> count() const override { return total_; }
    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t updates() const override { return updates_; }
    std::uint64_t depth() const override { return depth_; }
    Index level() const override { return static_cast<Index>(depth_); }
    Index levels() const override { return frontier_.levels(); }
    std::size_t threads() const override { return threads_; }
    std::uint64_t bytes() const override { return sum(&Shard<W>::most_bytes); }

private:
    // Whether anything is left: then the next states are on the stack or in the tables of the current level, unless
    // numbers must be widened first. All that can throw comes before anything is taken.
    bool take_sources() {
        gather_spilled();
        sources_.clear();
        next_ = 0;
        if (std::ranges::any_of(shards_, &Shard<W>::is_high)) {
            begin_widening();
            return true;
        }
        if (!stack_.empty()) {
            take_from_stack();
            return true;
        }
        if (!find_level()) return false;
        const std::size_t most = most_states(frontier_.choices(current_).size());
        ways_.reserve(most * limbs_);
        ways_.clear();
        begun_.insert(current_);
        for (Shard<W>& shard : shards_)
            for (StateTable<W>& table = shard.tables[current_]; sources_.size() < most && table.has_next();) {
                const std::uint64_t* slot = table.take();
                sources_.push_back({StateTable<W>::state(slot), current_, 0});
                ways_.insert(ways_.end(), StateTable<W>::number(slot), StateTable<W>::number(slot) + table.limbs());
                ways_.resize(sources_.size() * limbs_);
            }
        return true;
    }

    // So many choices at a time, unless a single state has more.
    std::size_t most_states(std::size_t choices) const {
        return std::clamp<std::size_t>(tuning::graph_choices / std::max<std::size_t>(choices, 1), 1, most_states_);
    }

    void gather_spilled() {
        std::size_t number = stack_.size();
        for (const Shard<W>& shard : shards_) number += shard.spilled.size();
        if (number == stack_.size()) return;
        stack_.reserve(number);
        stack_ways_.reserve(number * limbs_);
        for (Shard<W>& shard : shards_) {
            stack_.insert(stack_.end(), shard.spilled.begin(), shard.spilled.end());
            stack_ways_.insert(stack_ways_.end(), shard.ways.begin(), shard.ways.end());
            shard.spilled.clear();
            shard.ways.clear();
        }
    }

    void take_from_stack() {
        const std::size_t most = std::min(most_spilled_, stack_.size()), most_choices = tuning::graph_choices;
        std::size_t number = 0, choices = 0;
        while (number < most) {
            choices += frontier_.choices(stack_[stack_.size() - 1 - number].level).size();
            if (number > 0 && choices > most_choices) break;
            ++number;
        }
        const auto begin = static_cast<std::ptrdiff_t>(stack_.size() - number);
        ways_.assign(stack_ways_.begin() + begin * static_cast<std::ptrdiff_t>(limbs_), stack_ways_.end());
        sources_.assign(stack_.begin() + begin, stack_.end());
        stack_.resize(stack_.size() - number);
        stack_ways_.resize(stack_.size() * limbs_);
    }

    // The level to go on with; false if no state is left.
    bool find_level() {
        if (pressure_ < tuning::graph_pressure && bytes_now() > limit(pressure_)) {
            ++pressure_;
            current_ = deepest();
        }
        while (current_ == kNone || !has_next(current_)) {
            if (current_ != kNone) leave(current_);
            current_ = pressure_ > 1 ? deepest() : widest();
            if (current_ == kNone) return false;
        }
        return true;
    }

    bool has_next(Index level) {
        return std::ranges::any_of(shards_, [&](Shard<W>& shard) { return shard.tables[level].has_next(); });
    }

    void leave(Index level) {
        for (Shard<W>& shard : shards_) {
            shard.bytes -= shard.tables[level].bytes();
            shard.tables[level] = StateTable<W>();
            shard.used.erase(level);
        }
        begun_.erase(level);
        while (pressure_ > 1 && bytes_now() <= limit(pressure_ - 1)) --pressure_;
    }

    // The deepest states come first under pressure, which frees tables; each further step of pressure leaves them less
    // room.
    std::uint64_t limit(unsigned pressure) const { return memory_ - (memory_ >> pressure); }

    std::uint64_t sum(std::uint64_t Shard<W>::* what) const {
        std::uint64_t result = 0;
        for (const Shard<W>& shard : shards_) result += shard.*what;
        return result;
    }
    std::uint64_t bytes_now() const { return sum(&Shard<W>::bytes); }

    // The first level from one on that has a table with room, and the last.
    Index next_used(Index from) const {
        Index next = kNone;
        for (const Shard<W>& shard : shards_) next = std::min(next, shard.used.next(from));
        return next;
    }
    Index deepest() const {
        Index last = kNone;
        for (const Shard<W>& shard : shards_)
            if (const Index own = shard.used.last(); own != kNone && (last == kNone || own > last)) last = own;
        return last;
    }

    // A level that is begun is finished; otherwise the first level is next, so that as many states as possible meet.
    Index widest() {
        if (const Index begun = begun_.last(); begun != kNone) return begun;
        const Index first = next_used(0);
        if (first != kNone) depth_ = std::max<std::uint64_t>(depth_, first);
        return first;
    }

    // Expands some of the sources. If that throws, they are still there.
    void step(Team& team, std::uint64_t most_nodes) {
        const std::size_t states = batch(most_nodes);
        parts_.each(team, frontier_, std::span(sources_).subspan(next_, states),
                    [&](std::size_t part, std::size_t from, std::size_t to) { expand(part, from, to); });
        for (unsigned s = 0; s < kShards; ++s) {
            Shard<W>& shard = shards_[s];
            const std::size_t most = shard.spilled.size() + parts_.children(s);
            if (shard.spilled.capacity() < most) shard.spilled.reserve(2 * most);
            if (shard.ways.capacity() < most * limbs_) shard.ways.reserve(2 * most * limbs_);
        }
        team.each(kShards, states < tuning::graph_few_states, [&](unsigned s) {
            Shard<W>& shard = shards_[s];
            parts_.deliver(
                s, [&](const Place<W>& child) { shard.tables[child.level].prefetch(hash_of(child.state)); },
                [&](std::size_t, const Place<W>& child) { absorb(shard, child); });
        });
        for (std::size_t k = 0; k < parts_.used().size(); ++k) {
            updates_ += parts_[k].updates;
            add(total_, totals_[k]);
        }
        nodes_ += states;
        next_ += states;
    }

    // So many that the children cannot take much more room than they should.
    std::size_t batch(std::uint64_t most_nodes) const {
        const std::size_t left = sources_.size() - next_;
        std::size_t states = 0, children = 0;
        while (states < left && states < most_nodes && (states == 0 || children < most_children_))
            children += frontier_.choices(sources_[next_ + states++].level).size();
        return states;
    }

    void expand(std::size_t k, std::size_t from, std::size_t to) {
        expand_counted(parts_[k], frontier_, sources_, next_ + from, next_ + to, ways_, limbs_, totals_[k]);
    }

    Number ways(std::size_t source) const { return number_at(ways_, source, limbs_); }

    void absorb(Shard<W>& shard, const Place<W>& child) {
        StateTable<W>& table = shard.tables[child.level];
        const bool has_room = !table.is_full() || grow(shard, child.level);
        if (table.bytes() > 0) {
            std::uint64_t* slot = table.find(child.state);
            const bool is_new = table.is_free(slot);
            if ((!is_new || has_room) && add_ways(shard, table, slot, ways(child.tag))) {
                if (is_new) table.occupy(slot, child.state);
                return;
            }
        }
        shard.spilled.push_back(child);
        shard.ways.insert(shard.ways.end(), ways(child.tag).begin(), ways(child.tag).end());
    }

    // False, and nothing was added, if a table that could not be widened has no room for the sum.
    bool add_ways(Shard<W>& shard, const StateTable<W>& table, std::uint64_t* slot, Number more) {
        const std::span number(StateTable<W>::number(slot), table.limbs());
        if (table.limbs() == limbs_) {
            if (limbs_ == 1)
                number[0] += more[0];
            else
                add(number, more);
            shard.is_high = shard.is_high || number.back() >= kHighLimb;
            return true;
        }
        for (std::size_t k = number.size(); k < more.size(); ++k)
            if (more[k] != 0) return false;
        if (add(number, more) == 0) return true;
        subtract_wrapped(number, more);
        return false;
    }

    // One more limb for every number, as far as there is room; the tables follow, a level at a time, since that may
    // take longer than there is time. Doing a part of it leaves every number what it was.
    void begin_widening() {
        std::vector<std::uint64_t> wider(stack_.size() * (limbs_ + 1));
        for (std::size_t k = 0; k < stack_.size(); ++k)
            std::copy_n(stack_ways_.data() + k * limbs_, limbs_, wider.data() + k * (limbs_ + 1));
        total_.resize(limbs_ + 2);
        stack_ways_.swap(wider);
        ++limbs_;
        for (Shard<W>& shard : shards_) shard.is_high = false;
        widening_ = next_used(0);
    }

    bool is_widening() const { return widening_ != kNone; }

    void widen_level() {
        for (Shard<W>& shard : shards_) {
            widened_ += shard.tables[widening_].bytes() / tuning::graph_widening;
            widen(shard, shard.tables[widening_]);
        }
        widening_ = next_used(widening_ + 1);
    }

    void widen(Shard<W>& shard, StateTable<W>& table) {
        if (table.limbs() + 1 != limbs_) return;
        change(shard, table, table.wider_bytes(), [&] { table.widen(); });
    }

    bool grow(Shard<W>& shard, Index level) {
        StateTable<W>& table = shard.tables[level];
        if (table.bytes() == 0) table = StateTable<W>(limbs_);
        if (!change(shard, table, table.growth(), [&] { table.grow(); })) return false;
        shard.used.insert(level);
        return true;
    }

    // Makes a table larger if there is room for it and what it was until then.
    template <class Change>
    bool change(Shard<W>& shard, StateTable<W>& table, std::uint64_t bytes, const Change& make) {
        if (shard.bytes + bytes > memory_ / kShards) return false;
        const std::size_t before = table.bytes();
        try {
            make();
        } catch (const std::bad_alloc&) {
            return false;
        }
        shard.most_bytes = std::max(shard.most_bytes, shard.bytes + table.bytes());
        shard.bytes += table.bytes() - before;
        return true;
    }

    std::unique_ptr<Layout> layout_;
    Frontier<W> frontier_;
    const unsigned threads_;
    const std::uint64_t memory_;  // for tables
    const std::size_t most_children_;
    const std::size_t most_states_ = tuning::graph_states, most_spilled_ = tuning::graph_spilled_states;  // of sources
    std::vector<Shard<W>> shards_;
    LevelSet begun_;  // levels from which states were taken
    Parts<W> parts_;
    std::array<std::vector<std::uint64_t>, kMostParts> totals_;  // of solutions that a part has come to
    std::vector<Place<W>> sources_;  // at hand; those before next_ were expanded
    std::size_t next_ = 0;
    std::vector<std::uint64_t> ways_;  // that lead to the sources
    std::vector<Place<W>> stack_;  // what found no room
    std::vector<std::uint64_t> stack_ways_;
    std::size_t limbs_ = 1;  // of every number but those of tables that could not be widened
    std::vector<std::uint64_t> total_;
    Index current_ = kNone, widening_ = kNone;  // the level whose tables are widened next
    unsigned pressure_ = 1;
    std::uint64_t nodes_ = 0, updates_ = 0, depth_ = 0, widened_ = 0;
};

}  // namespace

std::unique_ptr<GraphCount> make_graph_count(const Problem& problem, std::uint64_t memory, unsigned threads) {
    return make_engine<Count, GraphCount>(problem, layout_for(problem), memory, threads);
}

}  // namespace excover::graph

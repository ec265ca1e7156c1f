// The diagram of all solutions by a frontier search, level by level.
//
// Every state that was reached has a number, its id; an edge leads from the id of a state to that of what an option
// makes of it. At the end, from the last state back to the first, those are found from which there is a way to the
// end, and get the numbers of nodes in the order in which they were expanded.
#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "core/tuning.hpp"
#include "diagram/diagram.hpp"
#include "graph/frontier.hpp"
#include "graph/frontier_search.hpp"
#include "graph/state_table.hpp"

namespace excover::tuning {
extern Tunable diagram_children, graph_few_states, graph_states, graph_watch;
}

namespace excover::diagram {

using namespace graph;

namespace {

constexpr Index kEnd = kNone, kDead = kNone - 1;

template <unsigned W>
class Builder final : public DiagramBuilder {
public:
    Builder(const Problem& problem, std::unique_ptr<Layout> layout, std::uint64_t memory, unsigned threads)
        : layout_(std::move(layout)),
          frontier_(problem, *layout_, memory / 16),
          options_(problem.options()),
          memory_(memory),
          threads_(threads),
          shards_(kShards) {
        for (Shard& shard : shards_) shard.tables.resize(frontier_.levels());
        if (layout_->is_impossible()) {
            level_ = frontier_.levels();
            is_empty_ = true;
        } else if (frontier_.levels() > 0) {
            const unsigned first = shard_of(hash_of(frontier_.start()));
            id_of(first, frontier_.start(), 0);
        }
    }

    Stop run(const Allowance& allowance) override {
        if (failure_) std::rethrow_exception(failure_);
        try {
            return go_on(allowance);
        } catch (...) {
            failure_ = std::current_exception();
            release();
            throw;
        }
    }

    std::shared_ptr<const Diagram> diagram() override {
        EXCOVER_CHECK(diagram_ != nullptr);
        return diagram_;
    }

    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t updates() const override { return updates_; }
    Index level() const override { return level_; }
    Index levels() const override { return frontier_.levels(); }
    unsigned threads() const override { return threads_; }

private:
    struct Shard {
        std::vector<StateTable<W>> tables;  // of a level: states, and their ids plus 1
        Index states = 0;
        std::uint64_t bytes = 0;  // of the tables
        std::uint64_t room = UINT64_MAX;  // for tables to grow in this step
    };
    struct Node {
        Index id;
        std::size_t end;  // of its edges, which begin where those of the node expanded before end
    };
    // What some states of a batch lead to: edges, to be given their ends in the shards, and where those of a state end.
    struct Edges {
        std::vector<Edge> edges;
        std::vector<std::size_t> ends;
    };

    Stop go_on(const Allowance& allowance) {
        const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
        Watch watch(allowance.seconds, tuning::graph_watch);
        Team team(threads_);
        while (find_level()) {
            if (nodes_ >= last_node) return Stop::nodes;
            if (watch.is_over(updates_ + nodes_ + frontier_.work())) return Stop::time;
            step(team, last_node - nodes_);
        }
        if (!is_planned_) plan_end();
        return end_.run(watch.seconds_left());
    }

    // The results of a failed step are dropped.
    void release() {
        std::vector<Shard>().swap(shards_);
        std::vector<Edge>().swap(edges_);
        std::vector<Node>().swap(expanded_);
        std::vector<Index>().swap(number_);
        level_ = frontier_.levels();
    }

    bool find_level() {
        for (; level_ < frontier_.levels(); ++level_) {
            for (Shard& shard : shards_)
                if (shard.tables[level_].has_next()) return true;
            for (Shard& shard : shards_) {
                shard.bytes -= shard.tables[level_].bytes();
                shard.tables[level_] = StateTable<W>();
            }
        }
        return false;
    }

    void step(Team& team, std::uint64_t most_nodes) {
        take_sources(most_nodes);
        for (Shard& shard : shards_) shard.room = (memory_ - std::min(memory_, sum_bytes())) / kShards;
        parts_.each(team, frontier_, sources_,
                    [&](std::size_t k, std::size_t from, std::size_t to) { expand(k, from, to); });
        team.each(kShards, sources_.size() < tuning::graph_few_states, [&](unsigned s) {
            parts_.deliver(
                s, [&](const Place<W>& child) { shards_[s].tables[child.level].prefetch(hash_of(child.state)); },
                [&](std::size_t k, const Place<W>& child) {
                    found_[k].edges[child.tag].child = id_of(s, child.state, child.level);
                });
        });
        keep_edges();
        nodes_ += sources_.size();
    }

    void take_sources(std::uint64_t most_nodes) {
        const std::size_t choices = std::max<std::size_t>(frontier_.choices(level_).size(), 1);
        const std::size_t most = std::clamp<std::size_t>(tuning::diagram_children / choices, 1, tuning::graph_states);
        sources_.clear();
        for (Shard& shard : shards_)
            for (auto& table = shard.tables[level_];
                 sources_.size() < most && sources_.size() < most_nodes && table.has_next();) {
                const std::uint64_t* slot = table.take();
                const auto id = static_cast<Index>(*StateTable<W>::number(slot) - 1);
                sources_.push_back({StateTable<W>::state(slot), level_, id});
            }
    }

    void expand(std::size_t k, std::size_t from, std::size_t to) {
        auto& edges = found_[k].edges;
        auto& ends = found_[k].ends;
        edges.clear();
        ends.clear();
        for (std::size_t source = from; source < to; ++source) {
            parts_[k].expand(frontier_, sources_[source], [&](const auto& choice, Place<W>& child) {
                child.tag = static_cast<Index>(edges.size());
                edges.push_back({choice.option, kEnd});
                if (child.level < frontier_.levels()) parts_[k].send(child);
            });
            ends.push_back(edges.size());
        }
    }

    Index id_of(unsigned s, const State<W>& state, Index level) {
        Shard& shard = shards_[s];
        StateTable<W>& table = shard.tables[level];
        if (table.is_full()) grow(shard, table);
        std::uint64_t* slot = table.find(state);
        if (!table.is_free(slot)) return static_cast<Index>(*StateTable<W>::number(slot) - 1);
        if (shard.states == kDead / kShards) refuse();
        const Index id = shard.states++ * kShards + s;
        table.occupy(slot, state);
        *StateTable<W>::number(slot) = std::uint64_t{id} + 1;
        return id;
    }

    void grow(Shard& shard, StateTable<W>& table) {
        if (table.growth() > shard.room) refuse();
        shard.room -= table.growth();
        const std::size_t before = table.bytes();
        table.grow();
        shard.bytes += table.bytes() - before;
    }

    void keep_edges() {
        std::size_t source = 0, number = 0;
        for (std::size_t k = 0; k < parts_.used().size(); ++k) number += found_[k].edges.size();
        make_room(edges_, number);
        make_room(expanded_, sources_.size());
        check_memory(sum_bytes());
        for (std::size_t k = 0; k < parts_.used().size(); ++k) {
            updates_ += parts_[k].updates;
            const std::size_t begin = edges_.size();
            edges_.insert(edges_.end(), found_[k].edges.begin(), found_[k].edges.end());
            for (const std::size_t end : found_[k].ends) expanded_.push_back({sources_[source++].tag, begin + end});
        }
    }

    // By half of the present size, or up to the limit.
    template <class T>
    void make_room(std::vector<T>& list, std::size_t more) {
        const std::size_t needed = list.size() + more;
        if (needed <= list.capacity()) return;
        const std::size_t larger = needed + needed / 2;
        const std::uint64_t left = memory_ - std::min(memory_, sum_bytes());
        if (needed * sizeof(T) > left) refuse();
        list.reserve(larger * sizeof(T) <= left ? larger : needed);
    }

    std::uint64_t sum_bytes() const {
        std::uint64_t bytes = edges_.capacity() * sizeof(Edge) + expanded_.capacity() * sizeof(Node) + parts_.bytes();
        for (const Shard& shard : shards_) bytes += shard.bytes;
        return bytes;
    }

    void check_memory(std::uint64_t bytes) const {
        if (bytes > memory_) refuse();
    }

    [[noreturn]] void refuse() const {
        throw TooLarge("the diagram of all solutions takes more than " + std::to_string(memory_) +
                       " bytes; so far it has " + std::to_string(expanded_.size()) + " nodes and " +
                       std::to_string(edges_.size()) + " edges");
    }

    // When all states are expanded, the live ones are numbered and what is dead is left out.
    void plan_end() {
        is_planned_ = true;
        std::vector<Shard>().swap(shards_);
        each_expanded([this](std::size_t k) { ids_ = std::max(ids_, expanded_[k].id + 1); });
        end_.then([this] {
            check_memory(sum_bytes() + ids_ * sizeof(Index));
            number_.assign(ids_, kDead);
        });
        each_expanded([this](std::size_t k) { find_live(expanded_.size() - 1 - k); });
        each_expanded([this](std::size_t k) {
            if (number_[expanded_[k].id] != kDead) number_[expanded_[k].id] = live_++;
        });
        end_.then([this] {
            check_memory(sum_bytes() + number_.size() * sizeof(Index) + live_ * sizeof(std::size_t));
            ends_.reserve(live_);
        });
        each_expanded([this](std::size_t k) { compact(k); });
        end_.then([this] { plan_diagram(); });
    }

    template <class Turn>
    void each_expanded(Turn turn) {
        end_.each(expanded_.size(), [turn](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; ++k) turn(k);
        });
    }

    // Backwards, since the children of a node are expanded after it.
    void find_live(std::size_t k) {
        for (std::size_t e = begin(k); e < expanded_[k].end; ++e)
            if (edges_[e].child == kEnd || number_[edges_[e].child] != kDead) number_[expanded_[k].id] = 0;
    }

    // Live nodes move to the front, in place.
    void compact(std::size_t k) {
        const bool is_live = number_[expanded_[k].id] != kDead;
        for (; next_edge_ < expanded_[k].end; ++next_edge_) {
            const auto [option, id] = edges_[next_edge_];
            const Index child = id == kEnd ? live_ : number_[id];
            if (is_live && child != kDead) edges_[kept_++] = {option, child};
        }
        if (is_live) ends_.push_back(kept_);
    }

    void plan_diagram() {
        edges_.resize(kept_);
        std::vector<Index>().swap(number_);
        std::vector<Node>().swap(expanded_);
        check_memory((edges_.capacity() + edges_.size()) * sizeof(Edge) + ends_.capacity() * sizeof(std::size_t));
        edges_.shrink_to_fit();
        const std::uint64_t used = edges_.capacity() * sizeof(Edge) + ends_.capacity() * sizeof(std::size_t);
        const bool is_empty = is_empty_ || (frontier_.levels() > 0 && live_ == 0);
        diagram_ = Diagram::plan(end_, std::move(edges_), std::move(ends_), options_, is_empty, memory_ - used);
    }

    std::size_t begin(std::size_t k) const { return k == 0 ? 0 : expanded_[k - 1].end; }

    std::unique_ptr<Layout> layout_;
    Frontier<W> frontier_;
    const Index options_;
    const std::uint64_t memory_;
    const unsigned threads_;
    std::vector<Shard> shards_;
    Parts<W> parts_;
    std::array<Edges, kMostParts> found_;  // by a part
    std::vector<Place<W>> sources_;  // at hand, with their ids
    std::vector<Edge> edges_;  // to ids
    std::vector<Node> expanded_;  // in the order of the frontier search
    std::vector<Index> number_;  // of an id: that of its node, or kDead
    Index level_ = 0;
    bool is_empty_ = false;
    std::exception_ptr failure_;

    // Once all states are expanded.
    Passes end_;
    bool is_planned_ = false;
    Index ids_ = 0, live_ = 0;  // ids, and live nodes
    std::size_t next_edge_ = 0, kept_ = 0;  // edges looked at, and kept
    std::vector<std::size_t> ends_;  // of live nodes
    std::shared_ptr<const Diagram> diagram_;
    std::uint64_t nodes_ = 0, updates_ = 0;
};

}  // namespace

std::unique_ptr<DiagramBuilder> make_diagram_builder(const Problem& problem, std::uint64_t memory, unsigned threads) {
    return make_engine<Builder, DiagramBuilder>(problem, layout_for(problem), memory, threads);
}

namespace {

// By a search that keeps to rules, with nodes numbered from the end, which is 0: children have lower numbers.
class OfRules : public std::enable_shared_from_this<OfRules> {
public:
    OfRules(const graph::FrontierOfRules& search, std::vector<Index> stand_ins, Index options, std::uint64_t memory)
        : search_(search),
          stand_ins_(std::move(stand_ins)),
          options_(options),
          memory_(memory),
          level_(search.levels()) {
        below_.assign(1, {{}, 0});
    }

    void plan(Passes& passes, std::shared_ptr<const Diagram>& result) {
        std::size_t states = 0;
        for (Index level = 0; level < search_.levels(); ++level) states += search_.nodes_of(level).size();
        passes.each(states, [self = shared_from_this()](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; ++k) self->add_state();
        });
        passes.then([self = shared_from_this(), &passes, &result] { self->plan_rest(passes, result); });
    }

private:
    // A state of the search: what may be chosen next, and its number as a node, or kNone while no edge leads to it.
    struct Below {
        std::vector<Edge> edges;
        Index number;
    };

    // The states of each level, the last one first.
    void add_state() {
        while (level_ == search_.levels() || own_.size() == search_.nodes_of(level_).size()) {
            if (level_ < search_.levels()) {
                below_ = std::exchange(own_, {});
                passing_ = std::exchange(own_bytes_, 0);
            }
            --level_;
        }
        const Index option = search_.option(level_), implied = search_.instead(level_);
        const Index stand_in = implied != kNone ? implied : stand_ins_[option];
        const auto& [without, with] = search_.nodes_of(level_)[own_.size()];
        Below& state = own_.emplace_back(Below{{}, kNone});
        if (without != kNone && stand_in != kNone) state.edges.push_back({stand_in, number_of(without)});
        // An option without a stand-in that is not chosen leaves no trace: what follows is that of the next level.
        if (without != kNone && stand_in == kNone) {
            state.edges = below_[without].edges;
            if (state.edges.empty()) state.number = 0;
        }
        if (with != kNone) state.edges.push_back({option, number_of(with)});
        EXCOVER_CHECK(state.edges.empty() == (state.number == 0));
        own_bytes_ += sizeof(Below) + state.edges.size() * sizeof(Edge);
        check_room();
    }

    void check_room() const {
        if (kept_ + passing_ + own_bytes_ > memory_)
            throw TooLarge("the diagram of all solutions takes more than " + std::to_string(memory_) + " bytes");
    }

    Index number_of(Index state) {
        Below& found = below_[state];
        if (found.number == kNone) {
            // An edge here, one of the diagram, and the ends of both.
            kept_ += 2 * found.edges.size() * sizeof(Edge) + sizeof(found.edges) + sizeof(std::size_t);
            check_room();
            nodes_.push_back(found.edges);
            found.number = static_cast<Index>(nodes_.size());
        }
        return found.number;
    }

    void plan_rest(Passes& passes, std::shared_ptr<const Diagram>& result) {
        if (search_.levels() > 0) below_ = std::exchange(own_, {});
        number_of(0);
        passes.each(nodes_.size(), [self = shared_from_this()](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; ++k) self->add_node(self->nodes_[self->nodes_.size() - 1 - k]);
        });
        passes.then([self = shared_from_this(), &passes, &result] {
            result = Diagram::plan(passes, std::move(self->edges_), std::move(self->ends_), self->options_, false,
                                   self->memory_);
        });
    }

    // Nodes are numbered from the root.
    void add_node(std::vector<Edge>& node) {
        std::ranges::sort(node, {}, &Edge::option);
        for (const Edge& edge : node) edges_.push_back({edge.option, static_cast<Index>(nodes_.size()) - edge.child});
        ends_.push_back(edges_.size());
    }

    const graph::FrontierOfRules& search_;
    const std::vector<Index> stand_ins_;
    const Index options_;
    const std::uint64_t memory_;
    Index level_;
    std::vector<Below> own_, below_;  // of the level so far, and of the one after it
    std::vector<std::vector<Edge>> nodes_;
    std::vector<Edge> edges_;
    std::vector<std::size_t> ends_;
    std::uint64_t kept_ = 0, passing_ = 0, own_bytes_ = 0;  // of nodes, and of the levels of `below_` and `own_`
};

}  // namespace

void plan_diagram(Passes& passes, const graph::FrontierOfRules& search, std::vector<Index> stand_ins, Index options,
                  std::uint64_t memory, std::shared_ptr<const Diagram>& result) {
    if (stand_ins.size() != search.options()) throw InvalidProblem("each option has a stand-in, or none");
    if (search.is_empty())
        result = Diagram::plan(passes, {}, {}, options, true, memory);
    else
        std::make_shared<OfRules>(search, std::move(stand_ins), options, memory)->plan(passes, result);
}

}  // namespace excover::diagram

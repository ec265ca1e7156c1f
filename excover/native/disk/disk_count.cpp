#include "disk/disk_count.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <stdexcept>

#include "core/numbers.hpp"
#include "core/tuning.hpp"
#include "disk/disk_shard.hpp"
#include "graph/frontier.hpp"
#include "graph/frontier_search.hpp"

namespace excover::tuning {
extern Tunable graph_children, graph_choices, graph_few_states, graph_states, graph_watch;
}

namespace excover::disk {

using namespace graph;

namespace {

// The time between two checkpoints is at least so many times that of the last one.
constexpr double kSaveShare = 20;

class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

    // The same, and from then on, it begins again.
    double lap() {
        const double passed = seconds();
        start_ = std::chrono::steady_clock::now();
        return passed;
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

template <unsigned W>
class CountOnDisk final : public DiskCount {
public:
    CountOnDisk(const Problem& problem, std::unique_ptr<Layout> layout, std::uint64_t memory, unsigned threads,
                const DiskSettings& settings)
        : layout_(std::move(layout)),
          frontier_(problem, *layout_, memory / 16),
          threads_(threads),
          most_children_(std::clamp<std::uint64_t>(memory / 1024, 256, tuning::graph_children)),
          store_(settings),
          known_(store_.start()),
          seconds_(static_cast<double>(known_.milliseconds) / 1000) {
        for (Index k = 0; k < kShards; ++k) shards_.emplace_back(store_, k, frontier_.levels(), memory / 2 / kShards);
        known_.total.resize(std::max<std::size_t>(known_.total.size(), 2));
        known_.widths.resize(frontier_.levels());
        for (const DiskRun& run : known_.runs) shards_.at(run.shard).add_run(run);
        if (known_.nodes == 0 && known_.runs.empty() && !known_.is_done) begin();
    }

    Stop run(const Allowance& allowance) override {
        return safely([&] { return search(allowance); });
    }
    void save() override {
        safely([&] {
            Team team(threads_);
            expand_taken(team);
            if (!known_.is_done) save(team);
        });
    }

    std::vector<std::uint64_t> count() const override { return known_.total; }
    std::uint64_t nodes() const override { return known_.nodes; }
    std::uint64_t updates() const override { return known_.updates; }
    std::uint64_t depth() const override { return known_.depth; }
    std::uint64_t bytes() const override { return sum(&DiskShard<W>::most_bytes); }
    std::uint64_t disk_bytes() const override { return store_.bytes(); }
    std::uint64_t most_disk_bytes() const override { return store_.most_bytes(); }
    std::uint64_t saved() const override { return saved_; }
    Index level() const override { return static_cast<Index>(known_.depth); }
    Index levels() const override { return frontier_.levels(); }
    std::span<const std::uint64_t> widths() const override {
        return std::span(known_.widths)
            .first(known_.is_done ? frontier_.levels() : std::min<std::size_t>(known_.depth + 1, frontier_.levels()));
    }
    double seconds() const override { return seconds_; }
    std::size_t threads() const override { return threads_; }

private:
    void begin() {
        if (layout_->is_impossible()) return;
        if (frontier_.levels() == 0) {
            known_.total[0] = 1;
            return;
        }
        const std::uint64_t one = 1;
        const State<W> start = frontier_.start();
        shards_[shard_of(hash_of(start))].absorb({start, 0, 0}, Number(&one, 1));
    }

    // What throws leaves the count as its last checkpoint has it, and this object of no use.
    template <class Work>
    auto safely(const Work& work) -> decltype(work()) {
        if (is_broken_) throw std::logic_error("this count has ended with an error: open it again");
        running_ = Stopwatch();
        struct Stopped {
            CountOnDisk& self;
            ~Stopped() { self.note_seconds(); }
        } stopped{*this};
        try {
            return work();
        } catch (...) {
            is_broken_ = true;
            throw;
        }
    }

    // The time of a checkpoint itself counts once another step follows, so that whoever reads the checkpoint finds what
    // was given.
    void note_seconds() {
        if (!is_saved_) seconds_ += running_.lap();
    }

    Stop search(const Allowance& allowance) {
        const std::uint64_t last_node = saturated_sum(known_.nodes, allowance.nodes);
        Watch watch(allowance.seconds, tuning::graph_watch);
        Team team(threads_);
        while (!known_.is_done) {
            if (known_.nodes >= last_node) return Stop::nodes;
            if (watch.is_over(work_ + known_.updates + known_.nodes + frontier_.work())) return Stop::time;
            if (next_ < sources_.size()) {
                step(team, last_node - known_.nodes);
            } else if (is_due()) {
                save(team);
            } else if (!take_sources(team)) {
                finish(team);
            }
        }
        return Stop::exhausted;
    }

    // Whether a checkpoint should be written: some time after the last one, or because only that frees what the disk
    // lacks.
    bool is_due() {
        if (since_save_.seconds() >=
            std::max(static_cast<double>(store_.settings().seconds), kSaveShare * save_seconds_))
            return true;
        std::uint64_t dead = 0;
        for (const DiskShard<W>& shard : shards_)
            for (const DiskRun& run : shard.dead()) dead += run.bytes;
        return dead > 0 && dead >= store_.bytes() / 8 && store_.room() < 2 * sum(&DiskShard<W>::bytes);
    }

    void expand_taken(Team& team) {
        while (next_ < sources_.size()) step(team, UINT64_MAX);
    }

    void flush(Team& team) {
        team.each(kShards, false, [&](unsigned s) { shards_[s].flush(); });
    }

    void save(Team& team) {
        EXCOVER_CHECK(next_ == sources_.size());
        const Stopwatch watch;
        flush(team);
        std::vector<DiskRun> dead;
        known_.runs.clear();
        for (DiskShard<W>& shard : shards_) {
            shard.list_runs(current_, known_.runs);
            dead.insert(dead.end(), shard.dead().begin(), shard.dead().end());
        }
        note_seconds();
        known_.milliseconds = static_cast<std::uint64_t>(std::ceil(seconds_ * 1000));
        seconds_ = static_cast<double>(known_.milliseconds) / 1000;
        store_.save(known_, dead);
        is_saved_ = true;
        for (DiskShard<W>& shard : shards_) shard.set_saved();
        ++saved_;
        save_seconds_ = watch.seconds();
        since_save_ = Stopwatch();
    }

    void finish(Team& team) {
        known_.is_done = true;
        save(team);
    }

    // The next states are taken from the first level that has any, for a moment; false if no state is left.
    bool take_sources(Team& team) {
        is_saved_ = false;
        sources_.clear();
        ways_.clear();
        next_ = 0;
        if (current_ == kNone && !find_level()) return false;
        if (std::ranges::any_of(shards_, &DiskShard<W>::is_high)) widen(team, limbs_ + 1);
        if (!open(team)) return true;
        const std::size_t most = std::max<std::size_t>(1, most_states() / kShards);
        team.each(kShards, is_narrow_, [&](unsigned s) { shards_[s].take(current_, most); });
        collect(team);
        is_narrow_ = sources_.size() < tuning::graph_few_states;
        if (sources_.empty()) leave();
        return true;
    }

    std::size_t most_states() const {
        const std::size_t choices = std::max<std::size_t>(frontier_.choices(current_).size(), 1);
        return std::clamp<std::size_t>(tuning::graph_choices / choices, 1, tuning::graph_states);
    }

    bool find_level() {
        for (const DiskShard<W>& shard : shards_) current_ = std::min(current_, shard.first_level());
        if (current_ == kNone) return false;
        known_.depth = current_;
        is_narrow_ = true;
        return true;
    }
    void leave() {
        for (DiskShard<W>& shard : shards_) shard.leave(current_);
        current_ = kNone;
    }

    bool open(Team& team) {
        std::array<bool, kShards> is_ready{};
        team.each(kShards, is_narrow_, [&](unsigned s) { is_ready[s] = shards_[s].open(current_); });
        const bool all = std::ranges::all_of(is_ready, std::identity());
        if (!all) work_ += tuning::graph_watch;
        return all;
    }

    // All shards' states, with numbers of as many limbs as the largest needs.
    void collect(Team& team) {
        std::size_t limbs = limbs_, number = 0;
        for (const DiskShard<W>& shard : shards_) {
            limbs = std::max(limbs, shard.taken_limbs());
            number += shard.taken().size();
        }
        if (limbs > limbs_) widen(team, limbs);
        sources_.reserve(number);
        ways_.resize(number * limbs_);
        for (const DiskShard<W>& shard : shards_)
            for (std::size_t k = 0; k < shard.taken().size(); ++k) {
                std::ranges::copy(shard.taken_ways(k), ways_.data() + sources_.size() * limbs_);
                sources_.push_back(shard.taken()[k]);
            }
    }

    // New tables, for larger numbers; those that there are were written.
    void widen(Team& team, std::size_t limbs) {
        flush(team);
        limbs_ = limbs;
        for (DiskShard<W>& shard : shards_) shard.begin(limbs);
        known_.total.resize(std::max(known_.total.size(), limbs + 1));
    }

    // Expands some of the sources.
    void step(Team& team, std::uint64_t most_nodes) {
        is_saved_ = false;
        const std::size_t states = batch(most_nodes);
        parts_.each(team, frontier_, std::span(sources_).subspan(next_, states),
                    [&](std::size_t part, std::size_t from, std::size_t to) { expand(part, from, to); });
        team.each(kShards, states < tuning::graph_few_states, [&](unsigned s) {
            DiskShard<W>& shard = shards_[s];
            parts_.deliver(
                s, [&](const Place<W>& child) { shard.prefetch(child); },
                [&](std::size_t, const Place<W>& child) { shard.absorb(child, ways(child.tag)); });
        });
        for (std::size_t k = 0; k < parts_.used().size(); ++k) {
            known_.updates += parts_[k].updates;
            add(known_.total, totals_[k]);
        }
        known_.nodes += states;
        known_.widths[current_] += states;
        next_ += states;
    }

    // So many that the children cannot take much more room than they should.
    std::size_t batch(std::uint64_t most_nodes) const {
        const std::size_t left = sources_.size() - next_,
                          choices = std::max<std::size_t>(frontier_.choices(current_).size(), 1);
        return std::min({left, static_cast<std::size_t>(std::min<std::uint64_t>(most_nodes, left)),
                         std::max<std::size_t>(1, most_children_ / choices)});
    }

    void expand(std::size_t k, std::size_t from, std::size_t to) {
        expand_counted(parts_[k], frontier_, sources_, next_ + from, next_ + to, ways_, limbs_, totals_[k]);
    }

    Number ways(std::size_t source) const { return number_at(ways_, source, limbs_); }

    std::uint64_t sum(std::uint64_t (DiskShard<W>::*what)() const) const {
        std::uint64_t result = 0;
        for (const DiskShard<W>& shard : shards_) result += (shard.*what)();
        return result;
    }

    std::unique_ptr<Layout> layout_;
    Frontier<W> frontier_;
    const unsigned threads_;
    const std::size_t most_children_;
    Store store_;
    Checkpoint known_;
    double seconds_;  // of earlier processes and this one
    std::deque<DiskShard<W>> shards_;
    Parts<W> parts_;
    std::array<std::vector<std::uint64_t>, kMostParts> totals_;  // of solutions that a part has come to
    std::vector<Place<W>> sources_;  // at hand; those before next_ were expanded
    std::size_t next_ = 0;
    std::vector<std::uint64_t> ways_;  // that lead to the sources
    std::size_t limbs_ = 1;  // of every number in memory
    Index current_ = kNone;  // the level that is taken from
    bool is_narrow_ = true;  // so that other threads are not woken
    bool is_broken_ = false;
    bool is_saved_ = true;  // nothing was done since the last checkpoint
    Stopwatch running_;
    Stopwatch since_save_;
    double save_seconds_ = 0;
    std::uint64_t work_ = 0, saved_ = 0;
};

// States can be read only by a frontier search that takes the same items in the same order, with the same fields.
std::uint64_t fingerprint(const Problem& problem, const Layout& layout) {
    std::uint64_t sum = checksum(checksum(1, kShards), layout.words());
    for (const Index item : layout.schedule().order) {
        const Field& field = layout.field(item);
        for (const std::uint64_t part :
             {std::uint64_t{item}, std::uint64_t{field.word}, std::uint64_t{field.shift}, field.mask()})
            sum = checksum(sum, part);
    }
    return checksum(sum, problem.options());
}

}  // namespace

std::unique_ptr<DiskCount> make_disk_count(const Problem& problem, std::uint64_t memory, unsigned threads,
                                           const DiskSettings& settings) {
    auto layout = layout_for(problem);
    DiskSettings own = settings;
    own.identity += "\nlayout " + std::to_string(fingerprint(problem, *layout));
    return make_engine<CountOnDisk, DiskCount>(problem, std::move(layout), memory, threads, own);
}

}  // namespace excover::disk

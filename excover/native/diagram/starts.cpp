#include "diagram/diagram.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable starts_watch;
}

namespace excover::diagram {

namespace {

bool is_zero(Number number) {
    return std::ranges::all_of(number, [](std::uint64_t limb) { return limb == 0; });
}

bool is_one(Number number) { return number[0] == 1 && is_zero(number.subspan(1)); }

double real(Number number) {
    double value = 0;
    for (std::size_t k = number.size(); k-- > 0;) value = std::ldexp(value, 64) + static_cast<double>(number[k]);
    return value;
}

bool has_more(const Starts::Start& a, const Starts::Start& b) {
    return is_less(b.completions, a.completions) || (a.completions == b.completions && a.number < b.number);
}

Index root_of(std::vector<Index>& parents, Index option) {
    while (parents[option] != option) option = parents[option] = parents[parents[option]];
    return option;
}

// Options of edges that leave the same node are of one kind, represented by one of them.
class Levels : public std::enable_shared_from_this<Levels> {
public:
    Levels(const Diagram& diagram, std::vector<Index>& levels)
        : diagram_(diagram), levels_(levels), kind_of_(diagram.options()), level_of_kind_(diagram.options(), 0) {
        std::iota(kind_of_.begin(), kind_of_.end(), Index{0});
        levels_.resize(diagram.nodes());
    }

    void plan(Passes& passes) {
        each_node(passes, [this](Index node) {
            for (const Edge& edge : diagram_.edges(node))
                kind_of_[root_of(kind_of_, edge.option)] = root_of(kind_of_, diagram_.edges(node)[0].option);
        });
        each_node(passes, [this, &passes](Index node) {
            raise_children(node);
            if (node + 1 < diagram_.nodes() || is_settled_) return;
            is_settled_ = true;
            passes.again();
        });
        each_node(passes, [this](Index node) { levels_[node] = level_of_kind_[kind(node)]; });
    }

private:
    template <class Visit>
    void each_node(Passes& passes, Visit visit) {
        passes.each(diagram_.nodes(), [self = shared_from_this(), visit](std::size_t from, std::size_t to) {
            for (std::size_t node = from; node < to; ++node) visit(static_cast<Index>(node));
        });
    }

    Index kind(Index node) { return root_of(kind_of_, diagram_.edges(node)[0].option); }

    void raise_children(Index node) {
        const Index above = level_of_kind_[kind(node)] + 1;
        for (const Edge& edge : diagram_.edges(node)) {
            if (edge.child == diagram_.nodes() || level_of_kind_[kind(edge.child)] >= above) continue;
            if (above > diagram_.options()) throw std::invalid_argument("options of this diagram have no order");
            level_of_kind_[kind(edge.child)] = above;
            is_settled_ = false;
        }
    }

    const Diagram& diagram_;
    std::vector<Index>& levels_;
    std::vector<Index> kind_of_, level_of_kind_;
    bool is_settled_ = true;
};

}  // namespace

void plan_levels_of(Passes& passes, const Diagram& diagram, std::vector<Index>& levels) {
    std::make_shared<Levels>(diagram, levels)->plan(passes);
}

Starts::Starts(std::shared_ptr<const Diagram> diagram, Question question)
    : diagram_(std::move(diagram)), question_(std::move(question)), limbs_(diagram_->limbs()) {
    const std::size_t options = diagram_->options();
    if (question_.size == 0) throw std::invalid_argument("a start has at least one option");
    if (question_.skipped.size() != options || (question_.symmetries && question_.symmetries->degree() != options))
        throw std::invalid_argument("the question does not fit the diagram");
    if (question_.symmetries) canonical_.emplace(*question_.symmetries);
    if (!diagram_->is_empty()) plan_set_up();
}

// First, how many options are left at most from a node on; the end has none left.
void Starts::plan_set_up() {
    most_left_.assign(diagram_->nodes() + std::size_t{1}, 0);
    set_up_.each(diagram_->nodes(), [this, nodes = std::size_t{diagram_->nodes()}](std::size_t from, std::size_t to) {
        for (std::size_t node = nodes - from; node-- > nodes - to;)
            for (const Edge& edge : diagram_->edges(static_cast<Index>(node)))
                most_left_[node] = std::max(most_left_[node], most_left_[edge.child] + !question_.skipped[edge.option]);
    });
    set_up_.then([this] {
        if (most_left_[0] < question_.size) return;
        plan_levels_of(set_up_, *diagram_, levels_);
        plan_choices();
        set_up_.then([this] { begin(); });
    });
}

// Pascal's triangle up to the most that may be left, in columns below the size; endless where numbers are too large.
void Starts::plan_choices() {
    choices_.resize(question_.size);
    set_up_.each(question_.size, [this, rows = most_left_[0] + std::size_t{1}](std::size_t from, std::size_t to) {
        for (std::size_t taken = from; taken < to; ++taken) {
            choices_[taken].assign(rows, taken == 0);
            for (std::size_t of = 1; taken > 0 && of < rows; ++of)
                choices_[taken][of] = choices_[taken][of - 1] + choices_[taken - 1][of - 1];
        }
    });
}

void Starts::begin() {
    reached_.resize(*std::ranges::max_element(levels_) + std::size_t{1});
    ways_to_.resize(diagram_->nodes() * limbs_);
    counts_.resize(diagram_->options() * limbs_);
    places_.resize(diagram_->options());
    Frame root;
    root.branches.push_back({kNone, 1, 1.0});
    root.nodes.push_back(0);
    root.ways.assign(limbs_, 0);
    root.ways[0] = 1;
    frames_.push_back(std::move(root));
}

Stop Starts::run(const Allowance& allowance) {
    if (failure_) std::rethrow_exception(failure_);
    try {
        return go_on(allowance);
    } catch (...) {
        failure_ = std::current_exception();
        throw;
    }
}

Stop Starts::go_on(const Allowance& allowance) {
    Watch watch(allowance.seconds, tuning::starts_watch);
    if (set_up_.run(allowance.seconds) != Stop::exhausted) return Stop::time;
    for (;;) {
        while (!is_walking_ && !frames_.empty() && frames_.back().next == frames_.back().branches.size())
            frames_.pop_back();
        if (frames_.empty()) return Stop::exhausted;
        if (found_.size() >= allowance.solutions) return Stop::solutions;
        if (watch.is_over(work_)) return Stop::time;
        if (!is_walking_) begin_walk();
        walk_on();
    }
}

// Adds the next option to the set; the first frame adds none. The walk visits what lies behind it.
void Starts::begin_walk() {
    Frame& frame = frames_.back();
    const std::size_t begin = frame.next == 0 ? 0 : frame.branches[frame.next - 1].end;
    const Branch& branch = frame.branches[frame.next++];
    chosen_.resize(frames_.size() - 1);
    if (!chosen_.empty()) chosen_.back() = branch.option;
    level_ = reached_.size();
    next_ = 0;
    for (std::size_t k = begin; k < branch.end; ++k) {
        arrive(frame.nodes[k], Number(frame.ways).subspan(k * limbs_, limbs_));
        level_ = std::min<std::size_t>(level_, levels_[frame.nodes[k]]);
    }
    is_walking_ = true;
}

// Level by level, until it is done or it is time to look at the clock.
void Starts::walk_on() {
    const std::uint64_t end = work_ + tuning::starts_watch;
    for (; level_ < reached_.size(); ++level_, next_ = 0) {
        for (; next_ < reached_[level_].size(); ++next_) {
            if (work_ >= end) return;
            visit(reached_[level_][next_]);
        }
        reached_[level_].clear();
    }
    is_walking_ = false;
    ++work_;
    end_walk();
}

void Starts::end_walk() {
    if (needed() == 1)
        record_counts();
    else
        frames_.push_back(frame_of_arrivals());
}

void Starts::arrive(Index node, Number ways) {
    const auto to_node = std::span(ways_to_).subspan(node * limbs_, limbs_);
    if (is_zero(to_node)) reached_[levels_[node]].push_back(node);
    add(to_node, ways);
}

// All ways to a node are known: those to where its edges lead follow, unless too few options are left there.
void Starts::visit(Index node) {
    const auto to_node = std::span(ways_to_).subspan(node * limbs_, limbs_);
    for (const Edge& edge : diagram_->edges(node)) {
        const Index left = most_left_[edge.child];
        if (!question_.skipped[edge.option] && left + 1 >= needed()) take(edge, to_node);
        if (left >= needed()) arrive(edge.child, to_node);
    }
    work_ += diagram_->edges(node).size();
    std::ranges::fill(to_node, 0);
}

void Starts::take(const Edge& edge, Number to_node) {
    if (needed() > 1) {
        arrivals_.push_back(edge);
        arrival_ways_.insert(arrival_ways_.end(), to_node.begin(), to_node.end());
        return;
    }
    const auto count = std::span(counts_).subspan(edge.option * limbs_, limbs_);
    if (is_zero(count)) touched_.push_back(edge.option);
    add_product(count, to_node, diagram_->ways(edge.child));
}

// Arrivals by their options, which ascend: a counting sort.
Starts::Frame Starts::frame_of_arrivals() {
    for (const Edge& edge : arrivals_)
        if (places_[edge.option]++ == 0) touched_.push_back(edge.option);
    std::ranges::sort(touched_);
    Frame frame;
    std::size_t end = 0;
    for (const Index option : touched_) {
        const std::size_t begin = end;
        end += std::exchange(places_[option], begin);
        frame.branches.push_back({option, end, 0});
    }
    frame.nodes.resize(end);
    frame.ways.resize(end * limbs_);
    for (std::size_t k = 0; k < arrivals_.size(); ++k) {
        const std::size_t place = places_[arrivals_[k].option]++;
        frame.nodes[place] = arrivals_[k].child;
        std::ranges::copy(Number(arrival_ways_).subspan(k * limbs_, limbs_), frame.ways.data() + place * limbs_);
    }
    std::size_t k = 0;
    for (Branch& branch : frame.branches)
        for (; k < branch.end; ++k) branch.work += work(frame.nodes[k], Number(frame.ways).subspan(k * limbs_, limbs_));
    for (const Index option : touched_) places_[option] = 0;
    touched_.clear();
    arrivals_.clear();
    arrival_ways_.clear();
    return frame;
}

// Sets of options are as many as solutions times ways to choose from what is left of them, at most.
double Starts::work(Index child, Number ways) const {
    return real(ways) * real(diagram_->ways(child)) * choices_[needed() - 1][most_left_[child]];
}

void Starts::record_counts() {
    for (const Index option : touched_) {
        const auto count = std::span(counts_).subspan(option * limbs_, limbs_);
        chosen_.push_back(option);
        record(count);
        chosen_.pop_back();
        std::ranges::fill(count, 0);
    }
    touched_.clear();
}

void Starts::record(Number completions) {
    const bool is_unique = is_one(completions);
    sorted_ = chosen_;
    std::ranges::sort(sorted_);
    if (!is_first_of_orbit()) return;
    ++sets_;
    unique_ += is_unique;
    if (is_unique && kept_ < question_.keep) {
        ++kept_;
        found_.options.insert(found_.options.end(), sorted_.begin(), sorted_.end());
        found_.ends.push_back(found_.options.size());
    }
    keep_if_most(completions);
}

bool Starts::is_first_of_orbit() {
    if (!canonical_) return true;
    symmetry::Steps steps;
    const bool is_first = canonical_->is_first(sorted_, steps);
    work_ += steps.taken();
    return is_first;
}

void Starts::keep_if_most(Number completions) {
    if (most_.size() == question_.most) {
        if (most_.empty() || !is_less(most_.front().completions, completions)) return;
        std::ranges::pop_heap(most_, has_more);
        most_.pop_back();
    }
    most_.push_back({{completions.begin(), completions.end()}, sorted_, sets_});
    std::ranges::push_heap(most_, has_more);
}

std::vector<Starts::Start> Starts::most() const {
    std::vector<Start> sorted = most_;
    std::ranges::sort(sorted, has_more);
    return sorted;
}

// If the work is unknown, all branches count alike.
double Starts::done() const {
    if (!set_up_.is_over()) return 0;
    double part = 1;
    for (std::size_t k = frames_.size(); k-- > 0;) {
        const std::vector<Branch>& branches = frames_[k].branches;
        double before = 0, all = 0;
        for (std::size_t b = 0; b < branches.size(); ++b) {
            if (b + 1 < frames_[k].next) before += branches[b].work;
            if (b + 1 == frames_[k].next) before += branches[b].work * part;
            all += branches[b].work;
        }
        if (all > 0 && std::isfinite(all))
            part = before / all;
        else if (frames_[k].next > 0)
            part = (static_cast<double>(frames_[k].next) - 1 + part) / static_cast<double>(branches.size());
        else
            part = 0;
    }
    return part;
}

void Starts::clear_found() {
    found_.options.clear();
    found_.ends.clear();
}

}  // namespace excover::diagram

#include "starts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace excover {

namespace {

constexpr std::uint64_t kEdgesBetweenLooks = 100'000;

bool is_zero(Number number) {
    return std::ranges::all_of(number, [](std::uint64_t limb) { return limb == 0; });
}

bool is_one(Number number) { return number[0] == 1 && is_zero(number.subspan(1)); }

double real(Number number) {
    double value = 0;
    for (std::size_t k = number.size(); k-- > 0;) value = std::ldexp(value, 64) + static_cast<double>(number[k]);
    return value;
}

Index root_of(std::vector<Index>& parents, Index option) {
    while (parents[option] != option) option = parents[option] = parents[parents[option]];
    return option;
}

// Options that leave the same node decide the same: of every option one that stands for its kind.
std::vector<Index> kinds_of(const Diagram& diagram) {
    std::vector<Index> parents(diagram.options());
    std::iota(parents.begin(), parents.end(), Index{0});
    for (Index node = 0; node < diagram.nodes(); ++node)
        for (const Edge& edge : diagram.edges(node))
            parents[root_of(parents, edge.option)] = root_of(parents, diagram.edges(node)[0].option);
    for (Index option = 0; option < diagram.options(); ++option) parents[option] = root_of(parents, option);
    return parents;
}

}  // namespace

std::vector<Index> levels_of(const Diagram& diagram) {
    const std::vector<Index> kinds = kinds_of(diagram);
    const auto kind = [&](Index node) { return kinds[diagram.edges(node)[0].option]; };
    std::vector<Index> level_of_kind(diagram.options(), 0);
    for (bool is_settled = false; !is_settled;) {
        is_settled = true;
        for (Index node = 0; node < diagram.nodes(); ++node) {
            const Index above = level_of_kind[kind(node)] + 1;
            for (const Edge& edge : diagram.edges(node)) {
                if (edge.child == diagram.nodes() || level_of_kind[kind(edge.child)] >= above) continue;
                if (above > diagram.options()) throw std::invalid_argument("options of this diagram have no order");
                level_of_kind[kind(edge.child)] = above;
                is_settled = false;
            }
        }
    }
    std::vector<Index> levels(diagram.nodes());
    for (Index node = 0; node < diagram.nodes(); ++node) levels[node] = level_of_kind[kind(node)];
    return levels;
}

Starts::Starts(std::shared_ptr<const Diagram> diagram, Question question)
    : diagram_(std::move(diagram)),
      question_(std::move(question)),
      limbs_(diagram_->limbs()),
      levels_(levels_of(*diagram_)),
      ways_to_(diagram_->nodes() * limbs_),
      counts_(diagram_->options() * limbs_) {
    const std::size_t options = diagram_->options();
    if (question_.size == 0) throw std::invalid_argument("a start has at least one option");
    if (question_.skipped.size() != options ||
        (options > 0 && question_.symmetries.size() % options != 0) ||
        std::ranges::any_of(question_.symmetries, [&](Index option) { return option >= options; }))
        throw std::invalid_argument("the question does not fit the diagram");
    if (diagram_->nodes() == 0) return;
    reached_.resize(*std::ranges::max_element(levels_) + std::size_t{1});
    Frame root;
    root.branches.push_back({kNone, 1, 1.0});
    root.nodes.push_back(0);
    root.ways.assign(limbs_, 0);
    root.ways[0] = 1;
    frames_.push_back(std::move(root));
}

Stop Starts::run(const Allowance& allowance) {
    if (is_broken_) throw std::logic_error("this search failed before; it cannot go on");
    Watch watch(allowance.seconds, kEdgesBetweenLooks);
    for (;;) {
        while (!frames_.empty() && frames_.back().next == frames_.back().branches.size()) frames_.pop_back();
        if (frames_.empty()) return Stop::exhausted;
        if (found_.size() >= allowance.solutions) return Stop::solutions;
        if (watch.is_over(edges_)) return Stop::time;
        is_broken_ = true;
        step();
        is_broken_ = false;
    }
}

// Adds the next option to the set; the first frame adds none.
void Starts::step() {
    Frame& frame = frames_.back();
    const std::size_t begin = frame.next == 0 ? 0 : frame.branches[frame.next - 1].end;
    const Branch& branch = frame.branches[frame.next++];
    const std::size_t chosen = frames_.size() - 1;
    chosen_.resize(chosen);
    if (chosen > 0) chosen_.back() = branch.option;
    const auto nodes = std::span(frame.nodes).subspan(begin, branch.end - begin);
    const auto ways = std::span(frame.ways).subspan(begin * limbs_, nodes.size() * limbs_);
    if (chosen + 1 == question_.size)
        finish(nodes, ways);
    else
        grow(nodes, ways);
}

// Visits all edges behind some nodes, level by level, with the number of ways that lead to each.
template <class Use>
void Starts::sweep(std::span<const Index> nodes, std::span<const std::uint64_t> ways, const Use& use) {
    std::size_t level = reached_.size();
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        if (nodes[k] == diagram_->nodes()) continue;
        arrive(nodes[k], ways.subspan(k * limbs_, limbs_));
        level = std::min<std::size_t>(level, levels_[nodes[k]]);
    }
    for (; level < reached_.size(); ++level) {
        for (const Index node : reached_[level]) {
            const auto to_node = std::span(ways_to_).subspan(node * limbs_, limbs_);
            for (const Edge& edge : diagram_->edges(node)) {
                use(edge, to_node);
                if (edge.child != diagram_->nodes()) arrive(edge.child, to_node);
            }
            edges_ += diagram_->edges(node).size();
            std::ranges::fill(to_node, 0);
        }
        reached_[level].clear();
    }
    ++edges_;
}

void Starts::arrive(Index node, Number ways) {
    const auto to_node = std::span(ways_to_).subspan(node * limbs_, limbs_);
    if (is_zero(to_node)) reached_[levels_[node]].push_back(node);
    add(to_node, ways);
}

void Starts::grow(std::span<const Index> nodes, std::span<const std::uint64_t> ways) {
    sweep(nodes, ways, [&](const Edge& edge, Number to_node) {
        if (question_.skipped[edge.option]) return;
        arrivals_.push_back(edge);
        arrival_ways_.insert(arrival_ways_.end(), to_node.begin(), to_node.end());
    });
    frames_.push_back(frame_of_arrivals());
}

// Arrivals by their options, which ascend.
Starts::Frame Starts::frame_of_arrivals() {
    std::vector<std::size_t> order(arrivals_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t k) { return arrivals_[k].option; });
    Frame frame;
    frame.nodes.reserve(order.size());
    frame.ways.reserve(arrival_ways_.size());
    for (const std::size_t k : order) {
        const Edge& edge = arrivals_[k];
        if (frame.branches.empty() || frame.branches.back().option != edge.option)
            frame.branches.push_back({edge.option, 0, 0.0});
        const auto to_node = std::span(arrival_ways_).subspan(k * limbs_, limbs_);
        frame.nodes.push_back(edge.child);
        frame.ways.insert(frame.ways.end(), to_node.begin(), to_node.end());
        frame.branches.back().end = frame.nodes.size();
        frame.branches.back().work += work(edge.child, k);
    }
    arrivals_.clear();
    arrival_ways_.clear();
    return frame;
}

// Sets of options are as many as solutions times ways to choose from what is left of them.
double Starts::work(Index child, std::size_t arrival) const {
    if (child == diagram_->nodes()) return 0;
    const double solutions =
        real(Number(arrival_ways_).subspan(arrival * limbs_, limbs_)) * real(diagram_->ways(child));
    const auto left = static_cast<double>(reached_.size() - levels_[child]);
    return solutions * std::pow(left, static_cast<double>(question_.size - 1));
}

void Starts::finish(std::span<const Index> nodes, std::span<const std::uint64_t> ways) {
    sweep(nodes, ways, [&](const Edge& edge, Number to_node) {
        if (question_.skipped[edge.option]) return;
        const auto count = std::span(counts_).subspan(edge.option * limbs_, limbs_);
        if (is_zero(count)) touched_.push_back(edge.option);
        add_product(count, to_node, diagram_->ways(edge.child));
    });
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
    const std::size_t options = diagram_->options();
    for (std::size_t first = 0; first < question_.symmetries.size(); first += options) {
        image_.clear();
        for (const Index option : sorted_) image_.push_back(question_.symmetries[first + option]);
        std::ranges::sort(image_);
        if (std::ranges::lexicographical_compare(image_, sorted_)) return false;
    }
    return true;
}

void Starts::keep_if_most(Number completions) {
    const auto is_more = [](Number a, const Start& b) { return is_less(b.completions, a); };
    if (most_.size() == question_.most && (most_.empty() || !is_more(completions, most_.back()))) return;
    const auto at = std::upper_bound(most_.begin(), most_.end(), completions, is_more);
    most_.insert(at, {{completions.begin(), completions.end()}, sorted_});
    if (most_.size() > question_.most) most_.pop_back();
}

double Starts::done() const {
    double part = 1;
    for (std::size_t k = frames_.size(); k-- > 0;) {
        double before = 0, all = 0;
        for (std::size_t b = 0; b < frames_[k].branches.size(); ++b) {
            const double work = frames_[k].branches[b].work;
            if (b + 1 < frames_[k].next) before += work;
            if (b + 1 == frames_[k].next) before += work * part;
            all += work;
        }
        part = all > 0 ? before / all : 1;
    }
    return part;
}

void Starts::clear_found() {
    found_.options.clear();
    found_.ends.clear();
}

}  // namespace excover

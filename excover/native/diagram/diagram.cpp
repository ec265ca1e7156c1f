#include "diagram/diagram.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <ranges>

namespace excover {

namespace {

constexpr std::uint64_t kStepsBetweenLooks = 20'000;

void require(bool condition) {
    if (!condition) throw std::invalid_argument("this is no diagram");
}

}  // namespace

Diagram::Diagram(std::vector<Edge> edges, std::vector<std::size_t> ends, Index options, bool is_empty,
                 std::uint64_t memory)
    : edges_(std::move(edges)), ends_(std::move(ends)), options_(options), is_empty_(is_empty) {
    check();
    for (std::size_t limbs = likely_limbs();; ++limbs) {
        if (limbs > memory / sizeof(std::uint64_t) / (nodes() + std::size_t{1}))
            throw TooLarge("the numbers of a diagram of " + std::to_string(nodes()) + " nodes take more than " +
                           std::to_string(memory) + " bytes");
        if (count_ways(limbs)) return;
    }
}

void Diagram::check() const {
    require(ends_.size() < kNone && (ends_.empty() ? edges_.empty() : ends_.back() == edges_.size()));
    require(!is_empty_ || ends_.empty());
    for (Index node = 0; node < nodes(); ++node) {
        const std::size_t begin = node == 0 ? 0 : ends_[node - 1];
        require(begin < ends_[node] && ends_[node] <= edges_.size());
        for (std::size_t e = begin; e < ends_[node]; ++e)
            require(edges_[e].option < options_ && node < edges_[e].child && edges_[e].child <= nodes());
    }
}

// What the largest number of paths takes, or a limb less. As floating-point numbers, logarithms could not be added.
std::size_t Diagram::likely_limbs() const {
    struct Large {
        double part;
        std::int64_t exponent;  // stands for part * 2^exponent
    };
    std::vector<Large> paths(nodes() + std::size_t{1}, {0, 0});
    paths[nodes()] = {1, 0};
    std::int64_t most = 0;
    for (Index node = nodes(); node-- > 0;) {
        Large& sum = paths[node];
        for (const Edge& edge : edges(node)) sum.exponent = std::max(sum.exponent, paths[edge.child].exponent);
        for (const Edge& edge : edges(node))
            sum.part += std::ldexp(paths[edge.child].part, static_cast<int>(std::max<std::int64_t>(
                                                               paths[edge.child].exponent - sum.exponent, -2000)));
        int shift = 0;
        sum.part = std::frexp(sum.part, &shift);
        sum.exponent += shift;
        most = std::max(most, sum.exponent);
    }
    return static_cast<std::size_t>(std::max<std::int64_t>(most - 2, 0) / 64 + 1);
}

// From the end to the root; false if the numbers have more limbs.
bool Diagram::count_ways(std::size_t limbs) {
    zero_.assign(limbs, 0);
    ways_.assign((nodes() + std::size_t{1}) * limbs, 0);
    ways_[nodes() * limbs] = 1;
    for (Index node = nodes(); node-- > 0;)
        for (const Edge& edge : edges(node))
            if (add({ways_.data() + node * limbs, limbs}, ways(edge.child)) != 0) return false;
    return true;
}

std::vector<std::uint64_t> Diagram::solutions_without(std::span<const std::uint8_t> banned) const {
    EXCOVER_ASSERT(banned.size() == options_);
    if (is_empty_) return zero_;
    std::vector<std::uint64_t> ways((nodes() + std::size_t{1}) * limbs());
    const auto of = [&](Index node) { return std::span(ways.data() + node * limbs(), limbs()); };
    of(nodes())[0] = 1;
    for (Index node = nodes(); node-- > 0;)
        for (const Edge& edge : edges(node))
            if (!banned[edge.option]) add(of(node), of(edge.child));
    return {ways.begin(), ways.begin() + static_cast<std::ptrdiff_t>(limbs())};
}

std::vector<std::uint64_t> Diagram::ways_from_root() const {
    std::vector<std::uint64_t> from((nodes() + std::size_t{1}) * limbs());
    const auto of = [&](Index node) { return std::span(from.data() + node * limbs(), limbs()); };
    of(0)[0] = 1;
    for (Index node = 0; node < nodes(); ++node)
        for (const Edge& edge : edges(node)) add(of(edge.child), of(node));
    return from;
}

std::vector<std::uint64_t> Diagram::marginals() const {
    std::vector<std::uint64_t> result(options_ * limbs());
    if (is_empty_) return result;
    const std::vector<std::uint64_t> from = ways_from_root();
    for (Index node = 0; node < nodes(); ++node)
        for (const Edge& edge : edges(node))
            add_product({result.data() + edge.option * limbs(), limbs()}, {from.data() + node * limbs(), limbs()},
                        ways(edge.child));
    return result;
}

std::vector<Index> Diagram::cover(Number rank) const {
    if (rank.size() != limbs() || is_empty_ || !is_less(rank, solutions()))
        throw std::out_of_range("there are not so many solutions");
    std::vector<std::uint64_t> rest(rank.begin(), rank.end());
    std::vector<Index> cover;
    for (Index node = 0; node < nodes();) {
        const Edge* edge = edges(node).data();
        for (; !is_less(rest, ways(edge->child)); ++edge) subtract(rest, ways(edge->child));
        cover.push_back(edge->option);
        node = edge->child;
    }
    std::ranges::sort(cover);
    return cover;
}

DiagramLister::DiagramLister(std::shared_ptr<const Diagram> diagram)
    : diagram_(std::move(diagram)), is_done_(diagram_->is_empty()) {
    if (diagram_->nodes() == 0) return;
    // Nothing below grows the path: it is never longer than a solution, which has no more options than there are.
    path_.reserve(std::size_t{diagram_->options()} + 1);
    sorted_.reserve(path_.capacity());
    descend(0);
}

void DiagramLister::descend(Index node) {
    const auto edges = diagram_->edges(node);
    path_.push_back({edges.data(), edges.data() + edges.size()});
    depth_ = std::max<std::uint64_t>(depth_, path_.size());
}

Stop DiagramLister::run(const Allowance& allowance, Covers* covers) {
    const std::uint64_t last_solution = saturated_sum(solutions_, allowance.solutions);
    Watch watch(allowance.seconds, kStepsBetweenLooks);
    while (!is_done_) {
        if (solutions_ >= last_solution) return Stop::solutions;
        if (watch.is_over(++steps_)) return Stop::time;
        const bool is_end = path_.empty() || path_.back().next->child == diagram_->nodes();
        if (!is_end) {
            descend(path_.back().next->child);
            continue;
        }
        if (covers) record(*covers);
        ++solutions_;
        while (!path_.empty() && ++path_.back().next == path_.back().end) path_.pop_back();
        is_done_ = path_.empty();
    }
    return Stop::exhausted;
}

// The path's options, ascending: by insertion, as they are few and come nearly sorted from one path to the next.
void DiagramLister::record(Covers& covers) {
    sorted_.clear();
    for (const Step& step : path_) sorted_.push_back(step.next->option);
    std::ranges::sort(sorted_);
    covers.options.resize(covers.size() == 0 ? 0 : covers.ends.back());
    covers.options.insert(covers.options.end(), sorted_.begin(), sorted_.end());
    covers.ends.push_back(covers.options.size());
}

Stop DiagramSearch::run(const Allowance& allowance) {
    if (diagram_) return lister_->run(allowance, &covers_);
    const Stop stop = builder_->run(allowance);
    nodes_ = builder_->nodes();
    updates_ = builder_->updates();
    if (stop != Stop::exhausted) return stop;
    start(builder_->diagram());
    builder_.reset();
    return lister_->run({allowance.solutions, allowance.nodes, 0}, &covers_);
}

void DiagramSearch::start(std::shared_ptr<const Diagram> diagram) {
    lister_ = std::make_unique<DiagramLister>(diagram);
    diagram_ = std::move(diagram);
}

void DiagramSearch::clear_covers() {
    covers_.options.clear();
    covers_.ends.clear();
}

DiagramRanking::DiagramRanking(std::shared_ptr<const Diagram> diagram, std::span<const std::int64_t> costs)
    : diagram_(std::move(diagram)), costs_(costs.begin(), costs.end()) {
    if (costs_.size() != diagram_->options()) throw std::invalid_argument("not as many costs as options");
    if (diagram_->is_empty()) return;
    least_.assign(diagram_->nodes() + std::size_t{1}, std::numeric_limits<std::int64_t>::max());
    least_.back() = 0;
    for (Index node = diagram_->nodes(); node-- > 0;)
        for (const Edge& edge : diagram_->edges(node))
            least_[node] = std::min(least_[node], costs_[edge.option] + least_[edge.child]);
    add({0, kNone, kNone, 0});
}

void DiagramRanking::add(const Partial& partial) {
    if (partials_.size() >= kNone) throw TooLarge("too many partial solutions to rank");
    partials_.push_back(partial);
    queue_.push({partial.cost + least_[partial.node], static_cast<std::uint32_t>(partials_.size() - 1)});
}

bool DiagramRanking::next(std::vector<Index>& cover, std::int64_t& cost) {
    while (!queue_.empty()) {
        const std::uint32_t best = queue_.top().partial;
        const Partial partial = partials_[best];
        queue_.pop();
        if (partial.node == diagram_->nodes()) {
            cover = options_of(best);
            cost = partial.cost;
            return true;
        }
        for (const Edge& edge : std::views::reverse(diagram_->edges(partial.node)))
            add({edge.child, edge.option, best, partial.cost + costs_[edge.option]});
    }
    return false;
}

std::vector<Index> DiagramRanking::options_of(std::uint32_t partial) const {
    std::vector<Index> options;
    for (; partials_[partial].parent != kNone; partial = partials_[partial].parent)
        options.push_back(partials_[partial].option);
    std::ranges::sort(options);
    return options;
}

}  // namespace excover

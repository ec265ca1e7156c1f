#include "diagram/diagram.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable diagram_watch;
}

namespace excover::diagram {

namespace {

void require(bool condition) {
    if (!condition) throw std::invalid_argument("this is no diagram");
}

}  // namespace

Diagram::Diagram(Unchecked, std::vector<Edge> edges, std::vector<std::size_t> ends, Index options, bool is_empty)
    : edges_(std::move(edges)), ends_(std::move(ends)), options_(options), is_empty_(is_empty) {
    require(ends_.size() < kNone && (ends_.empty() ? edges_.empty() : ends_.back() == edges_.size()));
    require(!is_empty_ || ends_.empty());
}

Diagram::Diagram(std::vector<Edge> edges, std::vector<std::size_t> ends, Index options, bool is_empty,
                 std::uint64_t memory)
    : Diagram(Unchecked{}, std::move(edges), std::move(ends), options, is_empty) {
    Passes passes;
    plan_checks(passes);
    plan_likely_limbs(passes, memory);
    passes.finish();
}

std::shared_ptr<const Diagram> Diagram::plan(Passes& passes, std::vector<Edge> edges, std::vector<std::size_t> ends,
                                             Index options, bool is_empty, std::uint64_t memory) {
    const std::shared_ptr<Diagram> diagram(
        new Diagram(Unchecked{}, std::move(edges), std::move(ends), options, is_empty));
    diagram->plan_checks(passes);
    diagram->plan_likely_limbs(passes, memory);
    return diagram;
}

void Diagram::plan_checks(Passes& passes) {
    passes.each(nodes(), [this](std::size_t from, std::size_t to) {
        for (std::size_t node = from; node < to; ++node) check(static_cast<Index>(node));
    });
}

void Diagram::check(Index node) const {
    const std::size_t begin = node == 0 ? 0 : ends_[node - 1];
    require(begin < ends_[node] && ends_[node] <= edges_.size());
    for (std::size_t e = begin; e < ends_[node]; ++e)
        require(edges_[e].option < options_ && node < edges_[e].child && edges_[e].child <= nodes());
}

// What the largest number of paths takes, or a limb less. As floating-point numbers, logarithms could not be added.
void Diagram::plan_likely_limbs(Passes& passes, std::uint64_t memory) {
    struct Large {
        double part;
        std::int64_t exponent;  // stands for part * 2^exponent
    };
    const auto paths = std::make_shared<std::vector<Large>>(nodes() + std::size_t{1}, Large{0, 0});
    const auto most = std::make_shared<std::int64_t>(0);
    paths->back() = {1, 0};
    passes.each(nodes(), [this, paths, most](std::size_t from, std::size_t to) {
        for (std::size_t node = nodes() - from; node-- > nodes() - to;) {
            Large& sum = (*paths)[node];
            const auto edges = this->edges(static_cast<Index>(node));
            for (const Edge& edge : edges) sum.exponent = std::max(sum.exponent, (*paths)[edge.child].exponent);
            for (const Edge& edge : edges) {
                const auto [part, exponent] = (*paths)[edge.child];
                sum.part += std::ldexp(part, static_cast<int>(std::max<std::int64_t>(exponent - sum.exponent, -2000)));
            }
            int shift = 0;
            sum.part = std::frexp(sum.part, &shift);
            sum.exponent += shift;
            *most = std::max(*most, sum.exponent);
        }
    });
    passes.then([this, &passes, most, memory] {
        begin_ways(static_cast<std::size_t>(std::max<std::int64_t>(*most - 2, 0) / 64 + 1), memory);
        plan_ways(passes, memory);
    });
}

void Diagram::begin_ways(std::size_t limbs, std::uint64_t memory) {
    if (limbs > memory / sizeof(std::uint64_t) / (nodes() + std::size_t{1}))
        throw TooLarge("the numbers of a diagram of " + std::to_string(nodes()) + " nodes take more than " +
                       std::to_string(memory) + " bytes");
    zero_.assign(limbs, 0);
    ways_.assign((nodes() + std::size_t{1}) * limbs, 0);
    ways_[nodes() * limbs] = 1;
}

// From the end to the root; once more if the numbers have another limb.
void Diagram::plan_ways(Passes& passes, std::uint64_t memory) {
    const auto is_carried = std::make_shared<bool>(false);
    passes.each(nodes(), [this, &passes, is_carried, memory](std::size_t from, std::size_t to) {
        std::uint64_t carry = *is_carried;
        for (std::size_t node = nodes() - from; node-- > nodes() - to && carry == 0;)
            for (const Edge& edge : edges(static_cast<Index>(node)))
                carry |= add({ways_.data() + node * limbs(), limbs()}, ways(edge.child));
        *is_carried = carry != 0;
        if (!*is_carried || to < nodes()) return;
        *is_carried = false;
        begin_ways(limbs() + 1, memory);
        passes.again();
    });
}

void Diagram::plan_solutions_without(Passes& passes, std::span<const std::uint8_t> banned,
                                     std::vector<std::uint64_t>& result) const {
    EXCOVER_CHECK(banned.size() == options_);
    result = zero_;
    if (is_empty_) return;
    const auto ways = std::make_shared<std::vector<std::uint64_t>>((nodes() + std::size_t{1}) * limbs());
    const auto of = [this, ways](std::size_t node) { return std::span(ways->data() + node * limbs(), limbs()); };
    of(nodes())[0] = 1;
    passes.each(nodes(), [this, of, banned](std::size_t from, std::size_t to) {
        for (std::size_t node = nodes() - from; node-- > nodes() - to;)
            for (const Edge& edge : edges(static_cast<Index>(node)))
                if (!banned[edge.option]) add(of(node), of(edge.child));
    });
    passes.then([&result, of] { std::ranges::copy(of(0), result.begin()); });
}

// The ways that lead from the root to a node times those that lead on, for each edge. An edge leads upwards, so all
// ways to a node are known when it is its turn.
void Diagram::plan_marginals(Passes& passes, std::vector<std::uint64_t>& result) const {
    result.assign(options_ * limbs(), 0);
    if (is_empty_) return;
    const auto ways_to = std::make_shared<std::vector<std::uint64_t>>((nodes() + std::size_t{1}) * limbs());
    const auto of = [this, ways_to](std::size_t node) { return std::span(ways_to->data() + node * limbs(), limbs()); };
    of(0)[0] = 1;
    passes.each(nodes(), [this, of, &result](std::size_t from, std::size_t to) {
        for (std::size_t node = from; node < to; ++node)
            for (const Edge& edge : edges(static_cast<Index>(node))) {
                add(of(edge.child), of(node));
                add_product({result.data() + edge.option * limbs(), limbs()}, of(node), ways(edge.child));
            }
    });
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
    Watch watch(allowance.seconds, tuning::diagram_watch);
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

DiagramRanking::DiagramRanking(Passes& passes, std::shared_ptr<const Diagram> diagram,
                               std::span<const std::int64_t> costs)
    : diagram_(std::move(diagram)), costs_(costs.begin(), costs.end()) {
    if (costs_.size() != diagram_->options()) throw std::invalid_argument("not as many costs as options");
    if (diagram_->is_empty()) return;
    least_.assign(diagram_->nodes() + std::size_t{1}, std::numeric_limits<std::int64_t>::max());
    least_.back() = 0;
    passes.each(diagram_->nodes(), [this, nodes = std::size_t{diagram_->nodes()}](std::size_t from, std::size_t to) {
        for (std::size_t node = nodes - from; node-- > nodes - to;)
            for (const Edge& edge : diagram_->edges(static_cast<Index>(node)))
                least_[node] = std::min(least_[node], costs_[edge.option] + least_[edge.child]);
    });
    passes.then([this] { add({0, kNone, kNone, 0}); });
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
        const std::span<const Edge> edges = diagram_->edges(partial.node);
        for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge)
            add({edge->child, edge->option, best, partial.cost + costs_[edge->option]});
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

namespace {

// A node of the part is a node of the whole and whether the way there has a wanted option: twice the node, plus that.
class Part : public std::enable_shared_from_this<Part> {
public:
    Part(const Diagram& whole, std::span<const std::uint8_t> banned, std::span<const std::uint8_t> wanted)
        : whole_(whole),
          banned_(banned),
          wanted_(wanted),
          is_free_(std::ranges::none_of(wanted_, [](std::uint8_t flag) { return flag != 0; })),
          places_(2 * std::size_t{whole.nodes()}),
          live_(places_ + 2) {}

    void plan(Passes& passes, std::shared_ptr<const Diagram>& result) {
        live_.back() = 1;  // the end, which counts only with a wanted option
        each(passes, [this](std::size_t k) { find_live(places_ - 1 - k); });
        passes.then([self = shared_from_this(), &passes, &result] { self->plan_rest(passes, result); });
    }

private:
    std::size_t target(std::size_t place, const Edge& edge) const {
        return 2 * std::size_t{edge.child} + (place % 2 | (wanted_[edge.option] != 0));
    }

    template <class Turn>
    void each(Passes& passes, Turn turn) {
        passes.each(places_, [self = shared_from_this(), turn](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; ++k) turn(k);
        });
    }

    void plan_rest(Passes& passes, std::shared_ptr<const Diagram>& result) {
        if (whole_.is_empty() || !live_[is_free_]) {
            result = std::make_shared<Diagram>(std::vector<Edge>{}, std::vector<std::size_t>{}, whole_.options(), true);
            return;
        }
        reached_.resize(live_.size());
        reached_[is_free_] = 1;
        number_.resize(live_.size());
        each(passes, [this](std::size_t place) { find_reached(place); });
        passes.then([self = shared_from_this()] { self->number_ends(); });
        each(passes, [this](std::size_t place) { add_node(place); });
        passes.then([self = shared_from_this(), &passes, &result] {
            result = Diagram::plan(passes, std::move(self->edges_), std::move(self->ends_), self->whole_.options(),
                                   false, UINT64_MAX);
        });
    }

    void find_live(std::size_t place) {
        for (const Edge& edge : whole_.edges(static_cast<Index>(place / 2)))
            if (!banned_[edge.option] && live_[target(place, edge)]) live_[place] = 1;
    }

    void find_reached(std::size_t place) {
        live_[place] = live_[place] && reached_[place];
        if (!live_[place]) return;
        number_[place] = nodes_++;
        for (const Edge& edge : whole_.edges(static_cast<Index>(place / 2)))
            if (!banned_[edge.option]) reached_[target(place, edge)] = 1;
    }

    // Both have the number of all nodes; only the one with a wanted option, or without need of one, is live.
    void number_ends() { number_[places_] = number_[places_ + 1] = nodes_; }

    void add_node(std::size_t place) {
        if (!live_[place]) return;
        for (const Edge& edge : whole_.edges(static_cast<Index>(place / 2)))
            if (!banned_[edge.option] && live_[target(place, edge)])
                edges_.push_back({edge.option, number_[target(place, edge)]});
        ends_.push_back(edges_.size());
    }

    const Diagram& whole_;
    const std::span<const std::uint8_t> banned_, wanted_;
    const bool is_free_;  // no option is wanted
    const std::size_t places_;  // but for those of the end
    std::vector<std::uint8_t> live_, reached_;  // of a place: the way goes on to an end, and comes from the root
    std::vector<Index> number_;
    Index nodes_ = 0;
    std::vector<Edge> edges_;
    std::vector<std::size_t> ends_;
};

}  // namespace

void plan_restricted(Passes& passes, const Diagram& diagram, std::span<const std::uint8_t> banned,
                     std::span<const std::uint8_t> wanted, std::shared_ptr<const Diagram>& result) {
    if (banned.size() != diagram.options() || wanted.size() != diagram.options())
        throw std::invalid_argument("one flag an option");
    std::make_shared<Part>(diagram, banned, wanted)->plan(passes, result);
}

}  // namespace excover::diagram

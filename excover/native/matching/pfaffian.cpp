#include "matching/pfaffian.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace excover::matching {

namespace {

// The largest odd prime below a number; 0 if there is none.
std::uint32_t prime_below(std::uint32_t number) {
    const auto is_prime = [](std::uint32_t odd) {
        for (std::uint32_t d = 3; std::uint64_t{d} * d <= odd; d += 2)
            if (odd % d == 0) return false;
        return true;
    };
    for (std::uint32_t odd = (number - 2) | 1; number > 3 && odd >= 3; odd -= 2)
        if (is_prime(odd)) return odd;
    return 0;
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t modulus) {
    std::uint64_t found = 1;
    for (; exponent > 0; exponent >>= 1, base = base * base % modulus)
        if (exponent & 1) found = found * base % modulus;
    return found;
}

// Of any size, in halves of limbs, the lowest first.
using Big = std::vector<std::uint32_t>;

void multiply_and_add(Big& number, std::uint32_t factor, std::uint32_t more) {
    std::uint64_t carry = more;
    for (std::uint32_t& half : number) {
        carry += std::uint64_t{half} * factor;
        half = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    if (carry > 0) number.push_back(static_cast<std::uint32_t>(carry));
}

// `from` - number, which is not larger.
Big difference(Big from, const Big& number) {
    std::uint64_t borrow = 0;
    for (std::size_t k = 0; k < from.size(); ++k) {
        const std::uint64_t less = borrow + (k < number.size() ? number[k] : 0);
        borrow = from[k] < less ? 1 : 0;
        from[k] = static_cast<std::uint32_t>(from[k] - less);
    }
    EXCOVER_CHECK(borrow == 0);
    return from;
}

// The number between -M/2 and M/2, M the product of the moduli, without its sign. By mixed radix (H. L. Garner, 1959).
Big least_absolute(const std::vector<std::uint32_t>& moduli, const std::vector<std::uint32_t>& remainders) {
    std::vector<std::uint32_t> digits;
    for (std::size_t k = 0; k < moduli.size(); ++k) {
        const std::uint64_t p = moduli[k];
        std::uint64_t known = 0, weight = 1;
        for (std::size_t j = 0; j < k; ++j) {
            known = (known + digits[j] * weight) % p;
            weight = weight * moduli[j] % p;
        }
        digits.push_back(static_cast<std::uint32_t>((remainders[k] + p - known) * power(weight, p - 2, p) % p));
    }
    Big number, product{1};
    for (std::size_t k = moduli.size(); k-- > 0;) multiply_and_add(number, moduli[k], digits[k]);
    for (const std::uint32_t p : moduli) multiply_and_add(product, p, 0);
    Big opposite = difference(std::move(product), number);
    number.resize(opposite.size());
    return std::lexicographical_compare(number.rbegin(), number.rend(), opposite.rbegin(), opposite.rend()) ? number
                                                                                                            : opposite;
}

// J. Hadamard: no more matchings than the fourth root of the product of the squares of all rows, in bits.
double most_bits(const Graph& graph) {
    double bits = 0;
    for (Index vertex = 0; vertex < graph.vertices; ++vertex) {
        double squares = 0;
        for (const Index e : graph.near[vertex]) squares += std::pow(static_cast<double>(graph.edges[e].options), 2);
        if (squares > 0) bits += std::log2(squares) / 4;
    }
    return bits;
}

constexpr std::size_t kFewestPrimes = 16;  // at a time
constexpr std::size_t kFill = 4;  // places at a time for each edge, about

}  // namespace

std::vector<bool> pfaffian_orientation(const Graph& graph, const Drawing& drawing) {
    const auto ways = static_cast<Index>(drawing.face.size());
    const Lists<Index> around(drawing.faces(), [&](const auto& take) {
        for (Index way = 0; way < ways; ++way) take(drawing.face[way], way);
    });
    // Edges beside a spanning tree join the faces to a tree: from its leaves on, each face settles its last open edge.
    std::vector<bool> is_along(graph.edges.size(), true), is_settled = drawing.is_tree;
    std::vector<Index> open(drawing.faces());
    for (Index way = 0; way < ways; ++way) open[drawing.face[way]] += is_settled[way / 2] ? 0 : 1;
    std::vector<Index> leaves;
    for (Index face = 0; face < drawing.faces(); ++face)
        if (open[face] == 1) leaves.push_back(face);
    while (!leaves.empty()) {
        const Index face = leaves.back();
        leaves.pop_back();
        Index last = kNone;
        bool is_odd = false;
        for (const Index way : around[face]) {
            if (!is_settled[way / 2]) {
                last = way;
            } else if (is_along[way / 2] == (way % 2 == 0)) {
                is_odd = !is_odd;
            }
        }
        if (last == kNone) continue;  // the face that all others have settled
        is_settled[last / 2] = true;
        is_along[last / 2] = (last % 2 == 0) != is_odd;
        if (--open[drawing.face[last ^ 1]] == 1) leaves.push_back(drawing.face[last ^ 1]);
    }
    return is_along;
}

Residues::Residues(std::vector<std::uint32_t> primes) : primes_(std::move(primes)) {
    for (const std::uint32_t p : primes_) {
        EXCOVER_CHECK(p % 2 == 1 && p < 1u << 30);
        std::uint32_t inverse = p;  // modulo 8; each step doubles the bits
        for (int step = 0; step < 4; ++step) inverse *= 2 - p * inverse;
        negated_inverses_.push_back(0 - inverse);
        const std::uint64_t radix = (std::uint64_t{1} << 32) % p;
        squares_.push_back(static_cast<std::uint32_t>(radix * radix % p));
    }
}

Residues::Row Residues::of(std::uint64_t number) const {
    Row row(size());
    for (std::size_t k = 0; k < size(); ++k) row[k] = reduced(number % primes_[k] * squares_[k], k);
    return row;
}

void Residues::multiply(Row& by, const Row& other) const {
    for (std::size_t k = 0; k < size(); ++k) by[k] = reduced(std::uint64_t{by[k]} * other[k], k);
}

void Residues::negate(Row& row) const {
    for (std::size_t k = 0; k < size(); ++k) row[k] = row[k] == 0 ? 0 : primes_[k] - row[k];
}

void Residues::add_product(std::uint32_t* to, const Row& a, const Row& b) const {
    for (std::size_t k = 0; k < size(); ++k) {
        const std::uint32_t sum = to[k] + reduced(std::uint64_t{a[k]} * b[k], k);
        to[k] = std::min(sum, sum - primes_[k]);
    }
}

Residues::Row Residues::inverse(const Row& row) const {
    Row found = of(1);
    for (std::size_t k = 0; k < size(); ++k) {
        std::uint32_t base = row[k];
        for (std::uint32_t rest = primes_[k] - 2; rest > 0; rest >>= 1) {
            if (rest & 1) found[k] = reduced(std::uint64_t{found[k]} * base, k);
            base = reduced(std::uint64_t{base} * base, k);
        }
    }
    return found;
}

PfaffianCount::PfaffianCount(Graph graph, const Drawing& drawing, std::uint64_t memory, std::uint32_t primes_below)
    : graph_(std::move(graph)),
      is_along_(pfaffian_orientation(graph_, drawing)),
      memory_(memory),
      matching_(graph_),
      bits_(most_bits(graph_) + 2),
      next_prime_(primes_below) {}

Stop PfaffianCount::run(const Allowance& allowance) {
    if (is_over_) return Stop::exhausted;
    const std::uint64_t last = saturated_sum(nodes(), allowance.nodes);
    Watch watch(allowance.seconds, 2'000);
    while (!is_over_) {
        if (nodes() >= last) return Stop::nodes;
        if (watch.is_over(nodes() + updates())) return Stop::time;
        if (matching_.step()) continue;
        try {
            go_on();
        } catch (...) {  // no memory: the batch is begun again
            leave_batch();
            throw;
        }
    }
    return Stop::exhausted;
}

void PfaffianCount::go_on() {
    if (matching_.is_refuted()) {
        is_over_ = true;
    } else if (!residues_) {
        begin_batch();
    } else if (2 * eliminated_ == graph_.vertices) {
        end_batch();
    } else if (!eliminate_next()) {
        leave_batch();  // its first prime divides the number: others instead
    }
}

void PfaffianCount::leave_batch() {
    residues_.reset();
    eliminated_ = 0;
    if (!is_ordered_) order_.clear();
}

std::uint64_t PfaffianCount::solutions() const { return count_.size() == 1 ? count_[0] : UINT64_MAX; }

std::optional<double> PfaffianCount::progress() const {
    if (is_over_) return 1;
    const double batch = residues_ ? static_cast<double>(residues_->size()) * std::log2(next_prime_) : 0;
    const double done = 2.0 * static_cast<double>(eliminated_) / std::max(1.0, static_cast<double>(graph_.vertices));
    return std::min(1.0, (bits_done_ + batch * done) / bits_);
}

void PfaffianCount::begin_batch() {
    const std::uint64_t room = memory_ / (sizeof(std::uint32_t) * kFill * (graph_.edges.size() + 1));
    const std::size_t most = std::max<std::size_t>(kFewestPrimes, room);
    std::vector<std::uint32_t> primes;
    for (double bits = bits_done_; primes.empty() || (bits < bits_ && primes.size() < most);) {
        next_prime_ = prime_below(next_prime_);
        EXCOVER_CHECK(next_prime_ != 0);
        primes.push_back(next_prime_);
        bits += std::log2(next_prime_);
    }
    batch_primes_ = primes;
    residues_ = std::make_unique<Residues>(std::move(primes));
    product_ = residues_->of(1);
    eliminated_ = 0;
    values_.clear();
    free_places_.clear();
    rows_.assign(graph_.vertices, {});
    found_.assign(graph_.vertices, kNone);
    is_gone_.assign(graph_.vertices, false);
    by_degree_.clear();
    least_degree_ = 0;
    for (Index e = 0; e < graph_.edges.size(); ++e) {
        const Graph::Edge& edge = graph_.edges[e];
        values_.push_back(residues_->of(edge.options));
        if (!is_along_[e]) residues_->negate(values_.back());
        for (const Index end : edge.ends) rows_[end].push_back({edge.other(end), e});
    }
    for (Index vertex = 0; vertex < graph_.vertices; ++vertex) note_degree(vertex);
}

// Those modulo which no pivot was 0 tell a remainder; and the number, once they suffice.
void PfaffianCount::end_batch() {
    for (std::size_t k = 0; k < batch_primes_.size(); ++k) {
        if (product_[k] == 0) continue;
        primes_.push_back(batch_primes_[k]);
        remainders_.push_back(residues_->plain(product_, k));
        bits_done_ += std::log2(batch_primes_[k]);
    }
    is_ordered_ = true;
    leave_batch();
    if (bits_done_ < bits_) return;
    const Big number = least_absolute(primes_, remainders_);
    count_.assign(number.size() / 2 + 1, 0);
    for (std::size_t k = 0; k < number.size(); ++k) count_[k / 2] |= std::uint64_t{number[k]} << (32 * (k % 2));
    while (count_.size() > 1 && count_.back() == 0) count_.pop_back();
    is_over_ = true;
}

bool PfaffianCount::eliminate_next() {
    if (!is_ordered_) {
        const Index vertex = vertex_of_least_degree(), partner = partner_of(vertex);
        if (partner == kNone) return false;
        order_.push_back({vertex, partner});
    }
    eliminate(order_[eliminated_][0], order_[eliminated_][1]);
    ++eliminated_;
    ++nodes_;
    return true;
}

void PfaffianCount::note_degree(Index vertex) {
    const std::size_t degree = rows_[vertex].size();
    if (is_ordered_) return;
    if (by_degree_.size() <= degree) by_degree_.resize(degree + 1);
    by_degree_[degree].push_back(vertex);
    least_degree_ = std::min(least_degree_, degree);
}

Index PfaffianCount::vertex_of_least_degree() {
    while (true) {
        std::vector<Index>& listed = by_degree_[least_degree_];
        if (listed.empty()) {
            ++least_degree_;
            continue;
        }
        const Index vertex = listed.back();
        listed.pop_back();
        if (!is_gone_[vertex] && rows_[vertex].size() == least_degree_) return vertex;
    }
}

// The neighbor of least degree, by a pivot that is not 0 modulo the first prime.
Index PfaffianCount::partner_of(Index vertex) const {
    Index best = kNone;
    for (const Entry& each : rows_[vertex])
        if (values_[each.place][0] != 0 && (best == kNone || rows_[each.vertex].size() < rows_[best].size()))
            best = each.vertex;
    return best;
}

// A' = A - (rows of the pair) (2 by 2 inverse) (columns of the pair), for the vertices that are left.
void PfaffianCount::eliminate(Index one, Index other) {
    Row pivot;
    const std::vector<Neighbor> first = taken_row(one, other, pivot), second = taken_row(other, one, pivot);
    residues_->multiply(product_, pivot);
    const Row inverse = residues_->inverse(pivot);
    for (const Neighbor& x : first) {
        Row up = x.value;
        residues_->multiply(up, inverse);
        Row down = up;
        residues_->negate(down);
        for (const Entry& each : rows_[x.vertex]) found_[each.vertex] = each.place;
        for (const Neighbor& y : second) {
            if (x.vertex == y.vertex) continue;
            const Index place = found_[y.vertex] != kNone ? found_[y.vertex] : new_place(x.vertex, y.vertex);
            residues_->add_product(values_[place].data(), x.vertex < y.vertex ? down : up, y.value);
        }
        for (const Entry& each : rows_[x.vertex]) found_[each.vertex] = kNone;
        updates_ += second.size() * (residues_->size() / kFewestPrimes + 1);
    }
    for (const Neighbor& x : first) note_degree(x.vertex);
    for (const Neighbor& y : second) note_degree(y.vertex);
}

// The row of a vertex, which is taken out of the matrix, as seen from it; `pivot`: its value of the other one.
std::vector<PfaffianCount::Neighbor> PfaffianCount::taken_row(Index vertex, Index other, Row& pivot) {
    std::vector<Neighbor> taken;
    for (const Entry& each : rows_[vertex]) {
        Row value = std::move(values_[each.place]);
        if (vertex > each.vertex) residues_->negate(value);
        free_places_.push_back(each.place);
        std::vector<Entry>& row = rows_[each.vertex];
        row.erase(std::find_if(row.begin(), row.end(), [&](const Entry& back) { return back.vertex == vertex; }));
        if (each.vertex == other) {
            pivot = std::move(value);
        } else {
            taken.push_back({each.vertex, std::move(value)});
        }
    }
    rows_[vertex].clear();
    is_gone_[vertex] = true;
    return taken;
}

Index PfaffianCount::new_place(Index vertex, Index other) {
    if (free_places_.empty()) {
        free_places_.push_back(static_cast<Index>(values_.size()));
        values_.emplace_back();
    }
    const Index place = free_places_.back();
    free_places_.pop_back();
    values_[place].assign(residues_->size(), 0);
    rows_[vertex].push_back({other, place});
    rows_[other].push_back({vertex, place});
    found_[other] = place;
    return place;
}

std::unique_ptr<PfaffianCount> make_pfaffian_count(const Problem& problem, std::uint64_t memory,
                                                   std::uint32_t primes_below) {
    Reduction found = reduced(problem);
    if (found.copies > 1)
        throw std::invalid_argument(
            "a Pfaffian does not count this: an item may stay uncovered, or an option covers it alone");
    const std::optional<Drawing> drawing = drawing_of(found.graph);
    if (!drawing) throw std::invalid_argument("a Pfaffian does not count this: its graph is not planar");
    return std::make_unique<PfaffianCount>(std::move(found.graph), *drawing, memory, primes_below);
}

}  // namespace excover::matching

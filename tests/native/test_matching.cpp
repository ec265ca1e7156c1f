// Matchings against the definition: a first one or none in any graph, and their number in planar ones.
#include "matching/matching.hpp"

#include <cstdlib>
#include <string>

#include "matching/pfaffian.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::matching;
using namespace excover::test;

namespace {

using Pairs = std::vector<std::array<Index, 2>>;

Draft draft_of(Index vertices, const Pairs& pairs) {
    Draft draft;
    draft.add_primary(vertices);
    for (const auto& [one, other] : pairs) draft.add_option({one, other});
    return draft;
}

Graph graph_of(Index vertices, const Pairs& pairs) { return reduced(draft_of(vertices, pairs).problem()).graph; }

bool is_planar(Index vertices, const Pairs& pairs) { return drawing_of(graph_of(vertices, pairs)).has_value(); }

Pairs complete(Index vertices) {
    Pairs pairs;
    for (Index one = 0; one < vertices; ++one)
        for (Index other = one + 1; other < vertices; ++other) pairs.push_back({one, other});
    return pairs;
}

Pairs utilities() {  // three houses, and three wells
    Pairs pairs;
    for (Index house = 0; house < 3; ++house)
        for (Index well = 3; well < 6; ++well) pairs.push_back({house, well});
    return pairs;
}

// Points of a rectangle, joined to the right, down, and down to the right.
Pairs triangles(Index rows, Index columns) {
    Pairs pairs;
    for (Index r = 0; r < rows; ++r) {
        for (Index c = 0; c < columns; ++c) {
            const Index point = r * columns + c;
            if (c + 1 < columns) pairs.push_back({point, point + 1});
            if (r + 1 < rows) pairs.push_back({point, point + columns});
            if (c + 1 < columns && r + 1 < rows) pairs.push_back({point, point + columns + 1});
        }
    }
    return pairs;
}

Index up_to(Index most, std::mt19937& random) { return static_cast<Index>(random() % (most + 1)); }

// Each pair with a probability, some twice, and vertices in a random order.
Pairs some_of(Pairs pairs, Index vertices, double probability, std::mt19937& random) {
    std::vector<Index> name(vertices);
    for (Index vertex = 0; vertex < vertices; ++vertex) name[vertex] = vertex;
    std::shuffle(name.begin(), name.end(), random);
    std::shuffle(pairs.begin(), pairs.end(), random);
    std::bernoulli_distribution is_taken(probability), is_taken_again(0.1);
    Pairs found;
    for (const auto& [one, other] : pairs) {
        if (!is_taken(random)) continue;
        found.push_back({name[one], name[other]});
        if (is_taken_again(random)) found.push_back({name[other], name[one]});
    }
    return found;
}

// A graph with a crossing hidden somewhere: edges of it are divided, and a planar graph hangs on it.
Pairs disguised(Pairs pairs, Index& vertices, std::mt19937& random) {
    for (std::size_t k = 0, edges = pairs.size(); k < edges; ++k) {
        for (Index times = up_to(2, random); times > 0; --times) {
            pairs.push_back({vertices, pairs[k][1]});
            pairs[k][1] = vertices++;
        }
    }
    for (Index more = up_to(4, random); more > 0; --more) {
        pairs.push_back({up_to(vertices - 1, random), vertices});
        ++vertices;
    }
    return some_of(pairs, vertices, 1, random);
}

void planarity_is_seen() {
    CHECK(is_planar(4, complete(4)));
    CHECK(!is_planar(5, complete(5)));
    CHECK(!is_planar(6, utilities()));
    for (const Pairs& whole : {complete(5), utilities()}) {
        for (std::size_t left_out = 0; left_out < whole.size(); ++left_out) {
            Pairs rest = whole;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left_out));
            CHECK(is_planar(6, rest));
        }
    }
    std::mt19937 random(1);
    for (unsigned trial = 0; trial < examples(2000); ++trial) {
        Index vertices = trial % 2 == 0 ? 5 : 6;
        const Pairs hidden = disguised(trial % 2 == 0 ? complete(5) : utilities(), vertices, random);
        CHECK(!is_planar(vertices, hidden));
        // Every drawing is checked by Euler's formula where it is made.
        CHECK(is_planar(35, some_of(triangles(5, 7), 35, 0.3 + 0.1 * (trial % 8), random)));
    }
}

std::uint64_t counted(const Problem& problem, std::uint32_t primes_below, std::uint64_t memory,
                      const Allowance& allowance) {
    const auto count = make_pfaffian_count(problem, memory, primes_below);
    for (Stop stop = Stop::nodes; stop != Stop::exhausted;) {
        stop = count->run(allowance);
        CHECK(stop == Stop::exhausted || stop == Stop::nodes);
        CHECK(*count->progress() >= 0 && *count->progress() <= 1);
    }
    CHECK(count->run(allowance) == Stop::exhausted);
    return count->solutions();
}

bool has_matching(const Draft& draft, const Solutions& known) {
    const Problem problem = draft.problem();
    MatchingSearch search(problem);
    while (search.run({UINT64_MAX, 1, 1e18}) == Stop::nodes) CHECK(search.covers().size() == 0);
    if (search.solutions() == 0) return false;
    CHECK(search.run({}) == Stop::solutions);
    CHECK(search.covers().size() == 1);
    const auto cover = search.covers()[0];
    CHECK(known.contains({cover.begin(), cover.end()}));
    return true;
}

void random_graphs_are_answered() {
    std::mt19937 random(2);
    unsigned planar = 0, none = 0;
    for (unsigned trial = 0; trial < examples(4000); ++trial) {
        const Index vertices = trial % 3 == 0 ? 6 : 8;
        Pairs pairs = some_of(trial % 2 == 0 ? complete(vertices) : triangles(2, vertices / 2), vertices,
                              trial % 2 == 0 ? 0.4 : 0.8, random);
        if (pairs.size() > 16) pairs.resize(16);
        const Draft draft = draft_of(vertices, pairs);
        const Solutions known = naive(draft);
        CHECK(has_matching(draft, known) == !known.empty());
        none += known.empty() ? 1 : 0;
        if (!is_planar(vertices, pairs)) continue;
        ++planar;
        // Few primes of a few bits, by which pivots are 0 now and then; and one after the other.
        CHECK(counted(draft.problem(), 1u << 30, 1u << 20, {}) == known.size());
        CHECK(counted(draft.problem(), 30 + up_to(200, random), 0, {UINT64_MAX, 1, 1e18}) == known.size());
    }
    CHECK(planar > examples(1000) && none > examples(500));
}

// Items that may or must not be covered, and options of one item or none.
void random_problems_are_decided() {
    std::mt19937 random(3);
    for (unsigned trial = 0; trial < examples(4000); ++trial) {
        Draft draft;
        const Index items = 7;
        for (Index item = 0; item < items; ++item) {
            const Index kind = item == 0 ? 7 : up_to(7, random);
            draft.add_item(kind > 2 ? 1 : 0, kind > 0 ? 1 : 0);
        }
        for (Index option = 0; option < 11; ++option) {
            const auto is_primary = [&](Index item) { return draft.lower[item] == draft.upper[item]; };
            const Index one = up_to(items - 1, random), other = up_to(items - 1, random);
            draft.cover(is_primary(one) ? one : 0);
            if (other != draft.entries.back() && up_to(7, random) != 0) draft.cover(other);
            draft.end_option();
        }
        const Solutions known = naive(draft);
        const Problem problem = draft.problem();
        CHECK(has_matching(draft, known) == !known.empty());
        refuses([&] { make_pfaffian_count(problem, 0, 1000); });
    }
}

// A flower of odd cycles, and a star: no matching covers these, of any number of vertices.
void what_has_no_matching_is_refuted() {
    for (Index petals = 1; petals < 200; petals += 33) {
        Pairs pairs;
        for (Index petal = 0; petal < petals; ++petal) {
            const Index one = 1 + 2 * petal;
            pairs.insert(pairs.end(), {{0, one}, {one, one + 1}, {0, one + 1}});
        }
        const Index vertices = 1 + 2 * petals;
        CHECK(!has_matching(draft_of(vertices, pairs), {}));
        CHECK(counted(draft_of(vertices, pairs).problem(), 1u << 30, 0, {}) == 0);
        pairs.push_back({0, vertices});
        CHECK(counted(draft_of(vertices + 1, pairs).problem(), 1u << 30, 0, {}) == 1);
    }
}

void wrong_problems_are_refused() {
    const auto is_refused = [](const Draft& draft) {
        const Problem problem = draft.problem();
        try {
            reduced(problem);
        } catch (const InvalidProblem&) {
            return true;
        }
        return false;
    };
    Draft wide = draft_of(3, {});
    wide.add_option({0, 1, 2});
    Draft twice, colored;
    twice.add_item(1, 2);
    colored.add_item(0, 1, true);
    CHECK(is_refused(wide) && is_refused(twice) && is_refused(colored));
    CHECK(!is_refused(draft_of(3, {{0, 1}})));
}

}  // namespace

int main() {
    planarity_is_seen();
    random_graphs_are_answered();
    random_problems_are_decided();
    what_has_no_matching_is_refuted();
    wrong_problems_are_refused();
}

// Groups of permutations against lists of their elements.
#include <algorithm>
#include <numeric>

#include "support.hpp"
#include "symmetry/permutations.hpp"

using namespace excover;
using namespace excover::symmetry;

namespace {

Permutation random_permutation(std::mt19937& random, Index degree) {
    Permutation permutation(degree);
    std::iota(permutation.begin(), permutation.end(), Index{0});
    std::shuffle(permutation.begin(), permutation.end(), random);
    return permutation;
}

std::set<Permutation> closure(const std::vector<Permutation>& generators, Index degree) {
    Permutation identity(degree);
    std::iota(identity.begin(), identity.end(), Index{0});
    std::set<Permutation> known{identity};
    std::vector<Permutation> waiting{identity};
    while (!waiting.empty()) {
        const Permutation element = waiting.back();
        waiting.pop_back();
        for (const Permutation& by : generators) {
            Permutation image(degree);
            for (Index point = 0; point < degree; ++point) image[point] = by[element[point]];
            if (known.insert(image).second) waiting.push_back(image);
        }
    }
    return known;
}

std::vector<Index> image_of(const std::vector<Index>& set, const Permutation& by) {
    std::vector<Index> image;
    for (const Index point : set) image.push_back(by[point]);
    std::ranges::sort(image);
    return image;
}

void compare(std::mt19937& random) {
    const Index degree = 1 + static_cast<Index>(random() % 7);
    std::vector<Permutation> generators;
    PermutationGroup group(degree);
    std::uint64_t looks = 0;
    Steps steps([&looks] { ++looks; });
    for (auto k = random() % 3; k-- > 0;) {
        generators.push_back(random_permutation(random, degree));
        group.add(generators.back(), steps);
    }
    const std::set<Permutation> elements = closure(generators, degree);
    CHECK(group.order() == elements.size());
    const Permutation other = random_permutation(random, degree);
    CHECK(group.contains(other) == elements.contains(other));
    std::set<Permutation> numbered;
    for (std::uint64_t number = 0; number < group.order(); ++number) {
        Permutation element(degree);
        for (Index point = 0; point < degree; ++point) element[point] = group.image(number, point);
        numbered.insert(element);
    }
    CHECK(numbered == elements);
    std::uint64_t members = 0;
    for (const PermutationGroup::Class& each : group.classes()) members += each.size;
    CHECK(members == group.order());
    std::vector<Index> set;
    for (Index point = 0; point < degree; ++point)
        if (random() % 2) set.push_back(point);
    CanonicalTest test(group);
    const bool is_first =
        std::ranges::all_of(elements, [&](const Permutation& by) { return set <= image_of(set, by); });
    CHECK(test.is_first(set, steps) == is_first);
}

}  // namespace

int main() {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) compare(random);
}

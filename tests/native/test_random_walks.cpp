// Random walks leave the tree as they found it: however many there were, the next are right too.
#include "sparse/random_walks.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::sparse;
using namespace excover::test;

namespace {

// A tree of at most as many nodes as a walk may search is searched from the root: the same numbers walk after walk.
void searching_walks_know_small_trees(const Problem& problem) {
    SparseSearch search(problem, false);
    search.run({});
    if (search.nodes() > 400) return;
    RandomWalks walks(problem, 1, true);
    walks.run(20, 60);
    CHECK(walks.walks() == 20);
    CHECK(walks.solutions() == 20 * static_cast<double>(search.solutions()));
    CHECK(walks.nodes().size() == search.profile().size());
    for (std::size_t level = 0; level < search.profile().size(); ++level)
        CHECK(walks.nodes()[level] == 20 * static_cast<double>(search.profile()[level]));
}

// The first two levels are counted exactly by every walk.
void plain_walks_begin_alike(const Problem& problem) {
    SparseSearch search(problem, false);
    search.run({});
    RandomWalks walks(problem, 2, false);
    for (unsigned k = 1; k <= 50; ++k) {
        walks.run(1, 60);
        CHECK(walks.nodes()[0] == k);
        if (search.profile().size() > 1) CHECK(walks.nodes()[1] == static_cast<double>(k * search.profile()[1]));
    }
}

// With a look at the clock after each step, and with none.
void walks_do_not_depend_on_how_they_are_cut(const Problem& problem, bool searching) {
    RandomWalks whole(problem, 3, searching), cut(problem, 3, searching);
    whole.run(30, 60);
    while (cut.walks() < 30) cut.run(30 - cut.walks(), 0);
    CHECK(cut.solutions() == whole.solutions());
    CHECK(std::ranges::equal(cut.nodes(), whole.nodes()));
}

}  // namespace

int main() {
    for (unsigned seed = 0; seed < examples(1000); ++seed) {
        const Problem problem = Random(seed).draft().problem();
        searching_walks_know_small_trees(problem);
        plain_walks_begin_alike(problem);
        walks_do_not_depend_on_how_they_are_cut(problem, seed % 2 == 0);
    }
}

// Certificates of counts: their number against the definition, and the lines of a small one.
#include "diagram/diagram.hpp"
#include "proof/proof.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::diagram;
using namespace excover::proof;
using namespace excover::test;

namespace {

std::vector<Index> numbers_of(const Problem& problem) {
    std::vector<Index> numbers(problem.items());
    Index next = 1;
    for (Index item = 0; item < problem.items(); ++item)
        if (problem.is_primary(item)) numbers[item] = next++;
    return numbers;
}

std::string written(ProofSearch& search) {
    std::string text;
    while (search.run({UINT64_MAX, 2, 1e9}) != Stop::exhausted) text += search.take();
    return text + search.take();
}

void test_random() {
    for (unsigned seed = 0; seed < examples(300); ++seed) {
        const Draft draft = Random(seed).draft();
        const Problem problem = draft.problem();
        const std::vector<std::uint64_t> number{naive(draft).size()};
        for (const auto make : {make_proof_frontier, make_proof_tree}) {
            const auto search = make(problem, numbers_of(problem), 1 << 24, {});
            CHECK(!written(*search).empty());
            CHECK(search->solutions().empty() ? number[0] == 0 : search->solutions() == number);
        }
    }
}

// Two cells, two ways to fill them: one by one, or at once.
void test_lines() {
    Draft draft;
    draft.add_primary(2);
    draft.add_option({0});
    draft.add_option({1});
    draft.add_option({0, 1});
    const Problem problem = draft.problem();
    CHECK(written(*make_proof_frontier(problem, numbers_of(problem), 1 << 20)) == "1\n1 1 1 0\n1 2 0\n");
}

void test_memory() {
    Draft draft;
    draft.add_primary(8);
    for (Index item = 0; item < 8; ++item) draft.add_option({item});
    const Problem problem = draft.problem();
    for (const auto make : {make_proof_frontier, make_proof_tree}) {
        bool refused = false;
        try {
            make(problem, numbers_of(problem), 8, {});
        } catch (const TooLarge&) {
            refused = true;
        }
        CHECK(refused);
    }
}

}  // namespace

int main() {
    test_random();
    test_lines();
    test_memory();
}

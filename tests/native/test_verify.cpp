// The verifier agrees with the definition on every set of options of random problems.
#include "core/verify.hpp"

#include <memory>
#include <numeric>

#include "support.hpp"

using namespace excover;
using namespace excover::test;

namespace {

void agrees_with_definition(const Draft& draft) {
    const Problem problem = draft.problem();
    Verifier verifier(problem);
    bool suits_sets = true;
    for (Index item = 0; item < problem.items(); ++item)
        suits_sets = suits_sets && !problem.is_colored(item) && problem.upper(item) <= 1;
    const auto by_sets = suits_sets ? std::make_unique<SetVerifier>(problem) : nullptr;
    for (Index set = 0; set < Index{1} << problem.options(); ++set) {
        std::vector<Index> cover;
        for (Index option = 0; option < problem.options(); ++option)
            if (set >> option & 1) cover.push_back(option);
        CHECK(verifier.fault(cover).has_value() == !solves(draft, set));
        if (by_sets) CHECK(by_sets->fault(cover) == verifier.fault(cover));
    }
}

// Sets of several words, and an item that must not be covered.
void compares_large_sets() {
    Draft draft;
    const Index items = 1100;
    draft.add_primary(items);
    draft.add_item(0, 1);
    draft.add_item(0, 0);
    for (Index item = 0; item < items; ++item) draft.add_option({item});
    draft.add_option({items - 1, items});
    draft.add_option({items - 1, items + 1});
    draft.add_option({0, items});
    const Problem problem = draft.problem();
    const SetVerifier verifier(problem);
    std::vector<Index> cover(items);
    std::iota(cover.begin(), cover.end(), 0);
    CHECK(!verifier.fault(cover));
    cover.back() = items;
    CHECK(!verifier.fault(cover));
    cover.back() = items + 1;
    CHECK(verifier.fault(cover) == "item 1101 is covered too often");
    cover.erase(cover.begin());
    cover.back() = items;
    CHECK(verifier.fault(cover) == "item 0 is covered too seldom");
    cover.push_back(items + 2);
    CHECK(verifier.fault(cover) == "item 1100 is covered too often");
    cover.push_back(items + 3);
    CHECK(verifier.fault(cover) == "option 1103 does not exist");
}

void names_what_is_wrong() {
    Draft draft;
    draft.add_primary(2);
    draft.add_option({0});
    draft.add_option({1});
    draft.add_option({0, 1});
    const Problem problem = draft.problem();
    Verifier verifier(problem);
    CHECK(verifier.fault(std::vector<Index>{0}) == "item 1 is covered too seldom");
    CHECK(verifier.fault(std::vector<Index>{0, 2}) == "item 0 is covered too often");
    CHECK(verifier.fault(std::vector<Index>{1, 0}) == "option 0 is not in ascending order");
    CHECK(verifier.fault(std::vector<Index>{0, 0}) == "option 0 is not in ascending order");
    CHECK(verifier.fault(std::vector<Index>{3}) == "option 3 does not exist");
    CHECK(verifier.fault(Covers{{0, 1, 2, 2}, {2, 3, 4}}) == std::nullopt);
    CHECK(verifier.fault(Covers{{0, 1, 0}, {2, 3}}) == "cover 1: item 1 is covered too seldom");
}

}  // namespace

int main() {
    names_what_is_wrong();
    compares_large_sets();
    for (unsigned seed = 0; seed < examples(500); ++seed) agrees_with_definition(Random(seed).draft());
}

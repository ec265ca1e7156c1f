// The verifier agrees with the definition on every set of options of random problems.
#include "core/verify.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::test;

namespace {

void agrees_with_definition(const Draft& draft) {
    const Problem problem = draft.problem();
    Verifier verifier(problem);
    for (Index set = 0; set < Index{1} << problem.options(); ++set) {
        std::vector<Index> cover;
        for (Index option = 0; option < problem.options(); ++option)
            if (set >> option & 1) cover.push_back(option);
        CHECK(verifier.fault(cover).has_value() == !solves(draft, set));
    }
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
    CHECK(verifier.fault(std::vector<Index>{0, 2}) == "item 0 is covered too often" );
    CHECK(verifier.fault(std::vector<Index>{1, 0}) == "option 0 is not in ascending order");
    CHECK(verifier.fault(std::vector<Index>{0, 0}) == "option 0 is not in ascending order");
    CHECK(verifier.fault(std::vector<Index>{3}) == "option 3 does not exist");
    CHECK(verifier.fault(Covers{{0, 1, 2, 2}, {2, 3, 4}}) == std::nullopt);
    CHECK(verifier.fault(Covers{{0, 1, 0}, {2, 3}}) == "cover 1: item 1 is covered too seldom");
}

}  // namespace

int main() {
    names_what_is_wrong();
    for (unsigned seed = 0; seed < 500; ++seed) agrees_with_definition(Random(seed).draft());
}

// The images of covers with a representative against all covers: the rotations of a ring of options, and what
// is refused.
#include "symmetry/permutations.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "support.hpp"

using namespace excover;
using namespace excover::symmetry;
using namespace excover::test;

namespace {

bool is_refused(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

// A piece that lies on one cell of a ring, and dominoes for the others; options are permuted at random.
struct Ring {
    Draft draft;
    Index cells, options;
    std::vector<Index> turn;  // of the options, by one cell
    std::vector<Index> piece;

    Ring(Index size, unsigned seed) : cells(size), options(2 * size), turn(options) {
        std::vector<Index> at(options), from(options);
        std::iota(at.begin(), at.end(), Index{0});
        std::ranges::shuffle(at, std::mt19937(seed));
        for (Index k = 0; k < options; ++k) from[at[k]] = k;
        draft.add_primary(1 + size);
        for (Index option = 0; option < options; ++option) {
            const Index kind = from[option] / size, cell = from[option] % size;
            if (kind == 0) {
                draft.add_option({0, 1 + cell});
                piece.push_back(option);
            } else {
                draft.add_option({1 + cell, 1 + (cell + 1) % size});
            }
            turn[option] = at[kind * size + (cell + 1) % size];
        }
    }
};

void all_covers(Index size, unsigned seed) {
    const Ring ring(size, seed);
    const Solutions every = naive(ring.draft);
    CHECK(every.size() == ring.cells);
    std::vector<Index> elements(ring.options), firsts(std::size_t{ring.options} + 1), numbers(size);
    std::iota(elements.begin(), elements.end(), Index{0});
    for (Index k = 1; k < size; ++k)
        for (Index option = 0; option < ring.options; ++option)
            elements.push_back(ring.turn[elements[(k - 1) * ring.options + option]]);
    std::iota(numbers.begin(), numbers.end(), Index{0});
    const Index representative = ring.piece[seed % size];
    for (Index option = 0; option <= ring.options; ++option) firsts[option] = option > representative ? size : 0;

    // The search has all options but the other places of the piece, numbered anew.
    std::vector<Index> kept, place(ring.options);
    for (Index option = 0; option < ring.options; ++option) {
        place[option] = static_cast<Index>(kept.size());
        if (option == representative || !std::ranges::count(ring.piece, option)) kept.push_back(option);
    }
    const Images images(ring.options, kept, elements, firsts, numbers);
    Covers found;
    for (const std::vector<Index>& cover : every) {
        if (!std::ranges::count(cover, representative)) continue;
        std::vector<Index> own;
        for (const Index option : cover) own.push_back(place[option]);
        images.add(own, found);
    }
    Solutions listed;
    for (std::size_t k = 0; k < found.size(); ++k) CHECK(listed.emplace(found[k].begin(), found[k].end()).second);
    CHECK(listed == every);
}

void refusals() {
    const std::vector<Index> kept{0, 1, 2}, swap{1, 0, 2}, firsts{0, 1, 2, 2}, numbers{0, 0};
    const Images images(3, kept, swap, firsts, numbers);
    Covers found;
    images.add(std::vector<Index>{0, 2}, found);
    CHECK(found.size() == 1 && found.options == (std::vector<Index>{1, 2}));
    CHECK(is_refused([&] { images.add(std::vector<Index>{0, 1}, found); }));  // two representatives
    CHECK(is_refused([&] { images.add(std::vector<Index>{2}, found); }));  // none
    CHECK(is_refused([&] { images.add(std::vector<Index>{3}, found); }));  // no such option
    CHECK(found.size() == 1);
    CHECK(is_refused([&] { Images(3, {3}, swap, firsts, numbers); }));
    CHECK(is_refused([&] { Images(3, kept, {1, 1, 2}, firsts, numbers); }));
    CHECK(is_refused([&] { Images(3, kept, {1, 0}, firsts, numbers); }));
    CHECK(is_refused([&] { Images(3, kept, swap, {0, 2, 1, 2}, numbers); }));
    CHECK(is_refused([&] { Images(3, kept, swap, {0, 1, 2}, numbers); }));
    CHECK(is_refused([&] { Images(3, kept, swap, firsts, {0, 1}); }));
}

}  // namespace

int main() {
    for (Index size = 3; size <= 9; size += 2)  // an even number of cells is left for dominoes
        for (unsigned seed = 0; seed < 10; ++seed) all_covers(size, seed);
    refusals();
}

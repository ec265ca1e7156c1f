// Separation.
#include <atomic>
#include <stdexcept>
#include <vector>

#include "bindings/values.hpp"
#include "separate/separation.hpp"

using namespace nb::literals;

namespace excover {

using namespace separate;

namespace {

std::vector<std::vector<Vector>> pieces_of(const Array<std::int32_t>& numbers, const Array<Index>& sizes) {
    std::vector<std::vector<Vector>> pieces;
    auto left = numbers.view();
    for (const Index size : sizes.view()) {
        if (size > left.size() / 3) throw std::invalid_argument("pieces have more cells than there are");
        auto& piece = pieces.emplace_back();
        for (; piece.size() < size; left = left.subspan(3)) piece.push_back({left[0], left[1], left[2]});
    }
    if (!left.empty()) throw std::invalid_argument("pieces have fewer cells than there are");
    return pieces;
}

using Offset = TupleOf<std::int32_t, std::int32_t, std::int32_t>;

Offset tuple_of(const Vector& vector) { return Offset(nb::make_tuple(vector[0], vector[1], vector[2])); }

class SeparationSearch {
public:
    SeparationSearch(const Array<std::int32_t>& cells, const Array<Index>& sizes, std::size_t most_groups)
        : separation_(pieces_of(cells, sizes), most_groups) {}

    Stop run(double seconds) {
        const Running running(busy_);
        return separation_.run(seconds);
    }

    const Separation& separation() const { return separation_; }

private:
    Separation separation_;
    std::atomic_flag busy_;
};

}  // namespace

void define_separation(nb::module_& m) {
    nb::class_<SeparationSearch>(
        m, "Separation",
        "The fewest straight moves until some solid pieces are away from the others.\n\n"
        "``cells``: ``array('i')``, layer, row and column of all cells, piece by piece; ``sizes``: ``array('I')``,\n"
        "the cells of each piece. ValueError for more than 64 pieces.")
        .def(nb::init<const Array<std::int32_t>&, const Array<Index>&, std::size_t>(), "cells"_a.noconvert(),
             "sizes"_a.noconvert(), "most_groups"_a)
        .def("run", &SeparationSearch::run, "seconds"_a, "Go on; without the GIL. SOLUTIONS once some pieces are away.")
        .def(
            "moves",
            [](const SeparationSearch& self) {
                ListOf<TupleOf<std::uint64_t, Offset, Maybe<std::int32_t>>> moves;
                for (const Separation::Move& move : self.separation().moves())
                    moves.append(
                        nb::make_tuple(move.pieces, tuple_of(move.direction),
                                       move.distance < Gaps::kFree ? nb::object(nb::int_(move.distance)) : nb::none()));
                return moves;
            },
            "Once some are away: the pieces of each move (bits), its direction, and its distance, or None.")
        .def_prop_ro(
            "positions", [](const SeparationSearch& self) { return self.separation().positions(); },
            "That were reached so far.");
}

}  // namespace excover

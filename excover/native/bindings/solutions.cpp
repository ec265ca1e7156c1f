// What is done with solutions: a CoverBatch and a Template that writes it; and Separation, which takes pieces apart.
#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bindings/python.hpp"
#include "separate/separation.hpp"
#include "text/template.hpp"

using namespace nb::literals;

namespace excover {

using namespace separate;
using namespace text;

namespace {

using Stroke = TupleOf<Index, Array<Index>>;

std::string text_of(nb::handle bytes) {
    const auto given = nb::cast<nb::bytes>(bytes);
    return {static_cast<const char*>(given.data()), given.size()};
}

std::vector<std::string> texts_of(nb::handle listed) {
    std::vector<std::string> texts;
    for (const nb::handle each : nb::cast<nb::list>(listed)) texts.push_back(text_of(each));
    return texts;
}

void define_option(Template& form, Index option, const ListOf<nb::bytes>& texts, const ListOf<Stroke>& strokes) {
    OptionText text{texts_of(texts), {}};
    for (const nb::handle each : strokes) {
        const auto pair = nb::cast<nb::tuple>(each);
        text.strokes.push_back({nb::cast<Index>(pair[0]), nb::cast<Array<Index>>(pair[1]).copy()});
    }
    form.define(option, std::move(text));
}

TupleOf<nb::bytes, std::size_t> write(Template& form, const CoverBatch& batch, std::size_t begin,
                                      std::uint64_t number) {
    std::string out;
    const std::size_t end = form.write(batch.covers, begin, number, out);
    return nb::make_tuple(nb::bytes(out.data(), out.size()), end);
}

}  // namespace

void define_template(nb::module_& m) {
    nb::class_<CoverBatch>(m, "CoverBatch",
                           "Covers in flat arrays; ``batch[k]`` is one of them, as a tuple of option numbers.")
        .def(nb::init<>())
        .def("__len__", [](const CoverBatch& self) { return self.covers.size(); })
        .def(
            "__getitem__",
            [](const CoverBatch& self, std::size_t cover) {
                if (cover >= self.covers.size()) throw nb::index_error("no such cover");
                return cover_tuple(self.covers[cover]);
            },
            "cover"_a)
        .def(
            "extend",
            [](CoverBatch& self, const ListOf<Cover>& covers) {
                for (const nb::handle cover : covers) {
                    std::vector<Index> options;
                    for (const nb::handle option : nb::cast<nb::tuple>(cover))
                        options.push_back(nb::cast<Index>(option));
                    self.covers.add(options);
                }
            },
            "covers"_a, "Append covers; each is a tuple of option numbers.");

    nb::class_<Template>(
        m, "Template",
        "Writes solutions as text, in UTF-8: parts in their order, filled by the options of a cover.\n\n"
        "``between`` stands before every solution but the first. ValueError for what does not fit the form.")
        .def(
            "__init__", [](Template* self, const nb::bytes& between) { new (self) Template(text_of(between)); },
            "between"_a)
        .def(
            "add_text", [](Template& self, const nb::bytes& text) { self.add_text(text_of(text)); }, "text"_a,
            "A part that is the same in every solution.")
        .def("add_number", &Template::add_number, "The number of the solution.")
        .def(
            "add_sum", [](Template& self, const Array<std::int64_t>& weights) { self.add_sum(weights.copy()); },
            "weights"_a.noconvert(), "The sum of the weights of the chosen options, ``array('q')``.")
        .def(
            "add_list",
            [](Template& self, const nb::bytes& between, bool numbered) { self.add_list(text_of(between), numbered); },
            "between"_a, "numbered"_a,
            "The texts of the options; after the number of the solution and a comma if ``numbered``.")
        .def(
            "add_enclosed",
            [](Template& self, const nb::bytes& before, const nb::bytes& after) {
                self.add_enclosed(text_of(before), text_of(after));
            },
            "before"_a, "after"_a,
            "The texts of the options, one after the other, between two texts; nothing if all are empty.")
        .def("add_places", &Template::add_places, "places"_a,
             "Places that are not shown, instead of a drawing: each solution has at most one mark on each.")
        .def(
            "add_drawing",
            [](Template& self, const ListOf<ListOf<nb::bytes>>& lines, const nb::bytes& between, bool quoted) {
                std::vector<std::vector<std::string>> places;
                for (const nb::handle line : lines) places.push_back(texts_of(line));
                self.add_drawing(places, text_of(between), quoted);
            },
            "lines"_a, "between"_a, "quoted"_a,
            "Lines of places with the texts of empty cells; blanks at the end of a line are left out.\n\n"
            "``quoted``: each line in quotation marks, and none for a last line that is empty.")
        .def(
            "add_mark", [](Template& self, const nb::bytes& text) { return self.add_mark(text_of(text)); }, "text"_a,
            "The number of a text for strokes.")
        .def("define", &define_option, "option"_a, "texts"_a, "strokes"_a,
             "The text of an option in each list; marks, each with its places (``array('I')``).")
        .def(
            "hide", [](Template& self, Index option) { self.define(option, std::nullopt); }, "option"_a,
            "Define an option that writes and draws nothing.")
        .def(
            "unknown",
            [](const Template& self, const CoverBatch& covers) { return plain_list(self.unknown(covers.covers)); },
            "covers"_a, "The options of these covers that are not defined yet.")
        .def("write", &write, "covers"_a, "begin"_a, "number"_a,
             "The text of the covers from ``begin`` on, numbered from ``number``, and the cover where it ends.\n\n"
             "It ends before a cover that the form cannot write: with two marks on a place, or an empty drawing.");
}

namespace {

std::vector<Piece> pieces_of(const Array<std::int32_t>& numbers, const Array<std::uint8_t>& kinds,
                             const Array<Index>& sizes) {
    std::vector<Piece> pieces;
    const auto places = numbers.view();
    const auto kind = kinds.view();
    if (places.size() != 3 * kind.size()) throw std::invalid_argument("each cell needs three numbers and a kind");
    std::size_t cell = 0;
    for (const Index size : sizes.view()) {
        if (size > kind.size() - cell) throw std::invalid_argument("pieces have more cells than there are");
        auto& piece = pieces.emplace_back();
        for (; piece.size() < size; ++cell)
            piece.push_back({{places[3 * cell], places[3 * cell + 1], places[3 * cell + 2]}, kind[cell]});
    }
    if (cell < kind.size()) throw std::invalid_argument("pieces have fewer cells than there are");
    return pieces;
}

using Offset = TupleOf<std::int32_t, std::int32_t, std::int32_t>;

Offset tuple_of(const Vector& vector) { return Offset(nb::make_tuple(vector[0], vector[1], vector[2])); }

using SeparationSearch = Guarded<Separation>;

}  // namespace

void define_separation(nb::module_& m) {
    nb::class_<Slides>(
        m, "Slides",
        "The ways along which pieces of a lattice can be moved, and what is known of its pieces.\n\n"
        "``ways``: one of each two that are opposite; ``passed``: the cells that a cell passes in a step, as\n"
        "seen from it, for each kind of cells and each way. ValueError if they do not fit.")
        .def(nb::init<std::vector<Vector>, std::vector<std::vector<Vector>>>(), "ways"_a, "passed"_a);
    nb::class_<SeparationSearch>(
        m, "Separation",
        "The fewest straight moves until some solid pieces are away from the others.\n\n"
        "``cells``: ``array('i')``, layer, row and column of all cells, piece by piece; ``kinds``: ``array('B')``,\n"
        "those of the cells; ``sizes``: ``array('I')``, the cells of each piece. ValueError for more than 64 pieces,\n"
        "IndexError for a kind that the lattice does not have.")
        .def(
            "__init__",
            [](SeparationSearch* self, Slides& slides, const Array<std::int32_t>& cells,
               const Array<std::uint8_t>& kinds, const Array<Index>& sizes, std::size_t most_groups) {
                new (self)
                    SeparationSearch(std::make_unique<Separation>(pieces_of(cells, kinds, sizes), slides, most_groups));
            },
            "slides"_a, "cells"_a.noconvert(), "kinds"_a.noconvert(), "sizes"_a.noconvert(), "most_groups"_a)
        .def("run", &SeparationSearch::run<double>, "seconds"_a,
             "Go on; without the GIL. SOLUTIONS once some pieces are away.")
        .def(
            "moves",
            [](const SeparationSearch& self) {
                ListOf<TupleOf<std::uint64_t, Offset, Maybe<std::int32_t>>> moves;
                for (const Separation::Move& move : self.search().moves())
                    moves.append(nb::make_tuple(
                        move.pieces, tuple_of(move.direction),
                        move.distance < Meetings::kFree ? nb::object(nb::int_(move.distance)) : nb::none()));
                return moves;
            },
            "Once some are away: the pieces of each move (bits), its direction, and its distance, or None.")
        .def_prop_ro("positions", &got<SeparationSearch, &Separation::positions>, "That were reached so far.");
}

}  // namespace excover

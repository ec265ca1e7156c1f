// ClueLines.
#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "lines/clue_lines.hpp"

using namespace nb::literals;

namespace excover {

using namespace lines;

namespace {

class LinesHandle {
public:
    LinesHandle(const Problem& problem, const Array<Index>& starts, const Array<Index>& at,
                const Array<std::uint8_t>& symbols, const Array<std::uint8_t>& blank, bool unique)
        : lines_(problem, {starts.copy(), at.copy(), symbols.copy(), blank.copy()}, unique) {}

    void load(const nb::bytes& lines) {
        const Turn turn(busy_);
        lines_.load({static_cast<const std::uint8_t*>(lines.data()), lines.size()});
    }

    bool run(double seconds, unsigned threads) {
        const Running running(busy_);
        return lines_.run(seconds, threads);
    }

    nb::bytes answers() const {
        std::string answers;
        for (std::size_t line = 0; line < lines_.lines(); ++line)
            answers.push_back(static_cast<char>(lines_.answer(line)));
        return nb::bytes(answers.data(), answers.size());
    }

    nb::bytes drawn() const { return nb::bytes(lines_.drawn().data(), lines_.drawn().size()); }

    // All of the same width, padded with a number that is no option.
    nb::bytes covers() const {
        std::vector<Index> covers(lines_.lines() * lines_.most(), kNone);
        for (std::size_t line = 0; line < lines_.lines(); ++line)
            std::ranges::copy(lines_.cover(line), covers.begin() + static_cast<std::ptrdiff_t>(line * lines_.most()));
        return nb::bytes(covers.data(), covers.size() * sizeof(Index));
    }

private:
    ClueLines lines_;
    std::atomic_flag busy_;
};

}  // namespace

void define_clue_lines(nb::module_& m) {
    nb::class_<LinesHandle>(
        m, "ClueLines",
        "Lines of clues against one problem; ``array('I')`` but for ``symbols`` and ``blank``, ``array('B')``.\n\n"
        "Option o draws ``symbols[k]`` at place ``at[k]`` of a ``blank`` line, for k from ``starts[o]`` up to\n"
        "``starts[o + 1]``. ValueError where this way does not suit the problem.")
        .def(nb::init<const Problem&, const Array<Index>&, const Array<Index>&, const Array<std::uint8_t>&,
                      const Array<std::uint8_t>&, bool>(),
             "problem"_a, "starts"_a.noconvert(), "at"_a.noconvert(), "symbols"_a.noconvert(), "blank"_a.noconvert(),
             "unique"_a, nb::keep_alive<1, 2>())
        .def("load", &LinesHandle::load, "lines"_a,
             "The next lines, a symbol a place, one behind the other; 0 is no clue.")
        .def("run", &LinesHandle::run, "seconds"_a, "threads"_a,
             "Go on, without the GIL; true once every line is answered.")
        .def("answers", &LinesHandle::answers,
             "Of each line: 0 not yet, 1 solved, 2 none, 3 ambiguous, 4 with a symbol that nothing draws.")
        .def("drawn", &LinesHandle::drawn, "How the solutions look, one line behind the other.")
        .def("covers", &LinesHandle::covers,
             "The options of the solutions, of 32 bits each, all filled up with 2**32 - 1 to the same width.");
}

}  // namespace excover

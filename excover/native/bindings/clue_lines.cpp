// ClueLines.
#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/define.hpp"
#include "bindings/running.hpp"
#include "lines/clue_lines.hpp"

using namespace nb::literals;

namespace excover {

namespace {

class LinesHandle {
public:
    LinesHandle(const Problem& problem, const Array<Index>& starts, const Array<Index>& at,
              const Array<std::uint8_t>& symbols, const Array<std::uint8_t>& blank, bool unique)
        : lines_(problem, {copy(starts), copy(at), copy(symbols), copy(blank)}, unique) {}

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

    // All of the same width, filled up with numbers of no option.
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
    nb::class_<LinesHandle>(m, "ClueLines", "Lines of clues against one problem; run() goes on where it stopped.")
        .def(nb::init<const Problem&, const Array<Index>&, const Array<Index>&, const Array<std::uint8_t>&,
                      const Array<std::uint8_t>&, bool>(),
             "problem"_a, "starts"_a.noconvert(), "at"_a.noconvert(), "symbols"_a.noconvert(), "blank"_a.noconvert(),
             "unique"_a, nb::keep_alive<1, 2>())
        .def("load", &LinesHandle::load, "lines"_a)
        .def("run", &LinesHandle::run, "seconds"_a, "threads"_a)
        .def("answers", &LinesHandle::answers)
        .def("drawn", &LinesHandle::drawn)
        .def("covers", &LinesHandle::covers);
}

}  // namespace excover

// Many lines of clues for one problem, whose tables are built once.
//
// The lines are searched abreast (abreast_lines.cpp), or, where there are colors or many options, by the lanes
// (lane_lines.cpp). Each thread takes the next line that is not taken; the answers stay in the order of the lines.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/problem.hpp"
#include "lanes/lane_walk.hpp"
#include "lines/clues.hpp"
#include "lines/line_worker.hpp"

namespace excover::lines {

using lanes::best_instructions;
using lanes::Instructions;

class ClueLines {
public:
    // `problem` must outlive this. With `unique`, a line is searched until it is known to have no second
    // solution. Throws InvalidProblem if no table or no masks suit.
    ClueLines(const Problem& problem, Drawing drawing, bool unique, Instructions instructions = best_instructions());

    // The next lines, one behind the other, a symbol a place; whatever was loaded before is forgotten.
    void load(std::span<const std::uint8_t> lines);

    // Goes on with so many threads; true once every line is answered.
    bool run(double seconds, unsigned threads);

    std::size_t lines() const { return answers_.size(); }
    Answer answer(std::size_t line) const { return answers_.answer(line); }

    std::size_t most() const { return base_->most_choices(); }  // options of a solution

    // The first solution of a line that has one: its options, ascending, and how it is drawn.
    std::span<const Index> cover(std::size_t line) const { return answers_.cover(line); }
    std::span<const std::uint8_t> drawn() const { return answers_.drawn(); }  // all lines, also those without one

private:
    void run_workers(double seconds);

    const std::unique_ptr<const LineBase> base_;
    LineAnswers answers_;
    std::vector<std::unique_ptr<LineWorker>> workers_;
};

}  // namespace excover::lines

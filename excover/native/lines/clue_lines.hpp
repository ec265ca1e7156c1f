// Many lines of clues for one problem, whose tables are built once.
//
// A line is answered by a walk over the one table of lanes (lane_walk.hpp), from an array out of which the masks of
// its clues (clues.hpp) were taken. An item with a single option left is a node of its own, so that the tree of
// an easy Sudoku is a path. Each thread takes the next line that is not taken; the answers stay in the order of the lines.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "lanes/lane_walk.hpp"
#include "lines/clues.hpp"

namespace excover {

// Of a line. `unknown`: not answered yet; `ambiguous`: two solutions were found, although the line should have one;
// `unreadable`: nothing draws one of its symbols where it stands.
enum class Answer : std::uint8_t { unknown, solved, none, ambiguous, unreadable };

class ClueLines {
public:
    // `problem` must outlive this. With `unique`, a line is searched until it is known to have no second
    // solution. Throws InvalidProblem if the lanes or the masks do not suit.
    ClueLines(const Problem& problem, Drawing drawing, bool unique, Instructions instructions = best_instructions());
    ~ClueLines();

    // The next lines, one behind the other, a symbol a place; whatever was loaded before is forgotten.
    void load(std::span<const std::uint8_t> lines);

    // Goes on with so many threads; true once every line is answered.
    bool run(double seconds, unsigned threads);

    std::size_t lines() const { return answers_.size(); }
    Answer answer(std::size_t line) const { return answers_[line]; }

    std::size_t most() const { return most_; }  // options of a solution

    // The first solution of a line that has one: its options, ascending, and how it is drawn.
    std::span<const Index> cover(std::size_t line) const { return {covers_.data() + line * most_, sizes_[line]}; }
    std::span<const std::uint8_t> drawn() const { return drawn_; }  // all lines, also those without one

private:
    class Worker;

    void run_workers(double seconds);

    std::span<const std::uint8_t> line(std::size_t number) const { return {lines_.data() + number * places(), places()}; }
    std::size_t places() const { return drawing_.blank.size(); }

    const Problem& problem_;
    const Drawing drawing_;
    const bool unique_;
    const Instructions instructions_;
    LaneTable table_;
    std::unique_ptr<ClueMasks> masks_;
    std::size_t most_ = 0;
    std::vector<std::unique_ptr<Worker>> workers_;

    std::vector<std::uint8_t> lines_, drawn_;
    std::vector<Answer> answers_;
    std::vector<Index> covers_, sizes_;
    std::atomic<std::size_t> next_ = 0;
};

}  // namespace excover

// Many lines of clues for one problem, whose tables are built once.
//
// The lines are searched abreast (abreast_lines.cpp), or, where there are colors or many options, by the lanes
// (clue_lines.cpp). Each thread takes the next line that is not taken; the answers stay in the order of the lines.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "core/verify.hpp"
#include "lanes/lanes.hpp"
#include "lines/abreast_table.hpp"

namespace excover::lines {

// The lines of clues that were given, and the answers to them, which several threads find.

using lanes::Block;
using lanes::Instructions;
using lanes::LaneTable;

// Of a line. `unknown`: not answered yet; `ambiguous`: two solutions were found, although the line should have one;
// `unreadable`: nothing draws one of its symbols where it stands.
enum class Answer : std::uint8_t { unknown, solved, none, ambiguous, unreadable };

constexpr std::size_t kNoLine = SIZE_MAX;

class LineAnswers {
public:
    // With `unique`, a line is searched until it is known to have no second solution.
    LineAnswers(Drawing drawing, bool unique) : drawing_(std::move(drawing)), unique_(unique) {}

    // The next lines, one behind the other, a symbol a place, and how many options a solution has at most.
    void load(std::span<const std::uint8_t> lines, std::size_t most);

    bool unique() const { return unique_; }
    std::size_t size() const { return answers_.size(); }
    std::size_t places() const { return drawing_.blank.size(); }
    std::size_t most() const { return most_; }

    // A line that is not taken yet, or kNoLine.
    std::size_t take() { return is_taken() ? kNoLine : taken(next_.fetch_add(1, std::memory_order_relaxed)); }
    bool is_taken() const { return next_.load(std::memory_order_relaxed) >= size(); }

    std::span<const std::uint8_t> line(std::size_t number) const {
        return {lines_.data() + number * places(), places()};
    }

    // A solution of a line, in place of the one before; what is wrong with it. Its options ascend.
    std::optional<std::string> keep(std::size_t number, std::span<const Index> cover);

    bool has_cover(std::size_t number) const { return sizes_[number] != 0; }
    void settle(std::size_t number, Answer answer) { answers_[number] = answer; }

    Answer answer(std::size_t number) const { return answers_[number]; }
    std::span<const Index> cover(std::size_t number) const { return {covers_.data() + number * most_, sizes_[number]}; }
    std::span<const std::uint8_t> drawn() const { return drawn_; }

private:
    std::size_t taken(std::size_t number) const { return number < size() ? number : kNoLine; }

    const Drawing drawing_;
    const bool unique_;
    std::size_t most_ = 0;
    std::vector<std::uint8_t> lines_, drawn_;
    std::vector<Answer> answers_;
    std::vector<Index> covers_, sizes_;
    std::atomic<std::size_t> next_ = 0;
};

// How lines of clues are searched: a base that all threads share, and what each of them does.
class LineWorker {
public:
    virtual ~LineWorker() = default;

    // Takes lines and answers them until no line or no time is left. Allocates nothing.
    virtual void run(double seconds) = 0;

    virtual bool has_line() const = 0;  // that is not answered yet
    virtual void forget() = 0;  // all lines
    const std::string& fault() const { return fault_; }

protected:
    std::string fault_;
};

class LineBase {
public:
    virtual ~LineBase() = default;

    virtual Index most_choices() const = 0;  // options of a solution
    virtual std::unique_ptr<LineWorker> worker(LineAnswers& answers) const = 0;
};

// The two ways in which lines of clues are searched.

// Lines of clues by searches abreast (abreast_table.hpp): each thread has 512 lines in work, or parts of their trees.
class AbreastLines final : public LineBase {
public:
    // For a problem that suits the table. Throws InvalidProblem if masks cannot express the clues.
    AbreastLines(const Problem& problem, std::span<const Index> options, std::span<const Index> items,
                 const Drawing& drawing, Instructions instructions);

    Index most_choices() const override { return table_.most_choices(); }
    std::unique_ptr<LineWorker> worker(LineAnswers& answers) const override;

private:
    class Worker;

    const AbreastKernel kernel_;
    const AbreastTable table_;
    const ClueMasks masks_;
    const SetVerifier verifier_;
};

// Lines of clues by the lanes: a line is a walk over the one table (lanes.hpp), from an array out of which the
// masks of its clues were taken. An item with a single option left is a node of its own, so that the tree of an
// easy Sudoku is a path.
class LaneLines final : public LineBase {
public:
    // For a problem that suits the lanes. Throws InvalidProblem if masks cannot express the clues.
    LaneLines(const Problem& problem, std::span<const Index> options, std::span<const Index> items,
              const Drawing& drawing, Instructions instructions);

    Index most_choices() const override { return table_.most_choices(); }
    std::unique_ptr<LineWorker> worker(LineAnswers& answers) const override;

private:
    class Worker;

    const Problem& problem_;
    const Instructions instructions_;
    LaneTable table_;
    std::unique_ptr<ClueMasks> masks_;
};

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

// Lines of clues by the lanes: a line is a walk over the one table (lane_walk.hpp), from an array out of which the
// masks of its clues were taken. An item with a single option left is a node of its own, so that the tree of an
// easy Sudoku is a path.
#pragma once

#include "lanes/lane_walk.hpp"
#include "lines/clues.hpp"
#include "lines/line_worker.hpp"

namespace excover {

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

}  // namespace excover

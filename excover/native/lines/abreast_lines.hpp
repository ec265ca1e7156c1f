// Lines of clues by searches abreast (abreast_table.hpp): each thread has 512 lines in work, or parts of their trees.
#pragma once

#include "core/verify.hpp"
#include "lines/abreast_table.hpp"
#include "lines/line_worker.hpp"

namespace excover {

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

}  // namespace excover

#include "lines/clue_lines.hpp"

#include <algorithm>

#include "core/engine.hpp"
#include "core/tuning.hpp"
#include "core/verify.hpp"

namespace excover::tuning {
extern Tunable lines_line_work, lines_watch;
}

namespace excover::lines {

using lanes::ConflictClasses;
using lanes::Event;
using lanes::Frame;
using lanes::Instructions;
using lanes::LaneScratch;
using lanes::LaneTable;
using lanes::Subtrees;
using lanes::Walk;
using lanes::walk_over;
using lanes::Walker;
using lanes::walker;

namespace {

OptionBits bits_of(const LaneTable& table) {
    std::vector<std::vector<Index>> bits(table.options());
    for (Index bit = 0; bit < table.blocks() * 512; ++bit)
        if (table.row_of_bit()[bit] != kNone) bits[table.row_of_bit()[bit]].push_back(bit);
    OptionBits found{table.blocks(), {}, {0}, {}};
    for (Index row = 0; row < table.options(); ++row) {
        found.options.push_back(table.option(row));
        found.bits.insert(found.bits.end(), bits[row].begin(), bits[row].end());
        found.starts.push_back(static_cast<Index>(found.bits.size()));
    }
    return found;
}

}  // namespace

// A walk, and the line it is at.
class LaneLines::Worker final : public LineWorker {
public:
    Worker(const LaneLines& shared, LineAnswers& answers)
        : answers_(answers),
          table_(shared.table_),
          masks_(*shared.masks_),
          arrays_((table_.most_choices() + std::size_t{1}) * table_.blocks()),
          frames_(table_.most_choices() + std::size_t{1}),
          subtrees_(table_.most_choices() + std::size_t{2}),
          walk_(walk_over(table_, arrays_.data())),
          walker_(walker(shared.instructions_, table_.layout().bits)),
          verifier_(shared.problem_) {
        walk_.frames = frames_.data();
        walk_.subtrees = subtrees_.data();
        walk_.large_subtree = UINT64_MAX >> 40;  // never: the table stays
        cover_.reserve(table_.most_choices());
    }

    void run(double seconds) override {
        Watch watch(seconds, tuning::lines_watch);
        const std::uint64_t work_of_line = tuning::lines_line_work;
        for (std::uint64_t work = 0; !watch.is_over(work); work += work_of_line) {
            if (line_ == kNoLine && !take_line()) return;
            if (line_ != kNoLine) work += walk_on() * table_.blocks();
        }
    }

    bool has_line() const override { return line_ != kNoLine; }
    void forget() override { line_ = kNoLine; }

private:
    bool take_line() {
        line_ = answers_.take();
        if (line_ == kNoLine) return false;
        if (const Answer answer = place_clues(); answer != Answer::unknown) settle(answer);
        return true;
    }

    // The root of the line; `unknown` if it is to be searched.
    Answer place_clues() {
        const std::span<const std::uint8_t> line = answers_.line(line_);
        std::ranges::copy(table_.first_array(), arrays_.begin());
        for (Index place = 0; place < line.size(); ++place) {
            if (line[place] == 0) continue;
            const Block* mask = masks_.mask(place, line[place]);
            if (mask == nullptr) return Answer::unreadable;
            take_bits(arrays_.data(), mask, table_.blocks());
        }
        const Index rank = smallest();
        if (rank == kNone) return Answer::none;
        walk_.nodes = walk_.solutions = 0;
        walk_.open(0, rank, table_.items());
        return Answer::unknown;
    }

    // The rank of an item with fewest options, the first with one; kNone if some item is seen to have none.
    Index smallest() const {
        Index best = kNone, least = kNone;
        for (Index rank = 0; rank < table_.items() && least > 1; ++rank) {
            const Index size = table_.size(arrays_.data(), table_.place_of_rank(rank));
            if (size < least) {
                least = size;
                best = rank;
            }
        }
        return least == 0 ? kNone : best;
    }

    // For a moment; how many nodes that took.
    std::uint64_t walk_on() {
        const std::uint64_t before = walk_.nodes;
        walk_.last_node = before + tuning::lines_watch / table_.blocks() + 1;
        walk_.last_solution = walk_.solutions + 1;
        const Event event = walker_(walk_);
        if (event == Event::found) {
            if (walk_.solutions == 1) keep();
            if (walk_.solutions == 2 || !answers_.unique())
                settle(answers_.unique() ? Answer::ambiguous : Answer::solved);
        } else if (event == Event::closed) {
            settle(walk_.solutions == 0 ? Answer::none : Answer::solved);
        }
        return walk_.nodes - before;
    }

    // The solution just found, after it was verified by code that does not use lanes and masks.
    void keep() {
        cover_.clear();
        for (Index depth = 0; depth <= walk_.depth; ++depth) cover_.push_back(table_.option(frames_[depth].row));
        std::ranges::sort(cover_);
        if (auto wrong = verifier_.fault(cover_)) fault_ = *wrong;
        if (auto wrong = answers_.keep(line_, cover_)) fault_ = *wrong;
    }

    void settle(Answer answer) {
        answers_.settle(line_, answer);
        line_ = kNoLine;
    }

    LineAnswers& answers_;
    const LaneTable& table_;
    const ClueMasks& masks_;
    std::vector<Block> arrays_;
    std::vector<Frame> frames_;
    std::vector<Subtrees> subtrees_;
    Walk walk_;
    const Walker walker_;
    Verifier verifier_;
    std::vector<Index> cover_;
    std::size_t line_ = kNoLine;
};

LaneLines::LaneLines(const Problem& problem, std::span<const Index> options, std::span<const Index> items,
                     const Drawing& drawing, Instructions instructions)
    : problem_(problem), instructions_(instructions) {
    const ConflictClasses classes(problem);
    LaneScratch scratch(problem, classes);
    table_.build(problem, classes, scratch, options, items);
    masks_ = std::make_unique<ClueMasks>(problem, bits_of(table_), drawing);
}

std::unique_ptr<LineWorker> LaneLines::worker(LineAnswers& answers) const {
    return std::make_unique<Worker>(*this, answers);
}

}  // namespace excover::lines

#include "lines/clue_lines.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "core/helpers.hpp"
#include "core/run.hpp"
#include "core/tuning.hpp"
#include "core/verify.hpp"
#include "lanes/lane_search.hpp"

namespace excover {

namespace {

constexpr std::size_t kNoLine = SIZE_MAX;

bool all_have_options(const Problem& problem, std::span<const Index> items, std::span<const Index> options) {
    std::vector<std::uint8_t> has(problem.items());
    for (const Index option : options)
        for (Index e = problem.start(option); e < problem.start(option + 1); ++e) has[problem.item(e)] = 1;
    return std::ranges::all_of(items, [&](Index item) { return has[item] != 0; });
}

void build_table(LaneTable& table, const Problem& problem) {
    const std::vector<Index> options = possible_options(problem), items = open_items(problem);
    if (!has_lane_bounds(problem)) throw InvalidProblem("the lanes cannot have an item covered more than once");
    if (items.empty() || !all_have_options(problem, items, options))
        throw InvalidProblem("there is nothing to search for");
    const ConflictClasses classes(problem);
    LaneScratch scratch(problem, classes);
    table.build(problem, classes, scratch, options, items);
}

}  // namespace

// A walk, and the line it is at.
class ClueLines::Worker {
public:
    explicit Worker(ClueLines& shared)
        : shared_(shared),
          arrays_((shared.most_ + 1) * shared.table_.blocks()),
          spots_(shared.most_ + 1),
          subtrees_(shared.most_ + 2),
          walk_(walk_over(shared.table_, arrays_.data())),
          walker_(walker(shared.instructions_, shared.table_.layout().bits)),
          verifier_(shared.problem_) {
        walk_.spots = spots_.data();
        walk_.subtrees = subtrees_.data();
        walk_.large_subtree = UINT64_MAX >> 40;  // never: the table stays
        cover_.reserve(shared.most_);
    }

    // Runs until no line or no time is left. Allocates nothing.
    void run(double seconds) {
        Watch watch(seconds, tuning::lines_watch);
        const std::uint64_t work_of_line = tuning::lines_line_work;
        for (std::uint64_t work = 0; !watch.is_over(work); work += work_of_line) {
            if (line_ == kNoLine && !take_line()) return;
            if (line_ != kNoLine) work += walk_on() * shared_.table_.blocks();
        }
    }

    bool has_line() const { return line_ != kNoLine; }

    void forget() { line_ = kNoLine; }
    const std::string& fault() const { return fault_; }

private:
    bool take_line() {
        const std::size_t next = shared_.next_.fetch_add(1, std::memory_order_relaxed);
        if (next >= shared_.lines()) return false;
        line_ = next;
        if (const Answer answer = place_clues(); answer != Answer::unknown) settle(answer);
        return true;
    }

    // The root of the line; `unknown` if it is to be searched.
    Answer place_clues() {
        const std::span<const std::uint8_t> line = shared_.line(line_);
        const Index blocks = shared_.table_.blocks();
        std::ranges::copy(shared_.table_.first_array(), arrays_.begin());
        for (Index place = 0; place < line.size(); ++place) {
            if (line[place] == 0) continue;
            const Block* mask = shared_.masks_->mask(place, line[place]);
            if (mask == nullptr) return Answer::unreadable;
            for (Index b = 0; b < blocks; ++b)
                for (int w = 0; w < 8; ++w) arrays_[b].words[w] &= ~mask[b].words[w];
        }
        const Index rank = smallest();
        if (rank == kNone) return Answer::none;
        walk_.nodes = walk_.solutions = 0;
        walk_.open(0, rank, shared_.table_.items());
        return Answer::unknown;
    }

    // The rank of an item with fewest options, the first with one; kNone if some item is seen to have none.
    Index smallest() const {
        const LaneTable& table = shared_.table_;
        Index best = kNone, least = kNone;
        for (Index rank = 0; rank < table.items() && least > 1; ++rank) {
            const Index place = table.place_of_rank(rank);
            const Index size = table.size(arrays_.data(), place);
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
        walk_.last_node = before + tuning::lines_watch / shared_.table_.blocks() + 1;
        walk_.last_solution = walk_.solutions + 1;
        const Event event = walker_(walk_);
        if (event == Event::found) {
            if (walk_.solutions == 1) keep();
            if (walk_.solutions == 2 || !shared_.unique_) settle(shared_.unique_ ? Answer::ambiguous : Answer::solved);
        } else if (event == Event::closed) {
            settle(walk_.solutions == 0 ? Answer::none : Answer::solved);
        }
        return walk_.nodes - before;
    }

    // The solution just found, after it was verified by code that does not use lanes and masks.
    void keep() {
        cover_.clear();
        for (Index depth = 0; depth <= walk_.depth; ++depth) cover_.push_back(shared_.table_.option(spots_[depth].row));
        std::ranges::sort(cover_);
        std::ranges::copy(cover_, shared_.covers_.begin() + offset(line_, shared_.most_));
        shared_.sizes_[line_] = static_cast<Index>(cover_.size());
        const std::span<std::uint8_t> drawn(shared_.drawn_.data() + line_ * shared_.places(), shared_.places());
        draw(drawn);
        if (auto wrong = verifier_.fault(cover_)) fault_ = *wrong;
        for (std::size_t place = 0; place < drawn.size(); ++place)
            if (const auto clue = shared_.line(line_)[place]; clue != 0 && clue != drawn[place])
                fault_ = "the solution of a line disagrees with a clue";
    }

    void draw(std::span<std::uint8_t> line) const {
        const Drawing& drawing = shared_.drawing_;
        std::ranges::copy(drawing.blank, line.begin());
        for (const Index option : cover_)
            for (Index k = drawing.starts[option]; k < drawing.starts[option + 1]; ++k)
                line[drawing.at[k]] = drawing.symbols[k];
    }

    void settle(Answer answer) {
        shared_.answers_[line_] = answer;
        line_ = kNoLine;
    }

    static std::ptrdiff_t offset(std::size_t line, std::size_t each) { return static_cast<std::ptrdiff_t>(line * each); }

    ClueLines& shared_;
    std::vector<Block> arrays_;
    std::vector<Spot> spots_;
    std::vector<Subtrees> subtrees_;
    Walk walk_;
    const Walker walker_;
    Verifier verifier_;
    std::vector<Index> cover_;
    std::size_t line_ = kNoLine;
    std::string fault_;
};

ClueLines::ClueLines(const Problem& problem, Drawing drawing, bool unique, Instructions instructions)
    : problem_(problem), drawing_(std::move(drawing)), unique_(unique), instructions_(instructions) {
    check_drawing(problem, drawing_);
    build_table(table_, problem);
    masks_ = std::make_unique<ClueMasks>(problem, table_, drawing_);
    most_ = table_.most_choices();
}

ClueLines::~ClueLines() = default;

void ClueLines::load(std::span<const std::uint8_t> lines) {
    if (places() == 0 || lines.size() % places() != 0) throw InvalidProblem("these are no whole lines");
    const std::size_t number = lines.size() / places();
    lines_.assign(lines.begin(), lines.end());
    drawn_.resize(lines.size());
    answers_.assign(number, Answer::unknown);
    covers_.resize(number * most_);
    sizes_.assign(number, 0);
    for (const auto& worker : workers_) worker->forget();
    next_ = 0;
}

bool ClueLines::run(double seconds, unsigned threads) {
    while (workers_.size() < threads) workers_.push_back(std::make_unique<Worker>(*this));
    run_workers(seconds);
    for (const auto& worker : workers_)
        if (!worker->fault().empty()) throw std::logic_error(worker->fault());
    return next_ >= lines() && std::ranges::none_of(workers_, [](const auto& worker) { return worker->has_line(); });
}

// If some workers have no thread, this one also runs the first of them that still has a line.
void ClueLines::run_workers(double seconds) {
    Helpers others;
    while (others.size() + 1 < workers_.size())
        if (!others.hire([worker = workers_[others.size() + 1].get(), seconds] { worker->run(seconds); })) break;
    const std::span<const std::unique_ptr<Worker>> rest = std::span(workers_).subspan(others.size() + 1);
    const auto left = std::ranges::find_if(rest, [](const auto& worker) { return worker->has_line(); });
    (workers_.front()->has_line() || left == rest.end() ? workers_.front() : *left)->run(seconds);
}

}  // namespace excover

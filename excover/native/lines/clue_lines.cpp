#include "lines/clue_lines.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "core/team.hpp"
#include "core/tuning.hpp"
#include "core/verify.hpp"
#include "lanes/lane_search.hpp"

namespace excover::tuning {

extern Tunable lines_mask_bytes, lines_line_work, lines_watch;

}  // namespace excover::tuning

namespace excover::lines {

namespace {

// What bans which rows of a table.
class Bans {
public:
    Bans(const Problem& problem, const OptionBits& options)
        : problem_(problem),
          options_(options),
          rows_of_item_(items_to_rows()),
          is_banned_(options.options.size()),
          count_(problem.items()) {}

    // Bans all but some rows of the items that each of them covers; is such an item to be covered?
    bool ban_rivals(std::span<const Index> wanted) {
        bool is_certain = false;
        for_items(wanted, [&](Index item) { ++count_[item]; });
        for_items(wanted.first(1), [&](Index item) {
            if (count_[item] != wanted.size() || problem_.is_colored(item) || problem_.upper(item) != 1) return;
            is_certain = is_certain || problem_.is_primary(item);
            ban(rows_of_item_[item]);
        });
        for_items(wanted, [&](Index item) { count_[item] = 0; });
        for (const Index row : wanted) is_banned_[row] = 0;
        return is_certain;
    }

    void ban(std::span<const Index> rows) {
        for (const Index row : rows) {
            is_banned_[row] = 1;
            touched_.push_back(row);
        }
    }

    // The bits of all that was banned since the last call.
    void move_to(Block* mask) {
        for (const Index row : touched_)
            if (is_banned_[row]) {
                for (Index k = options_.starts[row]; k < options_.starts[row + 1]; ++k) set_bit(mask, options_.bits[k]);
                is_banned_[row] = 0;
            }
        touched_.clear();
    }

private:
    template <class Action>
    void for_items(std::span<const Index> rows, Action action) const {
        for (const Index row : rows)
            for (const Index e : problem_.entries(options_.options[row])) action(problem_.item(e));
    }

    Lists<Index> items_to_rows() const {
        return {problem_.items(), [&](auto take) {
                    for (Index row = 0; row < options_.options.size(); ++row)
                        for_items({&row, 1}, [&](Index item) { take(item, row); });
                }};
    }

    const Problem& problem_;
    const OptionBits& options_;
    Lists<Index> rows_of_item_;
    std::vector<std::uint8_t> is_banned_;  // of a row
    std::vector<Index> count_;  // of an item: the wanted rows that cover it
    std::vector<Index> touched_;
};

// Each row, and what it draws at a place.
template <class Action>
void for_marks(const OptionBits& options, const Drawing& drawing, Action action) {
    for (Index row = 0; row < options.options.size(); ++row)
        for (Index k = drawing.starts[options.options[row]]; k < drawing.starts[options.options[row] + 1]; ++k)
            action(row, drawing.at[k] * ClueMasks::kSymbols + drawing.symbols[k]);
}

}  // namespace

void check_drawing(const Problem& problem, const Drawing& drawing) {
    require(drawing.starts.size() == problem.options() + std::size_t{1} && drawing.starts.front() == 0,
            "a drawing needs a start for each option");
    require(std::ranges::is_sorted(drawing.starts) && drawing.starts.back() == drawing.at.size() &&
                drawing.at.size() == drawing.symbols.size(),
            "the arrays of a drawing do not fit each other");
    for (const Index place : drawing.at) require(place < drawing.places(), "a drawing has marks outside the line");
    for (const std::uint8_t symbol : drawing.symbols) require(symbol != 0, "a drawing has marks that mean nothing");
}

ClueMasks::ClueMasks(const Problem& problem, const OptionBits& options, const Drawing& drawing)
    : blocks_(options.blocks), numbers_(drawing.places() * kSymbols, kNone) {
    number_clues(options, drawing);
    require(std::uint64_t{clues_} * blocks_ * sizeof(Block) <= tuning::lines_mask_bytes,
            "the masks of all clues are too large");
    masks_.assign(std::size_t{clues_} * blocks_, Block{});
    const Lists<Index> rows(numbers_.size(), [&](auto take) {
        for_marks(options, drawing, [&](Index row, std::size_t clue) { take(clue, row); });
    });
    Bans bans(problem, options);
    for (std::size_t clue = 0; clue < numbers_.size(); ++clue) {
        const Index number = numbers_[clue];
        if (number == kNone) continue;
        require(bans.ban_rivals(rows[clue]), "a clue demands more than masks can express");
        const std::size_t place = clue / kSymbols;
        for (std::size_t other = place * kSymbols; other < (place + 1) * kSymbols; ++other)
            if (other != clue) bans.ban(rows[other]);
        bans.move_to(masks_.data() + std::size_t{number} * blocks_);
    }
}

void ClueMasks::number_clues(const OptionBits& options, const Drawing& drawing) {
    for_marks(options, drawing, [&](Index, std::size_t clue) {
        if (numbers_[clue] == kNone) numbers_[clue] = clues_++;
    });
}

using namespace lanes;

void LineAnswers::load(std::span<const std::uint8_t> lines, std::size_t most) {
    require(places() != 0 && lines.size() % places() == 0, "these are no whole lines");
    const std::size_t number = lines.size() / places();
    most_ = most;
    lines_.assign(lines.begin(), lines.end());
    drawn_.resize(lines.size());
    answers_.assign(number, Answer::unknown);
    covers_.resize(number * most_);
    sizes_.assign(number, 0);
    next_ = 0;
}

std::optional<std::string> LineAnswers::keep(std::size_t number, std::span<const Index> cover) {
    std::ranges::copy(cover, covers_.begin() + static_cast<std::ptrdiff_t>(number * most_));
    sizes_[number] = static_cast<Index>(cover.size());
    const std::span<std::uint8_t> drawn(drawn_.data() + number * places(), places());
    std::ranges::copy(drawing_.blank, drawn.begin());
    for (const Index option : cover)
        for (Index k = drawing_.starts[option]; k < drawing_.starts[option + 1]; ++k)
            drawn[drawing_.at[k]] = drawing_.symbols[k];
    bool agrees = true;
    for (std::size_t place = 0; place < places(); ++place) {
        const std::uint8_t clue = line(number)[place];
        agrees &= clue == 0 || clue == drawn[place];
    }
    return agrees ? std::nullopt : std::optional<std::string>("the solution of a line disagrees with a clue");
}

namespace {

bool all_have_options(const Problem& problem, std::span<const Index> items, std::span<const Index> options) {
    std::vector<std::uint8_t> has(problem.items());
    for (const Index option : options)
        for (const Index e : problem.entries(option)) has[problem.item(e)] = 1;
    return std::ranges::all_of(items, [&](Index item) { return has[item] != 0; });
}

std::unique_ptr<LineBase> base_for(const Problem& problem, const Drawing& drawing, Instructions instructions) {
    check_drawing(problem, drawing);
    const std::vector<Index> options = possible_options(problem), items = open_items(problem);
    if (!has_lane_bounds(problem)) throw InvalidProblem("the lanes cannot have an item covered more than once");
    if (items.empty() || !all_have_options(problem, items, options))
        throw InvalidProblem("there is nothing to search for");
    if (AbreastTable::suits(problem, options, items))
        return std::make_unique<AbreastLines>(problem, options, items, drawing, instructions);
    return std::make_unique<LaneLines>(problem, options, items, drawing, instructions);
}

}  // namespace

ClueLines::ClueLines(const Problem& problem, Drawing drawing, bool unique, Instructions instructions)
    : base_(base_for(problem, drawing, instructions)), answers_(std::move(drawing), unique) {}

void ClueLines::load(std::span<const std::uint8_t> lines) {
    for (const auto& worker : workers_) worker->forget();
    answers_.load(lines, base_->most_choices());
}

bool ClueLines::run(double seconds, unsigned threads) {
    while (workers_.size() < threads) workers_.push_back(base_->worker(answers_));
    run_workers(seconds);
    for (const auto& worker : workers_)
        if (!worker->fault().empty()) throw std::logic_error(worker->fault());
    return answers_.is_taken() && std::ranges::none_of(workers_, [](const auto& worker) { return worker->has_line(); });
}

// If some workers have no thread, this one also runs the first of them that still has a line.
void ClueLines::run_workers(double seconds) {
    Helpers others;
    while (others.size() + 1 < workers_.size())
        if (!others.hire([worker = workers_[others.size() + 1].get(), seconds] { worker->run(seconds); })) break;
    const std::span<const std::unique_ptr<LineWorker>> rest = std::span(workers_).subspan(others.size() + 1);
    const auto left = std::ranges::find_if(rest, [](const auto& worker) { return worker->has_line(); });
    (workers_.front()->has_line() || left == rest.end() ? workers_.front() : *left)->run(seconds);
}

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
          subtrees_(table_.most_choices() + std::size_t{2}),
          walk_(walk_over(table_, room_)),
          walker_(walker(shared.instructions_, table_.layout().bits)),
          verifier_(shared.problem_) {
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
        std::ranges::copy(table_.first_array(), room_.arrays.begin());
        for (Index place = 0; place < line.size(); ++place) {
            if (line[place] == 0) continue;
            const Block* mask = masks_.mask(place, line[place]);
            if (mask == nullptr) return Answer::unreadable;
            take_bits(room_.arrays.data(), mask, table_.blocks());
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
            const Index size = table_.size(room_.arrays.data(), table_.place_of_rank(rank));
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
        for (Index depth = 0; depth <= walk_.depth; ++depth) cover_.push_back(table_.option(room_.frames[depth].row));
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
    WalkRoom room_;
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

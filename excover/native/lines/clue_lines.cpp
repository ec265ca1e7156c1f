#include "lines/clue_lines.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/problem.hpp"
#include "core/team.hpp"
#include "lanes/lane_search.hpp"
#include "lines/line_worker.hpp"

namespace excover::lines {

using lanes::has_lane_bounds;
using lanes::open_items;
using lanes::possible_options;

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

}  // namespace excover::lines

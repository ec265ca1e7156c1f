#include "lines/clue_lines.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/helpers.hpp"
#include "lanes/lane_search.hpp"
#include "lines/abreast_lines.hpp"
#include "lines/lane_lines.hpp"

namespace excover {

namespace {

bool all_have_options(const Problem& problem, std::span<const Index> items, std::span<const Index> options) {
    std::vector<std::uint8_t> has(problem.items());
    for (const Index option : options)
        for (Index e = problem.start(option); e < problem.start(option + 1); ++e) has[problem.item(e)] = 1;
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

}  // namespace excover

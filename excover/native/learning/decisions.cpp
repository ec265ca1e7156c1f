#include "learning/decisions.hpp"

#include <utility>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable learning_decay, learning_option_decay;
}

namespace excover::learning {

namespace {

bool is_exact_cover(const Problem& problem) {
    for (Index item = 0; item < problem.items(); ++item)
        if (!problem.is_colored(item) && (problem.lower(item) > 1 || problem.upper(item) != 1)) return false;
    return true;
}

}  // namespace

Decisions::Decisions(const Problem& problem, bool has_constraints)
    : problem_(problem),
      are_by_option_(has_constraints || !is_exact_cover(problem)),
      weights_(problem.items(), 1),
      last_(problem.items(), kNone),
      activities_(problem.options(), 0),
      was_refused_(problem.options(), 0),
      place_(problem.options(), kNone) {
    for (Index option = 0; are_by_option_ && option < problem.options(); ++option) push(option);
}

Literal Decisions::next(const Assignment& assignment) {
    return are_by_option_ ? by_option(assignment) : by_item(assignment);
}

// The item with the least degree for its weight, the lowest-numbered of several.
Literal Decisions::by_item(const Assignment& assignment) {
    Index best = kNone;
    double least = 0;
    updates_ += assignment.needy().size();
    for (const Index item : assignment.needy()) {
        const double urgency = assignment.degree(item) / weights_[item];
        if (best != kNone && (urgency > least || (urgency == least && item > best))) continue;
        best = item;
        least = urgency;
    }
    if (const Index last = last_[best]; last != kNone && assignment.is_open(last)) return chosen(last);
    for (std::size_t place = 0;; ++place)
        if (const Index option = assignment.option(best, place); assignment.is_open(option)) return chosen(option);
}

Literal Decisions::by_option(const Assignment& assignment) {
    for (;;) {
        const Index option = take_first();
        if (assignment.is_open(option)) return was_refused_[option] ? refused(option) : chosen(option);
    }
}

void Decisions::lessen(std::vector<double>& numbers, double& part) {
    for (double& number : numbers) number /= kHuge;
    part /= kHuge;
}

void Decisions::end_failure() {
    item_part_ *= 1 + 1 / static_cast<double>(tuning::learning_decay);
    option_part_ *= 1 + 1 / static_cast<double>(tuning::learning_option_decay);
}

void Decisions::push(Index option) {
    heap_.push_back(option);
    rise(static_cast<Index>(heap_.size() - 1));
}

void Decisions::put(Index place, Index option) {
    heap_[place] = option;
    place_[option] = place;
}

void Decisions::rise(Index place) {
    const Index option = heap_[place];
    for (; place > 0; ++updates_) {
        const Index above = (place - 1) / 2;
        if (activities_[heap_[above]] >= activities_[option]) break;
        put(place, heap_[above]);
        place = above;
    }
    put(place, option);
}

void Decisions::sink(Index place) {
    const Index option = heap_[place];
    for (Index below = 2 * place + 1; below < heap_.size(); below = 2 * place + 1, ++updates_) {
        if (below + 1 < heap_.size() && activities_[heap_[below + 1]] > activities_[heap_[below]]) ++below;
        if (activities_[heap_[below]] <= activities_[option]) break;
        put(place, heap_[below]);
        place = below;
    }
    put(place, option);
}

// Takes the most active option out of the heap.
Index Decisions::take_first() {
    const Index first = heap_.front(), last = heap_.back();
    place_[first] = kNone;
    heap_.pop_back();
    if (heap_.empty()) return first;
    put(0, last);
    sink(0);
    return first;
}

}  // namespace excover::learning

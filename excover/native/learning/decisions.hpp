// What the learning search decides next, by what had part in its failures.
//
// By items: an item with few options left that had part in many failures (F. Boussemart, F. Hemery, C. Lecoutre and L.
// Sais, ECAI 2004), with the option it had last. By options: the one that had part in most of the last failures,
// chosen or refused as it was last (K. Pipatsrisawat and A. Darwiche, SAT 2007; "Chaff", see assignment.hpp; N. Eén and
// N. Sörensson, "An extensible SAT-solver", SAT 2003).
//
// Items that are covered at most once, and nothing else, are an exact cover, where items decide: quasigroups of order
// 40 take ten times as long by options. Whatever else is asked is said by items with few options, as clauses are, and
// by constraints, which items do not show: options then need a third of the time, and find what items do not.
#pragma once

#include <cstdint>
#include <vector>

#include "core/problem.hpp"
#include "learning/assignment.hpp"

namespace excover::learning {

class Decisions {
public:
    // By options if there are constraints, or items that may be covered several times.
    Decisions(const Problem& problem, bool has_constraints);

    // The next one; there is an item that needs options.
    Literal next(const Assignment& assignment);

    // What had part in a failure; those of the next one count more.
    void blame_item(Index item) {
        if (!are_by_option_) add(weights_, item, item_part_);
    }
    void blame_items_of(Index option) {
        for (const Index e : problem_.entries(option)) blame_item(problem_.item(e));
    }
    void blame_option(Index option) {
        if (!are_by_option_) return;
        add(activities_, option, option_part_);
        if (place_[option] != kNone) rise(place_[option]);
    }
    void end_failure();

    // Remembers how an option was settled that is now open.
    void take_back(Literal literal) {
        const Index option = option_of(literal);
        if (are_by_option_) {
            was_refused_[option] = !is_choice(literal);
            if (place_[option] == kNone) push(option);
        } else if (is_choice(literal)) {
            for (const Index e : problem_.entries(option)) last_[problem_.item(e)] = option;
        }
    }

    std::uint64_t updates() const { return updates_; }

private:
    // Adds to one of several numbers; if it becomes huge, all of them and what is added later become less.
    static void add(std::vector<double>& numbers, Index to, double& part) {
        if ((numbers[to] += part) >= kHuge) lessen(numbers, part);
    }
    static void lessen(std::vector<double>& numbers, double& part);

    Literal by_item(const Assignment& assignment);
    Literal by_option(const Assignment& assignment);
    void push(Index option);
    void rise(Index place);
    void sink(Index place);
    void put(Index place, Index option);
    Index take_first();

    static constexpr double kHuge = 1e100;

    const Problem& problem_;
    const bool are_by_option_;
    std::vector<double> weights_;  // of an item: its part in failures
    std::vector<Index> last_;  // of an item: the option it had last, or kNone
    std::vector<double> activities_;  // of an option: its part in failures
    std::vector<std::uint8_t> was_refused_;  // of an option
    // A heap of options, the most active first, if they decide; all that are open are in it. Where an option is, or
    // kNone.
    std::vector<Index> heap_, place_;
    double item_part_ = 1, option_part_ = 1;  // of a failure
    std::uint64_t updates_ = 0;
};

}  // namespace excover::learning

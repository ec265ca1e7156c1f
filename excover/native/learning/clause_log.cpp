#include "learning/clause_log.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "learning/learning_search.hpp"

namespace excover::learning {

ClauseLog::ClauseLog(Index options, Index items, Index rows, Index graphs)
    : rows_(Number{items} + 1), graphs_(rows_ + rows), next_(graphs_ + graphs), next_name_(options + std::int64_t{1}) {
    for (Index option = 0; option < options; ++option) further_option(option + std::int64_t{1});
    for (Index number = 0; number < items; ++number) further_item({item(number)});
}

std::int64_t ClauseLog::name_colors(Index number, std::size_t colors) {
    text_ += 'c';
    add(item(number));
    text_ += '\n';
    next_name_ += static_cast<std::int64_t>(colors);
    return next_name_ - static_cast<std::int64_t>(colors);
}

std::int64_t ClauseLog::name_mark(Index number, Index place, Number& mark) {
    text_ += 'm';
    add(graph(number));
    add(place + std::uint64_t{1});
    text_ += '\n';
    mark = next_++;
    return next_name_++;
}

void ClauseLog::further_item(std::vector<Number> shown_by, Lemma lemma) {
    items_.push_back({std::move(shown_by), lemma});
}

void ClauseLog::derive_lemmas(const Problem& problem) {
    const Lists<Index> columns = options_of_items(problem);
    for (Index number = 0; number < items_.size(); ++number) {
        Item& made = items_[number];
        if (made.lemma == Lemma::none) continue;
        std::vector<Literal> clause;
        for (const Index option : columns[number])
            clause.push_back(made.lemma == Lemma::some ? chosen(option) : refused(option));
        made.shown_by.insert(made.shown_by.begin(), derive(clause, made.shown_by));
    }
}

template <class Value>
void ClauseLog::add(Value value) {
    char digits[24];
    text_ += ' ';
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void ClauseLog::add_clause(char kind, std::span<const Literal> clause) {
    text_ += kind;
    is_closed_ = is_closed_ || clause.empty();
    for (const Literal literal : clause) {
        const std::int64_t name = names_[option_of(literal)];
        add(is_choice(literal) ? name : -name);
    }
    add(0);
}

ClauseLog::Number ClauseLog::derive(std::span<const Literal> clause, std::span<const Number> hints) {
    add_clause('u', clause);
    for (const Number hint : hints) add(hint);
    text_ += '\n';
    return next_++;
}

ClauseLog::Number ClauseLog::combine(std::span<const Literal> clause, std::span<const Term> terms) {
    add_clause('l', clause);
    for (const auto& [number, factor] : terms) {
        add(number);
        add(factor);
    }
    text_ += '\n';
    return next_++;
}

ClauseLog::Number ClauseLog::exclude(std::span<const Index> cover) {
    text_ += 's';
    for (const Index option : cover) add(option + std::uint64_t{1});
    text_ += '\n';
    return next_++;
}

void ClauseLog::forget(std::span<const Number> clauses) {
    if (clauses.empty()) return;
    text_ += 'd';
    for (const Number clause : clauses) add(clause);
    text_ += '\n';
}

void ClauseLog::move(std::uint32_t clause, std::uint32_t to) {
    if (clause == to) return;
    const auto found = numbers_.find(clause);
    numbers_[to] = found->second;
    numbers_.erase(clause);
}

void ClauseLog::drop(std::uint32_t clause) {
    const Number number = numbers_.at(clause);
    forget({&number, 1});
    numbers_.erase(clause);
}

// Which constraints explain what follows from the bounds on sums.

void LinearRows::sum_up(Index row, const ClauseLog& log, std::vector<Term>& terms) const {
    terms.emplace_back(log.row(row), -rows_->parts(row));
    for (const auto& [item, price] : rows_->prices(row)) terms.emplace_back(ClauseLog::item(item), price);
}

void GroupedRows::sum_up(const Assignment& assignment, Literal literal, Index number, const ClauseLog& log,
                         std::vector<Term>& terms) const {
    std::vector<Literal> reasons;
    Prices prices;
    if (literal == kNone)
        explain_sum(assignment, rows_[number], 0, kNone, std::numeric_limits<std::size_t>::max(), reasons, &prices);
    else
        explain(assignment, literal, number, reasons, &prices);
    terms.emplace_back(log.row(literal == kNone ? number : groups_[number].row), -1);
    for (const auto& [item, price] : prices)
        if (item != kNone && price != 0) terms.emplace_back(ClauseLog::item(item), price);
}

// What LearningSearch logs.

void LearningSearch::forget_half(std::uint64_t kept_levels) {
    if (log_) log_facts();
    clauses_.forget_half(kept_levels);
}

std::uint32_t LearningSearch::keep(std::span<const Literal> clause, std::uint32_t levels, ClauseLog::Number number) {
    const std::uint32_t kept = clauses_.add(clause, levels);
    if (log_) log_->bind(kept, number);
    return kept;
}

// Nothing is left, because of a constraint with one of these numbers.
void LearningSearch::end(std::span<const ClauseLog::Number> broken) {
    if (log_) log_end(broken);
    is_over_ = true;
}

// That a literal is true, in the words of constraints: appends those that show it, if what it follows from is known.
void LearningSearch::log_reason(Literal literal, std::vector<ClauseLog::Number>& hints) {
    const Index option = option_of(literal);
    const Reason& reason = assignment_.reason(option);
    const auto show = [&](Index item) {
        const auto shown_by = log_->shown_by(item);
        hints.insert(hints.end(), shown_by.begin(), shown_by.end());
    };
    switch (reason.kind) {
        case Reason::Kind::decision:
            return;
        case Reason::Kind::clause:
            hints.push_back(log_->number(reason.index));
            return;
        case Reason::Kind::upper_bound:
        case Reason::Kind::lower_bound:
            show(reason.index);
            return;
        case Reason::Kind::choice:
            for (const Index e : problem_.entries(option))
                for (const Index own : problem_.entries(reason.index))
                    if (problem_.item(e) == problem_.item(own)) show(problem_.item(e));
            return;
        default:
            break;
    }
    explain(literal);
    Clause clause = reason_;
    clause.push_back(literal);
    if (reason.kind == Reason::Kind::cut) {
        hints.push_back(log_cut(clause, connectivity_.origin(reason.index)));
    } else {
        std::vector<Term> terms;
        if (reason.kind == Reason::Kind::sum)
            rows_.sum_up(reason.index, *log_, terms);
        else
            groups_.sum_up(assignment_, literal, reason.index, *log_, terms);
        hints.push_back(log_->combine(clause, terms));
    }
    passing_.push_back(hints.back());
}

ClauseLog::Number LearningSearch::log_cut(const Clause& clause, const Connectivity::Origin& origin) {
    std::vector<ClauseLog::Number> hints{log_->graph(origin.graph)};
    if (origin.item != kNone)
        hints.insert(hints.end(), log_->shown_by(origin.item).begin(), log_->shown_by(origin.item).end());
    return log_->derive(clause, hints);
}

ClauseLog::Number LearningSearch::log_cut(const ConstraintCuts::Cut& cut) {
    log_facts();
    const Term row{log_->row(cut.number), -1};
    return cut.is_of_sum ? log_->combine(cut.clause, {&row, 1}) : log_cut(cut.clause, {cut.number, kNone});
}

// What is decided for ever.
void LearningSearch::log_facts() {
    const std::vector<Literal>& trail = assignment_.trail();
    for (; facts_ < trail.size() && assignment_.level(option_of(trail[facts_])) == 0; ++facts_) {
        std::vector<ClauseLog::Number> hints;
        log_reason(trail[facts_], hints);
        if (!hints.empty()) log_->derive({&trail[facts_], 1}, hints);
    }
    log_->forget(std::exchange(passing_, {}));
}

// Before any decision: a literal that follows from a clause with this number, of which no other one is left.
void LearningSearch::settle(Literal literal, ClauseLog::Number number) {
    if (assignment_.is_true(literal)) return;
    if (log_) {
        log_facts();
        log_->derive({&literal, 1}, {&number, 1});
    }
    assignment_.assign(literal, {});
}

// A constraint that is broken: `conflict_` has the literals because of which it is.
void LearningSearch::log_conflict(ClauseLog::Number broken, bool is_passing) {
    conflict_hints_.assign(1, broken);
    if (is_passing) passing_.push_back(broken);
}

void LearningSearch::log_broken_item() {
    const auto shown_by = log_->shown_by(assignment_.conflict_item());
    conflict_hints_.assign(shown_by.begin(), shown_by.end());
}

void LearningSearch::log_broken_sum(Index row, bool is_of_groups) {
    log_facts();
    std::vector<Term> terms;
    if (is_of_groups)
        groups_.sum_up(assignment_, kNone, row, *log_, terms);
    else
        rows_.sum_up(row, *log_, terms);
    log_conflict(log_->combine(conflict_, terms), true);
}

void LearningSearch::log_broken_rule() {
    log_facts();
    log_conflict(log_cut(conflict_, connectivity_.origin()), true);
}

// A clause from which the last contradiction follows, by all that was followed from the opposites of its literals.
ClauseLog::Number LearningSearch::log_derived(std::span<const Literal> clause, std::span<const Literal> conflict,
                                              std::vector<ClauseLog::Number> hints) {
    std::vector<ClauseLog::Number> passing = std::exchange(passing_, {});
    log_facts();
    passing_ = std::move(passing);
    mark_ += 2;
    const std::uint64_t needed = mark_ - 1, given = mark_;
    const auto need = [&](std::span<const Literal> literals) {
        for (const Literal literal : literals)
            if (std::uint64_t& mark = marks_[option_of(literal)]; mark != given) mark = needed;
    };
    for (const Literal literal : clause) marks_[option_of(literal)] = given;
    need(conflict);
    const std::vector<Literal>& trail = assignment_.trail();
    for (std::size_t at = trail.size(); at-- > 0;) {
        const Literal literal = trail[at];
        const Index option = option_of(literal);
        if (assignment_.level(option) == 0) break;
        if (marks_[option] != needed) continue;
        log_reason(literal, hints);
        const Reason& reason = assignment_.reason(option);
        if (reason.kind == Reason::Kind::clause) {
            need(clauses_.literals(reason.index));
        } else {
            explain(literal);
            need(reason_);
        }
    }
    std::ranges::reverse(hints);
    const ClauseLog::Number number = log_->derive(clause, hints);
    log_->forget(std::exchange(passing_, {}));
    return number;
}

// Nothing is left.
void LearningSearch::log_end(std::span<const ClauseLog::Number> broken) {
    if (log_->is_closed()) return;
    std::vector<ClauseLog::Number> passing = std::exchange(passing_, {});
    log_facts();
    log_->derive({}, broken);
    log_->forget(passing);
}

// A solution that was found, and that what was decided leads to no other one.
ClauseLog::Number LearningSearch::log_solution(const Clause& decisions) {
    return log_derived(decisions, assignment_.trail(), {log_->exclude(cover_)});
}

}  // namespace excover::learning

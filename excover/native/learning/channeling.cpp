#include "learning/learning_search.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable learning_counted, learning_counts;
}

namespace excover::learning {

namespace {

class Channeling {
public:
    Channeling(const Problem& problem, ClauseLog* log)
        : problem_(problem),
          log_(log),
          columns_(options_of_items(problem)),
          shared_(problem.items(), 0),
          owners_(problem.options(), kNone),
          starts_{0} {
        for (Index item = 0; item < problem.items(); ++item)
            add_item(problem.lower(item), problem.upper(item), problem.is_colored(item));
        for (Index option = 0; option < problem.options(); ++option) {
            for (const Index e : problem.entries(option)) cover(problem.item(e), problem.color(e));
            end_option();
        }
    }

    Problem made() {
        for (Index item = 0; item < problem_.items(); ++item)
            if (problem_.is_colored(item)) replace(item);
        return Problem({lower_, upper_, colored_, starts_, entries_, colors_});
    }

private:
    // An option gives a color to the item that is looked at. At most one option of a holder is chosen: its owner, or
    // another item.
    struct Use {
        Index color, holder, entry;
    };

    void add_item(Index lower, Index upper, bool is_colored) {
        lower_.push_back(lower);
        upper_.push_back(upper);
        colored_.push_back(is_colored);
    }
    void cover(Index item, Index color) {
        entries_.push_back(item);
        colors_.push_back(color);
    }
    void end_option() { starts_.push_back(static_cast<Index>(entries_.size())); }

    void replace(Index item) {
        for_each_other(item, [&](Index other) { ++shared_[other]; });
        if (const std::vector<Index> owners = take_owners(item); !owners.empty()) {
            std::vector<Use> uses = uses_of(item);
            std::ranges::sort(uses, {}, [](const Use& use) { return std::tuple(use.color, use.holder, use.entry); });
            if (uses.front().color != uses.back().color) {
                if (log_) name_colors(item);
                add_values(item, uses, owners);
            }
        }
        for_each_other(item, [&](Index other) { shared_[other] = 0; });
        for (const Index option : columns_[item]) owners_[option] = kNone;
    }

    template <class Visit>
    void for_each_other(Index item, Visit visit) const {
        for (const Index option : columns_[item])
            for (const Index e : problem_.entries(option))
                if (!problem_.is_colored(problem_.item(e))) visit(problem_.item(e));
    }

    // The items of which all options color the item, the largest first; an option has at most one owner.
    std::vector<Index> take_owners(Index item) {
        std::vector<Index> owners;
        for_each_other(item, [&](Index other) {
            if (problem_.lower(other) == 1 && problem_.upper(other) == 1 && shared_[other] == columns_[other].size())
                owners.push_back(other);
        });
        std::ranges::sort(owners,
                          [&](Index a, Index b) { return std::pair(shared_[b], a) < std::pair(shared_[a], b); });
        owners.erase(std::ranges::unique(owners).begin(), owners.end());
        std::erase_if(owners, [&](Index owner) {
            const auto own = columns_[owner];
            if (std::ranges::any_of(own, [&](Index option) { return owners_[option] != kNone; })) return true;
            for (const Index option : own) owners_[option] = owner;
            return false;
        });
        return owners;
    }

    std::vector<Use> uses_of(Index item) const {
        std::vector<Use> uses;
        for (const Index option : columns_[item]) {
            Index holder = owners_[option], color = 0, entry = 0;
            for (const Index e : problem_.entries(option)) {
                const Index other = problem_.item(e);
                if (other == item) {
                    color = problem_.color(e);
                    entry = e;
                } else if (owners_[option] == kNone && !problem_.is_colored(other) && problem_.upper(other) == 1 &&
                           (holder == kNone || shared_[other] > shared_[holder])) {
                    holder = other;
                }
            }
            // Without one, it is alone: the number is that of no item.
            uses.push_back({color, holder == kNone ? problem_.items() + option : holder, entry});
        }
        return uses;
    }

    // The item, in each use, gives way to one of the holder and the color, and each color has a further option.
    void add_values(Index item, std::span<const Use> uses, const std::vector<Index>& owners) {
        const auto values = static_cast<Index>(lower_.size());  // this item is covered for all colors but one
        add_item(0, 0, false);
        if (log_) log_->further_item({ClauseLog::item(item), ClauseLog::item(owners[0])}, ClauseLog::Lemma::not_all);
        for (std::size_t k = 0; k < uses.size();) {
            const Index color = uses[k].color;
            std::vector<Index> without = owners;  // those that cannot give the color
            cover(values, 0);
            ++lower_[values];
            while (k < uses.size() && uses[k].color == color) {
                const Index holder = uses[k].holder;
                const bool is_owner = std::erase(without, holder) > 0;
                add_holder(item, holder, is_owner);
                for (; k < uses.size() && uses[k].color == color && uses[k].holder == holder; ++k) {
                    entries_[uses[k].entry] = static_cast<Index>(lower_.size() - 1);
                    colors_[uses[k].entry] = 0;
                }
            }
            for (const Index owner : without) add_holder(item, owner, true);
            end_option();
            if (log_) log_->further_option(-names_.at(color));
        }
        upper_[values] = --lower_[values];
    }

    void add_holder(Index item, Index holder, bool is_owner) {
        cover(static_cast<Index>(lower_.size()), 0);
        add_item(is_owner ? 1 : 0, 1, false);
        if (!log_) return;
        std::vector<ClauseLog::Number> shown_by{ClauseLog::item(item)};
        if (holder < problem_.items()) shown_by.push_back(ClauseLog::item(holder));
        log_->further_item(std::move(shown_by), is_owner ? ClauseLog::Lemma::some : ClauseLog::Lemma::none);
    }

    void name_colors(Index item) {
        names_.clear();
        for (const Index option : columns_[item])
            for (const Index e : problem_.entries(option))
                if (problem_.item(e) == item) names_.emplace(problem_.color(e), names_.size());
        const std::int64_t first = log_->name_colors(item, names_.size());
        for (auto& [color, name] : names_) name += first;
    }

    const Problem& problem_;
    ClauseLog* const log_;
    std::map<Index, std::int64_t> names_;  // of a color of the item that is looked at, in the log
    const Lists<Index> columns_;
    std::vector<Index> shared_;  // of an item: its options that color the item that is looked at
    std::vector<Index> owners_;  // of an option, of the item that is looked at; or kNone
    std::vector<Index> lower_, upper_, starts_, entries_, colors_;
    std::vector<std::uint8_t> colored_;
};

// The marks of a graph become those of further options.
class Marks {
public:
    Marks(const Problem& problem, const rules::GlobalConstraints& global_constraints, ClauseLog* log)
        : problem_(problem),
          log_(log),
          sizes_(problem.items(), 0),
          shared_(problem.items(), 0),
          next_(problem.options()),
          further_items_(problem.options()) {
        for (Index item = 0; item < problem.items(); ++item) {
            lower_.push_back(problem.lower(item));
            upper_.push_back(problem.upper(item));
            colored_.push_back(problem.is_colored(item));
        }
        for (Index e = 0; e < problem.entries(); ++e) ++sizes_[problem.item(e)];
        for (const Graph& graph : global_constraints.graphs()) add(graph);
    }

    MarkedProblem made() {
        std::vector<Index> starts{0}, entries, colors;
        for (Index option = 0; option < next_; ++option) {
            if (option < problem_.options())
                for (const Index e : problem_.entries(option)) {
                    entries.push_back(problem_.item(e));
                    colors.push_back(problem_.color(e));
                }
            entries.insert(entries.end(), further_items_[option].begin(), further_items_[option].end());
            colors.resize(entries.size(), 0);
            starts.push_back(static_cast<Index>(entries.size()));
        }
        Problem problem({lower_, upper_, colored_, starts, entries, colors});
        for (rules::GlobalConstraint& each : constraints_)
            each.starts.resize(problem.options() + std::size_t{1}, static_cast<Index>(each.places.size()));
        auto made = std::make_shared<const rules::GlobalConstraints>(problem, constraints_);
        return {problem, std::move(made)};
    }

private:
    using Graph = rules::GlobalConstraints::Graph;

    void add(const Graph& graph) {
        std::vector<std::vector<Index>> marked(next_);
        rules::GlobalConstraint& made = constraints_.emplace_back();
        made = {graph.has_lines(),
                {0},
                {},
                {0},
                {},
                {graph.areas().begin(), graph.areas().end()},
                {graph.ends().begin(), graph.ends().end()}};
        for (Index option = 0; option < graph.options(); ++option)
            marked[option].assign(graph.marked(option).begin(), graph.marked(option).end());
        for (Index place = 0; place < graph.places(); ++place) {
            if (!graph.has_lines())
                for (const rules::GlobalConstraints::Way& way : graph.ways(place)) made.near.push_back(way.to);
            made.near_starts.push_back(static_cast<Index>(made.near.size()));
            if (graph.has_lines() || !graph.areas().empty()) continue;
            std::vector<Index> markers(graph.markers(place).begin(), graph.markers(place).end());
            markers.erase(std::ranges::unique(markers).begin(), markers.end());
            const Index owner = markers.size() < 2 ? kNone : owner_of(markers);
            if (owner == kNone) continue;
            for (const Index option : markers) std::erase(marked[option], place);
            const bool is_certain = problem_.lower(owner) == 1 && sizes_[owner] == markers.size();
            if (log_) name_mark(place, owner, is_certain);
            add_mark(markers, is_certain);
            marked.resize(next_);
            marked.back() = {place};
        }
        for (const std::vector<Index>& places : marked) {
            made.places.insert(made.places.end(), places.begin(), places.end());
            made.starts.push_back(static_cast<Index>(made.places.size()));
        }
    }

    // An item that all of these options have, so that at most one of them is chosen; or kNone.
    Index owner_of(const std::vector<Index>& markers) {
        Index owner = kNone;
        for (const Index option : markers)
            for (const Index e : problem_.entries(option)) ++shared_[problem_.item(e)];
        for (const Index e : problem_.entries(markers[0])) {
            const Index item = problem_.item(e);
            const bool is_of_all = shared_[item] == markers.size() && !problem_.is_colored(item);
            if (is_of_all && problem_.upper(item) == 1 && (owner == kNone || sizes_[item] < sizes_[owner]))
                owner = item;
        }
        for (const Index option : markers)
            for (const Index e : problem_.entries(option)) shared_[problem_.item(e)] = 0;
        return owner;
    }

    // An option for the mark, the last one, and before it, unless the place is marked in any case, one for none.
    void add_mark(const std::vector<Index>& markers, bool is_certain) {
        const auto item = static_cast<Index>(lower_.size());
        const Index last = next_ + !is_certain;
        next_ = last + 1;
        further_items_.resize(next_);
        further_items_[last].push_back(item);
        if (!is_certain) {
            further_items_[last - 1] = {item, item + 1};
            for (const Index option : markers) further_items_[option].push_back(item + 1);
        }
        lower_.resize(lower_.size() + 1 + !is_certain, 1);
        upper_.resize(lower_.size(), 1);
        colored_.resize(lower_.size(), 0);
    }

    // The constraint of the mark, and those of the owner, show what follows.
    void name_mark(Index place, Index owner, bool is_certain) {
        ClauseLog::Number mark = 0;
        const std::int64_t name = log_->name_mark(static_cast<Index>(constraints_.size() - 1), place, mark);
        std::vector<ClauseLog::Number> shown_by{mark};
        shown_by.insert(shown_by.end(), log_->shown_by(owner).begin(), log_->shown_by(owner).end());
        if (is_certain) {
            log_->further_item(std::move(shown_by), ClauseLog::Lemma::some);
        } else {
            log_->further_item({});  // both options have the same name
            log_->further_item(std::move(shown_by));
            log_->further_option(-name);
        }
        log_->further_option(name);
    }

    const Problem& problem_;
    ClauseLog* const log_;
    std::vector<Index> sizes_, shared_;  // of an item: its options; those among the ones that are looked at
    Index next_;  // the number of the next further option
    std::vector<std::vector<Index>> further_items_;  // of an option
    std::vector<Index> lower_, upper_;
    std::vector<std::uint8_t> colored_;
    std::vector<rules::GlobalConstraint> constraints_;
};

class Counts {
    static constexpr std::uint64_t kBytes = 600;  // of the clauses of a count, while the memory for all grows

public:
    Counts(const Problem& problem, std::uint64_t bytes)
        : problem_(problem),
          next_(problem.options()),
          columns_(options_of_items(problem)),
          is_counted_(problem.items()) {
        for (Index item = 0; item < problem.items(); ++item) {
            if (problem.is_colored(item)) continue;
            const auto column = columns_[item];
            const auto size = static_cast<Index>(column.size());
            const Index lower = problem.lower(item), upper = std::min(problem.upper(item), size);
            if (lower > upper || (lower == 0 && upper == size)) continue;
            const bool is_of_refused = width(size, size - upper, size - lower) < width(size, lower, upper);
            const Index low = is_of_refused ? size - upper : lower, high = is_of_refused ? size - lower : upper;
            if (high == 1 || (low == 1 && high == size) || size < tuning::learning_counted) continue;
            const std::uint64_t counts = std::uint64_t{width(size, low, high)} * size;
            if (counts > tuning::learning_counts || kBytes * counts > bytes) continue;
            bytes -= kBytes * counts;
            is_counted_[item] = 1;
            std::vector<Literal> literals;
            for (const Index option : column) literals.push_back(is_of_refused ? refused(option) : chosen(option));
            count(literals, low, high);
        }
    }

    bool has_any() const { return next_ > problem_.options(); }
    const std::vector<std::uint8_t>& is_counted() const { return is_counted_; }
    const std::vector<std::vector<Literal>>& clauses() const { return clauses_; }

    Problem made() {
        std::vector<Index> lower, upper, starts{0}, entries, colors;
        std::vector<std::uint8_t> colored;
        for (Index item = 0; item < problem_.items(); ++item) {
            lower.push_back(problem_.lower(item));
            upper.push_back(problem_.upper(item));
            colored.push_back(problem_.is_colored(item));
        }
        lower.push_back(0);  // an item that asks nothing, for further options
        upper.push_back(kNone);
        colored.push_back(0);
        is_counted_.push_back(1);
        for (Index option = 0; option < next_; ++option) {
            if (option < problem_.options()) {
                for (const Index e : problem_.entries(option)) {
                    entries.push_back(problem_.item(e));
                    colors.push_back(problem_.color(e));
                }
            } else {
                entries.push_back(problem_.items());
                colors.push_back(0);
            }
            starts.push_back(static_cast<Index>(entries.size()));
        }
        return Problem({lower, upper, colored, starts, entries, colors});
    }

private:
    static Index width(Index size, Index low, Index high) { return high < size ? high + 1 : low; }

    // s[j] states that at least j + 1 of those so far are true.
    void count(const std::vector<Literal>& literals, Index low, Index high) {
        const Index most = width(static_cast<Index>(literals.size()), low, high);
        std::vector<Literal> before;
        for (const Literal literal : literals) {
            std::vector<Literal> now(std::min<std::size_t>(before.size() + 1, most));
            for (std::size_t j = 0; j < now.size(); ++j) {
                if (before.empty()) {
                    now[j] = literal;
                    continue;
                }
                const Literal sum = now[j] = chosen(next_++);
                if (j < before.size()) clauses_.push_back({opposite(before[j]), sum});
                if (j == 0)
                    clauses_.push_back({opposite(literal), sum});
                else
                    clauses_.push_back({opposite(literal), opposite(before[j - 1]), sum});
                if (j < before.size())
                    clauses_.push_back({literal, before[j], opposite(sum)});
                else
                    clauses_.push_back({literal, opposite(sum)});
                if (j > 0) clauses_.push_back({before[j - 1], opposite(sum)});
            }
            before = std::move(now);
        }
        if (low > 0) clauses_.push_back({before[low - 1]});
        if (high < literals.size()) clauses_.push_back({opposite(before[high])});
    }

    const Problem& problem_;
    Index next_;
    const Lists<Index> columns_;
    std::vector<std::uint8_t> is_counted_;
    std::vector<std::vector<Literal>> clauses_;
};

}  // namespace

CountedProblem with_counts(const MarkedProblem& marked, std::uint64_t bytes) {
    const Index options = marked.problem.options();
    Counts counts(marked.problem, bytes);
    if (!counts.has_any()) return {marked.problem, marked.global_constraints, options, {}, {}};
    return {counts.made(), marked.global_constraints, options, counts.is_counted(), counts.clauses()};
}

Problem with_channeling(const Problem& problem, ClauseLog* log) {
    return problem.has_colors() ? Channeling(problem, log).made() : problem;
}

MarkedProblem with_marks(const Problem& problem, std::shared_ptr<const rules::GlobalConstraints> global_constraints,
                         ClauseLog* log) {
    if (!global_constraints) return {problem, nullptr};
    return Marks(problem, *global_constraints, log).made();
}

}  // namespace excover::learning

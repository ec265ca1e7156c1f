#include "learning/channeling.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace excover::learning {

namespace {

class Channeling {
public:
    explicit Channeling(const Problem& problem)
        : problem_(problem),
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
            if (uses.front().color != uses.back().color) add_values(uses, owners);
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
    void add_values(std::span<const Use> uses, const std::vector<Index>& owners) {
        const auto values = static_cast<Index>(lower_.size());  // this item is covered for all colors but one
        add_item(0, 0, false);
        for (std::size_t k = 0; k < uses.size();) {
            const Index color = uses[k].color;
            std::vector<Index> without = owners;  // those that cannot give the color
            cover(values, 0);
            ++lower_[values];
            while (k < uses.size() && uses[k].color == color) {
                const Index holder = uses[k].holder;
                const bool is_owner = std::erase(without, holder) > 0;
                add_holder(is_owner);
                for (; k < uses.size() && uses[k].color == color && uses[k].holder == holder; ++k) {
                    entries_[uses[k].entry] = static_cast<Index>(lower_.size() - 1);
                    colors_[uses[k].entry] = 0;
                }
            }
            for (std::size_t owner = 0; owner < without.size(); ++owner) add_holder(true);
            end_option();
        }
        upper_[values] = --lower_[values];
    }

    void add_holder(bool is_owner) {
        cover(static_cast<Index>(lower_.size()), 0);
        add_item(is_owner ? 1 : 0, 1, false);
    }

    const Problem& problem_;
    const Lists<Index> columns_;
    std::vector<Index> shared_;  // of an item: its options that color the item that is looked at
    std::vector<Index> owners_;  // of an option, of the item that is looked at; or kNone
    std::vector<Index> lower_, upper_, starts_, entries_, colors_;
    std::vector<std::uint8_t> colored_;
};

}  // namespace

Problem with_channeling(const Problem& problem) { return Channeling(problem).made(); }

}  // namespace excover::learning

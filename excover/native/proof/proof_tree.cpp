#include <charconv>

#include "core/tuning.hpp"
#include "diagram/diagram.hpp"
#include "proof/proof.hpp"

namespace excover::tuning {
extern Tunable proof_watch;
}

namespace excover::proof {

using diagram::TooLarge;

void ProofLines::begin(std::uint64_t state, Index item) {
    put(static_cast<std::int64_t>(state - last_));
    put(numbers_[item]);
    last_ = state;
}

std::uint64_t ProofLines::fresh() {
    put(1);
    return next_++;
}

void ProofLines::put(std::int64_t number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    text_.append(digits, end);
    text_.push_back(' ');
}

// A certificate that follows a search tree, depth first: its memory holds one path and the siblings on it.

namespace {

class ProofTree final : public ProofSearch {
public:
    ProofTree(const Problem& problem, std::vector<Index> numbers, std::uint64_t memory, std::span<const Index> path)
        : residual_(problem),
          lines_(std::move(numbers)),
          memory_(memory),
          base_(path.size()),
          path_(path.begin(), path.end()),
          child_(residual_.behind(path)) {
        require_room(1);
        lead_to_child(kNone, 1.0);
        lines_.end();
    }

    // After TooLarge the search is as it was before that state: what waits can still be given away.
    Stop run(const Allowance& allowance) override {
        const std::uint64_t last_node = saturated_sum(nodes_, allowance.nodes);
        Watch watch(allowance.seconds, tuning::proof_watch);
        while (!places_.empty()) {
            if (nodes_ >= last_node) return Stop::nodes;
            if (watch.is_over(updates_ + nodes_)) return Stop::time;
            expand();
        }
        return Stop::exhausted;
    }

    std::vector<std::uint64_t> solutions() const override { return {solutions_}; }
    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t updates() const override { return updates_; }
    std::string take() override { return lines_.take(); }

    // They are the children of one state, which is on the path to the state that was expanded last.
    std::vector<StolenState> split() override {
        std::vector<StolenState> given;
        if (nodes_ == 0) return given;
        std::size_t count = 0;
        for (; count < places_.size() && places_[count].depth == places_.front().depth; ++count) {
            const Place& place = places_[count];
            given.push_back(
                {place.id, {path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(place.depth)}, place.share});
            given.back().path.back() = place.step;
        }
        places_.erase(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(count));
        states_.erase(states_.begin(), states_.begin() + static_cast<std::ptrdiff_t>(count * residual_.words()));
        return given;
    }

private:
    // A state that waits: `step`, the last one of the path to it, leads to `depth` from the start.
    struct Place {
        std::uint64_t id;
        Index item, step;
        std::size_t depth;
        double share;
    };

    void expand() {
        const Place place = places_.back();
        std::vector<Word> state(states_.end() - static_cast<std::ptrdiff_t>(residual_.words()), states_.end());
        residual_.list_live(state, place.item, options_);
        require_room(options_.size() + 1);
        places_.pop_back();
        states_.resize(states_.size() - residual_.words());
        ++nodes_;
        lines_.begin(place.id, place.item);
        path_.resize(place.depth);
        if (place.depth > base_) path_.back() = place.step;
        path_.push_back(kNone);
        const bool may_refuse = residual_.least(state, place.item) == 0;
        const double share = place.share / static_cast<double>(options_.size() + (may_refuse ? 1 : 0));
        for (const Index option : options_) {
            child_ = state;
            residual_.choose(child_, option);
            residual_.settle(child_);
            lead_to_child(option, share);
            residual_.refuse(state, option);
        }
        if (may_refuse) {
            child_ = state;
            residual_.settle(child_);
            lead_to_child(kNone, share);
        }
        lines_.end();
    }

    void lead_to_child(Index step, double share) {
        ++updates_;
        if (const Index wiped_out = residual_.wiped_out(child_); wiped_out != kNone) return lines_.wiped_out(wiped_out);
        const Index item = residual_.best_item(child_);
        if (item == kNone) {
            lines_.solution();
            ++solutions_;
        } else {
            push(child_, {lines_.fresh(), item, step, path_.size(), share});
        }
    }

    // For so many more states, each vector being twice as large as needed at times.
    void require_room(std::size_t more) const {
        if (states_.size() * sizeof(Word) + places_.size() * sizeof(Place) +
                more * (residual_.words() * sizeof(Word) + sizeof(Place)) >
            memory_ / 2)
            throw TooLarge("the states of a certificate take too much memory");
    }

    void push(const std::vector<Word>& state, const Place& place) {
        states_.insert(states_.end(), state.begin(), state.end());
        places_.push_back(place);
    }

    const Residual residual_;
    ProofLines lines_;
    const std::uint64_t memory_;
    const std::size_t base_;  // steps to the first state
    std::vector<Index> path_;  // to the children of the state that was expanded last; their own step is not in it
    std::vector<Place> places_;  // still to be expanded, the last one first,
    std::vector<Word> states_;  // and their states
    std::vector<Word> child_;
    std::vector<Index> options_;
    std::uint64_t solutions_ = 0, nodes_ = 0, updates_ = 0;
};

}  // namespace

std::unique_ptr<ProofSearch> make_proof_tree(const Problem& problem, std::vector<Index> numbers, std::uint64_t memory,
                                             std::span<const Index> path) {
    return std::make_unique<ProofTree>(problem, std::move(numbers), memory, path);
}

}  // namespace excover::proof

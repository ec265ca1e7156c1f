// A certificate that follows a search tree, depth first: its memory holds one path and the siblings on it.
#include "core/tuning.hpp"
#include "diagram/diagram.hpp"
#include "proof/proof.hpp"

namespace excover {

namespace {


class ProofTree final : public ProofSearch {
public:
    ProofTree(const Problem& problem, std::vector<Index> numbers, std::uint64_t memory)
        : residual_(problem), lines_(std::move(numbers)), memory_(memory), child_(residual_.words()) {
        for (Index item = 0; item < problem.items(); ++item)
            if (problem.is_primary(item)) primary_.push_back(item);
        child_ = residual_.start();
        lead_to_child();
        lines_.end();
    }

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

private:
    struct Place {
        std::uint64_t id;
        Index item;
    };

    void expand() {
        const Place place = places_.back();
        places_.pop_back();
        std::vector<Word> state(states_.end() - static_cast<std::ptrdiff_t>(residual_.words()), states_.end());
        states_.resize(states_.size() - residual_.words());
        ++nodes_;
        lines_.begin(place.id, place.item);
        residual_.list_live(state, place.item, options_);
        for (const Index option : options_) {
            child_ = state;
            residual_.choose(child_, option);
            residual_.settle(child_);
            lead_to_child();
            residual_.refuse(state, option);
        }
        if (residual_.least(state, place.item) == 0) {
            child_ = state;
            residual_.settle(child_);
            lead_to_child();
        }
        lines_.end();
    }

    void lead_to_child() {
        ++updates_;
        if (const Index starved = residual_.starved(child_); starved != kNone) return lines_.starved(starved);
        const Index item = best_item(child_);
        if (item == kNone) {
            lines_.solution();
            ++solutions_;
        } else {
            push(child_, lines_.fresh(), item);
        }
    }

    void push(const std::vector<Word>& state, std::uint64_t id, Index item) {
        if ((states_.size() + state.size()) * sizeof(Word) + places_.size() * sizeof(Place) > memory_ / 2)
            throw TooLarge("the states of a certificate take too much memory");
        states_.insert(states_.end(), state.begin(), state.end());
        places_.push_back({id, item});
    }

    // The open item with fewest branches; kNone if none is open.
    Index best_item(const std::vector<Word>& state) const {
        Index best = kNone, fewest = kNone;
        for (const Index item : primary_) {
            if (!residual_.is_open(state, item)) continue;
            const Index live = residual_.live(state, item), least = residual_.least(state, item);
            // Of n options of which k must be chosen, one of the first n - k + 1 is.
            const Index branches = least == 0 ? live + 1 : live < least ? 0 : live - least + 1;
            if (branches < fewest) {
                best = item;
                fewest = branches;
            }
        }
        return best;
    }

    const Residual residual_;
    ProofLines lines_;
    const std::uint64_t memory_;
    std::vector<Index> primary_;
    std::vector<Place> places_;  // still to be expanded, the last one first,
    std::vector<Word> states_;   // and their states
    std::vector<Word> child_;
    std::vector<Index> options_;
    std::uint64_t solutions_ = 0, nodes_ = 0, updates_ = 0;
};

}  // namespace

std::unique_ptr<ProofSearch> make_proof_tree(const Problem& problem, std::vector<Index> numbers,
                                             std::uint64_t memory) {
    return std::make_unique<ProofTree>(problem, std::move(numbers), memory);
}

}  // namespace excover

// Certificates of counts: for every residual problem that a search meets, the item it branches on and what each option
// leads to. docs/proof-format.md describes the lines, tools/check_proof.py checks them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "graph/layout.hpp"

namespace excover::proof {

// The rest of an exact cover problem after some options were chosen and others refused, in a normal form.
//
// A residual problem is the set of its live options (those that may still be chosen), the set of exactly-once items
// still to cover, and of every other primary item how often it must and may still be covered. The number of
// its solutions depends on nothing else, whatever led to it; so residual problems that are equal are counted once.
// tools/check_proof.py computes the same normal form: the states of a certificate of a count are residual problems.

using Word = std::uint64_t;

class Residual {
public:
    explicit Residual(const Problem& problem);

    const Problem& problem() const { return problem_; }

    // The words of a state: a bit an option, a bit an exactly-once item, and a word for each bounded item, which
    // has the least number in its upper and the most in its lower half. The most is never above the number of live
    // options, so that states differ only if they matter to what follows.
    std::size_t words() const { return words_; }

    std::vector<Word> start() const;
    // The state behind a path of choices from the start on, as a tree has it that branches on `best_item`: the option
    // that is chosen of each item, or kNone if all its options are refused. Throws std::invalid_argument if there is
    // no such path.
    std::vector<Word> behind(std::span<const Index> path) const;
    void choose(std::span<Word> state, Index option) const;
    static void refuse(std::span<Word> state, Index option) { clear(state, option); }

    // The normal form, after choosing and refusing.
    void settle(std::span<Word> state) const;

    // A primary item that fewer live options cover than must; kNone if there is none.
    Index wiped_out(std::span<const Word> state) const;

    // The open item with fewest branches, the first of several; kNone if none is open.
    Index best_item(std::span<const Word> state) const;

    // Of a primary item: must or may further options cover it?
    bool is_open(std::span<const Word> state, Index item) const;
    Index least(std::span<const Word> state, Index item) const;

    // The live options of an item: how many, and which, ascending.
    Index live(std::span<const Word> state, Index item) const;
    void list_live(std::span<const Word> state, Index item, std::vector<Index>& options) const;

private:
    // Some bits of one word of the options.
    struct Patch {
        Index word;
        Word bits;
    };
    struct Tint {
        Index color;
        std::vector<Patch> users;
    };

    static void clear(std::span<Word> state, Index bit) { state[bit / 64] &= ~(Word{1} << (bit % 64)); }
    static void add(std::vector<Patch>& patches, Index option);
    void number_items();
    void clear_users(std::span<Word> state, Index item) const;
    void keep_color(std::span<Word> state, Index item, Index color) const;
    bool has_live(std::span<const Word> state, Index item) const;

    const Problem& problem_;
    std::size_t option_words_, words_ = 0;
    std::vector<std::vector<Patch>> users_;  // of an item
    std::vector<std::vector<Tint>> tints_;  // of a colored item, colors ascending
    std::vector<Index> exact_, bounded_;  // the primary items
    std::vector<Index> place_;  // of an exact item its bit, of a bounded item its word
};

// The lines of a certificate. States are numbered from 0 on, in the order in which they are first referred to.
class ProofLines {
public:
    // `numbers`: of a primary item, its number in the certificate, from 1 on.
    explicit ProofLines(std::vector<Index> numbers) : numbers_(std::move(numbers)) {}

    void begin(std::uint64_t state, Index item);
    void solution() { put(0); }
    void wiped_out(Index item) { put(-static_cast<std::int64_t>(numbers_[item])); }
    std::uint64_t fresh();
    void again(std::uint64_t state) { put(static_cast<std::int64_t>(next_ - state + 1)); }
    void end() { text_.back() = '\n'; }

    // The text written since the last call.
    std::string take() { return std::exchange(text_, {}); }

private:
    void put(std::int64_t number);

    std::vector<Index> numbers_;
    std::string text_;
    std::uint64_t next_ = 0, last_ = UINT64_MAX;
};

// A state that a search gave away: its number, the way to it (see Residual::behind), and its share of the tree below
// the first state if every state divides its share evenly among its children.
struct StolenState {
    std::uint64_t number;
    std::vector<Index> path;
    double share;
};

// A search begins with the state behind a path, which is its first one.
class ProofSearch {
public:
    virtual ~ProofSearch() = default;

    // Goes on until all is written, or nodes or seconds are used up.
    virtual Stop run(const Allowance& allowance) = 0;
    const std::vector<std::uint64_t>& solutions() const { return total_; }  // once all is written
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t updates() const { return updates_; }
    std::string take() { return lines_.take(); }

    // Gives away the waiting states nearest to the first one: those whose numbers no line will expand. None before
    // anything is written, or if nothing can be given away.
    virtual std::vector<StolenState> split() { return {}; }

protected:
    ProofSearch(const Problem& problem, std::vector<Index> numbers, std::uint64_t memory)
        : residual_(problem), lines_(std::move(numbers)), memory_(memory) {}

    // Branches on an item of a state, whose live options are in `options_`: `lead(option)` finds each child in
    // `child_`, that of kNone where all are refused.
    template <class Lead>
    void branch(std::vector<Word>& state, Index item, const Lead& lead) {
        const bool may_refuse = residual_.least(state, item) == 0;
        const auto lead_to = [&](Index option) {
            residual_.settle(child_);
            ++updates_;
            lead(option);
        };
        for (const Index option : options_) {
            child_ = state;
            residual_.choose(child_, option);
            lead_to(option);
            residual_.refuse(state, option);
        }
        if (may_refuse) {
            child_ = state;
            lead_to(kNone);
        }
        lines_.end();
    }

    const Residual residual_;
    ProofLines lines_;
    const std::uint64_t memory_;
    std::vector<Word> child_;
    std::vector<Index> options_;
    std::vector<std::uint64_t> total_;
    std::uint64_t nodes_ = 0, updates_ = 0;
};

// Decides the items in a fixed order, as the graph engine does; equal states are written once. Throws TooLarge when
// the states of the boundary take more than `memory` bytes.
std::unique_ptr<ProofSearch> make_proof_frontier(const Problem& problem, std::vector<Index> numbers,
                                                 std::uint64_t memory, std::span<const Index> path = {});

// Branches on an item with fewest branches; a state for every node of the tree. TooLarge leaves the search as it was:
// it can go on when `split` has made room.
std::unique_ptr<ProofSearch> make_proof_tree(const Problem& problem, std::vector<Index> numbers, std::uint64_t memory,
                                             std::span<const Index> path = {});

}  // namespace excover::proof

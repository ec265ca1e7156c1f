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
#include "proof/residual.hpp"

namespace excover::proof {

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
    virtual std::vector<std::uint64_t> solutions() const = 0;  // once all is written
    virtual std::uint64_t nodes() const = 0;
    virtual std::uint64_t updates() const = 0;
    virtual std::string take() = 0;

    // Gives away the waiting states nearest to the first one: those whose numbers no line will expand. None before
    // anything is written, or if nothing can be given away.
    virtual std::vector<StolenState> split() { return {}; }
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

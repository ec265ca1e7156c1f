// Looks for weights of the items such that, by some modulus, every option weighs 0, but all that is to be covered does
// not. Then there is no solution, for the options of one weigh as much as what they cover.
//
// Weights are wanted first for items of which the number of options is fixed, then also for some that have bounds a..b:
// such an item has a slack, which may be 0 to b - a, and no choice of the slacks may make the whole weigh 0. Modulo a
// prime p they are found by elimination (C. F. Gauss) if there are any. A sum of the needs by options that is right
// modulo 2 may be wrong modulo 4: what elimination leaves of the options is then divisible by p in every column, and
// divided by it gives the same question once more, with fewer columns. So powers of primes cost little more than
// primes. Over the rational numbers weights exist just if they do modulo all large primes but a few; a single one
// represents these here. That all integers refute no more than prime powers is a theorem of L. Kronecker (1884). Of the
// primes between, those are tried that divide the size of an option.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"

namespace excover::linear {

// Some items, by places, and the rows of all options on them; no two are alike.
struct Part {
    std::vector<Index> items;  // of each place
    std::vector<Index> least, most;  // how often it must and may be covered
    std::vector<Index> starts{0}, places;

    std::size_t rows() const { return starts.size() - 1; }
    bool has_slack(std::size_t place) const { return least[place] < most[place]; }
    std::span<const Index> row(std::size_t k) const {
        return {places.data() + starts[k], places.data() + starts[k + 1]};
    }
};

// Elimination by one modulus, step by step.
class Elimination {
public:
    virtual ~Elimination() = default;

    // Takes in the next option, or tries the next weights; false when all is done.
    virtual bool step() = 0;

    virtual unsigned modulus() const = 0;  // of the weights that refute the problem; 0 if there are none
    virtual const std::vector<std::uint8_t>& weights() const = 0;  // by places
    virtual std::uint64_t updates() const = 0;  // numbers added up
};

class LinearRefutation final : public Engine {
public:
    // `problem` must outlive it. Looks for nothing if its tables could take more than `memory` bytes.
    LinearRefutation(const Problem& problem, std::uint64_t memory);
    LinearRefutation(const LinearRefutation&) = delete;
    LinearRefutation& operator=(const LinearRefutation&) = delete;
    ~LinearRefutation() override;

    // Goes on until nodes (steps: options taken in, and weights tried) or seconds are used up. `exhausted` once weights
    // are found, or are known not to be.
    Stop run(const Allowance& allowance) override;

    // The weights of a refutation and their modulus, which is 0 where there is none.
    unsigned modulus() const { return modulus_; }
    const std::vector<std::uint8_t>& weights() const { return weights_; }  // of every item

    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t updates() const override;  // numbers added up

private:
    bool is_usable(Index option) const;
    Index most(Index item) const;
    bool begin_elimination();
    bool begin_phase();
    std::vector<Index> fixed_items() const;
    std::vector<Index> items_with_slack() const;
    Part part_of(std::vector<Index> items) const;
    void add_rows(Part& part, std::size_t entries) const;
    void take_over();

    enum class Phase { none, fixed, slack };

    const Problem& problem_;
    const std::uint64_t memory_;
    std::vector<Index> usable_;  // of an item: the number of its options that can be in a solution
    Phase phase_ = Phase::none;
    Part part_;
    std::unique_ptr<Elimination> elimination_;
    std::size_t begun_ = 0;  // of the moduli, in this phase
    unsigned modulus_ = 0;
    std::vector<std::uint8_t> weights_;
    std::uint64_t nodes_ = 0, updates_ = 0;
};

}  // namespace excover::linear

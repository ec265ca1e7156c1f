// Is there a weight for each item such that every option weighs 0, but all that is to be covered does not, by some modulus?
// Then there is no solution, for the options of one weigh as much as what they cover.
//
// Weights are wanted for items of which the number of options is fixed. Modulo a prime p they are found by elimination
// (C. F. Gauss) wherever there are any. A sum of the needs by options that is right modulo 2 may be wrong modulo 4: what
// elimination leaves of the options is then divisible by p in every column, and divided by it gives the same question
// once more, with fewer columns. So powers of primes cost little more than primes. Over the rational numbers weights exist
// just if they do modulo all large primes but a few; a single one stands for them here. That all integers together tell no
// more than prime powers do is a theorem of L. Kronecker (1884).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/problem.hpp"
#include "core/run.hpp"

namespace excover {

// Elimination by one modulus, an option at a time.
class Elimination {
public:
    virtual ~Elimination() = default;

    // Goes on with the next option; false when all is done.
    virtual bool step() = 0;

    virtual unsigned modulus() const = 0;  // of the weights that refute the problem; 0 as long as there are none
    virtual std::vector<std::uint16_t> weights() const = 0;  // of the fixed items
    virtual std::uint64_t updates() const = 0;                // numbers added up
};

class LinearRefutation {
public:
    // `problem` must outlive it. Looks for nothing where a table could take more bytes than `memory`.
    LinearRefutation(const Problem& problem, std::uint64_t memory);
    LinearRefutation(const LinearRefutation&) = delete;
    LinearRefutation& operator=(const LinearRefutation&) = delete;
    ~LinearRefutation();

    // Goes on until nodes (options taken in) or seconds are used up. `exhausted` once weights are found, or are known not
    // to be.
    Stop run(const Allowance& allowance);

    // The weights of a refutation and their modulus, which is 0 where there is none.
    unsigned modulus() const { return modulus_; }
    const std::vector<std::uint16_t>& weights() const { return weights_; }  // of every item

    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t updates() const;  // numbers added up

private:
    void find_fixed();
    void take_over();

    const Problem& problem_;
    std::vector<Index> fixed_;                        // the items that are covered by a fixed number of options
    std::vector<std::vector<Index>> options_;         // of each option, its places among those; no two are alike
    std::vector<Index> needed_;                       // by each of them
    std::unique_ptr<Elimination> elimination_;
    std::size_t begun_ = 0;                           // of the moduli
    unsigned modulus_ = 0;
    std::vector<std::uint16_t> weights_;
    std::uint64_t nodes_ = 0, updates_ = 0;
};

}  // namespace excover

// What a sweep remembers at a level: bits, in words of 64.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace excover {

template <unsigned W>
struct State {
    std::array<std::uint64_t, W> words{};

    bool meets(const State& other) const {
        std::uint64_t common = 0;
        for (unsigned w = 0; w < W; ++w) common |= words[w] & other.words[w];
        return common != 0;
    }
    State operator|(const State& other) const {
        return combine(other, [](auto a, auto b) { return a | b; });
    }
    State operator&(const State& other) const {
        return combine(other, [](auto a, auto b) { return a & b; });
    }
    State operator+(const State& other) const {
        return combine(other, [](auto a, auto b) { return a + b; });
    }
    State operator-(const State& other) const {
        return combine(other, [](auto a, auto b) { return a & ~b; });
    }
    bool is_empty() const {
        std::uint64_t any = 0;
        for (const std::uint64_t word : words) any |= word;
        return any == 0;
    }
    int size() const {
        int sum = 0;
        for (const std::uint64_t word : words) sum += std::popcount(word);
        return sum;
    }
    bool operator==(const State&) const = default;
    auto operator<=>(const State&) const = default;

private:
    template <class Operation>
    State combine(const State& other, Operation operation) const {
        State result;
        for (unsigned w = 0; w < W; ++w) result.words[w] = operation(words[w], other.words[w]);
        return result;
    }
};

}  // namespace excover

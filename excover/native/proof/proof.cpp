#include "proof/proof.hpp"

#include <charconv>

namespace excover {

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

}  // namespace excover

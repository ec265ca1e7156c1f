#include "core/verify.hpp"

#include <algorithm>

namespace excover {

namespace {

std::string about(const char* what, Index number, const char* text) {
    return std::string(what) + " " + std::to_string(number) + " " + text;
}

}  // namespace

Verifier::Verifier(const Problem& problem)
    : problem_(problem), tally_(problem.items()), color_(problem.items()) {}

std::optional<std::string> Verifier::add(Index option) {
    for (Index e = problem_.start(option); e < problem_.start(option + 1); ++e) {
        const Index item = problem_.item(e);
        ++tally_[item];
        if (color_[item] != 0 && color_[item] != problem_.color(e)) return about("item", item, "gets two colors");
        color_[item] = problem_.color(e);
    }
    return std::nullopt;
}

std::optional<std::string> Verifier::fault(std::span<const Index> cover) {
    std::ranges::fill(tally_, 0);
    std::ranges::fill(color_, 0);
    for (std::size_t k = 0; k < cover.size(); ++k) {
        if (cover[k] >= problem_.options()) return about("option", cover[k], "does not exist");
        if (k > 0 && cover[k] <= cover[k - 1]) return about("option", cover[k], "is not in ascending order");
        if (auto wrong = add(cover[k])) return wrong;
    }
    for (Index item = 0; item < problem_.items(); ++item) {
        if (problem_.is_colored(item)) continue;
        if (tally_[item] < problem_.lower(item)) return about("item", item, "is covered too seldom");
        if (tally_[item] > problem_.upper(item)) return about("item", item, "is covered too often");
    }
    return std::nullopt;
}

std::optional<std::string> Verifier::fault(const Covers& covers) {
    for (std::size_t k = 0; k < covers.size(); ++k)
        if (auto wrong = fault(covers[k])) return "cover " + std::to_string(k) + ": " + *wrong;
    return std::nullopt;
}

}  // namespace excover

#include "core/verify.hpp"

#include <algorithm>

namespace excover {

namespace {

std::string about(const char* what, Index number, const char* text) {
    return std::string(what) + " " + std::to_string(number) + " " + text;
}

}  // namespace

Verifier::Verifier(const Problem& problem) : problem_(problem), tally_(problem.items()), color_(problem.items()) {}

std::optional<std::string> Verifier::add(Index option) {
    for (const Index e : problem_.entries(option)) {
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

SetVerifier::SetVerifier(const Problem& problem)
    : problem_(problem), words_(words(problem)), must_(words_), may_not_(words_), sets_(problem.options() * words_) {
    const auto add = [](std::uint64_t* set, Index item) { set[item / 64] |= std::uint64_t{1} << (item % 64); };
    for (Index item = 0; item < problem.items(); ++item) {
        EXCOVER_CHECK(!problem.is_colored(item) && problem.upper(item) <= 1);
        if (problem.lower(item) == 1) add(must_.data(), item);
        if (problem.upper(item) == 0) add(may_not_.data(), item);
    }
    for (Index option = 0; option < problem.options(); ++option)
        for (const Index e : problem.entries(option)) add(sets_.data() + option * words_, problem.item(e));
}

bool SetVerifier::is_right(std::span<const Index> cover) const {
    for (std::size_t k = 0; k < cover.size(); ++k)
        if (cover[k] >= problem_.options() || (k > 0 && cover[k] <= cover[k - 1])) return false;
    std::uint64_t wrong = 0;
    for (std::size_t at = 0; at < words_; at += kWords) {
        std::uint64_t once[kWords] = {}, twice[kWords] = {};
        for (const Index option : cover) {
            const std::uint64_t* set = sets_.data() + option * words_ + at;
            for (Index w = 0; w < kWords; ++w) {
                twice[w] |= once[w] & set[w];
                once[w] |= set[w];
            }
        }
        for (Index w = 0; w < kWords; ++w)
            wrong |= twice[w] | (must_[at + w] & ~once[w]) | (may_not_[at + w] & once[w]);
    }
    return wrong == 0;
}

std::optional<std::string> SetVerifier::fault(std::span<const Index> cover) const {
    if (is_right(cover)) return std::nullopt;
    const auto fault = Verifier(problem_).fault(cover);
    return fault ? fault : "the two ways to verify a solution disagree";
}

}  // namespace excover

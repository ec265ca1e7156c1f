// The lines of clues that were given, and the answers to them, which several threads find.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "lines/clues.hpp"

namespace excover {

// Of a line. `unknown`: not answered yet; `ambiguous`: two solutions were found, although the line should have one;
// `unreadable`: nothing draws one of its symbols where it stands.
enum class Answer : std::uint8_t { unknown, solved, none, ambiguous, unreadable };

constexpr std::size_t kNoLine = SIZE_MAX;

class LineAnswers {
public:
    // With `unique`, a line is searched until it is known to have no second solution.
    LineAnswers(Drawing drawing, bool unique) : drawing_(std::move(drawing)), unique_(unique) {}

    // The next lines, one behind the other, a symbol a place, and how many options a solution has at most.
    void load(std::span<const std::uint8_t> lines, std::size_t most);

    bool unique() const { return unique_; }
    std::size_t size() const { return answers_.size(); }
    std::size_t places() const { return drawing_.blank.size(); }
    std::size_t most() const { return most_; }

    // A line that nobody has taken yet, or kNoLine.
    std::size_t take() { return is_taken() ? kNoLine : taken(next_.fetch_add(1, std::memory_order_relaxed)); }
    bool is_taken() const { return next_.load(std::memory_order_relaxed) >= size(); }

    std::span<const std::uint8_t> line(std::size_t number) const {
        return {lines_.data() + number * places(), places()};
    }

    // A solution of a line, in place of the one before; what is wrong with it. Its options ascend.
    std::optional<std::string> keep(std::size_t number, std::span<const Index> cover);

    bool has_cover(std::size_t number) const { return sizes_[number] != 0; }
    void settle(std::size_t number, Answer answer) { answers_[number] = answer; }

    Answer answer(std::size_t number) const { return answers_[number]; }
    std::span<const Index> cover(std::size_t number) const { return {covers_.data() + number * most_, sizes_[number]}; }
    std::span<const std::uint8_t> drawn() const { return drawn_; }

private:
    std::size_t taken(std::size_t number) const { return number < size() ? number : kNoLine; }

    const Drawing drawing_;
    const bool unique_;
    std::size_t most_ = 0;
    std::vector<std::uint8_t> lines_, drawn_;
    std::vector<Answer> answers_;
    std::vector<Index> covers_, sizes_;
    std::atomic<std::size_t> next_ = 0;
};

}  // namespace excover

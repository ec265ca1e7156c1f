#include "lines/line_answers.hpp"

#include <algorithm>

#include "core/require.hpp"

namespace excover {

void LineAnswers::load(std::span<const std::uint8_t> lines, std::size_t most) {
    require(places() != 0 && lines.size() % places() == 0, "these are no whole lines");
    const std::size_t number = lines.size() / places();
    most_ = most;
    lines_.assign(lines.begin(), lines.end());
    drawn_.resize(lines.size());
    answers_.assign(number, Answer::unknown);
    covers_.resize(number * most_);
    sizes_.assign(number, 0);
    next_ = 0;
}

std::optional<std::string> LineAnswers::keep(std::size_t number, std::span<const Index> cover) {
    std::ranges::copy(cover, covers_.begin() + static_cast<std::ptrdiff_t>(number * most_));
    sizes_[number] = static_cast<Index>(cover.size());
    const std::span<std::uint8_t> drawn(drawn_.data() + number * places(), places());
    std::ranges::copy(drawing_.blank, drawn.begin());
    for (const Index option : cover)
        for (Index k = drawing_.starts[option]; k < drawing_.starts[option + 1]; ++k)
            drawn[drawing_.at[k]] = drawing_.symbols[k];
    bool agrees = true;
    for (std::size_t place = 0; place < places(); ++place) {
        const std::uint8_t clue = line(number)[place];
        agrees &= clue == 0 || clue == drawn[place];
    }
    return agrees ? std::nullopt : std::optional<std::string>("the solution of a line disagrees with a clue");
}

}  // namespace excover

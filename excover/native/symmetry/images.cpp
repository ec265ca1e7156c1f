#include "symmetry/images.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "symmetry/permutations.hpp"

namespace excover {

Images::Images(Index options, std::vector<Index> kept, std::vector<Index> elements, std::vector<Index> firsts,
               std::vector<Index> numbers)
    : options_(options),
      kept_(std::move(kept)),
      elements_(std::move(elements)),
      firsts_(std::move(firsts)),
      numbers_(std::move(numbers)) {
    const auto is_below = [](Index most) { return [most](Index number) { return number < most; }; };
    const std::size_t count = options == 0 ? 0 : elements_.size() / options;
    if (!std::ranges::all_of(kept_, is_below(options)) || elements_.size() != count * options ||
        firsts_.size() != std::size_t{options} + 1 || firsts_.front() != 0 || !std::ranges::is_sorted(firsts_) ||
        firsts_.back() != numbers_.size() || !std::ranges::all_of(numbers_, is_below(static_cast<Index>(count))))
        throw std::invalid_argument("the images do not fit the options");
    for (std::size_t k = 0; k < count; ++k)
        if (!is_permutation(std::span(elements_).subspan(k * options, options)))
            throw std::invalid_argument("an element is no permutation of the options");
}

void Images::add(std::span<const Index> cover, Covers& to) const {
    std::vector<Index> whole, image(cover.size());
    Index representative = kNone;
    for (const Index option : cover) {
        if (option >= kept_.size()) throw std::invalid_argument("there is no such option");
        whole.push_back(kept_[option]);
        if (firsts_[whole.back()] == firsts_[whole.back() + 1]) continue;
        if (representative != kNone) throw std::invalid_argument("two representatives in a cover");
        representative = whole.back();
    }
    if (representative == kNone) throw std::invalid_argument("no representative in a cover");
    for (Index k = firsts_[representative]; k < firsts_[representative + 1]; ++k) {
        const Index* element = elements_.data() + std::size_t{numbers_[k]} * options_;
        for (std::size_t at = 0; at < whole.size(); ++at) image[at] = element[whole[at]];
        std::ranges::sort(image);
        to.add(image);
    }
}

}  // namespace excover

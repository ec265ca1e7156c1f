#include "symmetry/canonical.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/tuning.hpp"
#include "symmetry/permutations.hpp"

namespace excover::tuning {
extern Tunable canonical_watch;
}

namespace excover::symmetry {

void CanonicalTest::load(std::span<const Index> ascending) {
    own_.assign(ascending.begin(), ascending.end());
    frames_.clear();
    is_first_ = own_.empty() || enter(own_);
}

std::optional<bool> CanonicalTest::run(double seconds) {
    Watch watch(seconds, tuning::canonical_watch);
    for (const std::uint64_t began = steps_; is_first_ && !frames_.empty();) {
        if (watch.is_over(steps_ - began)) return std::nullopt;
        Frame& frame = frames_.back();
        if (frame.next == frame.targets.size()) {
            frames_.pop_back();
            continue;
        }
        const Index to = frame.targets[frame.next++];
        const std::size_t level = frames_.size() - 1;
        std::vector<Index> images = frame.images;
        for (Index& image : images) image = group_.back(level, to, image);
        steps_ += images.size() + 1;
        std::ranges::sort(images);
        const Index below = level + 1 < group_.levels() ? group_.base(level + 1) : group_.degree();
        const Order order = compared(images, below);
        if (order == Order::before)
            is_first_ = false;
        else if (order == Order::same && own_.back() >= below)  // otherwise the whole image is settled, and the same
            is_first_ = enter(std::move(images));
    }
    return is_first_;
}

// Goes to the next level. False if the image then has a base point that the set has not: it is an earlier one.
bool CanonicalTest::enter(std::vector<Index> images) {
    const std::size_t level = frames_.size();
    if (level == group_.levels()) return true;
    Frame frame;
    for (const Index image : images)
        if (group_.is_in_orbit(level, image)) frame.targets.push_back(image);
    if (!std::ranges::binary_search(own_, group_.base(level))) {
        if (!frame.targets.empty()) return false;
        const std::span<const Index> orbit = group_.orbit(level);
        frame.targets.assign(orbit.begin(), orbit.end());
    }
    frame.images = std::move(images);
    frames_.push_back(std::move(frame));
    return true;
}

// By the points below a bound: the set that has the first point in which they differ comes first.
CanonicalTest::Order CanonicalTest::compared(const std::vector<Index>& images, Index below) const {
    for (std::size_t k = 0; k < own_.size() && (images[k] < below || own_[k] < below); ++k) {
        if (images[k] < own_[k]) return Order::before;
        if (images[k] > own_[k]) return Order::after;
    }
    return Order::same;
}

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

}  // namespace excover::symmetry

#include "symmetry/permutations.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/numbers.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable group_pool, group_quiet, group_steps;
}

namespace excover::symmetry {

namespace {

Index first_moved(const Permutation& permutation, Index from = 0) {
    const Index degree = static_cast<Index>(permutation.size());
    for (Index point = from; point < degree; ++point)
        if (permutation[point] != point) return point;
    return kNone;
}

Permutation inverse_of(const Permutation& permutation) {
    Permutation inverse(permutation.size());
    for (Index point = 0; point < permutation.size(); ++point) inverse[permutation[point]] = point;
    return inverse;
}

}  // namespace

void Steps::look() {
    next_ = taken_ + tuning::group_steps;
    look_();
}

bool is_permutation(std::span<const Index> images) {
    std::vector<bool> is_met(images.size());
    for (const Index image : images) {
        if (image >= images.size() || is_met[image]) return false;
        is_met[image] = true;
    }
    return true;
}

// A level is complete when all its Schreier generators are elements of the level behind it. The last comes first.
void PermutationGroup::add(Permutation generator, Steps& steps) {
    if (generator.size() != degree_ || !is_permutation(generator))
        throw std::invalid_argument("a generator is no permutation of the points");
    Permutation residue = generator;
    if (sift(residue, steps)) return;  // the identity, or a product of those before
    quiet_ = 0;
    if (pool_.empty()) pool_.assign(tuning::group_pool, generator);
    pool_[(generators_.size() + 1) % pool_.size()] = generator;
    generators_.push_back(std::move(generator));
    add_strong(std::move(residue), steps);
    while (at_ > 0)
        if (!probe(steps)) check_next(at_ - 1, steps);
}

// A random element, by product replacement (F. Celler, C. Leedham-Green, S. Murray, A. Niemeyer and E. O'Brien, 1995):
// most of the chain is found from a few of them, and fewer generators make fewer Schreier generators to be checked. The
// same numbers are drawn every time. False if enough of them have brought nothing new.
bool PermutationGroup::probe(Steps& steps) {
    if (quiet_ >= tuning::group_quiet) return false;
    const auto draw = [&](std::uint64_t below) { return mixed(draws_++) % below; };
    const std::uint64_t to = draw(pool_.size()), by = (to + 1 + draw(pool_.size() - 1)) % pool_.size();
    for (Index& image : pool_[to]) image = pool_[by][image];
    Permutation residue = pool_[to];
    ++quiet_;
    if (sift(residue, steps)) return true;
    add_strong(std::move(residue), steps);
    quiet_ = 0;
    return true;
}

// The generator belongs to all levels up to that of the first point it moves.
void PermutationGroup::add_strong(Permutation generator, Steps& steps, bool is_shortcut) {
    const Index least = first_moved(generator);
    if (level_of_[least] == kNone) insert_level(least);
    inverse_.push_back(inverse_of(generator));
    strong_.push_back(std::move(generator));
    least_.push_back(least);
    is_shortcut_.push_back(is_shortcut);
    if (is_shortcut) return;
    const std::size_t level = level_of_[least];
    at_ = std::max(at_, level + 1);
    for (std::size_t k = 0; k <= level; ++k) grow(levels_[k], steps);
}

void PermutationGroup::insert_level(Index base) {
    const auto behind = std::ranges::find_if(levels_, [&](const Level& level) { return level.base > base; });
    if (static_cast<std::size_t>(behind - levels_.begin()) < at_) ++at_;
    Level level;
    level.base = base;
    level.slots.resize(degree_);
    plant(level);
    levels_.insert(behind, std::move(level));
    for (Index k = 0; k < levels_.size(); ++k) level_of_[levels_[k].base] = k;
}

void PermutationGroup::plant(Level& level) {
    level.orbit = {level.base};
    level.parents = level.edges = {kNone};
    level.depths = {0};
    level.checked.clear();
    std::ranges::fill(level.slots, kNone);
    level.slots[level.base] = 0;
}

// Where a branch becomes long, as that of a single cycle, its element becomes a shortcut (L. Babai, G. Cooperman,
// L. Finkelstein and A. Seress, Nearly linear time algorithms for permutation groups with a small base, ISSAC 1991).
void PermutationGroup::grow(Level& level, Steps& steps) {
    spread(level, steps);
    for (;;) {
        const auto deepest = std::ranges::max_element(level.depths);
        if (*deepest <= 4 + 2 * static_cast<std::size_t>(std::bit_width(level.orbit.size()))) return;
        const Index to = level.orbit[static_cast<std::size_t>(deepest - level.depths.begin())];
        Permutation element(degree_);
        for (Index point = 0; point < degree_; ++point) {
            element[up(level, to, point)] = point;
            steps.add(*deepest);
        }
        add_strong(std::move(element), steps, true);
        plant(level);
        spread(level, steps);
    }
}

void PermutationGroup::spread(Level& level, Steps& steps) {
    for (std::size_t at = 0; at < level.orbit.size(); ++at, steps.add(strong_.size()))
        for (Index s = 0; s < strong_.size(); ++s) {
            const Index image = strong_[s][level.orbit[at]];
            if (least_[s] < level.base || level.slots[image] != kNone) continue;
            level.slots[image] = static_cast<Index>(level.orbit.size());
            level.parents.push_back(level.orbit[at]);
            level.edges.push_back(s);
            level.depths.push_back(level.depths[at] + 1);
            level.orbit.push_back(image);
        }
}

// One Schreier generator. Where there is no further one, the level is complete.
void PermutationGroup::check_next(std::size_t k, Steps& steps) {
    Level& level = levels_[k];
    level.checked.resize(strong_.size(), 0);
    for (Index s = 0; s < strong_.size(); ++s) {
        if (least_[s] < level.base || is_shortcut_[s] || level.checked[s] == level.orbit.size()) continue;
        const Index point = level.orbit[level.checked[s]++], slot = level.slots[strong_[s][point]];
        if (level.edges[slot] == s && level.parents[slot] == point) return;  // the identity
        Permutation residue = schreier_generator(level, point, strong_[s], steps);
        if (!sift(residue, steps)) add_strong(std::move(residue), steps);
        return;
    }
    at_ = k;
}

// From the root to a point, by a generator, and back to the root: an element that fixes the base point.
Permutation PermutationGroup::schreier_generator(const Level& level, Index point, const Permutation& generator,
                                                 Steps& steps) const {
    Permutation element(degree_);
    const Index to = generator[point];
    const std::uint64_t each = depth(level, point) + depth(level, to) + 1;
    for (Index y = 0; y < degree_; ++y, steps.add(each)) element[up(level, point, y)] = up(level, to, generator[y]);
    return element;
}

// Divides an element by those of the transversals as far as it goes; true if the identity is left.
bool PermutationGroup::sift(Permutation& element, Steps& steps) const {
    for (Index point = 0; (point = first_moved(element, point)) != kNone; ++point) {
        if (level_of_[point] == kNone) return false;
        const Level& level = levels_[level_of_[point]];
        const Index to = element[point];
        if (level.slots[to] == kNone) return false;
        const std::uint64_t each = depth(level, to) + 1;
        for (Index& image : element) {
            image = up(level, to, image);
            steps.add(each);
        }
    }
    return true;
}

Index PermutationGroup::up(const Level& level, Index to, Index point) const {
    for (Index slot = level.slots[to]; slot != 0; slot = level.slots[level.parents[slot]])
        point = inverse_[level.edges[slot]][point];
    return point;
}

Index PermutationGroup::back(std::size_t level, Index to, Index point) const { return up(levels_[level], to, point); }

Index PermutationGroup::forth(std::size_t level, Index to, Index point) const {
    const Level& at = levels_[level];
    std::vector<Index> path;
    for (Index slot = at.slots[to]; slot != 0; slot = at.slots[at.parents[slot]]) path.push_back(at.edges[slot]);
    for (std::size_t k = path.size(); k-- > 0;) point = strong_[path[k]][point];
    return point;
}

std::uint64_t PermutationGroup::order() const {
    std::uint64_t order = 1;
    for (const Level& level : levels_)
        if (__builtin_mul_overflow(order, level.orbit.size(), &order)) return UINT64_MAX;
    return order;
}

std::uint64_t PermutationGroup::numbers() const {
    return degree_ * (generators_.size() + 2 * strong_.size() + levels_.size());
}

// Mixed radix, the last level least: its transversal is applied first.
Index PermutationGroup::image(std::uint64_t number, Index point) const {
    for (std::size_t k = levels_.size(); k-- > 0;) {
        const std::vector<Index>& orbit = levels_[k].orbit;
        point = forth(k, orbit[number % orbit.size()], point);
        number /= orbit.size();
    }
    return point;
}

bool PermutationGroup::contains(std::span<const Index> element) const {
    if (element.size() != degree_ || !is_permutation(element)) return false;
    Permutation rest(element.begin(), element.end());
    Steps steps;
    return sift(rest, steps);
}

// Of the element that takes the base points to these images.
std::uint64_t PermutationGroup::number_of(std::vector<Index> images) const {
    std::uint64_t number = 0;
    for (std::size_t k = 0; k < levels_.size(); ++k) {
        const Level& level = levels_[k];
        number = number * level.orbit.size() + level.slots[images[k]];
        for (std::size_t after = k + 1; after < levels_.size(); ++after)
            images[after] = up(level, images[k], images[after]);
    }
    return number;
}

// A class is what conjugation by generators reaches from one member. An element is known by its images of the base
// points, so that none is ever written out.
std::vector<PermutationGroup::Class> PermutationGroup::classes() const {
    std::vector<bool> is_known(order());
    std::vector<Permutation> inverses;
    for (const Permutation& generator : generators_) inverses.push_back(inverse_of(generator));
    std::vector<Class> found;
    std::vector<std::uint64_t> members;
    for (std::uint64_t first = 0; first < is_known.size(); ++first) {
        if (is_known[first]) continue;
        is_known[first] = true;
        members.assign(1, first);
        for (std::size_t at = 0; at < members.size(); ++at)
            for (std::size_t g = 0; g < generators_.size(); ++g) {
                std::vector<Index> images;
                for (const Level& level : levels_)
                    images.push_back(inverses[g][image(members[at], generators_[g][level.base])]);
                const std::uint64_t conjugate = number_of(std::move(images));
                if (is_known[conjugate]) continue;
                is_known[conjugate] = true;
                members.push_back(conjugate);
            }
        found.push_back({first, members.size()});
    }
    return found;
}

bool CanonicalTest::is_first(std::span<const Index> ascending, Steps& steps) {
    own_.assign(ascending.begin(), ascending.end());
    frames_.clear();
    bool is_first = own_.empty() || enter(own_);
    while (is_first && !frames_.empty()) {
        Frame& frame = frames_.back();
        if (frame.next == frame.targets.size()) {
            frames_.pop_back();
            continue;
        }
        const Index to = frame.targets[frame.next++];
        const std::size_t level = frames_.size() - 1;
        std::vector<Index> images = frame.images;
        for (Index& image : images) image = group_.back(level, to, image);
        steps.add(images.size() + 1);
        std::ranges::sort(images);
        const Index below = level + 1 < group_.levels() ? group_.base(level + 1) : group_.degree();
        const Order order = compared(images, below);
        if (order == Order::before)
            is_first = false;
        else if (order == Order::same && own_.back() >= below)  // otherwise the whole image is settled, and the same
            is_first = enter(std::move(images));
    }
    return is_first;
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

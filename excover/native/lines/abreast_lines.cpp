// Which of many searches is for which line. Several may share a line, each with a part of its tree; they form a
// chain, in the order of the tree.
#include "lines/clue_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable lines_finished, lines_watch;
}

namespace excover::lines {

using lanes::Instructions;

class Shares {
public:
    explicit Shares(Index searches) : links_(searches) {}

    std::size_t line(Index search) const { return links_[search].line; }  // or kNoLine
    Index before(Index search) const { return links_[search].before; }  // or kNone
    Index after(Index search) const { return links_[search].after; }
    bool is_alone(Index search) const { return before(search) == kNone && after(search) == kNone; }

    void begin(Index search, std::size_t line) { links_[search] = {line, kNone, kNone}; }

    // `search` takes over a part of the tree of `other`, the last one.
    void join(Index search, Index other) {
        links_[search] = {line(other), other, after(other)};
        if (after(other) != kNone) links_[after(other)].before = search;
        links_[other].after = search;
    }

    void leave(Index search) {
        if (before(search) != kNone) links_[before(search)].after = after(search);
        if (after(search) != kNone) links_[after(search)].before = before(search);
        links_[search] = {};
    }

private:
    struct Link {
        std::size_t line = kNoLine;
        Index before = kNone, after = kNone;
    };

    std::vector<Link> links_;
};

namespace {

constexpr Index kStates = AbreastTable::kStates;

bool has(const Block& states, Index state) { return (states.words[state / 64] >> (state % 64) & 1) != 0; }

Index number_of(const Block& states) {
    int number = 0;
    for (const std::uint64_t word : states.words) number += std::popcount(word);
    return static_cast<Index>(number);
}

}  // namespace

// The states, and what was put off in each. Between two calls of serve(), state l is bit l of every block; within it,
// word w of state 64 * k + r is word k of block 64 * w + r.
class AbreastLines::Worker final : public LineWorker {
public:
    Worker(const AbreastLines& shared, LineAnswers& answers)
        : answers_(answers),
          kernel_(shared.kernel_),
          table_(shared.table_),
          masks_(shared.masks_),
          verifier_(shared.verifier_),
          words_(table_.words()),
          alive_(std::size_t{words_} * 64),
          forced_(table_.rows()),
          single_(table_.items()),
          covered_(table_.items()),
          numbers_(static_cast<std::size_t>(std::bit_width(table_.primary()))),
          all_(table_.bits().blocks),
          line_(table_.bits().blocks),
          sizes_(table_.primary()),
          put_off_(
              new std::uint64_t[std::size_t{table_.most_choices()} * kStates * words_]),  // most of it is never touched
          shares_(kStates),
          states_(table_.states()) {
        states_.alive = alive_.data();
        states_.forced = forced_.data();
        states_.single = single_.data();
        states_.covered = covered_.data();
        for (Index row = 0; row < table_.rows(); ++row) set_bit(all_.data(), row);
        cover_.reserve(table_.rows());
    }

    void run(double seconds) override {
        Watch watch(seconds, tuning::lines_watch);
        for (std::uint64_t work = 0; !watch.is_over(work); work += table_.work_of_round()) {
            if (is_due()) serve();
            if (!has_line()) return;
            kernel_.round(states_);
        }
    }

    bool has_line() const override {
        return std::ranges::any_of(busy_.words, [](std::uint64_t word) { return word != 0; });
    }

    void forget() override {
        for (Index state = 0; state < kStates; ++state) shares_.leave(state);
        busy_ = {};
        std::ranges::fill(alive_, Block{});
    }

private:
    // Those with a solution, with a dead end, or with nothing that is forced.
    Block finished() const {
        Block finished;
        for (int w = 0; w < 8; ++w)
            finished.words[w] =
                busy_.words[w] & (states_.dead.words[w] | ~states_.many.words[w] | ~states_.changed.words[w]);
        return finished;
    }

    // Turning all states over takes as long as two or three rounds, so it waits for some to be finished.
    bool is_due() const { return number_of(finished()) * 100 >= number_of(busy_) * tuning::lines_finished; }

    void serve() {
        const Block finished = this->finished();
        Block wanted;
        for (int w = 0; w < 8; ++w)
            wanted.words[w] = finished.words[w] & states_.many.words[w] & ~states_.dead.words[w];
        kernel_.first_pairs(states_, &wanted, numbers_.data(), static_cast<Index>(numbers_.size()));
        kernel_.transpose(alive_.data(), words_);
        for (Index r = 0; r < 64; ++r)  // in the order in which they lie in memory
            for (Index state = r; state < kStates; state += 64)
                if (has(finished, state) && has(busy_, state)) go_on(state, has(wanted, state));
        fill();
        kernel_.transpose(alive_.data(), words_);
    }

    void go_on(Index state, bool has_no_pair) {
        if (has(states_.dead, state)) return turn_back(state);
        if (!has(states_.many, state)) return found(state);
        branch(state, has_no_pair ? smallest(state) : pair(state));
    }

    // The first item that has two options.
    Index pair(Index state) const {
        Index item = 0;
        for (std::size_t bit = 0; bit < numbers_.size(); ++bit) item |= Index{has(numbers_[bit], state)} << bit;
        return item;
    }

    // The first of the items with fewest options, of which there are several.
    Index smallest(Index state) {
        std::ranges::fill(sizes_, 0);
        for_rows(state, [&](Index row) {
            for (const Index item : table_.items_of(row))
                if (item < table_.primary()) ++sizes_[item];
        });
        for (Index& size : sizes_) size = size == 1 ? kNone : size;
        return static_cast<Index>(std::ranges::min_element(sizes_) - sizes_.begin());
    }

    // Chooses the first option of an item, and puts off the others.
    void branch(Index state, Index item) {
        EXCOVER_ASSERT(top_[state] < table_.most_choices());
        std::uint64_t* rest = put_off(state, top_[state]++);
        for (Index w = 0; w < words_; ++w) rest[w] = word(state, w);
        const Index first = first_of(rest, item);
        const std::uint64_t bit = std::uint64_t{1} << (first % 64), *set = table_.set_of(item);
        for (Index w = 0; w < words_; ++w) word(state, w) &= ~set[w];
        word(state, first / 64) |= bit;
        rest[first / 64] ^= bit;
    }

    // The first option of an item that a state has.
    Index first_of(const std::uint64_t* words, Index item) const {
        const std::uint64_t* set = table_.set_of(item);
        Index w = 0;
        while ((words[w] & set[w]) == 0) ++w;
        return 64 * w + static_cast<Index>(std::countr_zero(words[w] & set[w]));
    }

    // To what was put off last, or to the end.
    void turn_back(Index state) {
        if (top_[state] != bottom_[state]) return load(state, put_off(state, --top_[state]));
        const std::size_t line = shares_.line(state);
        if (shares_.is_alone(state)) answers_.settle(line, answers_.has_cover(line) ? Answer::solved : Answer::none);
        release(state);
    }

    // Of several solutions, the first in the order of the tree is kept, unless it is enough that there are two.
    void found(Index state) {
        const std::size_t line = shares_.line(state);
        if (answers_.unique()) {
            if (answers_.has_cover(line)) return end(state, Answer::ambiguous);
            keep(state);
            return turn_back(state);
        }
        keep(state);
        while (shares_.after(state) != kNone) release(shares_.after(state));
        if (shares_.is_alone(state)) answers_.settle(line, Answer::solved);
        release(state);
    }

    void end(Index state, Answer answer) {
        answers_.settle(shares_.line(state), answer);
        while (shares_.after(state) != kNone) release(shares_.after(state));
        while (shares_.before(state) != kNone) release(shares_.before(state));
        release(state);
    }

    void release(Index state) {
        shares_.leave(state);
        busy_.words[state / 64] &= ~(std::uint64_t{1} << (state % 64));
    }

    // Verified by code that uses no table of this search.
    void keep(Index state) {
        cover_.clear();
        for_rows(state, [&](Index row) { cover_.push_back(table_.option(row)); });
        if (auto wrong = verifier_.fault(cover_)) fault_ = *wrong;
        if (cover_.size() > table_.most_choices()) fault_ = "a solution has too many options";
        if (auto wrong = fault_.empty() ? answers_.keep(shares_.line(state), cover_) : std::nullopt) fault_ = *wrong;
    }

    // Gives states that are free another line, or what others have put off.
    void fill() {
        Index donor = 0;
        for (Index r = 0; r < 64; ++r)
            for (Index state = r; state < kStates; state += 64)
                if (!has(busy_, state) && !begin(state) && !take_over(state, donor)) return;
    }

    bool begin(Index state) {
        for (std::size_t line; (line = answers_.take()) != kNoLine;) {
            if (place_clues(answers_.line(line))) {
                shares_.begin(state, line);
                start(state, line_.data()->words);
                return true;
            }
            answers_.settle(line, Answer::unreadable);
        }
        return false;
    }

    bool place_clues(std::span<const std::uint8_t> line) {
        std::ranges::copy(all_, line_.begin());
        for (Index place = 0; place < line.size(); ++place) {
            if (line[place] == 0) continue;
            const Block* mask = masks_.mask(place, line[place]);
            if (mask == nullptr) return false;
            take_bits(line_.data(), mask, table_.bits().blocks);
        }
        return true;
    }

    // What was put off first is the largest part of a tree, and the last one in its order.
    bool take_over(Index state, Index& donor) {
        while (donor < kStates && (!has(busy_, donor) || top_[donor] == bottom_[donor])) ++donor;
        if (donor == kStates) return false;
        shares_.join(state, donor);
        start(state, put_off(donor, bottom_[donor]++));
        ++donor;
        return true;
    }

    void start(Index state, const std::uint64_t* words) {
        bottom_[state] = top_[state] = 0;
        busy_.words[state / 64] |= std::uint64_t{1} << (state % 64);
        load(state, words);
    }

    void load(Index state, const std::uint64_t* words) {
        for (Index w = 0; w < words_; ++w) word(state, w) = words[w];
    }

    std::uint64_t& word(Index state, Index w) { return alive_[std::size_t{64} * w + state % 64].words[state / 64]; }
    std::uint64_t* put_off(Index state, Index depth) const {
        return put_off_.get() + (std::size_t{depth} * kStates + state) * words_;
    }

    template <class Action>
    void for_rows(Index state, Action action) {
        for (Index w = 0; w < words_; ++w)
            for (std::uint64_t rows = word(state, w); rows != 0; rows &= rows - 1)
                action(64 * w + static_cast<Index>(std::countr_zero(rows)));
    }

    LineAnswers& answers_;
    const AbreastKernel kernel_;
    const AbreastTable& table_;
    const ClueMasks& masks_;
    const SetVerifier& verifier_;
    const Index words_;
    std::vector<Block> alive_, forced_, single_, covered_, numbers_, all_, line_;
    std::vector<Index> sizes_, cover_;
    const std::unique_ptr<std::uint64_t[]> put_off_;
    std::array<Index, kStates> bottom_{}, top_{};  // of what was put off
    Shares shares_;
    Block busy_{};
    Abreast states_;
};

AbreastLines::AbreastLines(const Problem& problem, std::span<const Index> options, std::span<const Index> items,
                           const Drawing& drawing, Instructions instructions)
    : kernel_(abreast_kernel(instructions)),
      table_(problem, options, items),
      masks_(problem, table_.bits(), drawing),
      verifier_(problem) {}

std::unique_ptr<LineWorker> AbreastLines::worker(LineAnswers& answers) const {
    return std::make_unique<Worker>(*this, answers);
}

}  // namespace excover::lines

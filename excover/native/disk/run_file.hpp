// Files of sorted runs: their codes, and how they are written and read.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/numbers.hpp"
#include "disk/disk_count.hpp"
#include "graph/frontier.hpp"

namespace excover::disk {

using graph::State;

// Numbers of any size in bytes, seven bits each, the lowest first, the highest bit set in all but the last (LEB128);
// and the checksum of what is written.
using Bytes = std::vector<std::uint8_t>;

inline void put_number(Bytes& into, std::uint64_t number) {
    for (; number > 127; number >>= 7) into.push_back(static_cast<std::uint8_t>(number | 128));
    into.push_back(static_cast<std::uint8_t>(number));
}

inline void put_number(Bytes& into, Number number) {
    std::size_t limbs = number.size();
    while (limbs > 1 && number[limbs - 1] == 0) --limbs;
    if (limbs == 1) return put_number(into, number[0]);
    const std::size_t bits = 64 * (limbs - 1) + static_cast<std::size_t>(std::bit_width(number[limbs - 1]));
    for (std::size_t at = 0; at < bits; at += 7) {
        const std::size_t k = at / 64, shift = at % 64;
        std::uint64_t piece = number[k] >> shift;
        if (shift > 57 && k + 1 < limbs) piece |= number[k + 1] << (64 - shift);
        into.push_back(static_cast<std::uint8_t>((piece & 127) | (at + 7 < bits ? 128 : 0)));
    }
}

// Reads numbers from a block. What ends too early, or is wider than there is room for, makes it invalid.
class NumberReader {
public:
    explicit NumberReader(std::span<const std::uint8_t> bytes = {}) : bytes_(bytes) {}

    bool is_valid() const { return is_valid_; }
    bool is_at_end() const { return at_ == bytes_.size(); }

    // As many limbs as the number needs.
    void get(std::vector<std::uint64_t>& number) {
        number.assign(1, 0);
        get_into([&](std::size_t limb) -> std::uint64_t* {
            if (limb >= number.size()) number.resize(limb + 1);
            return &number[limb];
        });
    }
    void get(std::span<std::uint64_t> number) {
        std::ranges::fill(number, 0);
        get_into([&](std::size_t limb) { return limb < number.size() ? &number[limb] : nullptr; });
    }

private:
    template <class Limb>
    void get_into(const Limb& limb) {
        for (std::size_t bit = 0;; bit += 7) {
            if (at_ == bytes_.size()) {
                is_valid_ = false;
                return;
            }
            const std::uint8_t byte = bytes_[at_++];
            put(bit, byte & 127u, limb);
            if (byte < 128) return;
        }
    }
    template <class Limb>
    void put(std::size_t bit, std::uint64_t piece, const Limb& limb) {
        const std::size_t shift = bit % 64;
        const std::uint64_t high = shift > 57 ? piece >> (64 - shift) : 0;
        if (piece << shift != 0) put_limb(limb(bit / 64), piece << shift);
        if (high != 0) put_limb(limb(bit / 64 + 1), high);
    }
    void put_limb(std::uint64_t* limb, std::uint64_t piece) {
        if (limb != nullptr) *limb |= piece;
        is_valid_ = is_valid_ && limb != nullptr;
    }

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    bool is_valid_ = true;
};

// Each step maps different sums to different sums: a change within one word is always seen, any other but once in 2^64.
inline std::uint64_t checksum(std::uint64_t sum, std::uint64_t word) {
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 32;
}

inline std::uint64_t word_at(std::span<const std::uint8_t> bytes) {
    std::uint64_t word = 0;
    for (std::size_t k = std::min<std::size_t>(8, bytes.size()); k-- > 0;) word = word << 8 | bytes[k];
    return word;
}

inline std::uint64_t checksum(std::uint64_t sum, std::span<const std::uint8_t> bytes) {
    sum = checksum(sum, bytes.size());
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) sum = checksum(sum, word_at(bytes.first<8>()));
    return bytes.empty() ? sum : checksum(sum, word_at(bytes));
}

inline void put_word(Bytes& into, std::uint64_t word) {
    for (unsigned k = 0; k < 8; ++k) into.push_back(static_cast<std::uint8_t>(word >> (8 * k)));
}

// A sorted run: states of a level, ascending, each with its number of ways, in blocks.
//
// A block is three words (its bytes, its records, its checksum) and its records. The checksum goes on from that of the
// block before, so that blocks can be neither left out nor exchanged. A record is the difference of the state to the
// one before it in its block, where states are numbers whose first word is the highest, and its number of ways.
inline constexpr std::uint64_t kBlockHead = 24, kMostBlockBytes = std::uint64_t{1} << 28;

// The words of a state as a number, the lowest limb first.
template <unsigned W>
std::array<std::uint64_t, W> limbs_of(const State<W>& state) {
    std::array<std::uint64_t, W> limbs = state.words;
    std::ranges::reverse(limbs);
    return limbs;
}

template <unsigned W>
class RunWriter {
public:
    RunWriter(Store& store, Index level, Index shard) : store_(store), target_(store.settings().block) {
        run_.number = store.new_number();
        run_.level = level;
        run_.shard = shard;
        run_.digest = run_.before = run_.seed();
        file_.emplace(DiskFile::create(store.path(run_)));
    }

    // States come ascending, each once.
    void put(const State<W>& state, Number ways) {
        EXCOVER_ASSERT(run_.records == 0 || last_ < state);
        auto number = limbs_of(state);
        if (records_ > 0) subtract(number, limbs_of(last_));
        put_number(block_, Number(number));
        put_number(block_, ways);
        last_ = state;
        ++records_;
        ++run_.records;
        if (block_.size() >= target_) end_block();
    }

    DiskRun finish() {
        if (records_ > 0) end_block();
        file_.reset();
        return run_;
    }

private:
    void end_block() {
        run_.digest = checksum(checksum(run_.digest, records_), block_);
        Bytes head;
        put_word(head, block_.size());
        put_word(head, records_);
        put_word(head, run_.digest);
        store_.take_room(kBlockHead + block_.size(), file_->path());
        run_.bytes += kBlockHead + block_.size();
        file_->write(head);
        file_->write(block_);
        block_.clear();
        records_ = 0;
    }

    Store& store_;
    const std::uint64_t target_;
    DiskRun run_;
    std::optional<DiskFile> file_;
    Bytes block_;
    std::uint64_t records_ = 0;
    State<W> last_;
};

template <unsigned W>
class RunReader {
public:
    // Goes on where the run ends.
    RunReader(const Store& store, const DiskRun& run) : run_(run), file_(DiskFile::open(store.path(run))) {
        const std::uint64_t skip = run.skip;
        load_block();
        while (has_next() && run_.skip < skip) advance();
    }

    bool has_next() const { return records_ > 0; }
    const State<W>& state() const { return state_; }
    Number ways() const { return ways_; }
    void advance() {
        ++run_.skip;
        if (--records_ > 0) return decode();
        if (!numbers_.is_at_end()) refuse("a block is too long");
        run_.offset += kBlockHead + block_.size();
        run_.before = digest_;
        load_block();
    }

    // The run from the present record on.
    const DiskRun& rest() const { return run_; }

private:
    void load_block() {
        run_.skip = 0;
        if (run_.offset == run_.bytes) {
            if (run_.before != run_.digest) refuse("its last block is another one");
            return;
        }
        std::array<std::uint8_t, kBlockHead> head;
        if (file_.read(run_.offset, head) != head.size()) refuse("it is too short");
        const std::span<const std::uint8_t> words(head);
        const std::uint64_t bytes = word_at(words), room = run_.bytes - run_.offset - kBlockHead;
        if (bytes > std::min(room, kMostBlockBytes)) refuse("a block has an impossible length");
        records_ = word_at(words.subspan(8));
        digest_ = word_at(words.subspan(16));
        block_.resize(bytes);
        if (file_.read(run_.offset + kBlockHead, block_) != bytes) refuse("it is too short");
        if (checksum(checksum(run_.before, records_), block_) != digest_ || records_ == 0)
            refuse("a checksum is wrong");
        numbers_ = NumberReader(block_);
        state_ = {};
        decode();
    }

    void decode() {
        std::array<std::uint64_t, W> more;
        numbers_.get(more);
        numbers_.get(ways_);
        auto number = limbs_of(state_);
        if (!numbers_.is_valid() || add(number, more) != 0) refuse("a record is wrong");
        std::ranges::reverse(number);
        state_.words = number;
    }

    [[noreturn]] void refuse(const char* reason) const {
        throw DiskError::damaged(file_.path(), std::string(reason) + " at byte " + std::to_string(run_.offset));
    }

    DiskRun run_;
    DiskFile file_;
    Bytes block_;
    NumberReader numbers_;
    std::uint64_t records_ = 0, digest_ = 0;  // records of the block from the present one on
    State<W> state_;
    std::vector<std::uint64_t> ways_;
};

// Several runs as one: equal states once, with the sum of their ways.
template <unsigned W>
class Merge {
public:
    Merge(const Store& store, std::span<const DiskRun> runs) {
        readers_.reserve(runs.size());
        for (const DiskRun& run : runs) readers_.emplace_back(store, run);
        for (std::size_t k = 0; k < readers_.size(); ++k) push(k);
    }
    Merge(const Merge&) = delete;
    Merge& operator=(const Merge&) = delete;

    bool has_next() const { return !heap_.empty(); }

    // The next state, and its ways in as many limbs as they need.
    State<W> take(std::vector<std::uint64_t>& ways) {
        const State<W> state = readers_[heap_.front()].state();
        ways.clear();
        while (has_next() && readers_[heap_.front()].state() == state) {
            std::ranges::pop_heap(heap_, after_);
            const std::size_t k = heap_.back();
            heap_.pop_back();
            add_to(ways, readers_[k].ways());
            readers_[k].advance();
            push(k);
        }
        return state;
    }

    // The runs from where they were taken up to.
    std::vector<DiskRun> rests() const {
        std::vector<DiskRun> result;
        for (const RunReader<W>& reader : readers_) result.push_back(reader.rest());
        return result;
    }

private:
    void push(std::size_t k) {
        if (!readers_[k].has_next()) return;
        heap_.push_back(k);
        std::ranges::push_heap(heap_, after_);
    }

    static void add_to(std::vector<std::uint64_t>& sum, Number more) {
        if (sum.size() < more.size()) sum.resize(more.size());
        if (const std::uint64_t carry = add(sum, more); carry != 0) sum.push_back(carry);
    }

    struct After {
        const std::vector<RunReader<W>>* readers;
        bool operator()(std::size_t a, std::size_t b) const { return (*readers)[b].state() < (*readers)[a].state(); }
    };

    std::vector<RunReader<W>> readers_;
    std::vector<std::size_t> heap_;
    After after_{&readers_};
};

}  // namespace excover::disk

// Counting with states on disk against counting in memory: in no memory and in much, killed and opened again
// everywhere, with files that were cut or changed.
#include "disk/disk_count.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>

#include "disk/run_file.hpp"
#include "graph/graph_count.hpp"
#include "support.hpp"

using namespace excover;
using namespace excover::disk;
using namespace excover::graph;
using namespace excover::test;

namespace {

namespace fs = std::filesystem;

using Limbs = std::vector<std::uint64_t>;

DiskSettings standard;

// A folder of its own, deleted at the end.
class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "excover-disk-XXXXXX").string();
        CHECK(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const fs::path& path() const { return path_; }
    DiskSettings settings(std::uint64_t limit = UINT64_MAX) const {
        DiskSettings result = standard;
        result.folder = path_.string();
        result.identity = "a test";
        result.limit = limit;
        return result;
    }
    // Becomes a copy of another one.
    void take(const Folder& other) const {
        for (const fs::path& file : files()) fs::remove(file);
        fs::copy(other.path(), path_, fs::copy_options::recursive);
        CHECK(files().size() == other.files().size());
    }
    std::vector<fs::path> files() const {
        std::vector<fs::path> found;
        for (const auto& entry : fs::directory_iterator(path_)) found.push_back(entry.path());
        std::ranges::sort(found);
        return found;
    }

private:
    fs::path path_;
};

Limbs trimmed(std::span<const std::uint64_t> number) {
    Limbs limbs(number.begin(), number.end());
    while (limbs.size() > 1 && limbs.back() == 0) limbs.pop_back();
    return limbs;
}

Limbs in_memory(const Problem& problem) {
    const auto count = make_graph_count(problem, 1 << 24, 1);
    CHECK(count->run({}) == Stop::exhausted);
    return trimmed(count->count());
}

std::unique_ptr<DiskCount> opened(const Problem& problem, const DiskSettings& settings, std::uint64_t memory = 0,
                                  unsigned threads = 1) {
    return make_disk_count(problem, memory, threads, settings);
}

void is_whole(const Problem& problem, const Limbs& expected, std::uint64_t memory, unsigned threads = 1) {
    const Folder folder;
    const auto count = opened(problem, folder.settings(), memory, threads);
    CHECK(count->run({}) == Stop::exhausted);
    CHECK(trimmed(count->count()) == expected);
    CHECK(count->run({}) == Stop::exhausted);
    CHECK(folder.files().size() == 1);  // the checkpoint
    const auto again = opened(problem, folder.settings(), memory);
    CHECK(trimmed(again->count()) == expected && again->nodes() == count->nodes());
    CHECK(again->run({}) == Stop::exhausted && trimmed(again->count()) == expected);
}

// Copies of the folder at any moment are what a kill leaves; a count goes on from each with the same number.
void survives_kills(const Problem& problem, const Limbs& expected, std::uint64_t memory, std::uint64_t nodes,
                    unsigned threads) {
    const Folder folder, copy;
    std::mt19937 random(1);
    const auto count = opened(problem, folder.settings(), memory, threads);
    bool is_done = false;
    while (!is_done) {
        is_done = count->run({.nodes = nodes}) == Stop::exhausted;
        if (random() % 3 == 0) count->save();
        if (random() % 4 != 0) continue;
        copy.take(folder);
        const auto other = opened(problem, copy.settings(), random() % 2 ? memory : 1 << 20, threads);
        CHECK(other->run({}) == Stop::exhausted);
        CHECK(trimmed(other->count()) == expected);
    }
    CHECK(trimmed(count->count()) == expected);
}

// Every process has a few nodes; some end without saving, so that their work is lost and done again.
void goes_on_in_many_processes(const Problem& problem, const Limbs& expected, std::uint64_t memory,
                               std::uint64_t nodes) {
    const Folder folder;
    std::mt19937 random(2);
    for (;;) {
        const auto count = opened(problem, folder.settings(), memory);
        const bool is_done = count->run({.nodes = nodes}) == Stop::exhausted;
        if (random() % 3 > 0) count->save();
        if (is_done) {
            CHECK(trimmed(count->count()) == expected);
            return;
        }
    }
}

std::string content(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

// The count, or nothing if the folder is refused as damaged.
std::optional<Limbs> counted(const Problem& problem, const Folder& folder) {
    try {
        const auto count = opened(problem, folder.settings());
        CHECK(count->run({}) == Stop::exhausted);
        return trimmed(count->count());
    } catch (const DiskError& error) {
        CHECK(error.kind() == DiskError::Kind::damaged);
        CHECK(!error.file().empty() && error.what() != std::string());
        return {};
    }
}

// Files cut at any length are refused, and those with a changed byte, unless it was read before the checkpoint and is
// not needed any more. Each trial begins with the same folder.
void refuses_damage(const Problem& problem, const Limbs& expected, std::uint64_t nodes, std::size_t stride) {
    const Folder folder, copy;
    {
        const auto count = opened(problem, folder.settings());
        CHECK(count->run({.nodes = nodes}) == Stop::nodes);
        count->save();
    }
    const auto after = [&](const fs::path& file, const std::string& bytes) {
        copy.take(folder);
        put(copy.path() / file.filename(), bytes);
        return counted(problem, copy);
    };
    std::size_t changes = 0, refused = 0;
    for (const fs::path& file : folder.files()) {
        const std::string bytes = content(file);
        for (std::size_t size = 0; size < bytes.size(); size += stride) CHECK(!after(file, bytes.substr(0, size)));
        CHECK(!after(file, bytes + "\n"));
        for (std::size_t at = 0; at < bytes.size(); at += stride) {
            std::string other = bytes;
            other[at] = static_cast<char>(other[at] ^ (1 << at % 8));
            const auto found = after(file, other);
            CHECK(!found || found == expected);
            ++changes;
            refused += !found;
        }
        copy.take(folder);
        fs::remove(copy.path() / file.filename());
        CHECK(!counted(problem, copy));
    }
    CHECK(2 * refused > changes);
    // Files that no checkpoint names are of no use, and another one does no harm.
    put(folder.path() / "1000000.states", "torn");
    put(folder.path() / "checkpoint.new", "torn");
    put(folder.path() / "notes", "of the user");
    CHECK(counted(problem, folder) == expected);
    CHECK(folder.files().size() == 2 && content(folder.path() / "notes") == "of the user");
}

// Two runs of the same length exchanged are found out, too, unless both were read before the checkpoint.
void refuses_exchanged_files(const Problem& problem, const Limbs& expected, std::uint64_t nodes) {
    const Folder folder, copy;
    {
        const auto count = opened(problem, folder.settings());
        CHECK(count->run({.nodes = nodes}) == Stop::nodes);
        count->save();
    }
    for (std::size_t a = 0; a < folder.files().size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            copy.take(folder);
            const auto files = copy.files();
            const std::string one = content(files[a]), other = content(files[b]);
            if (one.size() != other.size()) continue;
            put(files[a], other);
            put(files[b], one);
            const auto number = counted(problem, copy);
            if (!number) return;
            CHECK(*number == expected);
        }
    CHECK(false);
}

void keeps_to_a_limit(const Problem& problem, const Limbs& expected) {
    const Folder folder;
    std::uint64_t limit = 0;
    for (unsigned refused = 0;; ++refused) {
        try {
            const auto count = opened(problem, folder.settings(limit));
            const Stop stop = count->run({});
            CHECK(count->most_disk_bytes() <= limit);
            if (stop != Stop::exhausted) continue;
            CHECK(trimmed(count->count()) == expected && refused > 2);
            return;
        } catch (const DiskError& error) {
            CHECK(error.kind() == DiskError::Kind::limit);
            limit += 2000;
        }
    }
}

void refuses_another_count(const Problem& problem, const Problem& other) {
    const Folder folder;
    opened(problem, folder.settings())->save();
    CHECK(!counted(other, folder));
    DiskSettings settings = folder.settings();
    settings.identity = "another test";
    try {
        opened(problem, settings);
        CHECK(false);
    } catch (const DiskError& error) {
        CHECK(error.kind() == DiskError::Kind::damaged);
    }
    settings.folder += "/none";
    try {
        opened(problem, settings);
        CHECK(false);
    } catch (const DiskError& error) {
        CHECK(error.kind() == DiskError::Kind::system);
    }
}

void numbers_survive_their_code() {
    std::mt19937_64 random(3);
    Bytes bytes;
    std::vector<Limbs> numbers{{0}, {127}, {128}, {UINT64_MAX}, {0, 1}, {UINT64_MAX, UINT64_MAX}, {0, 0, 1}};
    for (int k = 0; k < 2000; ++k) {
        Limbs number(1 + random() % 4);
        for (std::uint64_t& limb : number) limb = random() >> random() % 64;
        numbers.push_back(trimmed(number));
    }
    for (const Limbs& number : numbers) put_number(bytes, Number(number));
    NumberReader reader(bytes);
    for (const Limbs& number : numbers) {
        Limbs found;
        reader.get(found);
        CHECK(found == number);
    }
    CHECK(reader.is_valid() && reader.is_at_end());
    const Bytes torn(bytes.begin(), bytes.end() - 1);
    NumberReader short_reader(torn);
    Limbs found;
    for (std::size_t k = 0; k < numbers.size(); ++k) short_reader.get(found);
    CHECK(!short_reader.is_valid());
    std::array<std::uint64_t, 1> narrow;
    NumberReader wide(bytes);
    for (std::size_t k = 0; k < 5; ++k) wide.get(narrow);
    CHECK(!wide.is_valid());
}

// Problems that a frontier search can do, of every kind.
std::vector<Problem> problems() {
    std::vector<Problem> found;
    for (unsigned seed = 0; seed < 150; ++seed)
        for (const Draft& draft : {Random(seed).draft(), exact_draft(seed)}) {
            Problem problem = draft.problem();
            if (!refuses([&] { make_graph_count(problem, 0, 1); })) found.push_back(std::move(problem));
        }
    return found;
}

}  // namespace

int main() {
    numbers_survive_their_code();
    const Problem board = dominoes(6, 6).problem(), chess = queens(8).problem();
    Draft large_draft = dominoes(6, 6);
    add_doublings(large_draft, 70);
    const Problem large = large_draft.problem();
    const Limbs many = {0, std::uint64_t{6728} << 6};
    for (const Problem& problem : problems()) is_whole(problem, in_memory(problem), 0);
    for (const std::uint64_t memory : {0, 20'000, 1 << 20, 1 << 24})
        for (const unsigned threads : {1u, 3u}) {
            is_whole(board, {6728}, memory, threads);
            is_whole(chess, {92}, memory, threads);
            is_whole(large, many, memory, threads);
        }
    is_whole(doublings(500).problem(), in_memory(doublings(500).problem()), 0);
    is_whole(queens(9).problem(), {352}, 100'000, 3);
    for (const unsigned threads : {1u, 3u}) {
        survives_kills(board, {6728}, 0, 7, threads);
        survives_kills(large, many, 10'000, 50, threads);
        survives_kills(chess, {92}, 10'000, 1000, threads);
    }
    goes_on_in_many_processes(chess, {92}, 10'000, 1000);
    goes_on_in_many_processes(large, many, 0, 60);
    refuses_damage(dominoes(4, 5).problem(), {95}, 12, std::getenv("THOROUGH") != nullptr ? 1 : 5);
    refuses_exchanged_files(chess, {92}, 500);
    keeps_to_a_limit(chess, {92});
    refuses_another_count(board, chess);
    // Small blocks, narrow merges and checkpoints at every step.
    standard.block = 1;
    standard.fan_in = 2;
    standard.merged = 3;
    is_whole(chess, {92}, 0);
    survives_kills(chess, {92}, 10'000, 1000, 3);
    standard.seconds = 0;
    is_whole(large, many, 0, 3);
    survives_kills(board, {6728}, 0, 11, 1);
}

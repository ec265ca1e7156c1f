#include "disk/disk_count.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <sstream>

#include "disk/run_file.hpp"

namespace excover::disk {

namespace {

constexpr int kReadable = 0644;

}  // namespace

DiskFile::DiskFile(std::string path, int flags)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), flags | O_CLOEXEC, kReadable)) {
    if (descriptor_ < 0) throw DiskError::of_system(path_);
}

DiskFile DiskFile::create(std::string path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw DiskError::of_system(path);
    return {std::move(path), O_WRONLY | O_CREAT | O_EXCL};
}

DiskFile DiskFile::open(std::string path) { return {std::move(path), O_RDONLY}; }

DiskFile::~DiskFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

std::uint64_t DiskFile::size() const {
    struct stat status{};
    if (::fstat(descriptor_, &status) != 0) throw DiskError::of_system(path_);
    return static_cast<std::uint64_t>(status.st_size);
}

void DiskFile::write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw DiskError::of_system(path_);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

std::size_t DiskFile::read(std::uint64_t offset, std::span<std::uint8_t> bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got =
            ::pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw DiskError::of_system(path_);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

void DiskFile::flush() {
    while (::fsync(descriptor_) != 0)
        if (errno != EINTR) throw DiskError::of_system(path_);
}

void flush_folder(const std::string& path) { DiskFile::open(path).flush(); }

namespace {

namespace fs = std::filesystem;

constexpr const char* kFirstLine = "excover disk count 1";
constexpr const char* kEnding = ".states";

std::span<const std::uint8_t> bytes_of(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string sum_line(const std::string& text) {
    return "checksum " + std::to_string(checksum(1, bytes_of(text))) + "\n";
}

template <class Numbers>
void put_line(std::ostream& into, const char* word, const Numbers& numbers) {
    into << word;
    for (const std::uint64_t number : numbers) into << ' ' << number;
    into << '\n';
}

std::vector<std::uint64_t> fields(const DiskRun& run) {
    return {run.number, run.level, run.shard, run.bytes, run.records, run.digest, run.offset, run.before, run.skip};
}

DiskRun run_of(const std::vector<std::uint64_t>& from) {
    DiskRun run;
    run.number = from[0];
    run.level = static_cast<Index>(from[1]);
    run.shard = static_cast<Index>(from[2]);
    run.bytes = from[3];
    run.records = from[4];
    run.digest = from[5];
    run.offset = from[6];
    run.before = from[7];
    run.skip = from[8];
    run.is_saved = true;
    return run;
}

std::string whole(const std::string& path) {
    const DiskFile file = DiskFile::open(path);
    std::string text(file.size(), '\0');
    text.resize(file.read(0, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
    return text;
}

// Whether a file has a name that path() gives; others are left alone.
bool is_run(const fs::path& path) {
    const std::string stem = path.stem().string();
    return path.extension() == kEnding && !stem.empty() && stem.find_first_not_of("0123456789") == std::string::npos;
}

// The numbers behind the first word of a line.
std::vector<std::uint64_t> numbers_of(std::istringstream& line) {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number; line >> number;) numbers.push_back(number);
    return numbers;
}

// The lines have their checksum, so they are what was written.
Checkpoint parsed(std::istringstream& lines) {
    Checkpoint result;
    for (std::string text; std::getline(lines, text);) {
        std::istringstream line(text);
        std::string word;
        line >> word;
        const std::vector<std::uint64_t> numbers = numbers_of(line);
        if (word == "done") result.is_done = true;
        if (word == "total") result.total = numbers;
        if (word == "widths") result.widths = numbers;
        if (word == "run") result.runs.push_back(run_of(numbers));
        if (word != "work") continue;
        result.nodes = numbers[0];
        result.updates = numbers[1];
        result.depth = numbers[2];
        result.milliseconds = numbers[3];
    }
    return result;
}

std::string text_of(const Checkpoint& checkpoint, const std::string& identity) {
    std::ostringstream text;
    text << kFirstLine << '\n' << identity << '\n';
    put_line(text, "work", std::array{checkpoint.nodes, checkpoint.updates, checkpoint.depth, checkpoint.milliseconds});
    put_line(text, "total", checkpoint.total);
    put_line(text, "widths", checkpoint.widths);
    for (const DiskRun& run : checkpoint.runs) put_line(text, "run", fields(run));
    if (checkpoint.is_done) text << "done\n";
    return text.str();
}

}  // namespace

std::uint64_t DiskRun::seed() const { return checksum(checksum(checksum(1, number), level), shard); }

Store::Store(DiskSettings settings) : settings_(std::move(settings)) {
    try {
        if (load()) {
            check_files();
            delete_others();
        } else {
            write(start_);
        }
    } catch (const fs::filesystem_error& error) {
        throw DiskError::of_system(settings_.folder, error.code());
    }
    most_bytes_ = bytes_.load();
}

std::string Store::path(const DiskRun& run) const {
    return settings_.folder + "/" + std::to_string(run.number) + kEnding;
}

// False if there is none, and no run either.
bool Store::load() {
    const std::string path = checkpoint_path();
    if (!fs::exists(path)) {
        for (const auto& entry : fs::directory_iterator(settings_.folder))
            if (is_run(entry.path())) throw DiskError::damaged(path, "it is missing, and files of states are there");
        return false;
    }
    const std::string text = whole(path), head = std::string(kFirstLine) + "\n" + settings_.identity + "\n";
    const std::size_t last = text.rfind("checksum ");
    if (last == std::string::npos || text.substr(last) != sum_line(text.substr(0, last)))
        throw DiskError::damaged(path, "its checksum is wrong");
    if (text.compare(0, head.size(), head) != 0) throw DiskError::damaged(path, "it is that of another count");
    std::istringstream lines(text.substr(head.size(), last - head.size()));
    start_ = parsed(lines);
    return true;
}

void Store::check_files() {
    for (const DiskRun& run : start_.runs) {
        const std::string file = path(run);
        if (!fs::exists(file)) throw DiskError::damaged(file, "it is missing");
        const std::uint64_t size = DiskFile::open(file).size();
        if (size != run.bytes)
            throw DiskError::damaged(
                file, "it has " + std::to_string(size) + " bytes instead of " + std::to_string(run.bytes));
        bytes_ += size;
        next_number_ = std::max(next_number_.load(), run.number + 1);
    }
}

// What was written after the last checkpoint.
void Store::delete_others() {
    std::set<fs::path> named;
    for (const DiskRun& run : start_.runs) named.insert(fs::path(path(run)).filename());
    std::vector<fs::path> others;
    for (const auto& entry : fs::directory_iterator(settings_.folder))
        if (is_run(entry.path()) && !named.contains(entry.path().filename())) others.push_back(entry.path());
    for (const fs::path& other : others) fs::remove(other);
}

void Store::take_room(std::uint64_t bytes, const std::string& file) {
    const std::uint64_t now = bytes_.fetch_add(bytes) + bytes;
    if (now > settings_.limit)
        throw DiskError(DiskError::Kind::limit, file, "the files would take more than the limit");
    for (std::uint64_t most = most_bytes_; most < now && !most_bytes_.compare_exchange_weak(most, now);) {
    }
}

std::uint64_t Store::room() const {
    std::error_code unknown;
    const fs::space_info space = fs::space(settings_.folder, unknown);
    const std::uint64_t left = settings_.limit - std::min(settings_.limit, bytes());
    return unknown ? left : std::min<std::uint64_t>(left, space.available);
}

void Store::save(Checkpoint& checkpoint, const std::vector<DiskRun>& dead) {
    for (DiskRun& run : checkpoint.runs)
        if (!run.is_saved) DiskFile::open(path(run)).flush();
    write(checkpoint);
    for (DiskRun& run : checkpoint.runs) run.is_saved = true;
    for (const DiskRun& run : dead) remove(run);
}

void Store::remove(const DiskRun& run) {
    std::error_code gone;
    fs::remove(path(run), gone);
    bytes_ -= run.bytes;
}

void Store::write(const Checkpoint& checkpoint) {
    const std::string text = text_of(checkpoint, settings_.identity), beside = checkpoint_path() + ".new";
    {
        DiskFile file = DiskFile::create(beside);
        file.write(bytes_of(text));
        file.write(bytes_of(sum_line(text)));
        file.flush();
    }
    std::error_code failed;
    fs::rename(beside, checkpoint_path(), failed);
    if (failed) throw DiskError::of_system(checkpoint_path(), failed);
    flush_folder(settings_.folder);
}

}  // namespace excover::disk

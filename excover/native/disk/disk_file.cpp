#include "disk/disk_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/disk_error.hpp"

namespace excover {

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

}  // namespace excover

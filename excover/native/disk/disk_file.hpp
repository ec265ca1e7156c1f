// Files of a count on disk: opened, read, written and flushed by the system's own calls, every error a DiskError.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace excover {

class DiskFile {
public:
    // A new file, in the place of an old one or of a link, whose target stays as it is.
    static DiskFile create(std::string path);
    static DiskFile open(std::string path);

    DiskFile(DiskFile&& other) noexcept
        : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
    DiskFile& operator=(DiskFile&& other) noexcept {
        std::swap(path_, other.path_);
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~DiskFile();

    const std::string& path() const { return path_; }
    std::uint64_t size() const;

    // At the end of what was written.
    void write(std::span<const std::uint8_t> bytes);

    // From an offset on; fewer bytes only at the end of the file.
    std::size_t read(std::uint64_t offset, std::span<std::uint8_t> bytes) const;

    // Returns when all that was written is on the disk.
    void flush();

private:
    DiskFile(std::string path, int flags);

    std::string path_;
    int descriptor_;
};

// Makes the names of the files of a folder durable.
void flush_folder(const std::string& path);

}  // namespace excover

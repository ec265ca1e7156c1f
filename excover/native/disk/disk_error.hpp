// What ended a count on disk. All that the last checkpoint has is still there.
#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace excover {

class DiskError : public std::runtime_error {
public:
    enum class Kind {
        system,   // what the system said of a file: the disk is full, say
        limit,    // the files would take more than they may
        damaged,  // a file does not hold what was written
    };

    DiskError(Kind kind, const std::string& file, const std::string& reason)
        : std::runtime_error(reason), kind_(kind), file_(file) {}

    static DiskError of_system(const std::string& file) { return {Kind::system, file, std::strerror(errno)}; }
    static DiskError damaged(const std::string& file, const std::string& reason) { return {Kind::damaged, file, reason}; }

    Kind kind() const { return kind_; }
    const std::string& file() const { return file_; }

private:
    Kind kind_;
    std::string file_;
};

}  // namespace excover

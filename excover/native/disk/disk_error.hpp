// What ended a count on disk. All that the last checkpoint has is still there.
#pragma once

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

namespace excover {

class DiskError : public std::runtime_error {
public:
    enum class Kind {
        system,  // what the system said of a file that cannot be used
        full,  // the same, where there is no room
        limit,  // the files would take more than they may
        damaged,  // a file does not hold what was written
    };

    DiskError(Kind kind, const std::string& file, const std::string& reason)
        : std::runtime_error(reason), kind_(kind), file_(file) {}

    static DiskError of_system(const std::string& file) { return of_system(file, {errno, std::generic_category()}); }
    static DiskError of_system(const std::string& file, std::error_code error) {
        const bool is_full =
            error == std::errc::no_space_on_device || error == std::errc::file_too_large || error.value() == EDQUOT;
        return {is_full ? Kind::full : Kind::system, file, error.message()};
    }
    static DiskError damaged(const std::string& file, const std::string& reason) {
        return {Kind::damaged, file, reason};
    }

    Kind kind() const { return kind_; }
    const std::string& file() const { return file_; }

private:
    Kind kind_;
    std::string file_;
};

}  // namespace excover

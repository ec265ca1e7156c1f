// Helper threads: as many as the system can start, since fewer do the same work.
//
// The runtime library allocates thread-local memory for exceptions when a thread throws its first one; if
// that fails, it ends the process ("cannot allocate memory for thread-local data: ABORT"), for instance under a tight
// `ulimit -v`. So a helper allocates it before it begins, or does not begin.
#pragma once

#include <atomic>
#include <cstdlib>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace excover {

class Helpers {
public:
    Helpers() = default;
    ~Helpers() {
        for (std::thread& thread : threads_) thread.join();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    std::size_t size() const { return threads_.size(); }

    // One more, which calls task(); false if the system has no thread, or no memory, for it.
    template <class Task>
    bool hire(Task task) {
        try {
            threads_.reserve(threads_.size() + 1);
            const auto begun = std::make_shared<std::atomic<Begun>>(Begun::not_yet);
            std::thread thread([begun, task = std::move(task)]() mutable {
                const bool able = can_throw();
                begun->store(able ? Begun::able : Begun::unable);
                begun->notify_one();
                if (able) task();
            });
            begun->wait(Begun::not_yet);
            const bool able = begun->load() == Begun::able;
            if (able)
                threads_.push_back(std::move(thread));
            else
                thread.join();
            return able;
        } catch (const std::exception&) {  // of the system, or of memory
            return false;
        }
    }

private:
    enum class Begun { not_yet, able, unable };

    // Far more than a thread needs.
    static constexpr std::size_t kRoom = 1 << 16;

    static bool can_throw() noexcept {
        void* volatile room = std::malloc(kRoom);
        if (room == nullptr) return false;
        std::free(room);
        return std::uncaught_exceptions() == 0;  // allocates the memory
    }

    std::vector<std::thread> threads_;
};

}  // namespace excover

// Helper threads: as many as the system can start, since fewer do the same work.
//
// The runtime library allocates thread-local memory for exceptions when a thread throws its first one; if
// that fails, it ends the process ("cannot allocate memory for thread-local data: ABORT"), for instance under a tight
// `ulimit -v`. So a helper allocates it before it begins, or does not begin.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "core/tuning.hpp"

namespace excover {

namespace tuning {
extern Tunable team_looks;
}

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

// Threads that share out the tasks of one step and then wait for the next.
//
// A step takes a few microseconds at least; so a waiting thread polls for a moment before it sleeps.
class Team {
public:
    // The caller is one of the threads; the others begin when there is work for them.
    explicit Team(unsigned threads) : wanted_(threads > 0 ? threads - 1 : 0) {}

    ~Team() {
        is_over_.store(true, std::memory_order_relaxed);
        begin_step();
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    unsigned threads() const { return wanted_ + 1; }

    // Calls task(k) for each k below `tasks`, once; by the caller alone if the tasks are `small`. Returns when all
    // are done, and then throws what one of them has thrown.
    template <class Task>
    void each(unsigned tasks, bool small, const Task& task) {
        if (small || wanted_ == 0) {
            for (unsigned k = 0; k < tasks; ++k) task(k);
            return;
        }
        hire();
        call_ = [](const void* own, unsigned k) { (*static_cast<const Task*>(own))(k); };
        task_ = &task;
        tasks_ = tasks;
        next_.store(0, std::memory_order_relaxed);
        busy_.store(static_cast<unsigned>(helpers_.size()), std::memory_order_relaxed);
        begin_step();
        work();
        for (unsigned busy; (busy = busy_.load(std::memory_order_acquire)) > 0;) wait(busy_, busy);
        if (const std::exception_ptr failure = std::exchange(failure_, nullptr)) {
            has_failed_.clear();
            std::rethrow_exception(failure);
        }
    }

private:
    void hire() {
        while (helpers_.size() < wanted_)
            if (!helpers_.hire([this, step = step_.load()] { help(step); }))
                wanted_ = static_cast<unsigned>(helpers_.size());
    }

    void begin_step() {
        step_.fetch_add(1, std::memory_order_release);
        step_.notify_all();
    }

    void help(unsigned seen) {
        for (;;) {
            wait(step_, seen);
            seen = step_.load(std::memory_order_acquire);
            if (is_over_.load(std::memory_order_relaxed)) return;
            work();
            if (busy_.fetch_sub(1, std::memory_order_release) == 1) busy_.notify_one();
        }
    }

    void work() {
        for (unsigned k; (k = next_.fetch_add(1, std::memory_order_relaxed)) < tasks_;) try {
                call_(task_, k);
            } catch (...) {
                if (!has_failed_.test_and_set()) failure_ = std::current_exception();
            }
    }

    static void wait(const std::atomic<unsigned>& value, unsigned old) {
        for (std::uint64_t look = 0; look < tuning::team_looks; ++look)
            if (value.load(std::memory_order_acquire) != old) return;
        value.wait(old, std::memory_order_acquire);
    }

    unsigned wanted_;
    void (*call_)(const void*, unsigned) = nullptr;
    const void* task_ = nullptr;
    unsigned tasks_ = 0;
    std::exception_ptr failure_;
    std::atomic_flag has_failed_;
    std::atomic<unsigned> step_ = 0, next_ = 0, busy_ = 0;
    std::atomic<bool> is_over_ = false;
    Helpers helpers_;  // the last member, so that threads end before the members that they use
};

}  // namespace excover

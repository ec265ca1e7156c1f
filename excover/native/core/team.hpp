// Threads that share out the tasks of one step and then wait for the next.
//
// A step takes a few microseconds at least; so a waiting thread polls for a moment before it sleeps.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <utility>

#include "core/helpers.hpp"
#include "core/tuning.hpp"

namespace excover {

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

// One tree searched by several threads.
//
// R. D. Blumofe and C. E. Leiserson, "Scheduling multithreaded computations by work stealing", J. ACM 46 (1999)
// 720-748, with guiding paths (core/engine.hpp): an idle thread steals the branches left at a node near the root of a
// busy one. A single search begins, so that a small problem has no overhead.
//
// The pieces of the tree stand in a list, in the order of the tree: what is stolen is put behind the piece that it
// comes from. So covers can be handed out in the order of a single search; those of a piece wait until the pieces
// before it are done. What waits is bounded: where it is too much, only the first piece goes on.
//
// Threads exist only within run(). Between two runs, everything can be read without a lock.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/engine.hpp"
#include "core/problem.hpp"

namespace excover::tree {

// How to share a tree. `ordered`: covers come in the order of the tree, and `room` bytes of them may wait. A single
// thread visits the first `head_start` nodes; a thread visits at most `grain` before it looks at the others.
struct Sharing {
    unsigned threads = 2;
    bool keep_covers = true, ordered = false;
    std::uint64_t room = UINT64_MAX, head_start = 20'000, grain = 100'000;
};

class ParallelSearch final : public Engine {
public:
    // `search` is at the root and keeps covers if these are to be kept.
    ParallelSearch(std::unique_ptr<TreeSearch> search, const Sharing& sharing);
    ParallelSearch(const ParallelSearch&) = delete;
    ParallelSearch& operator=(const ParallelSearch&) = delete;

    // Goes on until the allowance is used up. If it throws, it can be run again and nothing is lost.
    Stop run(const Allowance& allowance) override;

    const Covers& covers() const override { return covers_; }
    void clear_covers() override { covers_.clear(); }

    std::uint64_t solutions() const override { return solutions_; }  // those that covers() gave, or that were counted
    std::uint64_t nodes() const override;
    std::uint64_t updates() const override;
    std::uint64_t depth() const override;
    double share() const;  // of the tree that is left
    std::optional<double> progress() const override { return std::clamp(1 - share(), 0.0, 1.0); }
    Position position() const override;  // throws std::logic_error once the tree is shared

    void stay_alone(bool alone) override { sharing_.head_start = alone ? UINT64_MAX : 0; }

    std::size_t threads() const override { return workers_.size(); }
    std::uint64_t bytes_waiting() const { return numbers_waiting_ * sizeof(Index); }  // of covers

private:
    using Clock = std::chrono::steady_clock;
    using Lock = std::unique_lock<std::mutex>;

    // A part of the tree: it waits for a search, or is being searched, or is done and its covers wait.
    struct Piece {
        enum class State { open, taken, done };

        GuidingPath path;
        State state = State::open;
        Covers covers;
        std::size_t given = 0;  // of the covers
    };
    using Pieces = std::list<Piece>;

    struct Worker {
        std::unique_ptr<TreeSearch> search;
        Pieces::iterator piece;
        bool is_busy = false, must_enter = false;
        std::uint64_t noted = 0;  // of the solutions that the search found
    };

    void begin(const Allowance& allowance);
    bool is_alone() const;
    void add_workers();
    void search_together();
    void work(Worker& worker, bool is_main) noexcept;
    bool claim(Worker& worker, bool is_main);
    bool draw(const Worker& worker, bool is_main, Allowance& allowance);
    void settle(Worker& worker, Stop why, std::uint64_t drawn, std::uint64_t nodes_left);
    void take_covers(Worker& worker);
    void finish(Worker& worker);
    void share_out(Worker& worker);
    void wait(Lock& lock, bool is_main);
    void stop();

    bool must_wait(const Worker& worker) const;
    bool may_get_nodes_back() const { return nodes_left_ == 0 && nodes_drawn_ > 0; }
    bool is_first(Pieces::const_iterator piece) const;
    std::uint64_t ready() const;
    void hand_out();
    void hand_out(Piece& piece);
    Stop reason() const;

    Sharing sharing_;
    std::vector<Worker> workers_;
    Pieces pieces_;
    Covers covers_;
    std::uint64_t solutions_ = 0, found_ = 0;  // handed out, and not yet
    std::uint64_t numbers_waiting_ = 0;  // options in the covers of all pieces
    std::size_t undone_ = 1, open_ = 0;  // pieces
    std::size_t turn_ = 0;

    // Of a run; all that several threads use is used under the lock.
    std::mutex mutex_;
    std::condition_variable changed_;
    std::exception_ptr failure_;
    Clock::time_point deadline_;
    std::uint64_t last_solution_ = 0;
    std::uint64_t nodes_left_ = 0, nodes_drawn_ = 0;  // of the allowance: to be drawn, and drawn by workers that go on
    std::size_t idle_ = 0;
    bool is_over_ = false;
};

}  // namespace excover::tree

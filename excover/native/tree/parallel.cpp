#include "tree/parallel.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "core/team.hpp"
#include "core/tuning.hpp"

namespace excover::tuning {
extern Tunable parallel_watch;
}

namespace excover::tree {

namespace {

constexpr double kEndlessSeconds = 1e6;

}  // namespace

ParallelSearch::ParallelSearch(std::unique_ptr<TreeSearch> search, const Sharing& sharing) : sharing_(sharing) {
    pieces_.emplace_back().state = Piece::State::taken;
    workers_.push_back({std::move(search), pieces_.begin(), true});
}

Stop ParallelSearch::run(const Allowance& allowance) {
    begin(allowance);
    hand_out();
    if (undone_ > 0 && solutions_ < last_solution_) {
        if (is_alone()) work(workers_[0], true);
        if (!is_over_) search_together();
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
        hand_out();
    }
    return reason();
}

void ParallelSearch::begin(const Allowance& allowance) {
    last_solution_ = saturated_sum(solutions_, allowance.solutions);
    nodes_left_ = allowance.nodes;
    nodes_drawn_ = 0;
    const std::chrono::duration<double> time(std::min(allowance.seconds, kEndlessSeconds));
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
    is_over_ = false;
}

bool ParallelSearch::is_alone() const {
    return sharing_.threads < 2 || (workers_.size() == 1 && nodes() < sharing_.head_start);
}

// Those for which there is memory.
void ParallelSearch::add_workers() {
    try {
        while (workers_.size() < sharing_.threads) workers_.push_back({workers_[0].search->sibling(), pieces_.end()});
    } catch (const std::bad_alloc&) {
        sharing_.threads = static_cast<unsigned>(workers_.size());
    }
}

// A worker without a thread takes turns with the first one.
void ParallelSearch::search_together() {
    add_workers();
    Helpers threads;
    while (threads.size() + 1 < workers_.size())
        if (!threads.hire([this, k = threads.size() + 1] { work(workers_[k], false); })) break;
    const std::size_t turn = turn_++ % (workers_.size() - threads.size());
    work(turn == 0 ? workers_[0] : workers_[threads.size() + turn], true);
    const Lock lock(mutex_);
    stop();
}

void ParallelSearch::work(Worker& worker, bool is_main) noexcept {
    try {
        for (Allowance allowance; (worker.is_busy || claim(worker, is_main)) && draw(worker, is_main, allowance);) {
            if (worker.must_enter) worker.search->enter(worker.piece->path);
            worker.must_enter = false;
            const std::uint64_t last_node = worker.search->nodes() + allowance.nodes;
            const Stop why = worker.search->run(allowance);
            settle(worker, why, allowance.nodes, last_node - std::min(last_node, worker.search->nodes()));
        }
    } catch (...) {
        const Lock lock(mutex_);
        failure_ = std::current_exception();
        stop();
    }
}

// Takes the first open piece, as soon as there is one; false if the run ends before.
bool ParallelSearch::claim(Worker& worker, bool is_main) {
    Lock lock(mutex_);
    ++idle_;
    while (!is_over_ && open_ == 0) wait(lock, is_main);
    --idle_;
    if (is_over_) return false;
    worker.piece = std::ranges::find(pieces_, Piece::State::open, &Piece::state);
    worker.piece->state = Piece::State::taken;
    --open_;
    return worker.is_busy = worker.must_enter = true;
}

// What the worker may spend before its next look; false at the end of the run, or of being alone.
bool ParallelSearch::draw(const Worker& worker, bool is_main, Allowance& allowance) {
    Lock lock(mutex_);
    while (!is_over_ && (must_wait(worker) || may_get_nodes_back())) wait(lock, is_main);
    const double left = std::chrono::duration<double>(deadline_ - Clock::now()).count();
    if (nodes_left_ == 0 || left <= 0) stop();
    const bool had_its_start = workers_.size() == 1 && !is_alone();
    if (is_over_ || had_its_start) return false;
    const std::uint64_t fair = nodes_left_ / (2 * workers_.size()) + 1;
    allowance.nodes = std::min({nodes_left_, fair, sharing_.grain});
    nodes_left_ -= allowance.nodes;
    nodes_drawn_ += allowance.nodes;
    const bool is_direct = !sharing_.ordered || is_first(worker.piece);
    allowance.solutions = is_direct ? last_solution_ - solutions_ - ready() : UINT64_MAX;
    allowance.seconds = std::min(1e-6 * static_cast<double>(tuning::parallel_watch), left);
    return true;
}

void ParallelSearch::settle(Worker& worker, Stop why, std::uint64_t drawn, std::uint64_t nodes_left) {
    const Lock lock(mutex_);
    if (may_get_nodes_back()) changed_.notify_all();
    nodes_drawn_ -= drawn;
    nodes_left_ += nodes_left;
    take_covers(worker);
    if (why == Stop::exhausted) {
        finish(worker);
    } else if (idle_ > open_) {
        share_out(worker);
    }
    if (undone_ == 0 || ready() >= last_solution_ - solutions_) stop();
}

void ParallelSearch::take_covers(Worker& worker) {
    Covers& covers = worker.piece->covers;
    numbers_waiting_ -= covers.options.size();
    covers.add(worker.search->covers());
    numbers_waiting_ += covers.options.size();
    worker.search->clear_covers();
    found_ += worker.search->solutions() - worker.noted;
    worker.noted = worker.search->solutions();
}

void ParallelSearch::finish(Worker& worker) {
    worker.is_busy = false;
    worker.piece->state = Piece::State::done;
    if (worker.piece->covers.size() == 0) pieces_.erase(worker.piece);
    --undone_;
    changed_.notify_all();  // another piece may be the first one now
}

void ParallelSearch::share_out(Worker& worker) {
    Pieces piece(1);  // before the search gives anything away: this may fail
    auto stolen = worker.search->split();
    if (!stolen) return;
    piece.front().path = std::move(*stolen);
    pieces_.splice(std::next(worker.piece), piece);
    ++undone_;
    ++open_;
    changed_.notify_all();
}

// Until something has changed; the main thread ends the run when its time is over.
void ParallelSearch::wait(Lock& lock, bool is_main) {
    if (!is_main) {
        changed_.wait(lock);
    } else if (changed_.wait_until(lock, deadline_) == std::cv_status::timeout) {
        stop();
    }
}

void ParallelSearch::stop() {
    is_over_ = true;
    changed_.notify_all();
}

// Whether a piece is too far ahead. The first piece never is, so that at least one continues.
bool ParallelSearch::must_wait(const Worker& worker) const {
    return sharing_.ordered && bytes_waiting() >= sharing_.room && !is_first(worker.piece);
}

bool ParallelSearch::is_first(Pieces::const_iterator piece) const {
    return piece == std::ranges::find_if(pieces_, [](const Piece& other) { return other.state != Piece::State::done; });
}

// How many solutions could be handed out.
std::uint64_t ParallelSearch::ready() const {
    if (!sharing_.ordered || !sharing_.keep_covers) return found_;
    std::uint64_t ready = 0;
    for (const Piece& piece : pieces_) {
        ready += piece.covers.size() - piece.given;
        if (piece.state != Piece::State::done) break;
    }
    return ready;
}

void ParallelSearch::hand_out() {
    if (!sharing_.keep_covers) {
        const std::uint64_t number = std::min(found_, last_solution_ - solutions_);
        solutions_ += number;
        found_ -= number;
        return;
    }
    for (auto piece = pieces_.begin(); piece != pieces_.end() && solutions_ < last_solution_;) {
        hand_out(*piece);
        const bool is_done = piece->state == Piece::State::done && piece->covers.size() == 0;
        if (!is_done && sharing_.ordered) return;
        piece = is_done ? pieces_.erase(piece) : std::next(piece);
    }
}

void ParallelSearch::hand_out(Piece& piece) {
    for (; piece.given < piece.covers.size() && solutions_ < last_solution_; ++piece.given) {
        covers_.add(piece.covers[piece.given]);
        ++solutions_;
        --found_;
    }
    if (piece.given < piece.covers.size()) return;
    numbers_waiting_ -= piece.covers.options.size();
    piece.covers.clear();
    piece.given = 0;
}

Stop ParallelSearch::reason() const {
    if (undone_ == 0 && found_ == 0) return Stop::exhausted;
    if (solutions_ >= last_solution_) return Stop::solutions;
    return nodes_left_ == 0 ? Stop::nodes : Stop::time;
}

std::uint64_t ParallelSearch::nodes() const {
    std::uint64_t nodes = 0;
    for (const Worker& worker : workers_) nodes += worker.search->nodes();
    return nodes;
}

std::uint64_t ParallelSearch::updates() const {
    std::uint64_t updates = 0;
    for (const Worker& worker : workers_) updates += worker.search->updates();
    return updates;
}

std::uint64_t ParallelSearch::depth() const {
    std::uint64_t depth = 0;
    for (const Worker& worker : workers_) depth = std::max(depth, worker.search->depth());
    return depth;
}

Position ParallelSearch::position() const {
    if (workers_.size() > 1) throw std::logic_error("a search that several threads share has no position");
    return workers_[0].search->position();
}

double ParallelSearch::share() const {
    double share = 0;
    for (const Worker& worker : workers_)
        if (worker.is_busy) share += worker.must_enter ? worker.piece->path.share : worker.search->share();
    for (const Piece& piece : pieces_)
        if (piece.state == Piece::State::open) share += piece.path.share;
    return share;
}

}  // namespace excover::tree

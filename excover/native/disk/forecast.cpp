#include "disk/disk_count.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/tuning.hpp"
#include "disk/run_file.hpp"
#include "graph/frontier_search.hpp"

namespace excover::tuning {
extern Tunable graph_watch;
}

namespace excover::disk {

using namespace graph;

namespace {

// A level that seems to have more states has so many. What is computed from it, and squares of ways, are finite.
constexpr double kMostStates = 1e150;
constexpr int kWaysStep = 256;

// What the samples of earlier levels have sent to a level.
template <unsigned W>
struct Arrivals {
    StateTable<W> states;  // with the number of times that each was reached
    double seen = 0;  // all these times,
    double all = 0;  // and how many there are if all states are expanded
    double ways = 0;  // in which they are reached then, in units of 2^Sample::ways_unit_

    // How many different states there are. Of a state that is reached d times, each time is seen with the probability
    // p = seen / all. If d is 1, 2, 3, .. with geometrically falling frequency, its mean is 1 + (r - 1) / p, where r is
    // how often a state was seen on the average that was seen at all. Exact if all is seen. (J. Bunge and M.
    // Fitzpatrick, "Estimating the number of species: a review", JASA 88, 1993, has such models.)
    double different() const {
        if (states.size() == 0) return 0;
        return different(again());
    }

    // The logarithm of the factor by which there may be fewer, since few states were seen again. By the rule of three,
    // what was not seen once would be seen at most three times on the average (J. Hanley and A. Lippman-Hand, JAMA 249,
    // 1983). Without it, dominoes on 32x32 seem sure to have 10^43 states, and have less than 10^12: no sample meets
    // one of them twice.
    double doubt() const {
        if (states.size() == 0 || all <= seen) return 0;
        return std::log(different(again()) / different(again() + 3));
    }

private:
    double again() const { return seen - static_cast<double>(states.size()); }
    double different(double times_again) const {
        return all / (1 + times_again / static_cast<double>(states.size()) * all / seen);
    }
};

template <unsigned W>
class Sample final : public Forecast {
public:
    Sample(const Problem& problem, std::unique_ptr<Layout> layout, std::uint64_t memory, std::uint64_t most,
           std::uint64_t seed)
        : layout_(std::move(layout)),
          frontier_(problem, *layout_, memory),
          most_(most),
          seed_(seed),
          arrivals_(frontier_.levels()),
          widths_(frontier_.levels()) {
        if (!layout_->is_impossible() && frontier_.levels() > 0) arrive({frontier_.start(), 0, 0});
    }

    Stop run(double seconds) override {
        Watch watch(seconds, tuning::graph_watch);
        for (; level_ < frontier_.levels(); ++level_) {
            if (next_ == sample_.size() && !begin()) continue;
            for (; next_ < sample_.size(); ++next_) {
                if (watch.is_over(work_ + frontier_.work())) return Stop::time;
                expand(sample_[next_]);
            }
            note_bytes();
        }
        return Stop::exhausted;
    }

    std::span<const double> widths() const override { return widths_; }
    double updates() const override { return updates_; }
    double least_bytes() const override { return least_bytes_; }
    double most_bytes() const override { return most_bytes_; }
    std::uint64_t expanded() const override { return expanded_; }
    std::uint64_t expanded_updates() const override { return expanded_updates_; }
    bool is_exact() const override { return is_exact_; }
    double doubt() const override { return std::sqrt(square_of_doubt_); }

private:
    // Whether a level has states; then a sample of them, of which none is expanded.
    bool begin() {
        Arrivals<W>& here = arrivals_[level_];
        if (here.states.size() == 0) return false;
        widths_[level_] = std::min(here.different(), kMostStates);
        square_of_doubt_ += here.doubt() * here.doubt();
        take_sample(here.states);
        next_ = 0;
        here.states = StateTable<W>();
        weight_ = widths_[level_] / static_cast<double>(sample_.size());
        ways_ = here.ways / widths_[level_];
        while (ways_ > std::ldexp(1.0, kWaysStep)) rescale_ways();
        return true;
    }

    // Counts have any number of digits, and doubles end at 10^308.
    void rescale_ways() {
        ways_unit_ += kWaysStep;
        ways_ = std::ldexp(ways_, -kWaysStep);
        for (Arrivals<W>& each : arrivals_) each.ways = std::ldexp(each.ways, -kWaysStep);
    }

    // After the present level, whose runs are deleted when all is taken from them. Others have states of about the same
    // size.
    void note_bytes() {
        double waiting = widths_[level_], reached = 0;
        for (Index level = level_ + 1; level <= last_; ++level) waiting += arrivals_[level].different();
        for (Index level = level_; level <= last_; ++level) reached += arrivals_[level].all;
        const double each = state_bytes();
        least_bytes_ = std::max(least_bytes_, waiting * each);
        most_bytes_ = std::max(most_bytes_, reached * each);
    }

    // In a run, if all states of the level were there in order: the bytes of a difference, and of a number of ways.
    double state_bytes() {
        std::ranges::sort(sample_);
        const double fewer = std::log2(std::max(weight_, 1.0)) / 7;
        double sum = 0;
        for (std::size_t k = 1; k < sample_.size(); ++k) {
            Bytes bytes;
            auto number = limbs_of(sample_[k]);
            subtract(number, limbs_of(sample_[k - 1]));
            put_number(bytes, Number(number));
            sum += std::max(static_cast<double>(bytes.size()) - fewer, 1.0);
        }
        const double difference = sample_.size() == 1 ? 8.0 * W : sum / static_cast<double>(sample_.size() - 1);
        return difference + 1 + std::floor(std::max(std::log2(ways_) + ways_unit_, 0.0) / 7);
    }

    // Every state with the same probability, by its hash; at least one.
    void take_sample(StateTable<W>& states) {
        sample_.clear();
        const double share = static_cast<double>(most_) / static_cast<double>(states.size());
        if (share < 1) is_exact_ = false;
        while (states.has_next()) {
            const State<W> state = StateTable<W>::state(states.take());
            if (chance(state) < share || (sample_.empty() && !states.has_next())) sample_.push_back(state);
        }
    }
    double chance(const State<W>& state) const {
        return static_cast<double>(checksum(checksum(seed_, hash_of(state)), level_) >> 11) * 0x1p-53;
    }

    void expand(const State<W>& state) {
        part_.updates = 0;
        frontier_.prepare(level_);
        part_.expand(frontier_, {state, level_, 0}, [&](const auto&, const Place<W>& child) {
            if (child.level < frontier_.levels()) arrive(child);
        });
        updates_ += weight_ * static_cast<double>(part_.updates);
        expanded_updates_ += part_.updates;
        work_ += part_.updates + frontier_.choices(level_).size() + 1;
        ++expanded_;
    }

    void arrive(const Place<W>& child) {
        Arrivals<W>& there = arrivals_[child.level];
        if (there.states.is_full()) there.states.grow();
        std::uint64_t* slot = there.states.find(child.state);
        if (there.states.is_free(slot)) there.states.occupy(slot, child.state);
        ++StateTable<W>::number(slot)[0];
        there.seen += 1;
        there.all += weight_;
        there.ways += weight_ * ways_;
        last_ = std::max(last_, child.level);
    }

    std::unique_ptr<Layout> layout_;
    Frontier<W> frontier_;
    const std::uint64_t most_, seed_;
    std::vector<Arrivals<W>> arrivals_;  // at a level
    std::vector<State<W>> sample_;  // of the present level
    std::size_t next_ = 0;  // of the sample
    double weight_ = 1, ways_ = 1;  // how many states each of them stands for, and the mean of their ways,
    int ways_unit_ = 0;  // in units of 2 to the power of this
    Part<W> part_;
    Index level_ = 0, last_ = 0;  // the present one, and the last that anything was sent to
    std::vector<double> widths_;
    double square_of_doubt_ = 0;
    double updates_ = 0, least_bytes_ = 0, most_bytes_ = 0;
    std::uint64_t expanded_ = 0, expanded_updates_ = 0, work_ = 0;
    bool is_exact_ = true;
};

}  // namespace

std::unique_ptr<Forecast> make_forecast(const Problem& problem, std::uint64_t memory, std::uint64_t most,
                                        std::uint64_t seed) {
    return make_engine<Sample, Forecast>(problem, layout_for(problem), memory / 16, most, seed);
}

}  // namespace excover::disk

// Forecast.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/define.hpp"
#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "disk/forecast.hpp"

using namespace nb::literals;

namespace excover {

namespace {

class Forecasting {
public:
    Forecasting(const Problem& problem, std::uint64_t memory, std::uint64_t most, std::uint64_t seed) {
        std::string obstacle;
        const Unlocked unlocked;
        forecast_ = make_forecast(problem, memory, most, seed, obstacle);
        if (!forecast_) throw std::invalid_argument("the graph engine does not apply: " + obstacle);
    }

    Stop run(double seconds) {
        const Running running(busy_);
        return forecast_->run(seconds);
    }

    const Forecast& forecast() const { return *forecast_; }

private:
    std::unique_ptr<Forecast> forecast_;
    std::atomic_flag busy_;
};

}  // namespace

void define_forecast(nb::module_& m) {
    nb::class_<Forecasting>(
        m, "Forecast",
        "About how many states a sweep will have, from random samples of so many states of each level.\n\n"
        "ValueError where a sweep does not apply.")
        .def(nb::init<const Problem&, std::uint64_t, std::uint64_t, std::uint64_t>(), "problem"_a, "memory"_a, "most"_a,
             "seed"_a, nb::keep_alive<1, 2>())
        .def("run", &Forecasting::run, "seconds"_a, "Go on; without the GIL. Nothing is known before it is exhausted.")
        .def_prop_ro(
            "widths", [](const Forecasting& self) { return plain_list(self.forecast().widths()); },
            "States of each level.")
        .def_prop_ro(
            "updates", [](const Forecasting& self) { return self.forecast().updates(); },
            "Options that may be chosen, in all states together.")
        .def_prop_ro(
            "least_bytes", [](const Forecasting& self) { return self.forecast().least_bytes(); },
            "In files at most at once, if each state is there once.")
        .def_prop_ro(
            "most_bytes", [](const Forecasting& self) { return self.forecast().most_bytes(); },
            "The same if each is there as often as it was reached.")
        .def_prop_ro(
            "expanded", [](const Forecasting& self) { return self.forecast().expanded(); }, "States that were sampled.")
        .def_prop_ro(
            "expanded_updates", [](const Forecasting& self) { return self.forecast().expanded_updates(); },
            "Their options.")
        .def_prop_ro(
            "doubt", [](const Forecasting& self) { return self.forecast().doubt(); },
            "The logarithm of the factor by which all may be fewer, since too few states were met twice.")
        .def_prop_ro(
            "is_exact", [](const Forecasting& self) { return self.forecast().is_exact(); }, "No level was too wide.");
}

}  // namespace excover

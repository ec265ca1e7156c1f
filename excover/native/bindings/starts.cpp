// Starts.
#include <atomic>

#include "bindings/arrays.hpp"
#include "bindings/define.hpp"
#include "bindings/diagram_handle.hpp"
#include "bindings/group_handle.hpp"
#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "diagram/starts.hpp"

using namespace nb::literals;

namespace excover {

namespace {

class StartSearch {
public:
    StartSearch(const DiagramHandle& data, Index size, const Array<std::uint8_t>& skipped,
                const GroupHandle* symmetries, std::uint64_t keep, std::size_t most)
        : starts_(data.diagram, {size, skipped.copy(), symmetries ? symmetries->group : nullptr, keep, most}) {}

    Stop run(std::uint64_t unique, double seconds) {
        const Running running(busy_);
        return starts_.run({unique, UINT64_MAX, seconds});
    }

    CoverList hand_over() {
        const Turn turn(busy_);
        nb::list found;
        for (std::size_t k = 0; k < starts_.found().size(); ++k) found.append(cover_tuple(starts_.found()[k]));
        starts_.clear_found();
        return found;
    }

    ListOf<TupleOf<nb::int_, Cover>> most() const {
        nb::list list;
        for (const Starts::Start& start : starts_.most())
            list.append(nb::make_tuple(integer(start.completions), cover_tuple(start.options)));
        return list;
    }

    const Starts& starts() const { return starts_; }

private:
    Starts starts_;
    std::atomic_flag busy_;
};

}  // namespace

void define_starts(nb::module_& m) {
    nb::class_<StartSearch>(
        m, "Starts",
        "All sets of ``size`` options that solutions contain; ``skipped``: ``array('B')``, a flag an option.\n\n"
        "Of those that ``symmetries`` take to each other, one.")
        .def(nb::init<const DiagramHandle&, Index, const Array<std::uint8_t>&, const GroupHandle*, std::uint64_t,
                      std::size_t>(),
             "diagram"_a, "size"_a, "skipped"_a.noconvert(), "symmetries"_a.none(), "keep"_a, "most"_a)
        .def("run", &StartSearch::run, "unique"_a, "seconds"_a,
             "Go on until so many unique starts wait, or seconds are used up; without the GIL.")
        .def("hand_over", &StartSearch::hand_over, "The unique starts found since the last call.")
        .def("most", &StartSearch::most, "Those that most solutions contain, with how many.")
        .def_prop_ro("sets", [](const StartSearch& self) { return self.starts().sets(); })
        .def_prop_ro("unique", [](const StartSearch& self) { return self.starts().unique(); })
        .def_prop_ro("done", [](const StartSearch& self) { return self.starts().done(); });
}

}  // namespace excover

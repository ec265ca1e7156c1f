// DiskCount.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/define.hpp"
#include "bindings/running.hpp"
#include "bindings/values.hpp"
#include "disk/disk_count.hpp"

using namespace nb::literals;

namespace excover {

namespace {

class CountingOnDisk {
public:
    CountingOnDisk(const Problem& problem, std::uint64_t memory, unsigned threads, const nb::bytes& folder, const char* identity,
                   std::uint64_t limit, std::uint64_t seconds, std::uint64_t block, std::uint64_t fan_in, std::uint64_t merged) {
        const DiskSettings settings{std::string(folder.c_str(), folder.size()), identity, limit, seconds, block, fan_in, merged};
        std::string obstacle;
        const Unlocked unlocked;
        count_ = make_disk_count(problem, memory, threads, settings, obstacle);
        if (!count_) throw std::invalid_argument("the graph engine does not apply: " + obstacle);
    }

    Stop run(std::uint64_t nodes, double seconds) {
        const Running running(busy_);
        return count_->run({UINT64_MAX, nodes, seconds});
    }

    void save() {
        const Running running(busy_);
        count_->save();
    }

    const DiskCount& count() const { return *count_; }

private:
    std::unique_ptr<DiskCount> count_;
    std::atomic_flag busy_;
};

const char* word_for(DiskError::Kind kind) {
    switch (kind) {
        case DiskError::Kind::system: return "system";
        case DiskError::Kind::full: return "full";
        case DiskError::Kind::limit: return "limit";
        case DiskError::Kind::damaged: break;
    }
    return "damaged";
}

// With three arguments: the kind, the file, and the reason.
void translate(const std::exception_ptr& thrown, void* type) {
    try {
        std::rethrow_exception(thrown);
    } catch (const DiskError& error) {
        const nb::tuple arguments = nb::make_tuple(word_for(error.kind()), nb::bytes(error.file().data(), error.file().size()), error.what());
        PyErr_SetObject(static_cast<PyObject*>(type), arguments.ptr());
    }
}

}  // namespace

void define_disk_count(nb::module_& m) {
    const nb::object base = nb::module_::import_("excover.errors").attr("ExcoverError");
    const nb::exception<DiskError> error(m, "DiskError", nb::make_tuple(base, nb::handle(PyExc_RuntimeError)));
    error.attr("__doc__") = "Files of a count on disk: what is wrong (system, full, limit, damaged), the file, and the reason.";
    nb::register_exception_translator(translate, error.ptr());

    nb::class_<CountingOnDisk>(m, "DiskCount",
                               "The number of solutions by a sweep whose states go to a folder where memory is full.\n\n"
                               "It goes on with the count in the folder, if there is one. DiskError if that cannot be; ValueError\n"
                               "where a sweep does not apply. After an error of a call it is of no use: open the folder again.")
        .def(nb::init<const Problem&, std::uint64_t, unsigned, const nb::bytes&, const char*, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t, std::uint64_t>(),
             "problem"_a, "memory"_a, "threads"_a, "folder"_a, "identity"_a, "limit"_a, "seconds"_a, "block"_a,
             "fan_in"_a, "merged"_a, nb::keep_alive<1, 2>())
        .def("run", &CountingOnDisk::run, "nodes"_a, "seconds"_a,
             "Go on for so many nodes and seconds, with a checkpoint now and then; without the GIL.")
        .def("save", &CountingOnDisk::save, "Write a checkpoint; without the GIL.")
        .def_prop_ro("solutions", [](const CountingOnDisk& self) { return integer(self.count().solutions()); },
                     "Those found so far, of any number.")
        .def_prop_ro("nodes", [](const CountingOnDisk& self) { return self.count().nodes(); })
        .def_prop_ro("updates", [](const CountingOnDisk& self) { return self.count().updates(); })
        .def_prop_ro("depth", [](const CountingOnDisk& self) { return self.count().depth(); }, "The level that is swept.")
        .def_prop_ro("levels", [](const CountingOnDisk& self) { return self.count().levels(); })
        .def_prop_ro("widths", [](const CountingOnDisk& self) { return plain_list(self.count().widths()); },
                     "Of the levels so far: how many states were expanded.")
        .def_prop_ro("seconds", [](const CountingOnDisk& self) { return self.count().seconds(); },
                     "Of all processes that worked on it, as far as their work is kept.")
        .def_prop_ro("bytes", [](const CountingOnDisk& self) { return self.count().bytes(); },
                     "Of memory in the tables, at most so far.")
        .def_prop_ro("disk_bytes", [](const CountingOnDisk& self) { return self.count().disk_bytes(); },
                     "Of the files of states now.")
        .def_prop_ro("most_disk_bytes", [](const CountingOnDisk& self) { return self.count().most_disk_bytes(); },
                     "Of these files, at most so far.")
        .def_prop_ro("saved", [](const CountingOnDisk& self) { return self.count().saved(); }, "Checkpoints so far.");
}

}  // namespace excover

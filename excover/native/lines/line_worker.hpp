// How lines of clues are searched: a base that all threads share, and what each of them does.
#pragma once

#include <memory>
#include <string>

#include "core/problem.hpp"
#include "lines/line_answers.hpp"

namespace excover {

class LineWorker {
public:
    virtual ~LineWorker() = default;

    // Takes lines and answers them until no line or no time is left. Allocates nothing.
    virtual void run(double seconds) = 0;

    virtual bool has_line() const = 0;  // that is not answered yet
    virtual void forget() = 0;  // all lines
    const std::string& fault() const { return fault_; }

protected:
    std::string fault_;
};

class LineBase {
public:
    virtual ~LineBase() = default;

    virtual Index most_choices() const = 0;  // options of a solution
    virtual std::unique_ptr<LineWorker> worker(LineAnswers& answers) const = 0;
};

}  // namespace excover

// Solutions as text, many at a time: a form with slots, and what each option writes into them.
//
// A form is a sequence of parts. Most are the same in every solution, or join the texts of the chosen options; a
// drawing has places, each with the text of an empty cell, onto which options write their marks. What it takes is
// mostly the copying of the bytes that come out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/problem.hpp"

namespace excover::text {

// A mark, by the number of its text, at each of these places.
struct TextStroke {
    Index text;
    std::vector<Index> places;
};

// The texts of an option in the lists, one each, and what it draws; a hidden option has none.
struct OptionText {
    std::vector<std::string> texts;
    std::vector<TextStroke> strokes;
};

class Template {
public:
    // `between` stands before every solution but the first.
    explicit Template(std::string between) : between_(std::move(between)) {}

    // The parts, in their order.
    void add_text(std::string text) { parts_.emplace_back(Fixed{std::move(text)}); }
    void add_number() { parts_.emplace_back(Number{}); }
    // The sum of the weights of the chosen options, which must fit 64 bits; `weights` has one for each option.
    void add_sum(std::vector<std::int64_t> weights) { parts_.emplace_back(Sum{std::move(weights)}); }
    // The texts of the options; with the number of the solution and a comma before each if `numbered`.
    void add_list(std::string between, bool numbered);
    // The texts of the options, one after the other, between two texts; nothing if all are empty.
    void add_enclosed(std::string before, std::string after);
    // The places in lines, without blanks at their ends. Quoted, a last line that is empty is left out, as
    // str.splitlines() does; plain, a drawing must not be empty.
    void add_drawing(const std::vector<std::vector<std::string>>& lines, std::string between, bool quoted);

    // Places that are not shown, without a drawing: each solution has at most one mark on each.
    void add_places(std::size_t places);

    // The number of a text for strokes.
    Index add_mark(std::string text);

    // Options are defined once each, before they are written; std::invalid_argument if they do not fit the form.
    void define(Index option, std::optional<OptionText> text);
    // The options of covers that are not defined yet, each once.
    std::vector<Index> unknown(const Covers& covers) const;

    // Appends the covers from `begin` on, of which the first has this number, up to one that the form cannot
    // write: one with two marks on a place, or an empty plain drawing. Returns the number of that cover.
    std::size_t write(const Covers& covers, std::size_t begin, std::uint64_t number, std::string& out);

private:
    struct Fixed {
        std::string text;
    };
    struct Number {};
    struct Sum {
        std::vector<std::int64_t> weights;
    };
    struct List {
        std::size_t which;  // of the texts of an option
        std::string between;
        bool numbered;
    };
    struct Drawing {
        std::vector<std::size_t> ends;  // of the lines, in places
        std::string between;
        bool quoted;
    };
    struct Enclosed {
        std::size_t which;
        std::string before;
        std::string after;
    };
    using Part = std::variant<Fixed, Number, Sum, List, Enclosed, Drawing>;
    struct Known {
        bool is_known = false;
        bool is_hidden = false;
        OptionText text;
    };

    bool draw(std::span<const Index> cover);
    void write_number(std::int64_t number, std::string& out) const;
    void write_list(const List& list, std::span<const Index> cover, std::string_view number, std::string& out) const;
    void write_enclosed(const Enclosed& enclosed, std::span<const Index> cover, std::string& out) const;
    bool write_drawing(const Drawing& drawing, std::string& out) const;
    bool write_one(std::span<const Index> cover, std::uint64_t number, std::string& out);

    std::string between_;
    std::vector<Part> parts_;
    std::size_t lists_ = 0;
    std::vector<std::string> marks_;
    std::vector<Index> blank_;  // by place, the text of an empty cell
    std::vector<Index> shown_;  // by place, while a cover is drawn
    std::vector<Known> options_;
};

}  // namespace excover::text

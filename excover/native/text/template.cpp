#include "text/template.hpp"

#include <array>
#include <charconv>
#include <concepts>
#include <stdexcept>

namespace excover::text {

namespace {

using Digits = std::array<char, 20>;  // 2^64 - 1 has 20, and so has -2^63 with its sign

template <std::integral Number>
std::string_view decimal(Number number, Digits& digits) {
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return {digits.data(), static_cast<std::size_t>(end - digits.data())};
}

}  // namespace

void Template::add_list(std::string between, bool numbered) {
    parts_.emplace_back(List{lists_++, std::move(between), numbered});
}

void Template::add_enclosed(std::string before, std::string after) {
    parts_.emplace_back(Enclosed{lists_++, std::move(before), std::move(after)});
}

void Template::add_places(std::size_t places) {
    if (!blank_.empty()) throw std::invalid_argument("a form has one drawing");
    blank_.assign(places, add_mark(""));
}

void Template::add_drawing(const std::vector<std::vector<std::string>>& lines, std::string between, bool quoted) {
    if (!blank_.empty()) throw std::invalid_argument("a form has one drawing");
    Drawing drawing{{}, std::move(between), quoted};
    for (const auto& line : lines) {
        for (const std::string& text : line) blank_.push_back(add_mark(text));
        drawing.ends.push_back(blank_.size());
    }
    parts_.emplace_back(std::move(drawing));
}

Index Template::add_mark(std::string text) {
    marks_.push_back(std::move(text));
    return static_cast<Index>(marks_.size() - 1);
}

void Template::define(Index option, std::optional<OptionText> text) {
    if (text && text->texts.size() != lists_) throw std::invalid_argument("a text is needed for each list");
    if (text)
        for (const TextStroke& stroke : text->strokes) {
            if (stroke.text >= marks_.size()) throw std::invalid_argument("no such mark");
            for (const Index place : stroke.places)
                if (place >= blank_.size()) throw std::invalid_argument("no such place");
        }
    if (option >= options_.size()) options_.resize(std::size_t{option} + 1);
    options_[option] = {true, !text, text ? std::move(*text) : OptionText{}};
}

std::vector<Index> Template::unknown(const Covers& covers) const {
    std::vector<Index> found;
    std::vector<bool> seen;
    for (const Index option : covers.options) {
        if (option < options_.size() && options_[option].is_known) continue;
        if (option >= seen.size()) seen.resize(std::size_t{option} + 1);
        if (!seen[option]) found.push_back(option);
        seen[option] = true;
    }
    return found;
}

std::size_t Template::write(const Covers& covers, std::size_t begin, std::uint64_t number, std::string& out) {
    for (std::size_t k = begin; k < covers.size(); ++k, ++number) {
        const std::size_t before = out.size();
        if (!write_one(covers[k], number, out)) {
            out.resize(before);
            return k;
        }
    }
    return covers.size();
}

// False if two marks would be on a place.
bool Template::draw(std::span<const Index> cover) {
    shown_ = blank_;
    for (const Index option : cover)
        for (const TextStroke& stroke : options_[option].text.strokes)
            for (const Index place : stroke.places) {
                Index& there = shown_[place];
                if (there != blank_[place] && there != stroke.text) return false;
                there = stroke.text;
            }
    return true;
}

bool Template::write_one(std::span<const Index> cover, std::uint64_t number, std::string& out) {
    for (const Index option : cover)
        if (option >= options_.size() || !options_[option].is_known)
            throw std::invalid_argument("an option is not defined");
    if (!draw(cover)) return false;
    if (number > 1) out += between_;
    Digits digits;
    const std::string_view written = decimal(number, digits);
    for (const Part& part : parts_) {
        if (const auto* fixed = std::get_if<Fixed>(&part)) {
            out += fixed->text;
        } else if (std::holds_alternative<Number>(part)) {
            out += written;
        } else if (const auto* sum = std::get_if<Sum>(&part)) {
            std::int64_t total = 0;
            for (const Index option : cover) total += sum->weights.at(option);
            write_number(total, out);
        } else if (const auto* list = std::get_if<List>(&part)) {
            write_list(*list, cover, written, out);
        } else if (const auto* enclosed = std::get_if<Enclosed>(&part)) {
            write_enclosed(*enclosed, cover, out);
        } else if (!write_drawing(std::get<Drawing>(part), out)) {
            return false;
        }
    }
    return true;
}

void Template::write_number(std::int64_t number, std::string& out) const {
    Digits digits;
    out += decimal(number, digits);
}

void Template::write_list(const List& list, std::span<const Index> cover, std::string_view number,
                          std::string& out) const {
    bool first = true;
    for (const Index option : cover) {
        const Known& known = options_[option];
        if (known.is_hidden) continue;
        if (!first) out += list.between;
        first = false;
        if (list.numbered) (out += number) += ',';
        out += known.text.texts[list.which];
    }
}

void Template::write_enclosed(const Enclosed& enclosed, std::span<const Index> cover, std::string& out) const {
    const std::size_t start = out.size();
    out += enclosed.before;
    const std::size_t empty = out.size();
    for (const Index option : cover)
        if (!options_[option].is_hidden) out += options_[option].text.texts[enclosed.which];
    if (out.size() == empty)
        out.resize(start);
    else
        out += enclosed.after;
}

bool Template::write_drawing(const Drawing& drawing, std::string& out) const {
    const std::size_t start = out.size();
    std::size_t place = 0;
    for (std::size_t line = 0; line < drawing.ends.size(); ++line) {
        const std::size_t before = out.size();
        if (line > 0) out += drawing.between;
        if (drawing.quoted) out += '"';
        const std::size_t text = out.size();
        for (; place < drawing.ends[line]; ++place) out += marks_[shown_[place]];
        while (out.size() > text && out.back() == ' ') out.pop_back();
        if (drawing.quoted && out.size() == text && line + 1 == drawing.ends.size())
            out.resize(before);
        else if (drawing.quoted)
            out += '"';
    }
    return drawing.quoted || out.size() > start;
}

}  // namespace excover::text

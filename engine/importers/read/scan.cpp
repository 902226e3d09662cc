// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/scan.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "engine/base/text.h"

namespace throughline::importers {
namespace {

bool is_blank(char byte) noexcept {
    return byte == ' ' || byte == '\t';
}

bool is_number_byte(char byte) noexcept {
    return std::isdigit(static_cast<unsigned char>(byte)) != 0 || byte == '.' || byte == '-' ||
           byte == '+' || byte == 'e' || byte == 'E';
}

std::optional<double> number_with_comma(std::string_view text) {
    if (std::count(text.begin(), text.end(), ',') != 1) {
        return std::nullopt;
    }
    std::string with_point(text);
    with_point[with_point.find(',')] = '.';
    return parse_number(with_point);
}

}  // namespace

std::optional<double> parse_number(std::string_view text, bool decimal_comma) {
    text = trim(text);
    if (text.size() > 1 && text.front() == '+') {
        text.remove_prefix(1);
    }
    const auto value = number_in<double>(text);
    if (value && std::isfinite(*value)) {
        return value;
    }
    return decimal_comma ? number_with_comma(text) : std::nullopt;
}

std::string number_to_show(double value) {
    constexpr double kWholeMin = 1000.0;
    if (std::abs(value) >= kWholeMin && std::abs(value) < 1e15) {
        return shortest_text(std::round(value));
    }
    constexpr int kDigits = 4;
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(
        text.data(), text.data() + text.size(), value, std::chars_format::general, kDigits);
    return error == std::errc() ? std::string(text.data(), end) : shortest_text(value);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(at + 1);
    }
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> found;
    std::size_t at = 0;
    while (at < text.size()) {
        while (at < text.size() && (is_blank(text[at]) || text[at] == '\r')) {
            ++at;
        }
        const std::size_t from = at;
        while (at < text.size() && !is_blank(text[at]) && text[at] != '\r') {
            ++at;
        }
        if (at > from) {
            found.push_back(text.substr(from, at - from));
        }
    }
    return found;
}

std::vector<std::string> csv_cells(std::string_view line, char separator) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char byte = line[at];
        if (quoted && byte == '"' && at + 1 < line.size() && line[at + 1] == '"') {
            cells.back() += '"';
            ++at;
        } else if (byte == '"' && (quoted || trim(cells.back()).empty())) {
            quoted = !quoted;
        } else if (byte == separator && !quoted) {
            cells.emplace_back();
        } else {
            cells.back() += byte;
        }
    }
    return cells;
}

bool contains(std::string_view text, std::string_view part) noexcept {
    return text.find(part) != std::string_view::npos;
}

/// One walk along the text and the pattern.
class PatternMatcher {
public:
    PatternMatcher(std::string_view text, std::string_view pattern)
        : text_(text), pattern_(pattern) {}

    std::optional<Match> run() {
        while (at_ < pattern_.size()) {
            if (!step()) {
                return std::nullopt;
            }
        }
        match_.end_ = pos_;
        return match_;
    }

private:
    bool step() {
        const char byte = pattern_[at_++];
        if (byte == ' ') {
            return blanks() > 0;
        }
        if (byte != '%') {
            return take(byte);
        }
        const char kind = at_ < pattern_.size() ? pattern_[at_++] : '%';
        switch (kind) {
            case 'n':
                return number();
            case 'w':
                return word();
            case 's':
                return anything();
            case '_':
                blanks();
                return true;
            default:
                return take(kind);
        }
    }

    bool take(char byte) {
        if (pos_ == text_.size() || text_[pos_] != byte) {
            return false;
        }
        ++pos_;
        return true;
    }

    std::size_t blanks() {
        const std::size_t from = pos_;
        while (pos_ < text_.size() && is_blank(text_[pos_])) {
            ++pos_;
        }
        return pos_ - from;
    }

    bool take(std::size_t from) {
        if (match_.count_ == Match::kGroupsMax) {
            return false;
        }
        match_.groups_.at(match_.count_++) = text_.substr(from, pos_ - from);
        return true;
    }

    bool number() {
        const std::size_t from = pos_;
        for (const std::string_view name : {"nan", "NaN", "-nan", "inf", "-inf"}) {
            if (text_.substr(pos_).starts_with(name)) {
                pos_ += name.size();
                return take(from);
            }
        }
        while (pos_ < text_.size() && is_number_byte(text_[pos_])) {
            ++pos_;
        }
        return pos_ > from && take(from);
    }

    bool word() {
        const std::size_t from = pos_;
        while (pos_ < text_.size() && !is_blank(text_[pos_])) {
            ++pos_;
        }
        return pos_ > from && take(from);
    }

    bool anything() {
        const std::size_t from = pos_;
        const std::size_t ending = pattern_.find_first_of("% ", at_);
        const std::string_view literal = pattern_.substr(at_, ending - at_);
        pos_ = literal.empty() ? text_.size() : text_.find(literal, pos_);
        if (pos_ == std::string_view::npos) {
            return false;
        }
        return take(from);
    }

    std::string_view text_;
    std::string_view pattern_;
    std::size_t at_ = 0;
    std::size_t pos_ = 0;
    Match match_;
};

std::optional<Match> match(std::string_view text, std::string_view pattern) {
    return PatternMatcher(text, pattern).run();
}

std::optional<Match> find(std::string_view text, std::string_view pattern) {
    // What stands for itself at the beginning finds the places worth trying.
    const std::string_view literal = pattern.substr(0, pattern.find_first_of("% "));
    constexpr int kTriesMax = 64;  // bounds the time for a line that repeats the beginning
    std::size_t at = text.find(literal);
    for (int tries = 0; at != std::string_view::npos && tries < kTriesMax; ++tries) {
        if (auto found = match(text.substr(at), pattern)) {
            return found;
        }
        at = text.find(literal, at + 1);
    }
    return std::nullopt;
}

}  // namespace throughline::importers

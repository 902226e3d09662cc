// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/json_mend.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <vector>

#include "engine/base/say.h"
#include "engine/base/utf8.h"

namespace throughline::importers {
namespace {

bool is_digit(char byte) {
    return std::isdigit(static_cast<unsigned char>(byte)) != 0;
}

/// Goes through the text once and copies it with its changes.
class Mender {
public:
    Mender(std::string_view text, std::string_view before) : in_(text), before_(before) {
        out_.reserve(text.size() + 16);
    }

    MendedJson mend() {
        while (at_ < in_.size() && !finished_) {
            step();
        }
        if (!open_.empty()) {
            close_what_is_open();
        }
        return {.text = std::move(out_),
                .changed = changed_ || !changes_.empty(),
                .changes = std::move(changes_),
                .cut_brackets = cut_brackets_};
    }

private:
    void step() {
        const char byte = in_[at_];
        if (byte == '"') {
            copy_text();
        } else if (byte == '{' || byte == '[') {
            open_.push_back(byte);
            put(byte);
            mark_whole();
        } else if (byte == '}' || byte == ']') {
            if (!open_.empty()) {
                open_.pop_back();
            }
            put(byte);
            mark_whole();
            finished_ = open_.empty();
        } else if (byte == ',') {
            copy_comma();
        } else if (!word("-Infinity", "-Infinity") && !word("Infinity", "Infinity") &&
                   !word("-inf", "-Infinity") && !word("inf", "Infinity") && !word("NaN", "NaN") &&
                   !word("-nan", "NaN") && !word("nan", "NaN") && !huge_number()) {
            put(byte);
        }
    }

    void put(char byte) {
        out_ += byte;
        ++at_;
    }

    void copy_text() {
        put('"');
        while (at_ < in_.size()) {
            const char byte = in_[at_];
            if (const auto code = static_cast<unsigned char>(byte); code >= 0x80) {
                copy_letter(code);
                continue;
            }
            put(byte);
            if (byte == '\\' && at_ < in_.size()) {
                put(in_[at_]);
            } else if (byte == '"') {
                return;
            }
        }
    }

    /// A letter outside ASCII; a byte that begins none is one of Latin-1.
    void copy_letter(unsigned char first) {
        const std::size_t bytes = utf8_letter_bytes(in_.substr(at_));
        if (bytes > 0) {
            out_ += in_.substr(at_, bytes);
            at_ += bytes;
            return;
        }
        out_ += static_cast<char>(0xC0U | (first >> 6U));
        out_ += static_cast<char>(0x80U | (first & 0x3FU));
        ++at_;
        tell(say("bytes that are not UTF-8 read as Latin-1"));
    }

    /// A number beyond the largest double.
    bool huge_number() {
        const auto is_part = [](char byte) {
            return is_digit(byte) || byte == '.' || byte == '+' || byte == '-' || byte == 'e' ||
                   byte == 'E';
        };
        const bool begins = is_digit(in_[at_]) || in_[at_] == '-';
        if (!begins || (at_ > 0 && is_part(in_[at_ - 1]))) {
            return false;
        }
        std::size_t end = at_;
        while (end < in_.size() && is_part(in_[end])) {
            ++end;
        }
        double value = 0.0;
        const auto parsed = std::from_chars(in_.data() + at_, in_.data() + end, value);
        if (parsed.ec != std::errc::result_out_of_range || parsed.ptr != in_.data() + end) {
            return false;
        }
        // Too small is out of range, too, and as good as 0.
        const std::string_view number = in_.substr(at_, end - at_);
        const bool small = number.find("e-") != std::string_view::npos ||
                           number.find("E-") != std::string_view::npos;
        out_ += small ? "0" : "null";
        at_ = end;
        tell(say("numbers out of range are treated as missing"));
        return true;
    }

    void copy_comma() {
        std::size_t next = at_ + 1;
        while (next < in_.size() && std::isspace(static_cast<unsigned char>(in_[next])) != 0) {
            ++next;
        }
        if (next < in_.size() && (in_[next] == '}' || in_[next] == ']')) {
            ++at_;
            tell(say("a comma before a closing bracket left out"));
        } else if (!open_.empty() && open_.back() == '{' && next == at_ + 1 && at_ > 0 &&
                   next < in_.size() && is_digit(in_[at_ - 1]) && is_digit(in_[next])) {
            out_ += '.';
            ++at_;
            tell(say("decimal commas read as points"));
        } else {
            mark_whole();  // before the comma: what stands behind it may be cut
            put(',');
        }
    }

    /// C's words for what is not a number as those that JsonTree knows.
    bool word(std::string_view name, std::string_view known) {
        if (!in_.substr(at_).starts_with(name)) {
            return false;
        }
        at_ += name.size();
        out_ += known;
        changed_ = changed_ || name != known;
        return true;
    }

    /// Up to here the text is whole when these brackets are closed.
    void mark_whole() {
        whole_bytes_ = out_.size();
        whole_at_ = at_;
        whole_brackets_.assign(open_.begin(), open_.end());
    }

    void close_what_is_open() {
        out_.resize(whole_bytes_);
        cut_brackets_ = whole_brackets_.size();
        while (!whole_brackets_.empty()) {
            out_ += whole_brackets_.back() == '{' ? '}' : ']';
            whole_brackets_.pop_back();
        }
        tell(
            say("the file is cut off in line %1 (byte %2); read up to the last whole element, in "
                "line %3",
                std::to_string(line_of(in_.size())),
                std::to_string(before_.size() + in_.size()),
                std::to_string(line_of(whole_at_))));
    }

    /// The line of the file in which the `bytes` bytes of this text end.
    std::ptrdiff_t line_of(std::size_t bytes) const {
        std::string_view part = in_.substr(0, bytes);
        part = part.substr(0, part.find_last_not_of(" \t\r\n") + 1);
        return 1 + std::count(before_.begin(), before_.end(), '\n') +
               std::count(part.begin(), part.end(), '\n');
    }

    void tell(std::string_view change) {
        if (changes_.find(change) == std::string::npos) {
            changes_ += changes_.empty() ? "" : "; ";
            changes_ += change;
        }
    }

    std::string_view in_;
    std::string_view before_;
    std::size_t at_ = 0;
    std::string out_;
    bool changed_ = false;
    std::string changes_;
    std::vector<char> open_;
    std::size_t whole_bytes_ = 0;
    std::size_t whole_at_ = 0;  ///< the same place in the text as it came
    std::size_t cut_brackets_ = 0;
    std::vector<char> whole_brackets_;
    bool finished_ = false;
};

}  // namespace

MendedJson mend_json(std::string_view text, std::string_view before) {
    return Mender(text, before).mend();
}

}  // namespace throughline::importers

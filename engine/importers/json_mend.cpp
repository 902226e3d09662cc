// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/json_mend.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace throughline::importers {
namespace {

bool is_digit(char byte) {
    return std::isdigit(static_cast<unsigned char>(byte)) != 0;
}

/// Goes through the text once and copies it with its changes.
class Mender {
public:
    explicit Mender(std::string_view text) : in_(text) { out_.reserve(text.size() + 16); }

    MendedJson mend() {
        while (at_ < in_.size() && !finished_) {
            step();
        }
        if (!open_.empty()) {
            close_what_is_open();
        }
        return {std::move(out_), std::move(changes_)};
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
        } else if (!word("-Infinity") && !word("Infinity") && !word("-inf") && !word("inf") &&
                   !word("NaN") && !word("-nan") && !word("nan")) {
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
            put(byte);
            if (byte == '\\' && at_ < in_.size()) {
                put(in_[at_]);
            } else if (byte == '"') {
                return;
            }
        }
    }

    void copy_comma() {
        std::size_t next = at_ + 1;
        while (next < in_.size() && std::isspace(static_cast<unsigned char>(in_[next])) != 0) {
            ++next;
        }
        if (next < in_.size() && (in_[next] == '}' || in_[next] == ']')) {
            ++at_;
            say("a comma before a closing bracket left out");
        } else if (!open_.empty() && open_.back() == '{' && next == at_ + 1 && at_ > 0 &&
                   next < in_.size() && is_digit(in_[at_ - 1]) && is_digit(in_[next])) {
            out_ += '.';
            ++at_;
            say("decimal commas read as points");
        } else {
            mark_whole();  // before the comma: what stands behind it may be cut
            put(',');
        }
    }

    bool word(std::string_view name) {
        if (!in_.substr(at_).starts_with(name)) {
            return false;
        }
        at_ += name.size();
        out_ += "null";
        say("NaN and Infinity read as no value");
        return true;
    }

    /// Up to here the text is whole when these brackets are closed.
    void mark_whole() {
        whole_bytes_ = out_.size();
        whole_brackets_.assign(open_.begin(), open_.end());
    }

    void close_what_is_open() {
        out_.resize(whole_bytes_);
        while (!whole_brackets_.empty()) {
            out_ += whole_brackets_.back() == '{' ? '}' : ']';
            whole_brackets_.pop_back();
        }
        const auto line = 1 + std::count(in_.begin(), in_.end(), '\n');
        say("it is cut off in line " + std::to_string(line) +
            ": read up to the last whole element");
    }

    void say(std::string_view change) {
        if (changes_.find(change) == std::string::npos) {
            changes_ += changes_.empty() ? "" : "; ";
            changes_ += change;
        }
    }

    std::string_view in_;
    std::size_t at_ = 0;
    std::string out_;
    std::string changes_;
    std::vector<char> open_;
    std::size_t whole_bytes_ = 0;
    std::vector<char> whole_brackets_;
    bool finished_ = false;
};

}  // namespace

MendedJson mend_json(std::string_view text) {
    return Mender(text).mend();
}

}  // namespace throughline::importers

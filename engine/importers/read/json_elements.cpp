// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/json_elements.h"

#include "engine/base/say.h"
#include "engine/importers/read/json_outline.h"

namespace throughline::importers {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kBetween = " \t\r\n,";
constexpr std::string_view kBehindScalar = " \t\r\n,]}";

void keep(int byte, std::string* into) {
    if (into != nullptr) {
        into->push_back(static_cast<char>(byte));
    }
}

}  // namespace

JsonElements::JsonElements(TextSource& source, std::string_view key) : source_(source) {
    const std::size_t before = find_json(source_.head());
    if (before == std::string_view::npos) {
        return;
    }
    for (std::size_t i = 0; i < before; ++i) {
        take();
    }
    find_array(key);
}

int JsonElements::peek() {
    if (at_ == piece_.size()) {
        piece_ = source_.piece();
        at_ = 0;
        if (piece_.empty()) {
            failure_ = failure_ ? failure_ : source_.failure();
            return kEnd;
        }
    }
    return static_cast<unsigned char>(piece_[at_]);
}

int JsonElements::take() {
    const int byte = peek();
    if (byte != kEnd) {
        ++at_;
        line_ += byte == '\n' ? 1 : 0;
    }
    return byte;
}

int JsonElements::peek_behind(std::string_view skipped) {
    while (peek() != kEnd && skipped.find(static_cast<char>(peek())) != std::string_view::npos) {
        take();
    }
    return peek();
}

void JsonElements::find_array(std::string_view key) {
    const int first = take();
    in_array_ = first == '[';
    std::string name;
    while (first == '{' && !in_array_ && peek_behind(kBetween) == '"') {
        name.clear();
        if (!take_text(&name) || peek_behind(kBlanks) != ':') {
            return;
        }
        take();
        if (peek_behind(kBlanks) == '[' && name.substr(1, name.size() - 2) == key) {
            take();
            in_array_ = true;
        } else if (!take_value(nullptr)) {
            cut_ = true;
            return;
        }
    }
}

/// A text with its quotes; false when it does not end.
bool JsonElements::take_text(std::string* into) {
    bool escaped = false;
    for (bool first = true;; first = false) {
        const int byte = take();
        if (byte == kEnd) {
            return false;
        }
        keep(byte, into);
        if (!first && byte == '"' && !escaped) {
            return true;
        }
        escaped = byte == '\\' && !escaped;
    }
}

/// A number, true, null: what it takes until something ends it.
bool JsonElements::take_scalar(std::string* into) {
    for (int byte = peek(); byte != kEnd; byte = peek()) {
        if (kBehindScalar.find(static_cast<char>(byte)) != std::string_view::npos) {
            return true;
        }
        keep(take(), into);
    }
    return false;
}

/// Any value; false when it does not end or is too large.
bool JsonElements::take_value(std::string* into) {
    std::size_t depth = 0;
    do {
        const int byte = peek();
        const bool opens = byte == '{' || byte == '[';
        if (depth == 0 && !opens && byte != '"') {
            return take_scalar(into);
        }
        if (byte == kEnd || (byte == '"' && !take_text(into))) {
            return false;
        }
        if (byte != '"') {
            depth += opens ? 1 : 0;
            depth -= byte == '}' || byte == ']' ? 1 : 0;
            keep(take(), into);
        }
        if (into != nullptr && into->size() > kElementBytesMax) {
            failure_ =
                format_error(say("line %1: an element of more than 16 MiB", std::to_string(line_)));
            return false;
        }
    } while (depth > 0);
    return true;
}

std::optional<std::string_view> JsonElements::next() {
    if (!in_array_ || failure_) {
        return std::nullopt;
    }
    const int byte = peek_behind(kBetween);
    element_.clear();
    if (byte == ']' || byte == '}') {
        in_array_ = false;
        return std::nullopt;
    }
    if (byte == kEnd || !take_value(&element_)) {
        in_array_ = false;
        cut_ = !failure_;
        return std::nullopt;
    }
    return element_;
}

}  // namespace throughline::importers

// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/json_lexer.h"

#include <array>
#include <charconv>
#include <limits>
#include <system_error>

#include "engine/base/utf8.h"

namespace throughline::importers {
namespace {

bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

/// Bytes of a text that stand for themselves: no quote, no backslash, no control, none of UTF-8's.
constexpr std::array<bool, 256> make_plain() {
    std::array<bool, 256> plain{};
    for (std::size_t byte = 0x20; byte < 0x80; ++byte) {
        plain[byte] = byte != '"' && byte != '\\';
    }
    return plain;
}
constexpr std::array<bool, 256> kPlain = make_plain();

void append_utf8(std::string& out, std::uint32_t code) {
    const auto tail = [&](unsigned shift) {
        out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
    };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0U | (code >> 6U));
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0U | (code >> 12U));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0U | (code >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

}  // namespace

JsonToken JsonLexer::fail(const char* why) {
    wrong_ = why;
    return JsonToken::Wrong;
}

JsonToken JsonLexer::word(std::string_view name, JsonToken token) {
    if (!text_.substr(at_).starts_with(name)) {
        return fail("a word that is no value");
    }
    at_ += name.size();
    return token;
}

JsonToken JsonLexer::not_finite(std::string_view name, double value) {
    number_ = value;
    const JsonToken token = word(name, JsonToken::Number);
    met_not_finite_ = met_not_finite_ || token == JsonToken::Number;
    return token;
}

JsonToken JsonLexer::next() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
        ++at_;
    }
    token_at_ = at_;
    if (at_ == text_.size()) {
        return JsonToken::End;
    }
    const auto one = [&](JsonToken token) {
        ++at_;
        return token;
    };
    switch (text_[at_]) {
        case '{':
            return one(JsonToken::ObjectBegin);
        case '}':
            return one(JsonToken::ObjectEnd);
        case '[':
            return one(JsonToken::ArrayBegin);
        case ']':
            return one(JsonToken::ArrayEnd);
        case ',':
            return one(JsonToken::Comma);
        case ':':
            return one(JsonToken::Colon);
        case '"':
            return take_text();
        case 't':
            return word("true", JsonToken::True);
        case 'f':
            return word("false", JsonToken::False);
        case 'n':
            return word("null", JsonToken::Null);
        case 'N':
            return not_finite("NaN", std::numeric_limits<double>::quiet_NaN());
        case 'I':
            return not_finite("Infinity", std::numeric_limits<double>::infinity());
        default:
            return take_number();
    }
}

std::size_t JsonLexer::digits_from(std::size_t at) const noexcept {
    const std::size_t from = at;
    while (at < text_.size() && is_digit(text_[at])) {
        ++at;
    }
    return at - from;
}

/// Grammar: RFC 8259, section 6.
JsonToken JsonLexer::take_number() {
    const std::size_t from = at_;
    const bool negative = text_[at_] == '-';
    if (negative && text_.substr(at_ + 1).starts_with('I')) {
        return not_finite("-Infinity", -std::numeric_limits<double>::infinity());
    }
    std::size_t at = at_ + (negative ? 1 : 0);
    const std::size_t whole = digits_from(at);
    if (whole == 0 || (whole > 1 && text_[at] == '0')) {
        return fail(whole == 0 ? "no value begins like this" : "a number with a 0 in front");
    }
    at += whole;
    // Counts are the most of it; up to 15 digits are exact in a double.
    constexpr std::size_t kExactDigits = 15;
    const char behind = at < text_.size() ? text_[at] : '\0';
    if (whole <= kExactDigits && behind != '.' && behind != 'e' && behind != 'E') {
        std::int64_t value = 0;
        for (std::size_t i = at - whole; i < at; ++i) {
            value = value * 10 + (text_[i] - '0');
        }
        number_ = static_cast<double>(value);
        number_ = negative ? -number_ : number_;
        at_ = at;
        return JsonToken::Number;
    }
    if (behind == '.') {
        const std::size_t part = digits_from(at + 1);
        if (part == 0) {
            return fail("a number without digits behind its point");
        }
        at += 1 + part;
    }
    if (at < text_.size() && (text_[at] == 'e' || text_[at] == 'E')) {
        const bool sign = at + 1 < text_.size() && (text_[at + 1] == '+' || text_[at + 1] == '-');
        const std::size_t power = digits_from(at + 1 + (sign ? 1 : 0));
        if (power == 0) {
            return fail("a number without digits in its exponent");
        }
        at += 1 + (sign ? 1 : 0) + power;
    }
    const std::string_view number = text_.substr(from, at - from);
    const auto parsed = std::from_chars(number.data(), number.data() + number.size(), number_);
    if (parsed.ec != std::errc()) {
        // What is too small is as good as 0.
        if (number.find("e-") == std::string_view::npos &&
            number.find("E-") == std::string_view::npos) {
            return fail("a number beyond all bounds");
        }
        number_ = 0.0;
    }
    at_ = at;
    return JsonToken::Number;
}

JsonToken JsonLexer::take_text() {
    text_at_ = texts_.size();
    ++at_;
    for (;;) {
        const std::size_t from = at_;
        while (at_ < text_.size() && kPlain[static_cast<unsigned char>(text_[at_])]) {
            ++at_;
        }
        texts_.append(text_, from, at_ - from);
        if (at_ == text_.size()) {
            return fail("a text without an end");
        }
        if (text_[at_] == '"') {
            ++at_;
            return JsonToken::Text;
        }
        if (text_[at_] == '\\') {
            if (!take_escape()) {
                return fail("an escape that is none");
            }
            continue;
        }
        const std::size_t letter = utf8_letter_bytes(text_.substr(at_));
        if (static_cast<unsigned char>(text_[at_]) < 0x20 || letter == 0) {
            return fail(letter == 0 ? "bytes that are no UTF-8" : "a control byte in a text");
        }
        texts_.append(text_, at_, letter);
        at_ += letter;
    }
}

bool JsonLexer::take_unit(std::uint32_t& unit) {
    constexpr std::size_t kHexDigits = 4;
    const std::string_view hex = text_.substr(at_).substr(0, kHexDigits);
    const auto parsed = std::from_chars(hex.data(), hex.data() + hex.size(), unit, 16);
    if (hex.size() < kHexDigits || parsed.ec != std::errc() ||
        parsed.ptr != hex.data() + hex.size()) {
        return false;
    }
    at_ += kHexDigits;
    return true;
}

bool JsonLexer::take_escape() {
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kBytes = "\"\\/\b\f\n\r\t";
    ++at_;
    if (at_ == text_.size()) {
        return false;
    }
    const char name = text_[at_++];
    if (name != 'u') {
        const std::size_t which = kNames.find(name);
        if (which != std::string_view::npos) {
            texts_ += kBytes[which];
        }
        return which != std::string_view::npos;
    }
    std::uint32_t code = 0;
    if (!take_unit(code)) {
        return false;
    }
    if ((code & 0xFC00U) == 0xD800U) {  // the first half of a pair
        std::uint32_t second = 0;
        if (!text_.substr(at_).starts_with("\\u")) {
            return false;
        }
        at_ += 2;
        if (!take_unit(second) || (second & 0xFC00U) != 0xDC00U) {
            return false;
        }
        code = 0x10000U + ((code & 0x3FFU) << 10U) + (second & 0x3FFU);
    } else if ((code & 0xFC00U) == 0xDC00U) {
        return false;
    }
    append_utf8(texts_, code);
    return true;
}

}  // namespace throughline::importers

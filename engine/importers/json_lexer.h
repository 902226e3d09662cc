// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace throughline::importers {

enum class JsonToken : std::uint8_t {
    ObjectBegin,
    ObjectEnd,
    ArrayBegin,
    ArrayEnd,
    Comma,
    Colon,
    Text,
    Number,
    True,
    False,
    Null,
    End,
    Wrong
};

/// Cuts JSON into its parts, strictly as RFC 8259 has it but for the words NaN, Infinity and
/// -Infinity, which Python and others write for numbers. Texts must be UTF-8.
class JsonLexer {
public:
    /// `texts` takes the texts, one behind another, with their escapes resolved.
    JsonLexer(std::string_view text, std::string& texts) : text_(text), texts_(texts) {}

    JsonToken next();

    /// Of the token read last: where it begins, the number, where its text begins in `texts` and
    /// how long it is, and what is wrong with it.
    std::size_t at() const noexcept { return token_at_; }
    double number() const noexcept { return number_; }
    std::size_t text_at() const noexcept { return text_at_; }
    std::size_t text_bytes() const noexcept { return texts_.size() - text_at_; }
    const char* wrong() const noexcept { return wrong_; }

    /// Whether a number that was read is none: NaN or infinite.
    bool met_not_finite() const noexcept { return met_not_finite_; }

private:
    JsonToken fail(const char* why);
    JsonToken word(std::string_view name, JsonToken token);
    JsonToken not_finite(std::string_view name, double value);
    JsonToken take_number();
    JsonToken take_text();
    bool take_escape();
    bool take_unit(std::uint32_t& unit);
    std::size_t digits_from(std::size_t at) const noexcept;

    std::string_view text_;
    std::string& texts_;
    std::size_t at_ = 0;
    std::size_t token_at_ = 0;
    std::size_t text_at_ = 0;
    double number_ = 0.0;
    const char* wrong_ = "";
    bool met_not_finite_ = false;
};

}  // namespace throughline::importers

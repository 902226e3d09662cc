// SPDX-License-Identifier: Apache-2.0
#include "engine/base/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "engine/base/digit_groups.h"
#include "engine/base/language.h"
#include "engine/base/say.h"
#include "engine/base/utf8.h"

namespace throughline {
namespace {

constexpr const char* kNoValue = "\u2013";
constexpr int kPlainExponentMax = 17;  ///< of the first digit; nobody counts more digits
constexpr int kDecimalsMax = 12;
constexpr double kShareMin = 0.01;  ///< per cent: nobody measures less
constexpr double kGroupedFrom = 1e4;
constexpr double kCountMax = 1e15;

/// `value` rounded to `digits` significant decimal digits, and the power of ten of its first digit
/// after rounding: 999.6 with three digits is 1000 and has 3.
struct Rounded {
    double value;
    int exponent;
};

Rounded round_significant(double value, int digits) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.*e", std::clamp(digits, 1, 17) - 1, value);
    const char* const exponent = std::strchr(text.data(), 'e');
    return {std::strtod(text.data(), nullptr), std::atoi(exponent + 1)};
}

struct Scaled {
    double value;
    const char* prefix;
};

Scaled scale_decimal(double value, bool small_prefixes, int digits) {
    struct Step {
        double factor;
        const char* prefix;
    };
    static constexpr std::array<Step, 5> kLarge{
        {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}}};
    static constexpr std::array<Step, 3> kSmall{{{1e-3, "m"}, {1e-6, "\u00B5"}, {1e-9, "n"}}};
    // 999.6 with three digits reads "1000": let it step up to "1.00 k".
    const double size = std::fabs(round_significant(value, digits).value);
    for (const auto& step : kLarge) {
        if (size >= step.factor) {
            return {value / step.factor, step.prefix};
        }
    }
    if (small_prefixes && size > 0.0) {
        for (const auto& step : kSmall) {
            if (size >= step.factor) {
                return {value / step.factor, step.prefix};
            }
        }
        return {value / 1e-9, "n"};
    }
    return {value, ""};
}

/// Symbols that stand without a prefix: nobody reads kUSD or m°C.
bool takes_no_prefix(std::string_view unit) {
    return unit == "%" || unit == "\u00B0C" || unit == "cores" || unit == "h" || unit == "px" ||
           unit == "USD";
}

/// "images/s" and "IOPS" are words, which a prefix does not join: "1.42 k images/s".
bool is_word(std::string_view unit) {
    constexpr std::size_t kSymbolLettersMax = 3;
    return unit.substr(0, unit.find('/')).size() > kSymbolLettersMax;
}

/// Those that are words, in the spoken language.
std::string unit_text(std::string_view unit) {
    static constexpr std::array kWords{to_say("images"),
                                       to_say("images/s"),
                                       to_say("calls/s"),
                                       to_say("credits"),
                                       to_say("entries/s"),
                                       to_say("items/s"),
                                       to_say("merges/s"),
                                       to_say("reads/s"),
                                       to_say("requests/s"),
                                       to_say("tokens/s"),
                                       to_say("cores"),
                                       to_say("samples/s")};
    const auto* const word = std::ranges::find_if(
        kWords, [&](const char* one) { return std::string_view(one) == unit; });
    return word == kWords.end() ? std::string(unit) : say(*word);
}

Scaled scale_binary(double value) {
    static constexpr std::array<const char*, 5> kPrefixes{"", "Ki", "Mi", "Gi", "Ti"};
    std::size_t step = 0;
    while (std::fabs(value) >= 1023.5 && step + 1 < kPrefixes.size()) {
        value /= 1024.0;
        ++step;
    }
    return {value, kPrefixes[step]};
}

}  // namespace

std::string format_significant(double value, int digits) {
    if (!std::isfinite(value)) {
        return kNoValue;
    }
    if (value == 0.0) {
        return "0";
    }
    const int exponent = round_significant(value, digits).exponent;
    const int decimals = std::max(digits - 1 - exponent, 0);
    if (exponent > kPlainExponentMax || decimals > kDecimalsMax) {
        std::array<char, 48> text{};
        std::snprintf(text.data(), text.size(), "%.*e", std::clamp(digits, 1, 17) - 1, value);
        *std::strchr(text.data(), 'e') = '\0';
        return with_marks(text.data()) + "e" + std::to_string(exponent);
    }
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return with_marks(text.data());
}

std::string format_quantity(double value, std::string_view unit, ByteUnits units, int digits) {
    if (!std::isfinite(value)) {
        return kNoValue;
    }
    const std::string space = number_marks().unit_space;
    const bool bytes = unit.starts_with("bytes");
    if (bytes) {
        const Scaled scaled =
            units == ByteUnits::Binary ? scale_binary(value) : scale_decimal(value, false, digits);
        return format_significant(scaled.value, digits) + space + scaled.prefix + "B" +
               std::string(unit.substr(5));
    }
    if (unit == "%" && value != 0.0 && std::fabs(value) < kShareMin) {
        return std::string(value < 0.0 ? "> \u2212" : "< ") + with_marks("0.01") + space + "%";
    }
    if ((unit == "px" || unit == "%") && value >= kGroupedFrom && value < kCountMax) {
        return format_count(static_cast<std::uint64_t>(std::llround(value))) + space +
               std::string(unit);
    }
    if (takes_no_prefix(unit)) {
        return format_significant(value, digits) + space + unit_text(unit);
    }
    if (unit == "1" || unit.empty()) {
        const Scaled scaled =
            std::fabs(value) >= 1e4 ? scale_decimal(value, false, digits) : Scaled{value, ""};
        const std::string number = format_significant(scaled.value, digits);
        return *scaled.prefix == '\0' ? number : number + space + scaled.prefix;
    }
    if (unit == "s" && std::fabs(value) >= 1.0) {
        return format_significant(value, digits) + space + "s";
    }
    const Scaled scaled = scale_decimal(value, unit == "s", digits);
    const std::string number = format_significant(scaled.value, digits);
    const bool prefixed = *scaled.prefix != '\0';
    if (unit.starts_with("1/")) {  // "55.0/s", "1.42 k/s"
        return number + (prefixed ? space : "") + scaled.prefix + std::string(unit.substr(1));
    }
    return number + space + scaled.prefix + (prefixed && is_word(unit) ? space : "") +
           unit_text(unit);
}

std::string format_binary(std::uint64_t bytes) {
    return format_quantity(static_cast<double>(bytes), "bytes", ByteUnits::Binary);
}

std::string format_duration(double seconds) {
    constexpr double kSecondsMax = 1e12;  // 30,000 years: an estimate without meaning
    if (!std::isfinite(seconds) || seconds > kSecondsMax) {
        return kNoValue;
    }
    const auto whole = static_cast<long long>(std::llround(std::max(0.0, seconds)));
    std::array<char, 48> text{};
    if (whole < 60) {
        std::snprintf(text.data(), text.size(), "%lld s", whole);
    } else if (whole < 3600) {
        std::snprintf(text.data(), text.size(), "%lld:%02lld", whole / 60, whole % 60);
    } else {
        std::snprintf(text.data(),
                      text.size(),
                      "%lld:%02lld:%02lld",
                      whole / 3600,
                      whole / 60 % 60,
                      whole % 60);
    }
    return text.data();
}

std::string format_count(std::uint64_t count) {
    return digit_groups(std::to_string(count));
}

bool is_utf8(std::string_view bytes) noexcept {
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t length = utf8_letter_bytes(bytes.substr(at));
        if (length == 0) {
            return false;
        }
        at += length;
    }
    return true;
}

std::string percent_escape_non_utf8(std::string_view bytes) {
    static constexpr const char* kDigits = "0123456789ABCDEF";
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = bytes[at] == '%' ? 0 : utf8_letter_bytes(bytes.substr(at));
        if (length > 0) {
            text.append(bytes.substr(at, length));
            at += length;
            continue;
        }
        const auto byte = static_cast<unsigned char>(bytes[at]);
        text += '%';
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 0x0FU];
        ++at;
    }
    return text;
}

std::string json_text(std::string_view text) {
    return is_utf8(text) ? std::string(text) : percent_escape_non_utf8(text);
}

}  // namespace throughline

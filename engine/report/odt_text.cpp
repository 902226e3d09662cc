// SPDX-License-Identifier: Apache-2.0
#include "engine/report/odt_text.h"

#include <algorithm>

#include "engine/base/utf8.h"

namespace throughline::report {
namespace {

constexpr std::string_view kReplacement = "\uFFFD";

bool may_stand_in_xml(std::string_view letter) {
    const auto first = static_cast<unsigned char>(letter.front());
    constexpr unsigned char kFirstPrintable = 0x20;
    return (first >= kFirstPrintable || first == '\t' || first == '\n' || first == '\r') &&
           letter != "\uFFFE" && letter != "\uFFFF";
}

std::string escaped_letter(std::string_view letter) {
    switch (letter.front()) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        default:
            return std::string(may_stand_in_xml(letter) ? letter : kReplacement);
    }
}

/// Calls `take(letter)` for each, and with one that XML may not hold for each byte that is none.
template <class Take>
void for_each_letter(std::string_view text, Take take) {
    while (!text.empty()) {
        const std::size_t bytes = utf8_letter_bytes(text);
        take(bytes > 0 ? text.substr(0, bytes) : std::string_view("\x01"));
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
}

}  // namespace

const std::string_view kOdfNamespaces =
    R"( xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0")"
    R"( xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0")"
    R"( xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0")"
    R"( xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0")"
    R"( xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0")"
    R"( xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0")"
    R"( xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0")"
    R"( xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0")"
    R"( xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/")"
    R"( xmlns:ooow="http://openoffice.org/2004/writer" office:version="1.3")";

std::string xml_escaped(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    for_each_letter(text, [&](std::string_view letter) { safe += escaped_letter(letter); });
    return safe;
}

std::string odf_text(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    bool after_space = true;  // a paragraph's first space would be lost
    for_each_letter(text, [&](std::string_view letter) {
        const bool space = letter == " ";
        if (letter == "\n") {
            safe += "<text:line-break/>";
        } else if (letter == "\t") {
            safe += "<text:tab/>";
        } else if (space && after_space) {
            safe += "<text:s/>";
        } else if (letter != "\r") {
            safe += escaped_letter(letter);
        }
        after_space = space || letter == "\n" || letter == "\t";
    });
    return safe;
}

std::size_t letter_count(std::string_view text) noexcept {
    constexpr unsigned kKind = 0xC0;
    constexpr unsigned kContinued = 0x80;
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & kKind) != kContinued; }));
}

std::string millimetres(int hundredths) {
    constexpr int kWhole = 100;
    const std::string part = std::to_string(hundredths % kWhole);
    return std::to_string(hundredths / kWhole) + (part.size() == 1 ? ".0" : ".") + part + "mm";
}

}  // namespace throughline::report

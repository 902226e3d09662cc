// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/sniff.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "engine/base/say.h"

namespace throughline::decode {
namespace {

using namespace std::string_view_literals;

struct Magic {
    std::size_t offset_bytes;
    std::string_view bytes;
    const char* name;
};

// Sources: the formats' own specifications; HEIF and AVIF brands from ISO/IEC 23008-12.
constexpr std::array kMagics = {
    Magic{0, "\x89PNG\r\n\x1a\n"sv, "PNG"},
    Magic{0, "GIF8"sv, "GIF"},
    Magic{8, "WEBP"sv, "WebP"},
    Magic{0, "II*\0"sv, "TIFF"},
    Magic{0, "MM\0*"sv, "TIFF"},
    Magic{0, "BM"sv, "BMP"},
    Magic{4, "ftypheic"sv, "HEIF"},
    Magic{4, "ftypmif1"sv, "HEIF"},
    Magic{4, "ftypavif"sv, "AVIF"},
    Magic{0, "\0\0\0\x0cjP  "sv, "JPEG 2000"},
    Magic{0, "\xff\x4f\xff\x51"sv, "JPEG 2000"},
    Magic{0, "\xff\x0a"sv, "JPEG XL"},
    Magic{0, "\0\0\0\x0cJXL "sv, "JPEG XL"},
    Magic{0, "PK\x03\x04"sv, "ZIP"},
    Magic{0, "\x1f\x8b"sv, "gzip"},
    Magic{0, "%PDF"sv, "PDF"},
};

bool is_text(std::string_view head) noexcept {
    return std::all_of(head.begin(), head.end(), [](char c) {
        const auto byte = static_cast<std::uint8_t>(c);
        return byte >= 0x20 || byte == '\n' || byte == '\r' || byte == '\t';
    });
}

}  // namespace

bool starts_like_jpeg(std::span<const std::byte> bytes) noexcept {
    return bytes.size() >= 3 && bytes[0] == std::byte{0xff} && bytes[1] == std::byte{0xd8} &&
           bytes[2] == std::byte{0xff};
}

const char* looks_like(std::span<const std::byte> bytes) noexcept {
    constexpr std::size_t kHeadBytes = 512;
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()),
                                std::min(bytes.size(), kHeadBytes));
    if (head.empty()) {
        return to_say("an empty file");
    }
    for (const Magic& magic : kMagics) {
        if (head.size() >= magic.offset_bytes + magic.bytes.size() &&
            head.substr(magic.offset_bytes, magic.bytes.size()) == magic.bytes) {
            return magic.name;
        }
    }
    if (head.find_first_not_of('\0') == std::string_view::npos) {
        return "zeros";
    }
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && head[first] == '<' && is_text(head)) {
        return "HTML or XML";
    }
    return is_text(head) ? "text" : "unknown data";
}

}  // namespace throughline::decode

// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/file_kind.h"

#include <array>

namespace throughline::dataset {
namespace {

// Longer "endings" are parts of a name with a dot in it, not kinds of files.
constexpr std::size_t kEndingCharsMax = 10;

/// In lower case, without the dot; empty when there is none.
std::string ending_of(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || name.size() - dot - 1 > kEndingCharsMax) {
        return {};
    }
    std::string ending(name.substr(dot + 1));
    for (char& c : ending) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return ending;
}

}  // namespace

NameKind name_kind(std::string_view name) {
    const std::string ending = ending_of(name);
    if (ending.empty()) {
        return NameKind::NoEnding;
    }
    const bool jpeg = ending == "jpg" || ending == "jpeg" || ending == "jpe" || ending == "jfif";
    return jpeg ? NameKind::Jpeg : NameKind::Other;
}

std::string other_kind(std::string_view name) {
    struct Known {
        const char* ending;
        const char* kind;
    };
    static constexpr std::array<Known, 11> kKnown{{{"png", "PNG"},
                                                   {"gif", "GIF"},
                                                   {"bmp", "BMP"},
                                                   {"webp", "WebP"},
                                                   {"tif", "TIFF"},
                                                   {"tiff", "TIFF"},
                                                   {"heic", "HEIC"},
                                                   {"avif", "AVIF"},
                                                   {"jxl", "JPEG XL"},
                                                   {"jp2", "JPEG 2000"},
                                                   {"tar", "tar archive"}}};
    const std::string ending = ending_of(name);
    for (const Known& known : kKnown) {
        if (ending == known.ending) {
            return known.kind;
        }
    }
    return ending.empty() ? "no ending" : "." + ending;
}

}  // namespace throughline::dataset

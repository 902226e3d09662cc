// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/file_kind.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/base/say_again.h"

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
                                                   {"tar", to_say("tar archive")}}};
    const std::string ending = ending_of(name);
    for (const Known& known : kKnown) {
        if (ending == known.ending) {
            return known.kind;
        }
    }
    return ending.empty() ? to_say("no ending") : "." + ending;
}

std::string kinds_text(const std::map<std::string, std::uint64_t>& counts) {
    constexpr std::size_t kNamed = 4;
    std::vector<std::pair<std::string, std::uint64_t>> kinds(counts.begin(), counts.end());
    std::stable_sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
        return a.second > b.second;
    });
    std::string text;
    for (std::size_t i = 0; i < std::min(kinds.size(), kNamed); ++i) {
        text += (i == 0 ? "; " : ", ") + std::to_string(kinds[i].second) + " " +
                say_again(kinds[i].first);
    }
    return text + (kinds.size() > kNamed ? ", …" : "");
}

}  // namespace throughline::dataset

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/importers/draft/draft.h"
#include "engine/importers/read/json_outline.h"
#include "engine/importers/read/text_source.h"

namespace throughline::importers {

/// What recognising a file goes by: its first 64 KiB. Names decide nothing.
struct Head {
    explicit Head(std::string_view text);

    std::string_view text;
    std::vector<std::string_view>
        lines;            ///< whole lines; the last one too when the file ends there
    std::size_t json_at;  ///< where JSON starts; npos: nowhere
    JsonOutline json;     ///< its keys

    bool is_json() const noexcept { return json_at != std::string_view::npos; }
    /// Whether `is` holds for a line.
    template <class Is>
    bool any_line(const Is& is) const {
        return std::any_of(
            lines.begin(), lines.end(), [&](auto line) { return static_cast<bool>(is(line)); });
    }
    bool any_line_has(std::string_view part) const;
    /// The first line that matches a pattern of scan.h at its beginning.
    bool any_line_matches(std::string_view pattern) const;
    /// … or anywhere.
    bool any_line_finds(std::string_view pattern) const;
};

struct Input {
    TextSource& text;
    std::string path;  ///< for what the name tells (fio logs) and for what lies beside the file
};

/// A format: how it is recognised and read.
struct Format {
    const char* id;
    const char* title;
    /// 0 = not this, 100 = certain. The highest claim wins; of equal ones the earlier format.
    int (*claim)(const Head& head);
    /// Fills the draft. Errors: Format with a place; Unsupported for a kind that is refused.
    Result<void> (*read)(Input& input, Draft& draft);
};

/// The usual strengths of a claim: a mark that nothing else has, a typical header, a mere shape.
inline constexpr int kCertain = 100;
inline constexpr int kLikely = 60;
inline constexpr int kPossible = 20;

/// Format::read by a class that is made from the draft, takes each line, and finishes at the end.
template <class Reader>
Result<void> read_lines(Input& input, Draft& draft) {
    Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(*line);
    }
    reader.finish();
    return {};
}

/// All formats, in the order in which equal claims are decided.
std::span<const Format> all_formats();

}  // namespace throughline::importers

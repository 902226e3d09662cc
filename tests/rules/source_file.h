// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::rules {

/// One breach of a rule; `instead` is what to write.
struct Finding {
    std::string path;
    std::size_t line = 0;  ///< from 1; 0 = the file as a whole
    std::string what;
    std::string instead;
};
using Findings = std::vector<Finding>;

/// "engine/a.h:12: what; instead: …", one finding a line; "" when there is none.
std::string report(const Findings& findings);
void append(Findings& to, Findings more);

/// A source as text, and as code: comments, string and character literals blanked, with the same
/// length and the same lines.
struct SourceFile {
    std::string path;  ///< relative to the root, with '/'
    std::string text;
    std::string code;

    bool is_header() const { return path.ends_with(".h"); }
    /// Path without its last component.
    std::string folder() const;
    bool in(std::string_view prefix) const { return path.starts_with(prefix); }
};
SourceFile make_source(std::string path, std::string text);

/// Blanks comments and literals; newlines stay.
std::string blank_comments_and_literals(std::string_view text);

std::vector<std::string_view> lines_of(std::string_view text);
std::size_t line_at(std::string_view text, std::size_t offset);

std::string read_text(const std::filesystem::path& path);

/// Every file with one of these endings below the root's engine, ui, app and tests, sorted by path.
std::vector<SourceFile> load_sources(const std::filesystem::path& root,
                                     std::initializer_list<std::string_view> endings = {".cpp",
                                                                                        ".h"});

}  // namespace throughline::rules

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "tests/rules/source_file.h"

namespace throughline::rules {

inline constexpr std::size_t kColumnsMax = 100;  ///< characters, not bytes
inline constexpr std::size_t kFunctionLinesMax = 70;
inline constexpr std::size_t kSourceLinesMax = 500;
inline constexpr std::size_t kHeaderLinesMax = 250;

/// Characters of a UTF-8 text.
std::size_t utf8_length(std::string_view text);

Findings check_columns(const SourceFile& file);
Findings check_file_length(const SourceFile& file);
Findings check_function_length(const SourceFile& file);
/// SPDX line first, of the folder's licence; #pragma once in headers; snake_case file name.
Findings check_file_form(const SourceFile& file);
/// Words that the code may not hold, each with its replacement.
Findings check_words(const SourceFile& file);

/// Each source (and each header of engine and ui) stands by name in the CMakeLists.txt of its
/// folder or the nearest one above.
Findings check_listed(const SourceFile& file, const std::filesystem::path& root);

/// No glob and nothing directory-wide.
Findings check_cmake_commands(const std::string& path, std::string_view cmake);

/// Documents (.md) that comments and documents name and that are not there, seen from the root or
/// from the file's folder; of documents also the sources that they name with their folder.
Findings check_documents(const std::string& path,
                         std::string_view text,
                         const std::filesystem::path& root);

/// Entries of the top level that are new there.
Findings check_top_level(const std::vector<std::string>& names);

}  // namespace throughline::rules

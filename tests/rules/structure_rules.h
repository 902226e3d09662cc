// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/rules/dependency_rules.h"
#include "tests/rules/source_file.h"

namespace throughline::rules {

/// Edges of the graph that no include needs: a right that nobody uses is one that nobody would
/// notice being used.
Findings check_unused_edges(const std::vector<SourceFile>& sources, const FolderGraph& graph);

/// Circles of includes, a header and its .cpp taken together: whoever reads one file of a circle
/// has to read them all.
Findings check_circles(const std::vector<SourceFile>& sources);

/// Functions and variables that a class may declare: more are several classes.
inline constexpr std::size_t kClassMembersMax = 60;
/// Classes that declare more. Nested types, aliases, constants and what is defaulted or deleted do
/// not count; a struct of values may be as long as its table.
Findings check_class_size(const SourceFile& file);

/// `document` with the last column of its table of folders ("| `storage` | … | base; liburing |")
/// as the graph and the lists of libraries have it. Rows of other tables stay as they are.
std::string with_folder_table(std::string_view document, const FolderGraph& graph);

}  // namespace throughline::rules

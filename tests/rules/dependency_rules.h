// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/rules/source_file.h"

namespace throughline::rules {

/// Folder by its name in CMake ("storage", "ui/plot", "app/engine") -> the folders it names as its
/// own dependencies. What those need may be used too.
using FolderGraph = std::map<std::string, std::set<std::string>, std::less<>>;

/// Who may link whom. The one place where it is written.
const FolderGraph& allowed_graph();

/// "engine/storage/a.cpp" -> "storage"; "ui/plot/b.h" -> "ui/plot"; "app/engine/c.cpp" ->
/// "app/engine"; "" for what belongs to no folder of the graph (tests).
std::string folder_name(std::string_view path);

/// `folder`, its dependencies and theirs.
std::set<std::string> reachable(const FolderGraph& graph, const std::string& folder);

/// One #include, commented ones left out.
struct Include {
    std::size_t line = 0;
    std::string name;
    bool quoted = false;
};
std::vector<Include> includes_of(const SourceFile& file);

/// Names of the libraries that a folder of the graph may include.
std::set<std::string> libraries_of(const std::string& folder);

/// Includes of our own headers: from the root, and only of reachable folders.
Findings check_own_includes(const SourceFile& file, const FolderGraph& graph);

/// The folders inside a folder, where it has any, in the same form: "engine/importers/draft" may
/// use "engine/importers/read". Of the folder itself what stands above them.
const FolderGraph& inner_graph();

/// Includes between the folders inside one, and folders that inner_graph() does not know.
Findings check_inner_includes(const SourceFile& file, const FolderGraph& graph);

/// Includes of libraries: each only where it belongs, and in .cpp files or the few headers that
/// show one; a library that the list does not know is a finding too.
Findings check_library_includes(const SourceFile& file);

/// "storage" -> "storage"; "ui_plot" -> "ui/plot".
std::string folder_of_target(std::string_view target);

/// What a folder's CMakeLists.txt declares by throughline_module() (throughline_ui_module()).
struct DeclaredModule {
    std::string name;            ///< "storage", "ui_plot"
    std::set<std::string> uses;  ///< "base", "metrics": the throughline:: targets, as declared
};
std::vector<DeclaredModule> declared_modules(std::string_view cmake);

/// Declared dependencies that the graph does not allow, and folders that it does not know.
Findings check_declared(const std::string& path, std::string_view cmake, const FolderGraph& graph);

}  // namespace throughline::rules

// SPDX-License-Identifier: Apache-2.0
// The rules of the house, checked on the tree itself. That the checks can fail is shown on small
// bad snippets in checker_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/rules/dependency_rules.h"
#include "tests/rules/source_file.h"
#include "tests/rules/structure_rules.h"
#include "tests/rules/style_rules.h"

namespace throughline::rules {
namespace {

const std::filesystem::path& root() {
    static const std::filesystem::path kRoot = THROUGHLINE_SOURCE_DIR;
    return kRoot;
}

const std::vector<SourceFile>& sources() {
    static const std::vector<SourceFile> kSources = load_sources(root());
    return kSources;
}

std::vector<std::string> cmake_files() {
    std::vector<std::string> paths = {"CMakeLists.txt"};
    for (const char* top : {"engine", "ui", "app", "tests", "resources", ".cmake"}) {
        if (!std::filesystem::exists(root() / top)) {
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / top)) {
            const std::filesystem::path& path = entry.path();
            if (path.filename() == "CMakeLists.txt" || path.extension() == ".cmake") {
                paths.push_back(path.lexically_relative(root()).generic_string());
            }
        }
    }
    return paths;
}

std::vector<std::string> documents() {
    std::vector<std::string> paths = {"README.md"};
    for (const char* top : {"engine", "ui", "app", "tests", "resources", "installers"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / top)) {
            if (entry.path().extension() == ".md") {
                paths.push_back(entry.path().lexically_relative(root()).generic_string());
            }
        }
    }
    return paths;
}

std::string over_sources(const std::function<Findings(const SourceFile&)>& check) {
    Findings findings;
    for (const SourceFile& file : sources()) {
        append(findings, check(file));
    }
    return report(findings);
}

std::string over_cmake(
    const std::function<Findings(const std::string& path, std::string_view text)>& check) {
    Findings findings;
    for (const std::string& path : cmake_files()) {
        append(findings, check(path, read_text(root() / path)));
    }
    return report(findings);
}

/// What the CMakeLists.txt files declare.
FolderGraph declared_graph() {
    FolderGraph graph = {{"app/engine", allowed_graph().at("app/engine")},
                         {"app/mpi", allowed_graph().at("app/mpi")},
                         {"app/study_words", allowed_graph().at("app/study_words")},
                         {"app/gui", allowed_graph().at("app/gui")}};
    for (const std::string& path : cmake_files()) {
        for (const DeclaredModule& module : declared_modules(read_text(root() / path))) {
            std::set<std::string>& uses = graph[folder_name(path)];
            for (const std::string& use : module.uses) {
                uses.insert(folder_of_target(use));
            }
        }
    }
    return graph;
}

void expect_none(const std::string& found) {
    EXPECT_TRUE(found.empty()) << '\n' << found;
}

TEST(SourceRules, IncludesFollowTheGraphOfFolders) {
    expect_none(
        over_sources([](const auto& file) { return check_own_includes(file, allowed_graph()); }));
}

// A header can be included without linking its library; then nothing but this tells.
TEST(SourceRules, IncludesAreDeclaredInCMake) {
    const FolderGraph declared = declared_graph();
    expect_none(over_sources([&](const auto& file) { return check_own_includes(file, declared); }));
}

TEST(SourceRules, CMakeDeclaresOnlyWhatTheGraphAllows) {
    expect_none(over_cmake(
        [](const auto& path, auto text) { return check_declared(path, text, allowed_graph()); }));
}

TEST(SourceRules, GraphHasNoUnusedEdge) {
    expect_none(report(
        check_unused_edges(load_sources(root(), {".cpp", ".h", ".cu", ".cuh"}), allowed_graph())));
}

TEST(SourceRules, NoIncludesInACircle) {
    expect_none(report(check_circles(sources())));
}

// THROUGHLINE_REWRITE=1 in the environment writes the tables instead of comparing them.
TEST(SourceRules, TablesOfFoldersAreTheGraph) {
    for (const char* path : {"engine/README.md", "ui/README.md"}) {
        const std::string written = read_text(root() / path);
        const std::string wanted = with_folder_table(written, allowed_graph());
        if (std::getenv("THROUGHLINE_REWRITE") != nullptr) {
            std::ofstream(root() / path) << wanted;
        } else {
            EXPECT_EQ(written, wanted) << path << ": THROUGHLINE_REWRITE=1 writes it anew";
        }
    }
}

TEST(SourceRules, IncludesFollowTheOrderInsideAFolder) {
    expect_none(
        over_sources([](const auto& file) { return check_inner_includes(file, inner_graph()); }));
}

TEST(SourceRules, LibrariesAreUsedWhereTheyBelong) {
    expect_none(over_sources(check_library_includes));
}

TEST(SourceRules, LinesFit) {
    expect_none(over_sources(check_columns));
}

TEST(SourceRules, FilesAreShort) {
    expect_none(over_sources(check_file_length));
}

TEST(SourceRules, ClassesAreSmall) {
    expect_none(over_sources(check_class_size));
}

TEST(SourceRules, FunctionsAreShort) {
    expect_none(over_sources(check_function_length));
}

TEST(SourceRules, FilesHaveLicenceGuardAndName) {
    expect_none(over_sources(check_file_form));
}

TEST(SourceRules, NoForbiddenWords) {
    expect_none(over_sources(check_words));
}

TEST(SourceRules, FilesAreListedInCMake) {
    expect_none(over_sources([](const auto& file) { return check_listed(file, root()); }));
}

TEST(SourceRules, CMakeHasNoGlobAndNothingDirectoryWide) {
    expect_none(over_cmake(check_cmake_commands));
}

TEST(SourceRules, NamedDocumentsAreThere) {
    Findings findings;
    for (const SourceFile& file : sources()) {
        append(findings, check_documents(file.path, file.text, root()));
    }
    for (const std::string& path : documents()) {
        append(findings, check_documents(path, read_text(root() / path), root()));
    }

    expect_none(report(findings));
}

TEST(SourceRules, TopLevelHoldsOnlyWhatTheDesignNames) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(root())) {
        names.push_back(entry.path().filename().string());
    }

    expect_none(report(check_top_level(names)));
}

TEST(SourceRules, EveryLibraryHasALinkProbe) {
    std::istringstream configured(THROUGHLINE_LINK_PROBES);
    std::set<std::string> probes;
    for (std::string name; configured >> name;) {
        probes.insert(name);
    }

    for (const std::string& path : cmake_files()) {
        for (const DeclaredModule& module : declared_modules(read_text(root() / path))) {
            const bool left_out = !THROUGHLINE_HAS_GUI && path.starts_with("ui/");
            EXPECT_TRUE(left_out || probes.count("link_probe_" + module.name) == 1)
                << path << " makes " << module.name << ", but there is no link_probe_"
                << module.name << "; make libraries by throughline_module()";
        }
    }
}

// A package named beside a find_package() in .cmake must be one that the scripts install.
TEST(SourceRules, PackagesNamedInCMakeAreInstalledByTheScripts) {
    static const std::regex kPackage(R"((qt6-[\w-]+|[\w.+-]+-dev|pkg-config))");
    const std::string list = read_text(root() / "installers/packages.txt");
    std::size_t seen = 0;

    for (const char* path :
         {".cmake/ThroughlineDependencies.cmake", ".cmake/ThroughlineTest.cmake"}) {
        const std::string text = read_text(root() / path);
        for (const std::string_view line : lines_of(text)) {
            const std::size_t start = line.find(") ");
            const std::size_t comment = line.find("# ", start == line.npos ? line.size() : start);
            if (comment == line.npos) {
                continue;
            }
            const std::string names(line.substr(comment));
            for (std::sregex_iterator at(names.begin(), names.end(), kPackage), end; at != end;
                 ++at) {
                ++seen;
                EXPECT_NE(list.find(" " + at->str() + "\n"), std::string::npos)
                    << path << " names " << at->str() << ", installers/packages.txt does not";
            }
        }
    }
    EXPECT_GT(seen, 5U);
}

}  // namespace
}  // namespace throughline::rules

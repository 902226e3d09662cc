// SPDX-License-Identifier: Apache-2.0
// Goal: each rule of source_rules_test.cpp can fail, and says where and what to write instead.
// Method: small bad and good snippets, by the same functions.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/rules/dependency_rules.h"
#include "tests/rules/function_length.h"
#include "tests/rules/source_file.h"
#include "tests/rules/structure_rules.h"
#include "tests/rules/style_rules.h"

namespace throughline::rules {
namespace {

const std::string kApache = "// SPDX-License-Identifier: Apache-2.0\n";

std::string own_includes(const std::string& path, const std::string& text) {
    return report(check_own_includes(make_source(path, text), allowed_graph()));
}

std::string library_includes(const std::string& path, const std::string& text) {
    return report(check_library_includes(make_source(path, text)));
}

std::string words(const std::string& path, const std::string& text) {
    return report(check_words(make_source(path, text)));
}

std::string form(const std::string& path, const std::string& text) {
    return report(check_file_form(make_source(path, text)));
}

std::string body_of_lines(std::size_t lines) {
    std::string text = "{\n";
    for (std::size_t line = 2; line < lines; ++line) {
        text += "    f();\n";
    }
    return text + "}\n";
}

TEST(Blanking, CommentsAndLiteralsGoAndLinesStay) {
    const std::string text = "a \"//x\" b; // c\nd /* e\nf */ g 'h' 1'000 R\"z(\n\" )z\" i\n";

    const std::string code = blank_comments_and_literals(text);

    EXPECT_EQ(code.size(), text.size());
    EXPECT_EQ(lines_of(code).size(), lines_of(text).size());
    EXPECT_EQ(code.find_first_of("xcefhz\""), std::string::npos);
    EXPECT_NE(code.find("1'000"), std::string::npos);
    EXPECT_NE(code.find(" i\n"), std::string::npos);
}

TEST(Blanking, EscapedQuoteDoesNotEndALiteral) {
    EXPECT_EQ(blank_comments_and_literals(R"(f("a\"b", '\'');)"), "f(      ,     );");
}

TEST(Blanking, PrefixedLiteralsAreLiterals) {
    EXPECT_EQ(blank_comments_and_literals("u'{' + 0xFF'FF + L\"}\""), "u    + 0xFF'FF + L   ");
}

TEST(OwnIncludes, WindowMayNotIncludeStorage) {
    const std::string found =
        own_includes("ui/measure/page.cpp", "\n#include \"engine/storage/reader.h\"\n");

    EXPECT_TRUE(
        found.starts_with("ui/measure/page.cpp:2: ui/measure includes engine/storage/reader.h"))
        << found;
    EXPECT_NE(
        found.find("analysis, base, catalog, importers, metrics, model, panels, record, spec, "
                   "store, ui/bridge, ui/charts, ui/measure, ui/plot, ui/study, ui/style, "
                   "volume"),
        std::string::npos)
        << found;
}

TEST(InnerFolders, OnlyTheOrderOfTheGraphIsAllowed) {
    const auto found = [](const std::string& path, const std::string& include) {
        const std::string text = "#include \"engine/importers/" + include + "\"\n";
        return report(
            check_inner_includes(make_source("engine/importers/" + path, text), inner_graph()));
    };
    EXPECT_EQ(found("formats/fio/a.cpp", "read/scan.h"), "");
    EXPECT_EQ(found("importer.cpp", "formats/formats.h"), "");
    EXPECT_NE(found("read/a.cpp", "draft/draft.h"), "");
    EXPECT_NE(found("draft/a.h", "importer.h"), "");
    EXPECT_NE(found("formats/fio/a.cpp", "formats/gpu/gpu_rows.h"), "");
    EXPECT_NE(found("new/a.cpp", "read/scan.h"), "");
    EXPECT_EQ(report(check_inner_includes(make_source("engine/record/a.cpp", ""), inner_graph())),
              "");
}

TEST(OwnIncludes, BaseMayNotIncludeAnything) {
    EXPECT_NE(own_includes("engine/base/a.h", "#include \"engine/metrics/registry.h\"\n"), "");
}

TEST(OwnIncludes, DependenciesOfDependenciesMayBeUsed) {
    EXPECT_EQ(own_includes("engine/store/a.cpp", "#include \"engine/base/result.h\"\n"), "");
    EXPECT_EQ(own_includes("app/engine/a.cpp", "#include \"engine/storage/path_target.h\"\n"), "");
}

TEST(OwnIncludes, EngineMayNotIncludeTheWindow) {
    EXPECT_NE(own_includes("engine/record/a.cpp", "#include \"ui/style/theme.h\"\n"), "");
}

TEST(OwnIncludes, PathStartsAtTheRoot) {
    const std::string found = own_includes("engine/spec/a.cpp", "#include \"spec.h\"\n");

    EXPECT_NE(found.find("instead: \"engine/spec/spec.h\""), std::string::npos) << found;
}

TEST(OwnIncludes, CommentedIncludeDoesNotCount) {
    EXPECT_EQ(own_includes("ui/a.cpp", "// #include \"engine/storage/reader.h\"\n"), "");
}

TEST(UnusedEdges, EdgeWithoutAnIncludeIsAFinding) {
    const FolderGraph graph = {{"base", {}}, {"metrics", {}}, {"record", {"base", "metrics"}}};
    const std::vector<SourceFile> sources = {
        make_source("engine/record/a.cpp", "#include \"engine/base/result.h\"\n")};

    const std::string found = report(check_unused_edges(sources, graph));

    EXPECT_NE(found.find("record may use metrics and includes nothing of it"), found.npos) << found;
    EXPECT_EQ(found.find("base"), found.npos) << found;
}

TEST(Circles, HeaderAndSourceAreOne) {
    const auto found = [](const std::string& include_of_b) {
        return report(check_circles({
            make_source("engine/record/a.h", ""),
            make_source("engine/record/a.cpp", "#include \"engine/record/b.h\"\n"),
            make_source("engine/record/b.h", "#include \"engine/record/" + include_of_b + ".h\"\n"),
        }));
    };

    EXPECT_NE(found("a").find("includes in a circle: a, b"), std::string::npos) << found("a");
    EXPECT_EQ(found("c"), "");
    EXPECT_EQ(found("b"), "") << "its own header is no circle";
}

TEST(ClassSize, CountsFunctionsAndVariables) {
    const auto found = [](std::size_t functions) {
        std::string text = "class Small { int a; };\nclass Large final : public Small {\npublic:\n";
        text +=
            "    Large(const Large&) = delete;\n    using Small::Small;\n    enum class E { A };\n";
        for (std::size_t n = 0; n < functions; ++n) {
            text += "    int f" + std::to_string(n) + "() { return 1; }\n";
        }
        return report(check_class_size(make_source("engine/a.h", text + "    int b_{1};\n};\n")));
    };

    EXPECT_EQ(found(kClassMembersMax - 1), "");
    EXPECT_TRUE(found(kClassMembersMax).starts_with("engine/a.h:2: Large has 61 functions"))
        << found(kClassMembersMax);
}

TEST(FolderTable, LastColumnIsThatOfTheGraph) {
    const FolderGraph graph = {{"base", {}}, {"storage", {"base"}}};
    const std::string rows =
        "| `base` | results | metrics |\n| `storage` | readers | old |\n| `none` | b | c |\n";

    EXPECT_EQ(with_folder_table(rows, graph),
              "| `base` | results | – |\n| `storage` | readers | base; liburing |\n"
              "| `none` | b | c |\n");
}

TEST(LibraryIncludes, EachOnlyInItsFolder) {
    EXPECT_NE(library_includes("engine/record/a.cpp", "#include <liburing.h>\n"), "");
    EXPECT_NE(library_includes("ui/a.cpp", "#include <sqlite3.h>\n"), "");
    EXPECT_NE(library_includes("engine/storage/a.cpp", "#include <jpeglib.h>\n"), "");
    EXPECT_NE(library_includes("engine/storage/a.cpp", "#include <nlohmann/json.hpp>\n"), "");
    EXPECT_NE(library_includes("engine/record/a.cpp", "#include <rapidjson/reader.h>\n"), "");
    EXPECT_NE(library_includes("engine/base/a.cpp", "#include <CLI/CLI.hpp>\n"), "");
    EXPECT_NE(library_includes("engine/base/a.cpp", "#include <gtest/gtest.h>\n"), "");
    EXPECT_EQ(library_includes("engine/storage/a.cpp", "#include <liburing.h>\n"), "");
    EXPECT_EQ(library_includes("engine/record/a.cpp", "#include <nlohmann/json.hpp>\n"), "");
}

TEST(LibraryIncludes, QtStaysInTheWindow) {
    EXPECT_NE(library_includes("engine/base/a.h", "#include <QString>\n"), "");
    EXPECT_NE(library_includes("app/engine/main.cpp", "#include <QtCore/QFile>\n"), "");
    EXPECT_EQ(library_includes("ui/plot/a.h", "#include <QString>\n"), "");
    EXPECT_EQ(library_includes("app/gui/main.cpp", "#include <QApplication>\n"), "");
}

TEST(LibraryIncludes, HeadersOfTheEngineDoNotShowThem) {
    EXPECT_NE(library_includes("engine/spec/spec.h", "#include <nlohmann/json.hpp>\n"), "");
    EXPECT_EQ(library_includes("engine/spec/json.h", "#include <nlohmann/json.hpp>\n"), "");
}

TEST(LibraryIncludes, UnknownLibraryIsAFinding) {
    EXPECT_NE(library_includes("engine/base/a.cpp", "#include <archive.h>\n"), "");
    EXPECT_NE(library_includes("engine/base/a.cpp", "#include <boost/any.hpp>\n"), "");
    EXPECT_EQ(library_includes("engine/base/a.cpp", "#include <sys/mman.h>\n#include <map>\n"), "");
}

TEST(Declared, DependencyOutsideTheGraphIsAFinding) {
    const std::string cmake =
        "throughline_module(metrics\n    SOURCES a.cpp\n    PUBLIC throughline::base\n"
        "    PRIVATE throughline::storage)\n";

    const std::string found =
        report(check_declared("engine/metrics/CMakeLists.txt", cmake, allowed_graph()));

    EXPECT_NE(found.find("metrics declares throughline::storage"), std::string::npos) << found;
    EXPECT_EQ(found.find("throughline::base"), std::string::npos) << found;
}

TEST(Declared, LibraryOfAnotherNameThanItsFolderIsAFinding) {
    EXPECT_NE(report(check_declared("engine/metrics/CMakeLists.txt",
                                    "throughline_module(numbers SOURCES a.cpp)\n",
                                    allowed_graph())),
              "");
}

TEST(Declared, LibrariesOfTheWindowBelongToUi) {
    const auto found = [](const std::string& use) {
        return report(check_declared("ui/plot/CMakeLists.txt",
                                     "throughline_ui_module(plot SOURCES a.cpp PUBLIC " + use + ")",
                                     allowed_graph()));
    };

    EXPECT_EQ(found("throughline::ui_style throughline::record Qt6::Charts"), "");
    EXPECT_NE(found("throughline::pipeline"), "");
}

TEST(Declared, FunctionThatMakesLibrariesIsNone) {
    EXPECT_EQ(
        declared_modules("function(f name)\n    throughline_module(ui_${name} ${ARGN})\n").size(),
        0U);
    EXPECT_EQ(declared_modules("throughline_module(\n    run\n    SOURCES a.cpp)\n").size(), 1U);
}

TEST(Columns, AreCharactersNotBytes) {
    const auto found = [](const std::string& line) {
        return report(check_columns(make_source("engine/a.cpp", "\n" + line + "\n")));
    };
    std::string dashes;
    for (std::size_t column = 0; column < kColumnsMax; ++column) {
        dashes += "\u2013";
    }

    EXPECT_EQ(found(dashes), "");
    EXPECT_TRUE(found(dashes + "x").starts_with("engine/a.cpp:2: 101 columns"));
}

TEST(FileLength, HeadersAreShorterThanSources) {
    const std::string text(kHeaderLinesMax + 1, '\n');

    EXPECT_EQ(report(check_file_length(make_source("engine/a.cpp", text))), "");
    EXPECT_NE(report(check_file_length(make_source("engine/a.h", text))), "");
    EXPECT_NE(
        report(check_file_length(make_source("a.cpp", std::string(kSourceLinesMax + 1, '\n')))),
        "");
}

TEST(FunctionLength, OneLineTooManyIsFound) {
    const std::string head = "namespace a {\n\nint f(int x) noexcept ";
    const auto found = [&](std::size_t lines) {
        return report(check_function_length(
            make_source("engine/a.cpp", head + body_of_lines(lines) + "}\n")));
    };

    EXPECT_EQ(found(kFunctionLinesMax), "");
    EXPECT_TRUE(found(kFunctionLinesMax + 1).starts_with("engine/a.cpp:3: 71 lines in int f"));
}

TEST(FunctionLength, FindsEachFormOfAFunction) {
    const std::string code =
        "class A final : public B {\n"
        "public:\n"
        "    explicit A(int x) : B(x), y_{x}, z_{} {}\n"
        "    A& operator=(const A&) { return *this; }\n"
        "    template <class T, class U = std::vector<T>>\n"
        "    auto f(T t) const -> U { if (t) { g(); } return {}; }\n"
        "private:\n"
        "    int y_{0};\n"
        "    std::map<int, int> m_ = {{1, 2}, {3, 4}};\n"
        "};\n"
        "struct stat make() { return {}; }\n"
        "const std::vector<int> kV = sorted({1, 2});\n"
        "const auto kLess = [](int a, int b) { return a < b; };\n"
        "enum class E : std::uint8_t { A, B };\n"
        "#define M(x) \\\n    do { x } while (false)\n"
        "TEST(X, Y) { EXPECT_TRUE(true); }\n";

    std::string heads;
    for (const FunctionBody& body : function_bodies(blank_comments_and_literals(code))) {
        heads += std::to_string(body.line) + " ";
    }

    EXPECT_EQ(heads, "3 4 6 11 13 17 ");
}

TEST(FunctionLength, LongTableIsNoFunction) {
    const std::string code = "const Info kTable[] = " + body_of_lines(90) + ";\nvoid f() {}\n";

    EXPECT_EQ(function_bodies(code).size(), 1U);
}

TEST(FileForm, LicenceFollowsTheFolder) {
    EXPECT_EQ(form("engine/base/a.cpp", kApache), "");
    EXPECT_EQ(form("app/engine/main.cpp", kApache), "");
    EXPECT_NE(form("ui/plot/a.cpp", kApache), "");
    EXPECT_NE(form("app/gui/main.cpp", kApache), "");
    EXPECT_NE(form("tests/ui/a_test.cpp", kApache), "");
    EXPECT_NE(form("engine/base/a.cpp", "// SPDX-License-Identifier: GPL-3.0-or-later\n"), "");
}

TEST(FileForm, HeaderNeedsItsGuardAndFilesSnakeCase) {
    EXPECT_NE(form("engine/base/a.h", kApache + "// #pragma once\n"), "");
    EXPECT_EQ(form("engine/base/a.h", kApache + "#pragma once\n"), "");
    EXPECT_NE(form("engine/base/PathTarget.cpp", kApache), "");
}

TEST(Words, UsingNamespaceInHeadersOnly) {
    EXPECT_NE(words("engine/a.h", "using namespace std;\n"), "");
    EXPECT_EQ(words("engine/a.cpp", "using namespace std::chrono_literals;\n"), "");
}

TEST(Words, ThreadsAreJoined) {
    EXPECT_NE(words("engine/a.cpp", "worker.detach();\n"), "");
    EXPECT_NE(words("ui/a.cpp", "std::thread worker(f);\n"), "");
    EXPECT_EQ(words("engine/a.cpp", "std::thread::hardware_concurrency();\n// detach()\n"), "");
}

TEST(Words, LocksAreThoseThatClangChecks) {
    EXPECT_NE(words("ui/a.h", "std::mutex mutex_;\n"), "");
    EXPECT_NE(words("engine/a.cpp", "const std::lock_guard lock(mutex_);\n"), "");
    EXPECT_EQ(words("engine/a.cpp", "const MutexLock lock(mutex_);\n"), "");
}

TEST(Words, EngineNeitherSleepsNorPrints) {
    EXPECT_NE(words("engine/a.cpp", "std::this_thread::sleep_for(1s);\n"), "");
    EXPECT_NE(words("engine/a.cpp", "std::cerr << 1;\n"), "");
    EXPECT_NE(words("engine/a.cpp", "std::fprintf(stderr, text);\n"), "");
    EXPECT_EQ(words("engine/a.cpp", "std::snprintf(text, 8, format);\n"), "");
    EXPECT_EQ(words("app/engine/a.cpp", "std::cerr << 1;\n"), "");
}

TEST(Words, NoTestOfAnImporterIsSkipped) {
    EXPECT_NE(words("tests/engine/importers/a_test.cpp", "GTEST_SKIP() << name;\n"), "");
    EXPECT_EQ(words("tests/engine/storage/a_test.cpp", "GTEST_SKIP() << name;\n"), "");
}

TEST(Words, NothingIsLeftUndone) {
    const std::string found = words("engine/a.cpp",
                                    "\n// TO"
                                    "DO: later\n");

    EXPECT_TRUE(found.starts_with("engine/a.cpp:2: something left undone; instead: do it"))
        << found;
    EXPECT_EQ(words("engine/a.cpp",
                    "// mktemp(\"XX"
                    "XXXX\") and todo_list\n"),
              "");
}

TEST(Listed, NameMustStandAsAWordOfItsOwn) {
    const std::filesystem::path root = std::filesystem::path(testing::TempDir()) /
                                       ("throughline_rules_" + std::to_string(getpid()));
    std::filesystem::create_directories(root / "engine/base");
    std::ofstream(root / "engine/base/CMakeLists.txt") << "x(base SOURCES data.cpp b.cpp)\n";

    const auto found = [&](const char* path) {
        return report(check_listed(make_source(path, ""), root));
    };
    const std::string listed = found("engine/base/b.cpp");
    const std::string part_of_another = found("engine/base/a.cpp");
    const std::string below = found("engine/base/deep/c.cpp");
    std::filesystem::remove_all(root);

    EXPECT_EQ(listed, "");
    EXPECT_NE(part_of_another, "");
    EXPECT_NE(below, "");
}

TEST(Documents, ThoseThatAreNamedMustBeThere) {
    const std::filesystem::path root = std::filesystem::path(testing::TempDir()) /
                                       ("throughline_documents_" + std::to_string(getpid()));
    std::filesystem::create_directories(root / "engine/base");
    std::ofstream(root / "engine/README.md") << "a";
    std::ofstream(root / "engine/base/clock.h") << "a";

    const auto found = [&](const char* path, const char* text) {
        return report(check_documents(path, text, root));
    };
    const std::string there = found("engine/a.h", "// README.md\n/// engine/README.md, b\n");
    const std::string gone = found("engine/a.h",
                                   "int a;\n// Source: model"
                                   ".md section 2\n");
    const std::string literal = found("engine/a.cpp", "open(\"notes.md\");\n");
    const std::string address = found("engine/a.cpp", "// https://example.org/notes.md\n");
    const std::string header = found("engine/README.md", "`base/clock.h`, `clock.h`\n");
    const std::string no_header = found("engine/README.md", "`base/watch.h`\n");
    std::filesystem::remove_all(root);

    EXPECT_EQ(there, "");
    EXPECT_TRUE(gone.starts_with("engine/a.h:2: model.md is not there")) << gone;
    EXPECT_EQ(literal, "");
    EXPECT_EQ(address, "");
    EXPECT_EQ(header, "");
    EXPECT_NE(no_header, "");
}

TEST(CMakeCommands, DirectoryWideOnesAreFindings) {
    const auto found = [](const char* text) { return report(check_cmake_commands("C", text)); };

    EXPECT_TRUE(found("x()\nfile(GLOB sources *.cpp)\n").starts_with("C:2: file(GLOB"));
    EXPECT_NE(found("include_directories(.)\n"), "");
    EXPECT_NE(found("  add_compile_options(-O3)\n"), "");
    EXPECT_EQ(found("target_include_directories(a PRIVATE .)\ntarget_link_libraries(a b)\n"), "");
}

TEST(TopLevel, UnknownFolderIsAFinding) {
    EXPECT_EQ(report(check_top_level({"engine", ".ci", "build", "README.md"})), "");
    EXPECT_NE(report(check_top_level({"docs"})), "");
}

}  // namespace
}  // namespace throughline::rules

// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/style_rules.h"

#include <algorithm>
#include <array>
#include <regex>
#include <string>

#include "tests/rules/function_length.h"

namespace throughline::rules {

namespace {

enum class Where { Code, Text };

struct Word {
    const char* pattern;
    Where where;
    bool headers_only;
    const char* folder;  ///< path prefix, "" = everywhere
    const char* except;  ///< a file that may, "" = none
    const char* what;
    const char* instead;
};

/// The patterns are split where they would find themselves.
constexpr std::array kWords = {
    Word{R"(\busing\s+namespace\b)",
         Where::Code,
         true,
         "",
         "",
         "using namespace in a header",
         "write the namespace"},
    Word{R"(\bdetach\s*\()",
         Where::Code,
         false,
         "",
         "",
         "a detached thread",
         "keep the std::jthread and join it"},
    Word{R"(\bstd::thread\b(?!\s*::))",
         Where::Code,
         false,
         "",
         "",
         "std::thread",
         "std::jthread, which joins and takes a stop_token"},
    Word{R"(\b(sleep_for|sleep_until|usleep|nanosleep)\s*\()",
         Where::Code,
         false,
         "engine/",
         "",
         "a sleep nobody can wake",
         "pause_for() of engine/base/pause.h, which a stop_token wakes"},
    Word{R"(\bstd::(mutex|lock_guard|scoped_lock|unique_lock)\b)",
         Where::Code,
         false,
         "",
         "engine/base/mutex.h",
         "a lock whose use clang cannot check",
         "Mutex and MutexLock of engine/base/mutex.h, and GUARDED_BY"},
    Word{R"(\bstd::(cout|cerr|clog)\b|\b(printf|puts|perror)\s*\(|\bfprintf\s*\()",
         Where::Code,
         false,
         "engine/",
         "engine/base/result.cpp",
         "the engine prints",
         "return a Result or write a note; app prints"},
    Word{"GTEST_SKIP",
         Where::Code,
         false,
         "tests/engine/importers/",
         "",
         "a test of an importer that may be skipped",
         "a file of our own in tests/fixtures/importers"},
    Word{R"(\b(TO)"
         R"(DO|FIX)"
         R"(ME|XX)"
         R"(X|HA)"
         R"(CK)\b)",
         Where::Text,
         false,
         "",
         "",
         "something left undone",
         "do it, or write down what holds today and why"},
};

/// The nearest CMakeLists.txt at or above the file's folder, and the folder it stands in.
std::filesystem::path nearest_cmake(const std::filesystem::path& root, const SourceFile& file) {
    std::filesystem::path folder = std::filesystem::path(file.path).parent_path();
    while (!folder.empty() && !std::filesystem::exists(root / folder / "CMakeLists.txt")) {
        folder = folder.parent_path();
    }
    return folder;
}

bool is_gpl(const SourceFile& file) {
    return file.in("ui/") || file.in("app/gui/") || file.in("tests/ui/");
}

Findings whole_file(const SourceFile& file, std::string what, std::string instead) {
    return {{file.path, 0, std::move(what), std::move(instead)}};
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;  // not a continuation byte
    }));
}

Findings check_columns(const SourceFile& file) {
    Findings findings;
    std::size_t number = 0;
    for (const std::string_view line : lines_of(file.text)) {
        ++number;
        if (const std::size_t columns = utf8_length(line); columns > kColumnsMax) {
            findings.push_back({file.path,
                                number,
                                std::to_string(columns) + " columns",
                                "at most " + std::to_string(kColumnsMax) + "; clang-format-19 -i"});
        }
    }
    return findings;
}

Findings check_file_length(const SourceFile& file) {
    const std::size_t limit = file.is_header() ? kHeaderLinesMax : kSourceLinesMax;
    const std::size_t lines = lines_of(file.text).size();
    if (lines <= limit) {
        return {};
    }
    return whole_file(file,
                      std::to_string(lines) + " lines",
                      "at most " + std::to_string(limit) + ": one main type a file");
}

Findings check_function_length(const SourceFile& file) {
    Findings findings;
    for (const FunctionBody& body : function_bodies(file.code)) {
        if (body.lines > kFunctionLinesMax) {
            findings.push_back(
                {file.path,
                 body.line,
                 std::to_string(body.lines) + " lines in " + body.head,
                 "at most " + std::to_string(kFunctionLinesMax) + ": name its steps as functions"});
        }
    }
    return findings;
}

Findings check_file_form(const SourceFile& file) {
    static const std::regex kName(R"([a-z0-9]+(_[a-z0-9]+)*\.(cpp|h))");
    Findings findings;
    const std::string spdx = std::string("// SPDX-License-Identifier: ") +
                             (is_gpl(file) ? "GPL-3.0-or-later" : "Apache-2.0") + "\n";
    if (!file.text.starts_with(spdx)) {
        append(findings, whole_file(file, "first line is not the SPDX line of this folder", spdx));
    }
    if (file.is_header() && file.code.find("#pragma once") == std::string::npos) {
        append(findings, whole_file(file, "no include guard", "#pragma once"));
    }
    const std::string name = std::filesystem::path(file.path).filename().string();
    if (!std::regex_match(name, kName)) {
        append(findings, whole_file(file, "file name", "snake_case"));
    }
    return findings;
}

/// Of each word; made once, which takes longer than looking through a file.
static const std::vector<std::regex>& word_patterns() {
    static const std::vector<std::regex> kPatterns = [] {
        std::vector<std::regex> patterns;
        for (const Word& word : kWords) {
            patterns.emplace_back(word.pattern, std::regex::ECMAScript | std::regex::optimize);
        }
        return patterns;
    }();
    return kPatterns;
}

Findings check_words(const SourceFile& file) {
    Findings findings;
    for (std::size_t i = 0; i < std::size(kWords); ++i) {
        const Word& word = kWords[i];
        const bool applies = file.in(word.folder) && file.path != word.except &&
                             (!word.headers_only || file.is_header());
        if (!applies) {
            continue;
        }
        const std::regex& pattern = word_patterns()[i];
        const std::string& text = word.where == Where::Code ? file.code : file.text;
        for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
            const auto offset = static_cast<std::size_t>(at->position());
            findings.push_back({file.path, line_at(text, offset), word.what, word.instead});
        }
    }
    return findings;
}

Findings check_listed(const SourceFile& file, const std::filesystem::path& root) {
    const bool header_is_listed = file.in("engine/") || file.in("ui/");
    if (file.is_header() && !header_is_listed) {
        return {};
    }
    const std::filesystem::path folder = nearest_cmake(root, file);
    const std::string name = std::filesystem::path(file.path).lexically_relative(folder).string();
    const std::string cmake = read_text(root / folder / "CMakeLists.txt");
    // The name as a word of its own: "a.cpp" is not listed by "data.cpp". A test may be named
    // without its ending, as an argument of the function that makes it.
    const std::string ending = file.is_header() ? ".h" : ".cpp";
    const std::string stem = name.substr(0, name.size() - ending.size());
    const std::string word = stem + "\\" + ending + (file.in("tests/") ? "|" + stem : "");
    if (std::regex_search(cmake, std::regex("(^|[\\s/\"(])(" + word + ")($|[\\s)\"])"))) {
        return {};
    }
    return whole_file(
        file, "not listed", "name it in " + (folder / "CMakeLists.txt").generic_string());
}

Findings check_cmake_commands(const std::string& path, std::string_view cmake) {
    static const std::regex kForbidden(
        R"(^\s*(file\s*\(\s*GLOB|(include_directories|link_libraries|link_directories)"
        R"(|add_definitions|add_compile_definitions|add_compile_options|add_link_options)\s*\())",
        std::regex::multiline);
    Findings findings;
    const std::string text(cmake);
    for (std::sregex_iterator at(text.begin(), text.end(), kForbidden), end; at != end; ++at) {
        const std::string found = at->str();
        const std::size_t start = found.find_first_not_of(" \t\n");
        const auto offset = static_cast<std::size_t>(at->position()) + start;
        findings.push_back({path,
                            line_at(text, offset),
                            found.substr(start),
                            "files by name, and target_… of the one target that needs it"});
    }
    return findings;
}

Findings check_documents(const std::string& path,
                         std::string_view text,
                         const std::filesystem::path& root) {
    static const std::regex kAddress(R"(https?://\S+)");
    static const std::regex kDocument(R"([\w.-]+(/[\w.-]+)*\.md\b)");
    static const std::regex kDocumentOrSource(
        R"([\w.-]+(/[\w.-]+)*\.md\b|([\w.-]+/)+[\w.-]+\.(h|cpp|cu|cuh|py|sh|cmake)\b)");
    const bool is_document = path.ends_with(".md");
    Findings findings;
    std::size_t number = 0;
    for (const std::string_view line : lines_of(text)) {
        ++number;
        const std::size_t comment = is_document ? 0 : line.find("//");
        if (comment == line.npos) {
            continue;
        }
        const std::string said =
            std::regex_replace(std::string(line.substr(comment)), kAddress, "");
        const std::regex& named = is_document ? kDocumentOrSource : kDocument;
        for (std::sregex_iterator at(said.begin(), said.end(), named), end; at != end; ++at) {
            const auto folder = std::filesystem::path(path).parent_path();
            if (!std::filesystem::exists(root / at->str()) &&
                !std::filesystem::exists(root / folder / at->str())) {
                findings.push_back({path,
                                    number,
                                    at->str() + " is not there",
                                    "a document of this repository, or what it says"});
            }
        }
    }
    return findings;
}

Findings check_top_level(const std::vector<std::string>& names) {
    static constexpr std::array kAllowed = {"CMakeLists.txt",
                                            "CMakePresets.json",
                                            "LICENSE",
                                            "README.md",
                                            "app",
                                            "engine",
                                            "installers",
                                            "resources",
                                            "tests",
                                            "ui"};
    Findings findings;
    for (const std::string& name : names) {
        // What .gitignore leaves out, and dot files.
        const bool ignored = name.starts_with(".") || name == "build" || name == "out" ||
                             name.starts_with("build-") || name.ends_with(".user") ||
                             name == "CMakeUserPresets.json";
        if (!ignored && std::find(kAllowed.begin(), kAllowed.end(), name) == kAllowed.end()) {
            findings.push_back(
                {name, 0, "new at the top level", "one of the folders that are there"});
        }
    }
    return findings;
}

}  // namespace throughline::rules

// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/source_file.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <utility>

namespace throughline::rules {

namespace {

/// True for the quote of 1'000, which starts no literal; not for that of u'x'.
bool groups_digits(std::string_view text, std::size_t at) {
    std::size_t start = at;
    while (start > 0 && (std::isalnum(static_cast<unsigned char>(text[start - 1])) != 0 ||
                         text[start - 1] == '\'')) {
        --start;
    }
    return start < at && std::isdigit(static_cast<unsigned char>(text[start])) != 0;
}

/// Offset just after the literal or comment that starts at `at`; `at` itself when none does.
std::size_t end_of_blank(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    const auto until = [&](std::string_view end, std::size_t from) {
        const std::size_t found = text.find(end, from);
        return found == std::string_view::npos ? text.size() : found + end.size();
    };
    if (rest.starts_with("//")) {
        return until("\n", at);
    }
    if (rest.starts_with("/*")) {
        return until("*/", at + 2);
    }
    if (rest.starts_with("R\"")) {
        const std::size_t open = text.find('(', at);
        if (open == std::string_view::npos) {
            return text.size();
        }
        const std::string end = ")" + std::string(text.substr(at + 2, open - at - 2)) + "\"";
        return until(end, open);
    }
    if ((text[at] != '"' && text[at] != '\'') || groups_digits(text, at)) {
        return at;
    }
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != text[at] && text[end] != '\n') {
        end += text[end] == '\\' ? 2 : 1;
    }
    return std::min(text.size(), end + 1);
}

}  // namespace

std::string report(const Findings& findings) {
    std::string text;
    for (const Finding& finding : findings) {
        text += finding.path + ":" + std::to_string(finding.line) + ": " + finding.what +
                "; instead: " + finding.instead + "\n";
    }
    return text;
}

void append(Findings& to, Findings more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::string SourceFile::folder() const {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

SourceFile make_source(std::string path, std::string text) {
    SourceFile file{.path = std::move(path), .text = std::move(text), .code = {}};
    file.code = blank_comments_and_literals(file.text);
    return file;
}

std::string blank_comments_and_literals(std::string_view text) {
    std::string code(text);
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = end_of_blank(text, at);
        std::replace_if(
            code.begin() + static_cast<std::ptrdiff_t>(at),
            code.begin() + static_cast<std::ptrdiff_t>(end),
            [](char character) { return character != '\n'; },
            ' ');
        at = std::max(end, at + 1);
    }
    return code;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::size_t line_at(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

std::string read_text(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<SourceFile> load_sources(const std::filesystem::path& root,
                                     std::initializer_list<std::string_view> endings) {
    std::vector<SourceFile> files;
    for (const char* top : {"engine", "ui", "app", "tests"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
            const std::string ending = entry.path().extension().string();
            if (entry.is_regular_file() &&
                std::find(endings.begin(), endings.end(), ending) != endings.end()) {
                files.push_back(make_source(entry.path().lexically_relative(root).generic_string(),
                                            read_text(entry.path())));
            }
        }
    }
    std::sort(files.begin(), files.end(), [](const SourceFile& left, const SourceFile& right) {
        return left.path < right.path;
    });
    return files;
}

}  // namespace throughline::rules

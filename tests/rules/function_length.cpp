// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/function_length.h"

#include <algorithm>
#include <regex>
#include <utility>

#include "tests/rules/source_file.h"

namespace throughline::rules {

namespace {

enum class Brace { Scope, Function, Initialiser };

/// Preprocessor lines, with their continuations, hold no functions of ours.
std::string without_preprocessor(std::string_view code) {
    std::string out(code);
    bool continued = false;
    std::size_t start = 0;
    while (start < out.size()) {
        const std::size_t end = std::min(out.find('\n', start), out.size());
        const std::size_t first = out.find_first_not_of(" \t", start);
        const bool directive = continued || (first < end && out[first] == '#');
        continued = directive && end > start && out[end - 1] == '\\';
        if (directive) {
            std::fill(out.begin() + static_cast<std::ptrdiff_t>(start),
                      out.begin() + static_cast<std::ptrdiff_t>(end),
                      ' ');
        }
        start = end + 1;
    }
    return out;
}

std::size_t matching_brace(std::string_view code, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < code.size(); ++at) {
        depth += code[at] == '{' ? 1 : 0;
        depth -= code[at] == '}' ? 1 : 0;
        if (depth == 0) {
            return at;
        }
    }
    return code.size();
}

char next_visible(std::string_view code, std::size_t from) {
    const std::size_t at = code.find_first_not_of(" \t\n", from);
    return at == std::string_view::npos ? '\0' : code[at];
}

std::string squeezed(std::string_view head) {
    static const std::regex kSpaces(R"(\s+)");
    std::string text = std::regex_replace(std::string(head), kSpaces, " ");
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// "template <class T, std::enable_if_t<…>>" taken from the front.
std::string without_template(std::string head) {
    while (head.starts_with("template")) {
        int depth = 0;
        std::size_t at = head.find('<');
        for (; at < head.size(); ++at) {
            depth += head[at] == '<' ? 1 : 0;
            depth -= head[at] == '>' ? 1 : 0;
            if (depth == 0) {
                break;
            }
        }
        head = squeezed(std::string_view(head).substr(std::min(at + 1, head.size())));
    }
    return head;
}

/// True when `=` stands outside of parentheses and is no operator's name: `x = {`.
bool is_assignment(const std::string& head) {
    int depth = 0;
    for (std::size_t at = 0; at < head.size(); ++at) {
        depth += head[at] == '(' ? 1 : 0;
        depth -= head[at] == ')' ? 1 : 0;
        if (head[at] == '=' && depth == 0) {
            return head.find("operator") == std::string::npos;
        }
    }
    return false;
}

Brace kind_of(std::string_view code, std::size_t open, std::string_view raw_head) {
    static const std::regex kAttributes(R"(alignas ?\([^)]*\)|\[\[[^\]]*\]\])");
    static const std::regex kType(R"(^(typedef )?(class|struct|union|enum)\b[^()]*$)");
    static const std::regex kNamespace(R"(^(inline )?namespace\b|^extern$)");
    static const std::regex kAccess(
        R"(^(Q_OBJECT )?((public|private|protected|Q_SIGNALS)( Q_SLOTS)? ?: ?)*)");
    static const std::regex kLambda(R"(\] ?(\(|$))");
    std::string head = std::regex_replace(squeezed(raw_head), kAccess, "");
    head = squeezed(std::regex_replace(without_template(head), kAttributes, ""));
    if (std::regex_search(head, kNamespace) || std::regex_search(head, kType)) {
        return Brace::Scope;
    }
    const auto count = [&](char wanted) { return std::count(head.begin(), head.end(), wanted); };
    const bool has_parameters = count('(') > 0 && count('(') == count(')');
    const bool is_lambda = is_assignment(head) && std::regex_search(head, kLambda);
    // `: member_{value},` and the last `: member_{value} {` belong to a constructor's head.
    const char after = next_visible(code, matching_brace(code, open) + 1);
    const bool inside_head = after == ',' || after == '{';
    if (has_parameters && !inside_head && (is_lambda || !is_assignment(head))) {
        return Brace::Function;
    }
    return Brace::Initialiser;
}

}  // namespace

std::vector<FunctionBody> function_bodies(std::string_view source) {
    const std::string text = without_preprocessor(source);
    const std::string_view code = text;
    std::vector<FunctionBody> bodies;
    std::size_t head_start = 0;
    for (std::size_t at = 0; at < code.size(); ++at) {
        if (code[at] == ';' || code[at] == '}') {
            head_start = at + 1;
        }
        if (code[at] != '{') {
            continue;
        }
        const std::string_view head = code.substr(head_start, at - head_start);
        const Brace kind = kind_of(code, at, head);
        if (kind == Brace::Scope) {
            head_start = at + 1;
            continue;
        }
        const std::size_t close = matching_brace(code, at);
        if (kind == Brace::Function) {
            const std::size_t line = line_at(code, at);
            bodies.push_back({squeezed(head).substr(0, 80), line, line_at(code, close) - line + 1});
            head_start = close + 1;
        }
        at = close;
    }
    return bodies;
}

}  // namespace throughline::rules

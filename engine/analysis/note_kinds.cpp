// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/note_kinds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "engine/record/straggler_note.h"

namespace throughline::analysis {
namespace {

constexpr std::string_view kTo = " \u2013 ";

bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

bool is_word(char c) noexcept {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// The end of " kB/s" at `at`, or `at`.
std::size_t unit_end(std::string_view text, std::size_t at) {
    std::size_t end = at;
    if (end >= text.size() || text[end] != ' ') {
        return at;
    }
    ++end;
    if (end < text.size() && std::string_view("kMGT").find(text[end]) != std::string_view::npos) {
        ++end;
    }
    if (end >= text.size() || text[end] != 'B') {
        return at;
    }
    ++end;
    if (text.substr(end, 2) == "/s") {
        end += 2;
    }
    return end < text.size() && is_word(text[end]) ? at : end;
}

/// The end of the number that begins at `at`, with its unit of bytes.
std::size_t number_end(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) {
        ++end;
    }
    if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) {
        ++end;
        while (end < text.size() && is_digit(text[end])) {
            ++end;
        }
    }
    return unit_end(text, end);
}

/// "1.15 GB/s" -> 1.15e9, "63" -> 63.
double amount_of(std::string_view text) {
    const std::size_t space = text.find(' ');
    const auto thousands = space == std::string_view::npos
                               ? std::string_view::size_type{0}
                               : std::string_view("BkMGT").find(text[space + 1]);
    return std::strtod(std::string(text.substr(0, space)).c_str(), nullptr) *
           std::pow(1000.0, static_cast<double>(thousands));
}

/// A number of a text, or two with "to" between them, and what stands before it.
struct Part {
    std::string_view before;
    std::string_view low;
    std::string_view high;
};

/// The numbers of a text in their order.
struct Parts {
    std::vector<Part> numbers;
    std::string_view rest;
};

Parts parts_of(std::string_view text) {
    Parts parts;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (!is_digit(text[at])) {
            ++at;
            continue;
        }
        const std::size_t end = number_end(text, at);
        Part part{.before = text.substr(done, at - done),
                  .low = text.substr(at, end - at),
                  .high = text.substr(at, end - at)};
        at = end;
        const std::size_t next = end + kTo.size();
        if (text.substr(end, kTo.size()) == kTo && next < text.size() && is_digit(text[next])) {
            at = number_end(text, next);
            part.high = text.substr(next, at - next);
        }
        parts.numbers.push_back(part);
        done = at;
    }
    parts.rest = text.substr(done);
    return parts;
}

}  // namespace

std::optional<std::string> in_one(std::string_view first, std::string_view second) {
    const Parts a = parts_of(first);
    const Parts b = parts_of(second);
    if (a.numbers.size() != b.numbers.size() || a.rest != b.rest) {
        return std::nullopt;
    }
    std::string result;
    for (std::size_t i = 0; i < a.numbers.size(); ++i) {
        const Part& one = a.numbers[i];
        const Part& other = b.numbers[i];
        if (one.before != other.before) {
            return std::nullopt;
        }
        const std::array ends{one.low, one.high, other.low, other.high};
        const auto [low, high] = std::ranges::minmax_element(ends, {}, amount_of);
        result += one.before;
        result += *low;
        if (*low != *high) {
            result.append(kTo).append(*high);
        }
    }
    return result.append(a.rest);
}

std::vector<NoteKind> note_kinds(const record::Study& study) {
    std::vector<NoteKind> kinds;
    const auto add = [&](const std::vector<record::Note>& notes) {
        for (const record::Note& note : notes) {
            if (note.level == record::Level::Info) {
                continue;
            }
            const auto same = std::ranges::find_if(kinds, [&](const NoteKind& kind) {
                return kind.code == note.code && kind.runs.empty() == !note.run.has_value() &&
                       in_one(kind.text, note.text);
            });
            NoteKind& kind = same != kinds.end()
                                 ? *same
                                 : kinds.emplace_back(NoteKind{note.code, note.text, {}});
            kind.text = *in_one(kind.text, note.text);
            if (note.run && std::ranges::find(kind.runs, *note.run) == kind.runs.end()) {
                kind.runs.push_back(*note.run);
            }
        }
    };
    add(study.notes);
    for (const record::RunData& run : study.runs) {
        add(run.notes);
    }
    for (NoteKind& kind : kinds) {
        std::ranges::sort(kind.runs);
    }
    return kinds;
}

bool is_told_of_study(const record::Note& of_run, const record::Study& study) {
    return of_run.code == record::kNodeFailedNote &&
           std::ranges::any_of(study.notes, [&](const record::Note& note) {
               return !note.run && note.code == of_run.code && note.item == of_run.item;
           });
}

std::string numbers_text(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) {
            ++last;
        }
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
        if (last > i) {
            text += (last == i + 1 ? ", " : "\u2013") + std::to_string(numbers[last]);
        }
        i = last + 1;
    }
    return text;
}

}  // namespace throughline::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/language.h"

// A report as plain values, in its order; every number says what it is of.
namespace throughline::report {

/// The run and the figure that a printed number is of.
struct Source {
    std::string study{};  ///< uuid
    int run = 0;
    std::string key{};  ///< of a metric

    bool operator==(const Source&) const = default;
};

/// How sure a reader may be; said in words, too.
enum class Tone : std::uint8_t { Plain, Lead, Caution, Small, Better, Worse, Predicted };

struct Heading {
    std::string text{};
};

struct Paragraph {
    std::string text{};
    Tone tone = Tone::Plain;
};

/// A piece of an author's text in one look.
struct Span {
    std::string text{};
    bool strong = false;
    bool emphasis = false;
    bool code = false;
    std::string link{};  ///< http, https or mailto; "" = none

    bool operator==(const Span&) const = default;
};

enum class ProseForm : std::uint8_t { Paragraph, Subheading, Bullet, Numbered, Quote, Code };

/// A paragraph that the author wrote; nothing in it can be computed again.
struct Prose {
    ProseForm form = ProseForm::Paragraph;
    int level = 0;   ///< of a list within a list: 0 is the outer one
    int number = 0;  ///< Numbered: what stands before it
    std::vector<Span> spans{};

    std::string text() const;  ///< without looks
    bool operator==(const Prose&) const = default;
};

/// A figure in large type.
struct Number {
    std::string title{};
    std::string value{};   ///< "1.53 k images/s"
    std::string spread{};  ///< "95 % interval 1.48 to 1.57 k images/s", or why there is none
    Source source{};
};
struct Numbers {
    std::vector<Number> numbers{};
};

struct Cell {
    std::string text{};
    std::optional<Source> source{};
    std::string change{};  ///< against the first column: "+2.06 %, better"
    Tone tone = Tone::Plain;
};
struct Table {
    std::string caption{};
    std::vector<std::string> heading{};
    std::vector<std::vector<Cell>> rows{};
};

/// The place of a drawing.
struct ChartPlace {
    std::size_t chart = 0;
    std::string title{};
    std::string alt{};  ///< what it shows, for those who do not see it
    std::vector<std::string> notes{};
};

struct PageBreak {};

using Item = std::variant<Heading, Paragraph, Prose, Numbers, Table, ChartPlace, PageBreak>;

struct Content {
    std::string title{};
    std::string question{};
    std::vector<Item> items{};
    std::vector<std::size_t> blocks{};  ///< of each item: which block of the definition it is of
    std::vector<bool> proves{};         ///< of each item: it is no answer but what proves one
    Language language = Language::English;
};

}  // namespace throughline::report

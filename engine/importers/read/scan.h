// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/text.h"

namespace throughline::importers {

/// A finite number that is the whole text (blanks around it allowed); nothing for nan, inf, "-",
/// "N/A", "[Not Supported]", "<0.01". `decimal_comma`: "1,39" is 1.39.
std::optional<double> parse_number(std::string_view text, bool decimal_comma = false);

/// A number for a note that people read: four digits that count, "2427", "0.1235".
std::string number_to_show(double value);

std::vector<std::string_view> split(std::string_view text, char separator);
/// What stands between blanks and tabs.
std::vector<std::string_view> words(std::string_view text);
/// The cells of a CSV line (RFC 4180): quotes are taken off, "" inside them is one quote.
std::vector<std::string> csv_cells(std::string_view line, char separator = ',');
bool contains(std::string_view text, std::string_view part) noexcept;

/// What the groups of a pattern matched.
class Match {
public:
    static constexpr std::size_t kGroupsMax = 10;

    std::string_view operator[](std::size_t group) const { return groups_.at(group); }
    std::optional<double> number(std::size_t group) const {
        return parse_number(groups_.at(group));
    }
    std::size_t size() const noexcept { return count_; }
    /// How much of the text was matched, from its beginning.
    std::size_t end() const noexcept { return end_; }

private:
    friend class PatternMatcher;
    std::array<std::string_view, kGroupsMax> groups_{};
    std::size_t count_ = 0;
    std::size_t end_ = 0;
};

/// Matches the beginning of `text` against a pattern, in time linear in the text:
///   %n  a number, nan and inf too      %w  a word: anything but blanks
///   %s  anything up to the text behind (blank)  blanks and tabs, one or more
///   %_  blanks and tabs, or none       %%  a per cent sign; all else stands for itself
/// std::regex is not used: it recurses along the line and is slow.
std::optional<Match> match(std::string_view text, std::string_view pattern);
/// The same anywhere in the text; the pattern starts with a literal byte.
std::optional<Match> find(std::string_view text, std::string_view pattern);

}  // namespace throughline::importers

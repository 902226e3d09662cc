// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/line_prefix.h"

#include <algorithm>
#include <array>

#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
namespace {

bool is_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "[1,0]<stdout>:", with a host or without.
std::optional<LinePrefix> mpi_prefix(std::string_view line) {
    const std::size_t comma = line.find(',');
    const std::size_t close = line.find(']');
    constexpr std::size_t kBracketMax = 64;
    if (!line.starts_with('[') || comma > close || close > kBracketMax) {
        return std::nullopt;
    }
    for (const std::string_view stream : {"]<stdout>:", "]<stderr>:", "]<stddiag>:"}) {
        if (line.substr(close).starts_with(stream)) {
            return LinePrefix{close + stream.size(),
                              std::string(trim(line.substr(comma + 1, close - comma - 1)))};
        }
    }
    return std::nullopt;
}

std::optional<LinePrefix> slurm_prefix(std::string_view line) {
    const std::size_t colon = line.find(": ");
    constexpr std::size_t kRankMax = 6;
    if (colon == std::string_view::npos || colon > kRankMax ||
        !is_digits(trim(line.substr(0, colon)))) {
        return std::nullopt;
    }
    return LinePrefix{colon + 2, std::string(trim(line.substr(0, colon)))};
}

/// A date and a time, in brackets or not, and the logger's names and levels up to " - " or ": ".
std::optional<LinePrefix> stamp_prefix(std::string_view line) {
    constexpr std::size_t kStampBytes = 19;
    const std::size_t open = line.starts_with('[') ? 1 : 0;
    if (line.size() < open + kStampBytes || !parse_moment(line.substr(open, kStampBytes))) {
        return std::nullopt;
    }
    std::size_t at = open + kStampBytes;
    while (at < line.size() && (is_digits(line.substr(at, 1)) || line[at] == ',' ||
                                line[at] == '.' || line[at] == ']' || line[at] == 'Z')) {
        ++at;
    }
    for (const char* const level : {"INFO", "WARNING", "DEBUG", "ERROR"}) {
        constexpr std::size_t kNamesMax = 80;
        const std::size_t found = line.substr(at, kNamesMax).find(level);
        if (found != std::string_view::npos) {
            at += found + std::string_view(level).size();
            break;
        }
    }
    while (at < line.size() && (line[at] == ' ' || line[at] == '-' || line[at] == ':' ||
                                line[at] == ']' || line[at] == '|')) {
        ++at;
    }
    return LinePrefix{at, {}};
}

}  // namespace

std::optional<LinePrefix> line_prefix(std::string_view line, PrefixKind kind) {
    switch (kind) {
        case PrefixKind::Mpi:
            return mpi_prefix(line);
        case PrefixKind::Slurm:
            return slurm_prefix(line);
        case PrefixKind::Stamp:
            return stamp_prefix(line);
    }
    return std::nullopt;
}

std::optional<std::string_view> PrefixRule::read(std::string_view line) const {
    const auto prefix = line_prefix(line, kind);
    if (!prefix) {
        return line;
    }
    if (!rank.empty() && prefix->rank != rank) {
        return std::nullopt;
    }
    line.remove_prefix(prefix->bytes);
    return line;
}

std::optional<PrefixKind> usual_prefix(const std::vector<std::string_view>& lines) {
    constexpr std::size_t kLinesMin = 3;
    for (const PrefixKind kind : {PrefixKind::Mpi, PrefixKind::Slurm, PrefixKind::Stamp}) {
        std::size_t with = 0;
        std::size_t all = 0;
        for (const std::string_view line : lines) {
            if (!trim(line).empty()) {
                ++all;
                with += line_prefix(line, kind) ? 1 : 0;
            }
        }
        // Messages of the launcher stand between them.
        if (with >= kLinesMin && 2 * with >= all) {
            return kind;
        }
    }
    return std::nullopt;
}

std::vector<std::string> ranks_of(const std::vector<std::string_view>& lines, PrefixKind kind) {
    std::vector<std::string> ranks;
    for (const std::string_view line : lines) {
        const auto prefix = line_prefix(line, kind);
        if (prefix && !prefix->rank.empty() &&
            std::find(ranks.begin(), ranks.end(), prefix->rank) == ranks.end()) {
            ranks.push_back(prefix->rank);
        }
    }
    std::sort(ranks.begin(), ranks.end(), [](const std::string& a, const std::string& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    return ranks;
}

}  // namespace throughline::importers

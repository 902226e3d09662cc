// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "engine/importers/formats/monitors/sysstat_columns.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

/// What a column of amounts counts in; nothing for one of other numbers.
std::optional<double> unit_of(std::string_view column) {
    if (contains(column, "MB")) {
        return kMiB;
    }
    if (contains(column, "kB") || column.ends_with("areq-sz")) {
        return kKiB;
    }
    const bool sectors =
        contains(column, "sec/s") || contains(column, "Blk") || column == "avgrq-sz";
    return sectors ? std::optional(kSectorBytes) : std::nullopt;
}

}  // namespace

std::optional<double> sysstat_number(std::string_view cell, std::string_view column) {
    cell = trim(cell);
    if (cell.ends_with('%')) {
        cell.remove_suffix(1);
    }
    const auto plain = parse_number(cell, true);
    const auto unit = unit_of(column);
    if (plain || !unit) {
        return plain;
    }
    if (cell.ends_with('B')) {
        cell.remove_suffix(1);  // --human below 1 KiB: "25.7B"
    }
    return ratio(binary_scaled(cell, true), unit);
}

std::optional<SysstatBanner> parse_banner(std::string_view line) {
    if (!line.starts_with("Linux ") || !trim(line).ends_with("CPU)")) {
        return std::nullopt;
    }
    const auto parts = words(line);
    SysstatBanner banner;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::string_view part = parts[i];
        if (i == 1) {
            banner.kernel = part;
        } else if (i == 2 && part.size() > 2 && part.front() == '(') {
            banner.host = part.substr(1, part.size() - 2);
        } else if (!banner.date && parse_date(part)) {
            banner.date = parse_date(part);
            banner.unclear_date = has_unclear_order(part) ? part : "";
        } else if (part.starts_with('(') && i + 1 < parts.size() && parts[i + 1] == "CPU)") {
            banner.cpus = parse_number(part.substr(1));
        }
    }
    return banner;
}

void note_date_order(const SysstatBanner& banner, Draft& draft) {
    if (!banner.unclear_date.empty()) {
        draft.info_once("import.date_order",
                        "the date " + banner.unclear_date +
                            " is taken as month/day/year; where the machine wrote day/month, the "
                            "times are off (S_TIME_FORMAT=ISO makes sysstat write it plainly)");
    }
}

}  // namespace throughline::importers

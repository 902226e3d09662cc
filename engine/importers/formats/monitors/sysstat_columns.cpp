// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/monitors/sysstat_columns.h"

#include "engine/importers/read/scan.h"
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

}  // namespace throughline::importers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

// What a column of somebody's own table may be, by its name.
namespace throughline::importers {

/// A unit that a column may be written in, and its factor to the stored unit.
struct CsvUnit {
    const char* name;
    double factor;
};

/// The units offered for a metric stored in `stored` ("bytes/s"); the stored one first. Empty where
/// there is nothing to choose.
std::span<const CsvUnit> csv_units_for(std::string_view stored);

/// A target as a mapping spells it ("step_time*0.001", "time", "ignore"); "" where the name says
/// nothing.
struct CsvGuess {
    std::string target{};
    /// The name leaves no doubt: neither of the quantity, nor of its unit. Of times, sizes and
    /// shares an id alone says no unit ("gpu_memory" may be in MiB).
    bool sure = false;
};

/// Limits: names longer than 100 bytes say nothing.
CsvGuess guess_csv_column(std::string_view column);

}  // namespace throughline::importers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <variant>

#include "engine/record/record.h"

// The names that the record's writer and reader share; nobody outside includes it.
namespace throughline::record {

/// Names of the line types, in the order of the variant Line.
inline constexpr std::array<const char*, 8> kLineTypes{
    "header", "run_started", "sample", "histogram", "note", "run_ended", "verdict", "footer"};
static_assert(kLineTypes.size() == std::variant_size_v<Line>);

inline constexpr std::array kOrigins{
    Origin::Measured, Origin::Observed, Origin::Imported, Origin::Published, Origin::Predicted};
inline constexpr std::array kPhases{Phase::Warmup, Phase::Measured, Phase::Drain};
inline constexpr std::array kLevels{Level::Info, Level::Warning, Level::Error};
inline constexpr std::array kRunStatuses{
    RunStatus::Done, RunStatus::Stopped, RunStatus::Failed, RunStatus::Interrupted};
inline constexpr std::array kGrades{
    Grade::None, Grade::Measured, Grade::Indicated, Grade::Suggested};

/// Finds the enumerator with this name. False: no such name.
template <class Enum, std::size_t N>
bool enum_from_name(std::string_view name, const std::array<Enum, N>& values, Enum& found) {
    for (const Enum value : values) {
        if (name == name_of(value)) {
            found = value;
            return true;
        }
    }
    return false;
}

}  // namespace throughline::record

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// How a chart of a study is drawn.
namespace throughline::panels {

/// A condition on runs: the setting is there and holds one of these texts (any text without them).
struct Condition {
    std::string key{};
    std::vector<std::string> contains{};
    bool absent = false;  ///< the other way round: it must not
    bool operator==(const Condition&) const = default;
};

/// What the points of a chart are.
enum class Points : std::uint8_t { Runs, Samples, Map, Histogram };

/// Along x: the epochs of each run, a point for each. No quantity of the registry.
inline constexpr const char* kEpochOfRun = "epoch_of_run";

/// One chart. Samples have time along x; a histogram is of `y` by `x`.
struct View {
    Points points = Points::Runs;
    std::string x{};
    std::string y{};
    std::string rows{};                  ///< of a map: the setting upwards
    std::vector<Condition> published{};  ///< which runs of published studies belong to it
    std::vector<Condition> own{};        ///< which of one's own; none: all
    bool full_only = false;              ///< no stages alone
    bool names = false;                  ///< numbers along x stand side by side, with bars
    bool ideal = false;                  ///< with a line of ideal scaling
    bool log_x = false;
};

}  // namespace throughline::panels

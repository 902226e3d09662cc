// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of a watched job's threads goes.
#pragma once

#include <QString>
#include <array>
#include <cstddef>
#include <vector>

#include "engine/metrics/registry.h"

namespace throughline::ui {

/// What threads do, as the engine names it, in the order of a bar.
inline constexpr std::array<const char*, 10> kObservedDoings{
    "running", "core", "storage", "network", "no_room", "gpu", "no_work", "lock", "sleep", "other"};

/// What threads were seen doing for a part of the time.
struct ObservedPart {
    std::size_t doing = 0;  ///< among kObservedDoings
    double percent = 0.0;   ///< of the time, above 0
};

/// The loader workers or the main thread.
struct ObservedRole {
    QString title{};
    std::vector<ObservedPart> parts{};  ///< none: it was not seen
};

inline constexpr std::size_t kObservedRoles = 2;
using ObservedRoles = std::array<ObservedRole, kObservedRoles>;

/// Of a sample or a summary.
ObservedRoles observedRoles(const metrics::MetricValues& values);

/// "waits for a processor".
QString titleOfDoing(std::size_t doing);
/// The colour that it has wherever it is drawn, as curveColour() takes it.
struct DoingLook {
    int slot = 0;
    int tint = 0;
};
DoingLook lookOfDoing(std::size_t doing);
/// "62 %".
QString sharePercentText(double percent);

}  // namespace throughline::ui

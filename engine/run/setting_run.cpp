// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "engine/run/setting_parts.h"

namespace throughline::run {
namespace {

constexpr std::array<const char*, 3> kPageCaches{"cold", "warm", "as_is"};
constexpr std::array<const char*, 4> kStages{"full", "storage", "decode", "consumer"};
constexpr double kDaySeconds = 86400.0;

}  // namespace

std::vector<SettingInfo> run_settings() {
    return {
        choice_setting(
            "page_cache",
            kPageCaches,
            "State of the page cache at the start: evicted and verified, read once before, or "
            "left as it is."),
        choice_setting(
            "stages",
            kStages,
            "What is measured: the full pipeline, or one stage alone, which is its ceiling."),
        seconds_setting("warmup_seconds", 2.0, kDaySeconds, "Time before the measured part."),
        seconds_setting(
            "duration_seconds", 10.0, kDaySeconds, "Measured time; 0 measures one epoch."),
        integer_setting("repeats", "", 1, 1.0, 100.0, "How often each point is measured."),
    };
}

}  // namespace throughline::run

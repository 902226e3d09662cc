// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "engine/base/say.h"
#include "engine/spec/setting_parts.h"

namespace throughline::spec {
namespace {

constexpr std::array<const char*, 3> kPageCaches{"cold", "warm", "as_is"};
constexpr std::array<const char*, 3> kPageCacheTitles{
    to_say("cold: emptied first"), to_say("warm: filled first"), to_say("as it is")};
constexpr std::array<const char*, 2> kRepeatOrders{"points", "rounds"};
constexpr std::array<const char*, 2> kRepeatOrderTitles{to_say("one point after the other"),
                                                        to_say("all points in turn")};
constexpr double kDaySeconds = 86400.0;
constexpr double kSampleMostSeconds = 60.0;  // failures are looked at when a sample is taken
constexpr std::array<const char*, 4> kStagesTitles{to_say("full pipeline"),
                                                   to_say("storage alone"),
                                                   to_say("decode alone"),
                                                   to_say("consumer alone")};

}  // namespace

std::vector<SettingInfo> run_settings() {
    return {
        with_titles(choice_setting(
                        "page_cache",
                        "Page cache",
                        kPageCaches,
                        to_say("State of the page cache at the start: evicted and verified, read "
                               "once before, or "
                               "left as it is."),
                        to_say("State of the page cache at the start: cold, warm, or as it is.")),
                    kPageCacheTitles),
        with_titles(choice_setting("stages",
                                   "Stages",
                                   kStagesNames,
                                   to_say("What is measured: the full pipeline, or one stage "
                                          "alone, which gives its ceiling."),
                                   to_say("Which part of the pipeline is measured.")),
                    kStagesTitles),
        seconds_setting("warmup_seconds",
                        "Warm-up",
                        2.0,
                        kDaySeconds,
                        to_say("Time before the measured part."),
                        to_say("Time before the figures count.")),
        with_zero(seconds_setting("duration_seconds",
                                  "Duration",
                                  10.0,
                                  kDaySeconds,
                                  to_say("Measured time; 0 measures one epoch."),
                                  to_say("Measured time of a run; 0 is one epoch.")),
                  "whole epochs"),
        real_setting("sample_seconds",
                     "Sampling interval",
                     "s",
                     1.0,
                     0.1,
                     kSampleMostSeconds,
                     to_say("Time between two samples of all counters: shorter shows what happens "
                            "within a second, longer looks at them less often."),
                     to_say("Time between two samples.")),
        integer_setting(
            "repeats", "Repeats", "", 1, 1.0, 100.0, to_say("How often each point is measured.")),
        with_titles(
            choice_setting(
                "repeat_order",
                "Order of repeats",
                kRepeatOrders,
                to_say("Measures one point with all its repeats after the other, or all points "
                       "in turn (A B A B), so that the drift of a machine or of a shared disk "
                       "falls on all of them alike."),
                to_say("Whether a point was measured with all its repeats at once, or all "
                       "points in turn.")),
            kRepeatOrderTitles),
    };
}

}  // namespace throughline::spec

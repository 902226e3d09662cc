// SPDX-License-Identifier: Apache-2.0
// What explains quantities and settings, in German.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/spec/people.h"

namespace throughline::metrics {
namespace {

/// Files, programs and keys, which have no other name in German.
constexpr std::array<std::string_view, 16> kNames{
    "/proc/PID/io",
    "/proc/PID/stat",
    "/proc/PID/status",
    "/proc/PID/status, cpu.max",
    "/proc/PID/task/TID/stat",
    "/proc/diskstats",
    "/proc/net/dev",
    "/proc/self/io",
    "/proc/self/status",
    "/proc/stat",
    "NVML",
    "blkio.throttle.*, io.max",
    "getrusage(2)",
    "NVML utilization.gpu",
    "VmRSS",
    "100 * images_per_second / ceiling_images_per_second{stage=consumer}"};
/// Titles that are German words as well.
constexpr std::array<std::string_view, 8> kSameTitles{
    "CPUs", "Format", "GPUs", "Host", "Inverse DCT", "Job", "O_DIRECT", "Phase"};

struct Said {
    std::string english;
    std::string german;
    std::string of;  ///< the id or key
};

Said said(const char* message, const char* of) {
    const Speaking german(Language::German);
    return {message, say(message), of};
}

std::vector<Said> explanations() {
    std::vector<Said> all;
    for (const MetricInfo& info : all_metrics()) {
        for (const char* text : {info.meaning, info.formula, info.source}) {
            all.push_back(said(text, info.id));
        }
    }
    for (const spec::SettingInfo& info : spec::all_settings()) {
        for (const char* text : {info.meaning, info.condition, info.zero}) {
            all.push_back(said(text, info.key));
        }
    }
    std::erase_if(all, [](const Said& one) { return one.english.empty(); });
    return all;
}

std::vector<Said> titles() {
    std::vector<Said> all;
    for (const MetricInfo& info : all_metrics()) {
        all.push_back(said(info.title, info.id));
    }
    for (const spec::SettingInfo& info : spec::all_settings()) {
        all.push_back(said(info.title, info.key));
    }
    for (const spec::SettingGroup& group : spec::setting_groups()) {
        all.push_back(said(group.title, "group"));
    }
    return all;
}

/// Each is translated, but for those that are the same, which are all met.
void expect_translated(const std::vector<Said>& all, std::span<const std::string_view> same) {
    for (const Said& one : all) {
        const bool may_be_same = std::ranges::find(same, one.english) != same.end();
        EXPECT_EQ(one.german == one.english, may_be_same) << one.of << ": " << one.english;
    }
    for (const std::string_view name : same) {
        EXPECT_NE(std::ranges::find(all, name, &Said::english), all.end()) << name;
    }
}

TEST(GermanQuantities, EachQuantityAndSettingIsExplained) {
    expect_translated(explanations(), kNames);
}

TEST(GermanQuantities, EachQuantitySettingAndGroupHasATitle) {
    expect_translated(titles(), kSameTitles);
}

TEST(GermanQuantities, NoExplanationHasEnglishWordsInIt) {
    constexpr std::array<std::string_view, 12> kEnglish{"the",
                                                        "of",
                                                        "and",
                                                        "with",
                                                        "that",
                                                        "which",
                                                        "from",
                                                        "is",
                                                        "are",
                                                        "elapsed",
                                                        "bytes",
                                                        "images"};
    const auto is_letter = [](char byte) {
        return std::isalpha(static_cast<unsigned char>(byte)) != 0 || byte == '_';
    };
    for (const Said& one : explanations()) {
        for (auto at = one.german.begin(); at != one.german.end();) {
            at = std::find_if(at, one.german.end(), is_letter);
            const auto end = std::find_if_not(at, one.german.end(), is_letter);
            EXPECT_EQ(std::ranges::find(kEnglish, std::string_view(at, end)), kEnglish.end())
                << one.of << ": " << one.german;
            at = end;
        }
    }
}

}  // namespace
}  // namespace throughline::metrics

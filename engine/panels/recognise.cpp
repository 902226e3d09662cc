// SPDX-License-Identifier: Apache-2.0
// Which experiment a record is of.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "engine/panels/experiment.h"

namespace throughline::panels {
namespace {

/// Of which another value is no other experiment.
constexpr std::array<std::string_view, 7> kFree{"decode.threads",
                                                "duration_seconds",
                                                "epochs",
                                                "repeat_order",
                                                "repeats",
                                                "sample_seconds",
                                                "warmup_seconds"};

using Texts = std::map<std::string, std::string, std::less<>>;

/// As it is compared: a folder by its name alone.
std::string text_of(const std::string& key, const spec::SettingValue& value) {
    const std::string text = spec::setting_text(value);
    return key == "dataset.path" ? std::filesystem::path(text).filename().string() : text;
}

/// Keys that any experiment sets.
const std::set<std::string>& compared_keys() {
    static const std::set<std::string> kKeys = [] {
        const spec::Settings defaults = spec::default_spec().base;
        std::set<std::string> keys;
        for (const Experiment& experiment : all_experiments()) {
            for (const spec::Settings& point : spec::expand(spec_of(experiment, "/", true))) {
                for (const auto& [key, value] : point) {
                    const bool is_free = std::find(kFree.begin(), kFree.end(), key) != kFree.end();
                    if (!is_free && value != defaults.at(key)) {
                        keys.insert(key);
                    }
                }
            }
        }
        return keys;
    }();
    return kKeys;
}

/// Those keys that say something of this point: one that is missing is newer than the record and
/// has its default, the pace of a published figure stands for itself, and a format that is detected
/// may be recorded as what it turned out to be.
Texts texts_of(const spec::Settings& point) {
    Texts texts;
    for (const std::string& key : compared_keys()) {
        const auto value = point.find(key);
        texts[key] = text_of(
            key, value != point.end() ? value->second : spec::find_setting(key)->default_value);
    }
    if (const auto preset = texts.find("consumer.preset");
        preset != texts.end() && !preset->second.empty()) {
        texts.erase("consumer.batch_seconds");
    }
    if (const auto format = texts.find("dataset.format");
        format != texts.end() && format->second != "blocks") {
        texts.erase(format);
    }
    return texts;
}

}  // namespace

const Experiment* experiment_of_runs(std::span<const spec::Settings> runs) {
    std::set<Texts> measured;
    for (const spec::Settings& run : runs) {
        measured.insert(texts_of(run));
    }
    for (const Experiment& experiment : all_experiments()) {
        std::set<Texts> points;
        for (const spec::Settings& point : spec::expand(spec_of(experiment, "/", true))) {
            points.insert(texts_of(point));
        }
        if (points == measured) {
            return &experiment;
        }
    }
    return nullptr;
}

}  // namespace throughline::panels

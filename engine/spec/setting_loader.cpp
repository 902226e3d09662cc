// SPDX-License-Identifier: Apache-2.0
// Another's data loader in the place of storage and decode, and what has a meaning beside it.
#include <algorithm>
#include <array>

#include "engine/base/far_path.h"
#include "engine/base/say.h"
#include "engine/spec/setting_parts.h"
#include "engine/spec/study_loader.h"

namespace throughline::spec {
namespace {

constexpr double kWorkersMax = 1024.0;
constexpr double kPatienceMax = 3600.0;
constexpr const char* kDecodeThreads = "decode.threads";

/// Of the sections that a loader has no use for, what it is told all the same.
constexpr std::array<std::string_view, 8> kTold{"dataset.path",
                                                "dataset.format",
                                                "dataset.feature",
                                                "dataset.block_bytes",
                                                "dataset.order",
                                                "dataset.seed",
                                                "decode.width_px",
                                                "decode.height_px"};
constexpr std::array<std::string_view, 6> kOurs{
    "dataset", "storage", "decode", "cache", "pipeline", "placement"};

std::string_view section_of(std::string_view key) {
    return key.substr(0, key.find('.'));
}

}  // namespace

std::vector<SettingInfo> loader_settings() {
    return {
        with_zero(text_setting("loader.command",
                               "Data loader",
                               to_say("Command that starts another data loader, which delivers the "
                                      "batches in place of storage and decode; 'none' is "
                                      "Throughline's own pipeline."),
                               to_say("Command of the data loader that delivered the batches; "
                                      "none: Throughline's own pipeline.")),
                  "none"),
        integer_setting("loader.workers",
                        "Workers of the loader",
                        "",
                        1,
                        0.0,
                        kWorkersMax,
                        to_say("Workers that the data loader is told to use; 0 loads in its own "
                               "process. Throughline's own pipeline decodes with as many threads "
                               "in such a study."),
                        to_say("Workers that the data loader was told to use.")),
        real_setting("loader.patience_seconds",
                     "Patience with the loader",
                     "s",
                     60.0,
                     0.1,
                     kPatienceMax,
                     to_say("How long the data loader may take to start, or for one batch, before "
                            "the run is ended.")),
    };
}

bool is_by_loader(const Settings& point) {
    return is_full(point) && !text_or_empty(point, "loader.command").empty();
}

bool loader_setting_matters(std::string_view key, const Settings& point) {
    const std::string_view section = section_of(key);
    if (section == "loader") {
        return is_by_loader(point);
    }
    return !is_by_loader(point) || std::ranges::find(kTold, key) != kTold.end() ||
           std::ranges::find(kOurs, section) == kOurs.end();
}

void put_loader_workers(std::vector<Settings>& points) {
    const bool any = std::ranges::any_of(points, [](const Settings& point) {
        return !text_or_empty(point, "loader.command").empty();
    });
    for (Settings& point : points) {
        if (any) {
            point[kDecodeThreads] = std::max<std::int64_t>(1, integer_of(point, "loader.workers"));
        }
    }
}

Result<void> check_loader_settings(const Settings& point) {
    if (!is_by_loader(point)) {
        return {};
    }
    if (is_far(text_of(point, "dataset.path"))) {
        return usage_error(say("loader.command needs a data set on a file system of this machine"));
    }
    if (consumer_kind_of(point) == ConsumerKind::Gpu) {
        return usage_error(
            say("loader.command needs consumer.kind=null or paced: the pixels of the batches stay "
                "in the loader's processes"));
    }
    return {};
}

Result<void> check_loader_axes(const std::vector<SweepAxis>& axes,
                               const std::vector<Settings>& points) {
    const bool threads =
        std::ranges::any_of(axes, [](const SweepAxis& axis) { return axis.sets(kDecodeThreads); });
    const bool any = std::ranges::any_of(points, is_by_loader);
    if (threads && any) {
        return usage_error(
            say("decode.threads cannot be swept beside loader.command: sweep loader.workers, which "
                "is the number of decode threads of Throughline's own pipeline too"));
    }
    for (const SettingInfo& setting : all_settings()) {
        const std::string_view key = setting.key;
        const bool is_read = !any || key == kDecodeThreads || section_of(key) == "loader" ||
                             std::ranges::any_of(points, [key](const Settings& point) {
                                 return loader_setting_matters(key, point);
                             });
        for (const Settings& point : points) {
            if (!is_read && point.at(setting.key) != setting.default_value) {
                return usage_error(
                    say("%1=%2 has no effect with loader.command: the loader reads "
                        "and decodes in its own way",
                        key,
                        setting_text(point.at(setting.key))));
            }
        }
    }
    return {};
}

}  // namespace throughline::spec

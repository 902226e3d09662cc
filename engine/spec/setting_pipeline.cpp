// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "engine/base/say.h"
#include "engine/spec/setting_parts.h"

namespace throughline::spec {
namespace {

constexpr std::array<const char*, 4> kPlacements{"none", "compact", "spread", "apart"};
constexpr std::array<const char*, 4> kPlacementTitles{to_say("left to the system"),
                                                      to_say("neighbouring"),
                                                      to_say("far apart"),
                                                      to_say("decoders apart")};

std::vector<SettingInfo> stream_settings() {
    return {
        integer_setting(
            "dataset.interleave",
            "Shards interleaved",
            "",
            4,
            1.0,
            256.0,
            to_say("Sequential access: shards that each reader thread reads at once, taking "
                   "an image from each in turn."),
            to_say("Shards that each reader thread reads at once.")),
        with_zero(integer_setting("dataset.shuffle_window",
                                  "Shuffle window",
                                  "",
                                  0,
                                  0.0,
                                  1e6,
                                  to_say("Sequential access: number of buffered images that the "
                                         "next one is drawn from at "
                                         "random; 0 keeps their order."),
                                  to_say("Number of buffered images that the next one is drawn "
                                         "from at random; 0: none.")),
                  "none"),
        boolean_setting(
            "dataset.verify",
            "Verify records",
            false,
            to_say("Verify each record as it is read: the checksums of TFRecord, the lengths "
                   "of RecordIO and tar. Costs reader time; storage alone with sequential "
                   "access is not verified."),
            to_say("Each record was verified as it was read.")),
    };
}

}  // namespace

std::vector<SettingInfo> pipeline_settings() {
    std::vector<SettingInfo> settings = stream_settings();
    const std::vector<SettingInfo> caches = cache_settings();
    settings.insert(settings.end(), caches.begin(), caches.end());
    const std::vector<SettingInfo> more = {
        boolean_setting("pipeline.ordered",
                        "Order kept",
                        false,
                        to_say("Batches contain the images in exactly the requested order."),
                        to_say("Batches contain the images in exactly the requested order.")),
        with_zero(
            integer_setting(
                "pipeline.prefetch_images",
                "Prefetch",
                "",
                0,
                0.0,
                1e6,
                to_say("Encoded images that may wait for decoders; 0 takes the queue depth, at "
                       "least 64, per reader thread."),
                to_say("Encoded images that may wait for decoders; 0: by the queue depth.")),
            "by queue depth"),
        with_titles(
            choice_setting(
                "placement.policy",
                "Thread placement",
                kPlacements,
                to_say("Which processors the threads run on: the scheduler's choice, neighbouring "
                       "ones, ones far apart, or readers and consumer apart from decoders."),
                to_say("Which processors the threads ran on.")),
            kPlacementTitles),
        integer_setting("epochs",
                        "Epochs asked for",
                        "",
                        1,
                        1.0,
                        100'000.0,
                        to_say("Epochs to measure where no duration is set."),
                        to_say("Epochs that were measured where no duration was set.")),
    };
    settings.insert(settings.end(), more.begin(), more.end());
    return settings;
}

Result<void> check_pipeline_settings(const Settings& point) {
    const bool sequential = text_of(point, "dataset.access") != "index";
    if (!sequential && integer_of(point, "dataset.shuffle_window") > 0) {
        return usage_error(say(
            "dataset.shuffle_window needs sequential access: images read by position are already "
            "shuffled over the whole data set"));
    }
    if (sequential && text_of(point, "dataset.format") == "folder") {
        return usage_error(say(
            "dataset.access=sequential needs shards: the files of a folder are read one by one"));
    }
    if (sequential && boolean_of(point, "pipeline.ordered") &&
        integer_of(point, "storage.threads") > 1) {
        return usage_error(say(
            "pipeline.ordered with sequential access needs storage.threads=1: streams of several "
            "readers have no order between them"));
    }
    return check_cache_settings(point);
}

bool pipeline_setting_matters(std::string_view key, std::optional<Stages> stages) {
    const std::string_view section = key.substr(0, key.find('.'));
    if (key == "dataset.shuffle_window" || key == "pipeline.prefetch_images") {
        return false;  // only where readers and decoders meet
    }
    if (key == "dataset.interleave" || key == "dataset.verify") {
        return stages == Stages::Storage;
    }
    if (section == "pipeline") {
        return stages == Stages::Decode;
    }
    if (section == "cache") {
        return stages == Stages::Decode || stages == Stages::Storage;
    }
    return true;
}

}  // namespace throughline::spec

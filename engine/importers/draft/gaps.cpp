// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/draft/gaps.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/say.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

using Keys = std::span<const std::string_view>;

constexpr auto kStorageFormats = std::to_array<std::string_view>({
    "fio-json",      "fio-text",
    "fio-terse",     "fio-log",
    "gdsio",         "bonnie",
    "iozone",        "dd",
    "hdparm",        "ioping",
    "diskmark",      "diskspd-text",
    "diskspd-xml",   "warp-csv",
    "warp-text",     "warp-json",
    "s3-benchmark",  "sysbench-fileio",
    "ior-text",      "ior-csv",
    "ior-json",      "elbencho-json",
    "elbencho-text", "elbencho-csv",
    "elbencho-live", "fio-histogram-log",
    "io500",
});
constexpr auto kTrainingFormats = std::to_array<std::string_view>({
    "tf-cnn-benchmarks",
    "horovod",
    "mxnet-speedometer",
    "pytorch-imagenet",
    "timm-log",
    "lightning-csv",
    "keras-benchmark",
    "dllogger-json",
    "dllogger-text",
    "mllog",
    "tf-estimator",
    "fairseq",
    "hf-trainer-log",
    "hf-trainer-json",
});
constexpr std::array<std::string_view, 2> kStorageConditions = {"block_size", "io_depth"};
constexpr std::array<std::string_view, 3> kTrainingConditions = {
    "model", "batch_size", "gpu_count"};

bool is_among(std::span<const std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

void name_conditions(record::RunData& run, Keys expected) {
    for (const std::string_view key : expected) {
        if (run.started.settings.count(std::string(key)) == 0 &&
            run.absent.find(key) == run.absent.end()) {
            run.absent.emplace(key, kNotSaid);
        }
    }
}

bool has_figure(const record::RunData& run, std::string_view id) {
    if (run.metrics.find(id) != run.metrics.end()) {
        return true;
    }
    const std::string labelled = std::string(id) + "{";
    const auto at = run.metrics.lower_bound(labelled);
    return at != run.metrics.end() && at->first.starts_with(labelled);
}

void name_figure(record::RunData& run, std::string_view id) {
    if (!has_figure(run, id) && run.absent.find(id) == run.absent.end()) {
        run.absent.emplace(id, kNoSuchFigure);
    }
}

/// Why a figure cannot be what the file says; empty: it can.
const char* why_impossible(std::string_view key, double value) {
    constexpr double kSharesMax = 110.0;  // of samplers whose interval and clock differ a little
    if (value >= 0.0 && value <= kSharesMax) {
        return "";
    }
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    const std::string_view unit = info == nullptr ? "" : info->unit;
    const bool counts_up = unit == "1/s" || unit == "bytes/s" || unit == "s" || unit == "bytes";
    if (counts_up) {
        return value < 0.0 ? to_say("the file says %1, which is below 0") : "";
    }
    const std::string_view id = key.substr(0, key.find('{'));
    const bool is_share = id == "accelerator_utilisation" || id == "gpu_utilisation" ||
                          id == "disk_utilisation" || id == "cpu_utilisation";
    return is_share ? to_say("the file says %1, which is not between 0 and 100 %") : "";
}

/// A figure that cannot be is no figure: the file is damaged, or read otherwise than it was meant.
void refuse_impossible(record::RunData& run) {
    const Speaking english(Language::English);  // as a record is
    for (auto at = run.metrics.begin(); at != run.metrics.end();) {
        const char* const why = why_impossible(at->first, at->second.value);
        if (*why == '\0') {
            ++at;
            continue;
        }
        std::string reason = say_english(why, metrics::format_metric(at->first, at->second.value));
        run.notes.push_back({.run = run.started.run,
                             .code = "import.impossible",
                             .level = record::Level::Warning,
                             .text = at->first + ": " + reason});
        run.absent.insert_or_assign(at->first, std::move(reason));
        at = run.metrics.erase(at);
    }
}

}  // namespace

bool asks_storage_itself(std::string_view format) {
    return is_among(kStorageFormats, format);
}

void name_gaps(ImportedFile& file) {
    for (record::RunData& run : file.study.runs) {
        refuse_impossible(run);
        if (asks_storage_itself(file.format)) {
            name_conditions(run, kStorageConditions);
            for (const std::string_view id :
                 {"read_requests_per_second", "requested_read_bytes_per_second"}) {
                name_figure(run, id);
            }
        }
        if (is_among(kTrainingFormats, file.format)) {
            name_conditions(run, kTrainingConditions);
            name_figure(run, "images_per_second");
        }
    }
}

}  // namespace throughline::importers

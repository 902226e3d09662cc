// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/gaps.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace throughline::importers {
namespace {

using Keys = std::span<const std::string_view>;

constexpr std::array<std::string_view, 9> kStorageFormats = {"fio-json",
                                                             "fio-terse",
                                                             "fio-log",
                                                             "gdsio",
                                                             "elbencho-json",
                                                             "elbencho-text",
                                                             "elbencho-csv",
                                                             "elbencho-live",
                                                             "fio-histogram-log"};
constexpr std::array<std::string_view, 10> kTrainingFormats = {"tf-cnn-benchmarks",
                                                               "horovod",
                                                               "mxnet-speedometer",
                                                               "pytorch-imagenet",
                                                               "timm-log",
                                                               "lightning-csv",
                                                               "keras-benchmark",
                                                               "dllogger-json",
                                                               "dllogger-text",
                                                               "mllog"};
constexpr std::array<std::string_view, 2> kStorageConditions = {"block_size", "io_depth"};
constexpr std::array<std::string_view, 3> kTrainingConditions = {
    "model", "batch_size", "gpu_count"};

bool is_among(std::span<const std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

void name_conditions(run::RunData& run, Keys expected) {
    for (const std::string_view key : expected) {
        if (run.started.settings.count(std::string(key)) == 0 &&
            run.absent.find(key) == run.absent.end()) {
            run.absent.emplace(key, "the file does not say it");
        }
    }
}

bool has_figure(const run::RunData& run, std::string_view id) {
    return std::any_of(run.metrics.begin(), run.metrics.end(), [&](const auto& figure) {
        return std::string_view(figure.first).substr(0, figure.first.find('{')) == id;
    });
}

void name_figure(run::RunData& run, std::string_view id) {
    if (!has_figure(run, id) && run.absent.find(id) == run.absent.end()) {
        run.absent.emplace(id, "the file has no such figure");
    }
}

}  // namespace

void name_gaps(ImportedFile& file) {
    for (run::RunData& run : file.study.runs) {
        if (is_among(kStorageFormats, file.format)) {
            name_conditions(run, kStorageConditions);
            for (const std::string_view id : {"read_iops", "read_bytes_per_second"}) {
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

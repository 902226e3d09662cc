// SPDX-License-Identifier: Apache-2.0
// What was set for a run. The settings come from their own table (engine/spec/settings.h).
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "engine/base/say.h"
#include "engine/metrics/registry_tables.h"
#include "engine/spec/settings.h"

namespace throughline::metrics::tables {
namespace {

constexpr MetricInfo condition(const char* id,
                               const char* unit,
                               const char* title,
                               const char* meaning) {
    return {.id = id, .unit = unit, .title = title, .meaning = meaning, .kind = Kind::Condition};
}

/// Conditions of foreign runs that pickers show beside those of our own.
constexpr auto kForeign = std::to_array<MetricInfo>({
    condition(
        "workers",
        "1",
        "Loader workers",
        to_say("Workers of an imported run; those of a data loader also count as decode threads.")),
    condition(
        "gpu_count",
        "1",
        "GPUs",
        to_say("Number of GPUs; in Throughline's own runs, emulated accelerators count too.")),
    condition("node_count", "1", "Nodes", to_say("Number of machines.")),
    condition(
        "batch_size", "1", "Batch size per device", to_say("Samples in the batch of one device.")),
    condition("global_batch_size",
              "1",
              "Global batch size",
              to_say("Samples in one step over all devices.")),
    condition("model", "text", "Model", to_say("Neural network that was trained.")),
    condition("precision", "text", "Precision", to_say("Number format of the computation.")),
    condition("phase",
              "text",
              "Phase",
              to_say("Part of the job: training, validation, a benchmark's phase.")),
    condition("operation", "text", "Operation", to_say("Part of the work that was measured.")),
    condition("storage_target", "text", "Storage", to_say("Storage system that held the data.")),
    condition("format", "text", "Format", to_say("File format of the data.")),
    condition("pattern",
              "text",
              "Access pattern",
              to_say("Order of the accesses: sequential, random, mixed.")),
    condition(
        "block_mix",
        "text",
        "Mix of I/O sizes",
        to_say("Sizes of the requests in KiB and how many per cent have each, as fio's bssplit.")),
    condition("block_size", "bytes", "I/O size", to_say("Size of one request of an imported run.")),
    condition(
        "io_depth", "1", "I/O depth", to_say("Requests that an imported run kept in flight.")),
    condition("data", "text", "Data", to_say("Whether the data were real or synthetic.")),
    condition("duration", "s", "Run time", to_say("How long an imported run took.")),
    condition("tool", "text", "Tool", to_say("Program that produced the figures.")),
    condition("tool_version",
              "text",
              "Tool version",
              to_say("Version of the program that produced the figures.")),
    condition("loaders",
              "text",
              "Loaders",
              to_say("What loads an observed job's data: processes, threads, or none, which is the "
                     "main thread itself.")),
    condition("seen_by",
              "text",
              "Seen by",
              to_say("What an observed job was watched by: system calls, wait channels of the "
                     "kernel, or states alone.")),
    condition("host", "text", "Host", to_say("Machine on which the figures were measured.")),
});

/// Conditions that only results of other tools have.
constexpr auto kImported = std::to_array<MetricInfo>({
    condition("job", "text", "Job", to_say("Name that the tool gave the run.")),
    condition("io_engine",
              "text",
              "I/O engine",
              to_say("How the tool did its I/O: libaio, io_uring, psync.")),
    condition("io_outstanding",
              "1",
              "Requests in flight",
              to_say("Requests that all workers together kept in flight.")),
    condition("direct_io",
              "1",
              "Direct I/O",
              to_say("Whether the tool bypassed the page cache: 1 yes, 0 no.")),
    condition("read_share",
              "%",
              "Share of reads",
              to_say("Share of reads in a mix of reads and writes.")),
    condition(
        "accelerator", "text", "Accelerator", to_say("Accelerator that was used or emulated.")),
    condition("image_size_px",
              "px",
              "Image size",
              to_say("Side length of the images that the model takes.")),
    condition("file_size", "bytes", "File size", to_say("Size of one file.")),
    condition("file_count", "1", "Files", to_say("Number of files.")),
    condition("step_axis",
              "text",
              "Axis without times",
              to_say("Unit of the samples' time where the file has no times: steps or rows.")),
    condition(
        "excerpt",
        "text",
        "Excerpt from",
        to_say("Where the samples start if the source prints only part of a run; their time counts "
               "from there.")),
    condition(
        "file_size_is",
        "text",
        "File size is",
        to_say(
            "exact: a published share is of files of exactly this size, not of files up to twice "
            "as large.")),
    condition("source_file", "text", "Source file", to_say("File that the run was imported from.")),
    condition("command", "text", "Command", to_say("Command that was run.")),
    condition("label", "text", "Label", to_say("Label of a series in the tool it comes from.")),
    condition("statement",
              "text",
              "Statement",
              to_say("Whether a published figure is its source's estimate, or the most that listed "
                     "limits allow.")),
    condition("cpu_count", "1", "CPUs", to_say("Number of CPUs of the host.")),
    condition("period_seconds", "s", "Period", to_say("Time between two values.")),
});

/// The settings that pickers show first.
constexpr std::array<std::string_view, 25> kFirst{"dataset.path",
                                                  "dataset.format",
                                                  "dataset.order",
                                                  "dataset.seed",
                                                  "storage.reader",
                                                  "storage.direct",
                                                  "storage.queue_depth",
                                                  "storage.block_bytes",
                                                  "storage.threads",
                                                  "batch.images",
                                                  "batch.slots",
                                                  "consumer.kind",
                                                  "consumer.batch_seconds",
                                                  "consumer.preset",
                                                  "consumer.accelerators",
                                                  "consumer.network",
                                                  "consumer.phase",
                                                  "consumer.device",
                                                  "consumer.transfer",
                                                  "consumer.barrier",
                                                  "page_cache",
                                                  "stages",
                                                  "warmup_seconds",
                                                  "duration_seconds",
                                                  "repeats"};

MetricInfo condition_of(const spec::SettingInfo& setting) {
    const bool is_text =
        setting.type == spec::SettingType::Text || setting.type == spec::SettingType::Choice;
    const bool has_unit = std::string_view(setting.unit) != "";
    return condition(setting.key,
                     is_text    ? "text"
                     : has_unit ? setting.unit
                                : "1",
                     setting.title,
                     setting.condition);
}

/// The other settings: decoders, data set, storage, then as they come.
std::vector<MetricInfo> further_settings() {
    std::vector<MetricInfo> further;
    for (const std::string_view section : {"decode.", "dataset.", "storage.", ""}) {
        for (const spec::SettingInfo& setting : spec::all_settings()) {
            const std::string_view key = setting.key;
            const auto known = [&](const MetricInfo& info) { return info.id == key; };
            if (key.starts_with(section) &&
                std::find(kFirst.begin(), kFirst.end(), key) == kFirst.end() &&
                std::none_of(further.begin(), further.end(), known)) {
                further.push_back(condition_of(setting));
            }
        }
    }
    return further;
}

}  // namespace

std::vector<MetricInfo> conditions() {
    std::vector<MetricInfo> all;
    for (const std::string_view key : kFirst) {
        all.push_back(condition_of(*spec::find_setting(key)));
    }
    all.insert(all.end(), kForeign.begin(), kForeign.end());
    const std::vector<MetricInfo> further = further_settings();
    all.insert(all.end(), further.begin(), further.end());
    all.insert(all.end(), kImported.begin(), kImported.end());
    return all;
}

}  // namespace throughline::metrics::tables

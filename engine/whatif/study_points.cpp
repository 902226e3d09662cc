// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/study_points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/analysis/disturbance.h"
#include "engine/analysis/emulation.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/record/touched.h"
#include "engine/spec/study_loader.h"

namespace throughline::whatif {
namespace {

/// A whole file or record in one request: no request of any image is larger.
constexpr double kWholeFileBytes = 0x1p40;
/// One read of a stream. Source: pipeline/pipeline_options.h, chunk_bytes.
constexpr double kStreamChunkBytes = 1048576.0;
/// Most bytes of an I/O of a Linux block device until a larger one is seen.
/// Source: engine/model/README.md, Rates.
constexpr double kDeviceIoBytes = 131072.0;

std::optional<double> metric_at(const record::RunData& run, std::string_view key) {
    const auto found = run.metrics.find(key);
    return found == run.metrics.end() ? std::nullopt : std::optional(found->second.value);
}

/// The largest over all labels: every device's "read_request_size{device=…}".
double largest_of(const record::RunData& run, std::string_view id) {
    double largest = 0.0;
    for (const auto& [key, summary] : run.metrics) {
        largest =
            metrics::parse_metric_key(key).id == id ? std::max(largest, summary.value) : largest;
    }
    return largest;
}

/// "dataset.2": the environment's entry of this path; "" when there is none.
std::string dataset_entry(const record::Header& header, const std::string& path) {
    for (const auto& [key, value] : header.environment) {
        if (key.starts_with("dataset.") && key.ends_with(".path") &&
            spec::setting_text(value) == path) {
            return key.substr(0, key.size() - std::string_view(".path").size());
        }
    }
    return {};
}

/// Stored bytes of a mean image: as read, else as the environment says.
std::optional<double> image_bytes(const record::Study& study,
                                  const record::RunData& run,
                                  const std::string& entry) {
    const auto rate = metric_at(run, "images_per_second");
    const auto read = metric_at(run, "requested_read_bytes_per_second");
    if (rate && read && *rate > 0.0 && *read > 0.0) {
        return *read / *rate;
    }
    const auto bytes = spec::number_at(study.header.environment, entry + ".bytes");
    const auto images = spec::number_at(study.header.environment, entry + ".images");
    if (bytes && images && *images > 0.0) {
        return *bytes / *images;
    }
    return std::nullopt;
}

void fill_storage(const record::Study& study,
                  const record::RunData& run,
                  const std::string& entry,
                  model::Inputs& in) {
    const auto& settings = run.started.settings;
    std::string format = spec::text_or_empty(settings, "dataset.format");
    if (format == "auto") {
        format = spec::text_or_empty(study.header.environment, entry + ".format");
    }
    const bool folder = format == "folder";
    const bool stream = !folder && spec::text_or_empty(settings, "dataset.access") == "sequential";
    in.format = folder ? model::Format::Raw : model::Format::Record;
    // By index each record is fetched by its place; streams read chunks of several shards in turns.
    in.access = stream ? model::Access::Shuffled : model::Access::Random;
    in.meta_ops = 0.0;  // names and places stay in memory on a local file system
    const double block = spec::number_at(settings, "storage.block_bytes").value_or(0.0);
    in.request_bytes = block > 0.0 ? block : (stream ? kStreamChunkBytes : kWholeFileBytes);
    in.sto_max_io_bytes = std::max(kDeviceIoBytes, largest_of(run, "read_request_size"));
    const double readers = spec::number_at(settings, "storage.threads").value_or(1.0);
    const bool blocking = spec::text_or_empty(settings, "storage.reader") == "pread";
    const double depth = spec::number_at(settings, "storage.queue_depth").value_or(1.0);
    in.queue_depth = std::max(1.0, readers * (blocking ? 1.0 : depth));
    in.sto_latency_s = 0.0;
    // The program's own cache never evicts.
    if (spec::text_or_empty(settings, "cache.kind") == "encoded") {
        const double budget = spec::number_at(settings, "cache.budget_bytes").value_or(0.0);
        in.cache_bytes = budget > 0.0 ? budget : in.images_per_epoch * in.image_bytes;  // 0: all
        in.cache_policy = model::CachePolicy::Pinned;
    }
}

void fill_consumer(const record::RunData& run, model::Inputs& in) {
    const auto& settings = run.started.settings;
    in.batch_per_gpu = spec::number_at(settings, "batch.images").value_or(in.batch_per_gpu);
    in.prefetch_batches = spec::number_at(settings, "batch.slots").value_or(in.prefetch_batches);
    const auto kind = spec::consumer_kind_of(settings);
    in.gpus_per_node = !kind || kind == spec::ConsumerKind::Null
                           ? 0.0
                           : spec::number_at(settings, "consumer.accelerators").value_or(1.0);
    const double step = spec::number_at(settings, "consumer.batch_seconds").value_or(0.0);
    if (spec::text_or_empty(settings, "consumer.barrier") == "true") {  // and they meet
        in.grad_bytes = spec::number_at(settings, "consumer.gradient_bytes").value_or(0.0);
    }
    if (kind == spec::ConsumerKind::Paced && step > 0.0) {
        in.gpu_rate = in.batch_per_gpu / step;  // it emulates just that
    }
}

void fill_decode(const record::Study& study, const record::RunData& run, model::Inputs& in) {
    const auto& settings = run.started.settings;
    in.threads = spec::number_at(settings, "decode.threads").value_or(in.threads);
    in.cores = spec::number_at(study.header.environment, "cpu.cores").value_or(in.cores);
    const double width = spec::number_at(settings, "decode.width_px").value_or(224.0);
    const double height = spec::number_at(settings, "decode.height_px").value_or(224.0);
    const bool floats = spec::text_or_empty(settings, "decode.output") == "float32";
    in.tensor_bytes = width * height * 3.0 * (floats ? 4.0 : 1.0);
}

/// All settings of a part but one, as one text.
std::string part_key(const spec::Settings& settings,
                     std::string_view part,
                     std::string_view except = {}) {
    std::string key;
    for (const auto& [name, value] : settings) {
        if (name.starts_with(part) && name != except) {
            key += (key.empty() ? "" : " ") + name + "=" + spec::setting_text(value);
        }
    }
    return key;
}

std::string storage_key_of(const record::Header& header,
                           const spec::Settings& settings,
                           const std::string& entry) {
    const std::string device = spec::text_or_empty(header.environment, entry + ".source");
    return (device.empty() ? spec::text_or_empty(settings, "dataset.path") : device) + " " +
           spec::text_or_empty(settings, "storage.reader") + " " +
           spec::text_or_empty(settings, "storage.direct");
}

/// A count is said whole, "2", and as it is where it is none.
std::string count_text(double count) {
    constexpr double kWholeBelow = 1e9;
    return count == std::round(count) && count >= 0.0 && count < kWholeBelow
               ? format_count(static_cast<std::uint64_t>(count))
               : format_significant(count);
}

std::string label_of(const StudyPoint& point) {
    std::string label = std::string(point.stages ? spec::name_of(*point.stages) : "") + ", " +
                        format_quantity(point.inputs.image_bytes, "bytes");
    if (point.stages == spec::Stages::Full || point.stages == spec::Stages::Decode) {
        label += ", threads " + count_text(point.inputs.threads);
    }
    if (point.inputs.nodes > 1.0) {
        label += ", nodes " + count_text(point.inputs.nodes);
    }
    if (point.stages == spec::Stages::Full || point.stages == spec::Stages::Storage) {
        label += ", queue depth " + count_text(point.inputs.queue_depth);
    }
    return label;
}

/// Nodes that measured together: each did what the settings say.
double nodes_in(const spec::Settings& settings) {
    return std::max(1.0, spec::number_at(settings, "node_count").value_or(1.0));
}

/// Why a run teaches nothing; "" when it does.
std::string unusable_reason(const record::RunData& run, const StudyPoint& point) {
    if (!record::is_result(run)) {
        return run.status == record::RunStatus::Done
                   ? to_say("it was changed while it was measured")
               : run.status == record::RunStatus::Failed
                   ? to_say("it failed")
                   : say_english("it was %1", record::name_of(run.status));
    }
    if (!(point.images_per_s > 0.0)) {
        return to_say("it measured no images/s");
    }
    if (spec::is_by_loader(run.started.settings)) {
        return to_say("another data loader delivered its batches");
    }
    if (point.inputs.nodes > 1.0 && point.stages && point.stages != spec::Stages::Full) {
        return to_say("several nodes measured it together, and a stage is calibrated on one");
    }
    const bool reads = point.stages == spec::Stages::Full || point.stages == spec::Stages::Storage;
    if (const std::string name = analysis::emulated_storage_of(run).name; !name.empty()) {
        return say_english("its storage was emulated (%1) and is not this computer's", name);
    }
    const bool direct = spec::text_or_empty(run.started.settings, "storage.direct") == "true";
    if (reads && !direct && spec::text_or_empty(run.started.settings, "page_cache") != "cold") {
        return to_say("the page cache may have served it");
    }
    const std::string cache = spec::text_or_empty(run.started.settings, "cache.kind");
    if (reads && (cache == "disk" || cache == "memory")) {
        return to_say("a cache in front of its storage served part of it");
    }
    if (point.stages == spec::Stages::Full && cache == "decoded") {
        return to_say("it kept decoded images in memory, which the model does not cover");
    }
    constexpr double kServedMaxPct = 10.0;
    if (reads && metric_at(run, "cache_served_share").value_or(0.0) > kServedMaxPct) {
        return say_english("the page cache served %1 % of it",
                           format_significant(*metric_at(run, "cache_served_share"), 2));
    }
    return {};
}

}  // namespace

std::vector<StudyPoint> points_of(const record::Study& study) {
    std::vector<StudyPoint> points;
    for (const auto& run : study.runs) {
        const auto& settings = run.started.settings;
        const std::string entry =
            dataset_entry(study.header, spec::text_or_empty(settings, "dataset.path"));
        StudyPoint point{
            .study = study.header.title,
            .uuid = study.header.study,
            .run = run.started.run,
            .stages = spec::stages_of(settings),
            .storage_key = storage_key_of(study.header, settings, entry),
            .decode_key = part_key(settings, "decode.", "decode.threads"),
            .consumer_key = part_key(settings, "consumer.", "consumer.accelerators") +
                            " batch.images=" + spec::text_or_empty(settings, "batch.images")};
        const auto bytes = image_bytes(study, run, entry);
        point.inputs.image_bytes = bytes.value_or(point.inputs.image_bytes);
        point.inputs.images_per_epoch =
            std::max(1.0,
                     spec::number_at(study.header.environment, entry + ".images")
                         .value_or(point.inputs.images_per_epoch));
        point.inputs.nodes = nodes_in(settings);
        fill_storage(study, run, entry, point.inputs);
        fill_decode(study, run, point.inputs);
        fill_consumer(run, point.inputs);
        point.image_pixels = metric_at(run, "image_pixels").value_or(0.0);
        point.images_per_s = metric_at(run, "images_per_second").value_or(0.0);
        // A study may have been forced beside another measurement.
        point.disturbed = analysis::is_disturbed(run) ||
                          spec::text_or_empty(study.header.environment, "disturbed") == "true";
        point.unusable = unusable_reason(run, point);
        if (point.unusable.empty() && !bytes && point.stages != spec::Stages::Consumer) {
            point.unusable = to_say("its record does not say how large an image is");
        }
        point.label = label_of(point);
        points.push_back(std::move(point));
    }
    return points;
}

}  // namespace throughline::whatif

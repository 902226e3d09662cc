// SPDX-License-Identifier: Apache-2.0
// MLPerf Storage and DLIO: summary.json, mlperf_storage_report.json, N_per_epoch_stats.json,
// N_output.json, *_metadata.json. "MB" is 2^20 bytes there (the value is samples/s x record bytes /
// 1024 / 1024). The byte rate is what the training loop consumed, not what the disks delivered.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/dlio/dlio_config.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"
#include "engine/metrics/registry.h"
#include "engine/metrics/statistics.h"

namespace throughline::importers {
namespace dlio_json {
namespace {

int claim_summary(const Head& head) {
    const bool metric = head.json.has("metric.train_au_percentage") ||
                        head.json.has("metric.train_throughput_samples_per_second") ||
                        head.json.has("metric.save_checkpoint_io_mean_GB_per_second") ||
                        head.json.has("metric.load_checkpoint_io_mean_GB_per_second");
    return metric && head.json.has("num_accelerators") ? kCertain : (metric ? kLikely : 0);
}

int claim_report(const Head& head) {
    return head.json.has("overall.train_throughput_mean_samples_per_second") ? kCertain : 0;
}

int claim_metadata(const Head& head) {
    return head.json.has("benchmark_type") && head.json.has("parameters") ? kCertain : 0;
}

int claim_epochs(const Head& head) {
    return head.json.has("#.block1") && head.json.has("#.duration") ? kCertain : 0;
}

int claim_output(const Head& head) {
    return head.json.has("#.load") && head.json.has("#.proc") ? kCertain : 0;
}

std::optional<double> utc_time(JsonValue text, Draft& draft) {
    const auto moment = parse_moment(text.words());
    if (!moment) {
        return std::nullopt;
    }
    return draft.utc_of(*moment);
}

void say_consumed(RunDraft& run) {
    run.note(
        "dlio.consumed",
        record::Level::Info,
        to_say(
            "the byte rate is what the training loop consumed, not what the disks delivered (page "
            "cache)"));
}

/// A mean with its spread over epochs: an interval needs the single values.
void put_epochs(JsonValue values, const char* key, std::optional<double> mean, RunDraft& run) {
    std::vector<double> each;
    for (const JsonValue value : values) {
        if (const auto number = value.number()) {
            each.push_back(*number);
        }
    }
    if (mean && each.size() > 1) {
        auto interval = metrics::mean_interval_95(each);
        const double half = interval.high - interval.mean;
        const metrics::MetricInfo* info = metrics::find_metric(key);
        interval = metrics::within_limits(
            {.mean = *mean, .low = *mean - half, .high = *mean + half, .n = interval.n},
            info != nullptr && std::string_view(info->unit) == "%");
        run.figure(key,
                   record::Summary{.value = *mean,
                                   .low = interval.low,
                                   .high = interval.high,
                                   .n = static_cast<int>(each.size())});
    } else {
        run.figure(key, mean);
    }
}

void put_epoch_series(JsonValue metric, RunDraft& run) {
    StepRows rows(run);
    const JsonValue rates = metric["train_throughput_samples_per_second"];
    const JsonValue shares = metric["train_au_percentage"];
    const std::size_t epochs = std::min<std::size_t>(10'000, std::max(rates.size(), shares.size()));
    for (std::size_t i = 0; i < epochs; ++i) {
        metrics::MetricValues values{{"epoch", static_cast<double>(i + 1)}};
        if (const auto rate = rates.at(i).number()) {
            values["samples_per_second"] = *rate;
        }
        if (const auto share = shares.at(i).number()) {
            values["accelerator_utilisation"] = *share;
        }
        rows.add(std::nullopt, std::move(values));
    }
}

/// `what`: "save" or "load".
bool has_checkpoints(JsonValue metric, const std::string& what) {
    return metric[what + "_checkpoint_io_mean_GB_per_second"].number().has_value() ||
           metric[what + "_checkpoint_duration_mean_seconds"].number().has_value();
}

void put_checkpoints(JsonValue metric, const std::string& what, RunDraft& run) {
    // "GB" is 2^30 bytes there.
    run.figure("checkpoint_bytes_per_second",
               scaled(metric[what + "_checkpoint_io_mean_GB_per_second"].number_or_nan(), kGiB));
    run.figure("checkpoint_time",
               metric[what + "_checkpoint_duration_mean_seconds"].number_or_nan());
}

/// What a summary says of all that was done.
void put_conditions(JsonValue root, const std::string& path, Draft& draft, RunDraft& run) {
    run.set("gpu_count", root["num_accelerators"].number());
    run.set("node_count", root["num_hosts"].number());
    run.set("model", root["model"].words());
    run.set("host", root["hostname"].words());
    run.set("file_count", root["num_files_train"].number());
    draft.environment("host.name", root["hostname"].words());
    const auto begin = utc_time(root["start"], draft);
    const auto end = utc_time(root["end"], draft);
    if (begin) {
        run.started_at(*begin);
    }
    if (begin && end && *end > *begin) {
        run.set("duration", *end - *begin);
    }
    add_dlio_config(path, draft, run);
    add_mlpstorage_metadata(path, draft, run);
    if (!run.has_condition("model")) {
        draft.ask("model", "the file does not name the model (its folder or the report may)");
    }
}

void put_training(JsonValue root, RunDraft& run) {
    const JsonValue metric = root["metric"];
    run.set("phase", "training");
    put_epochs(metric["train_throughput_samples_per_second"],
               "samples_per_second",
               metric["train_throughput_mean_samples_per_second"].number_or_nan(),
               run);
    put_epochs(metric["train_au_percentage"],
               "accelerator_utilisation",
               metric["train_au_mean_percentage"].number_or_nan(),
               run);
    run.figure("requested_read_bytes_per_second",
               scaled(metric["train_io_mean_MB_per_second"].number_or_nan(), kMiB));
    // DLIO 2.0 lists each rank's rate of each epoch, and its mean is that of one rank.
    const bool of_ranks =
        metric["eval_throughput_samples_per_second"].size() > metric["train_au_percentage"].size();
    run.figure("evaluation_samples_per_second",
               scaled(metric["eval_throughput_mean_samples_per_second"].number_or_nan(),
                      of_ranks ? root["num_accelerators"].number().value_or(1.0) : 1.0));
    put_epoch_series(metric, run);
    say_consumed(run);
    const std::string expectation = metric["train_au_meet_expectation"].words();
    if (!expectation.empty()) {
        run.note("dlio.expectation",
                 expectation == "fail" ? record::Level::Warning : record::Level::Info,
                 say_english("accelerator utilisation against its target: %1", expectation));
    }
    const JsonValue caching = root["potential_caching"];  // by host since 2.0
    if (caching.words() == "1" || caching.at(0).words() == "1") {
        run.note("dlio.caching",
                 record::Level::Warning,
                 to_say("the data fit into the memory of the hosts"));
    }
}

Result<void> read_summary(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    const JsonValue metric = tree->root()["metric"];
    draft.tool("DLIO");
    draft.take_rows();
    const bool trained = metric["train_throughput_mean_samples_per_second"].number().has_value() ||
                         metric["train_throughput_samples_per_second"].size() > 0 ||
                         metric["train_au_percentage"].size() > 0;
    const bool saved = has_checkpoints(metric, "save");
    if (trained || !(saved || has_checkpoints(metric, "load"))) {
        RunDraft& run = draft.add_run();
        put_conditions(tree->root(), input.path, draft, run);
        put_training(tree->root(), run);
        put_checkpoints(metric, "save", run);
    } else if (saved) {
        RunDraft& run = draft.add_run();
        put_conditions(tree->root(), input.path, draft, run);
        run.set("phase", "writing checkpoints");
        put_checkpoints(metric, "save", run);
    }
    if (has_checkpoints(metric, "load")) {
        RunDraft& run = draft.add_run();
        put_conditions(tree->root(), input.path, draft, run);
        run.set("phase", "reading checkpoints");
        put_checkpoints(metric, "load", run);
    }
    return {};
}

Result<void> read_report(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    const JsonValue overall = tree->root()["overall"];
    draft.tool("MLPerf Storage");
    RunDraft& run = draft.add_run();
    run.set("model", overall["model"].words());
    run.set("accelerator", overall["accelerator"].words());
    run.set("gpu_count", overall["train_num_accelerators"].number());
    run.set("node_count", overall["num_client_hosts"].number());
    run.set("file_count", overall["num_files_train"].number());
    run.set("phase", "training");
    std::vector<double> rates;
    struct Repeat {
        std::string name;
        JsonValue value;
    };
    std::vector<Repeat> repeats;
    for (const JsonValue one : tree->root()["runs"]) {
        repeats.push_back({std::string(one.key()), one});
        draft.take_rows();
    }
    std::sort(repeats.begin(), repeats.end(), [](const auto& a, const auto& b) {
        return a.name < b.name;
    });
    StepRows rows(run);
    for (const Repeat& repeat : repeats) {
        const auto rate = repeat.value["train_throughput_samples_per_second"].number();
        const auto bytes = scaled(repeat.value["train_throughput_MB_per_second"].number(), kMiB);
        metrics::MetricValues values;
        if (rate) {
            rates.push_back(*rate);
            values["samples_per_second"] = *rate;
        }
        if (bytes) {
            values["requested_read_bytes_per_second"] = *bytes;
        }
        rows.add(std::nullopt, std::move(values));
    }
    if (rows.count() > 0) {
        run.set("step_axis", to_say("repeats of the benchmark"));
    }
    const auto mean = overall["train_throughput_mean_samples_per_second"].number_or_nan();
    if (mean && rates.size() > 1) {
        const auto interval = metrics::within_limits(metrics::mean_interval_95(rates), false);
        run.figure("samples_per_second",
                   record::Summary{.value = *mean,
                                   .low = interval.low,
                                   .high = interval.high,
                                   .n = static_cast<int>(rates.size())});
    } else {
        run.figure("samples_per_second", mean);
    }
    run.figure("requested_read_bytes_per_second",
               scaled(overall["train_throughput_mean_MB_per_second"].number_or_nan(), kMiB));
    say_consumed(run);
    return {};
}

Result<void> read_metadata(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("mlpstorage");
    draft.info("dlio.metadata",
               say("the conditions of a run (model %1, accelerator %2), but no result: import the "
                   "summary.json beside it",
                   tree->root()["model"].words(),
                   tree->root()["accelerator"].words()));
    return {};
}

bool is_epoch(JsonValue entry) {
    const auto number = parse_number(entry.key());
    return number && entry.is_object();
}

Result<void> read_epochs(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("DLIO");
    RunDraft& run = draft.add_run();
    run.times_are_absolute();
    RunningMean mean;
    for (const JsonValue epoch : tree->root()) {
        if (!is_epoch(epoch)) {
            continue;
        }
        const auto duration = epoch["duration"].number();
        const auto end = utc_time(epoch["end"], draft);
        if (!duration || !end) {
            continue;
        }
        draft.take_rows();
        mean.add(*duration);
        metrics::MetricValues values{{"epoch_time", *duration}};
        values["epoch"] = parse_number(epoch.key()).value_or(0.0);
        for (const JsonValue part : epoch) {
            if (std::string_view(part.key()).starts_with("ckpt")) {
                if (const auto seconds = part["duration"].number()) {
                    values["checkpoint_time"] = *seconds;
                }
            }
        }
        run.sample(*end, *duration, std::move(values));
    }
    run.figure("epoch_time", mean.mean());
    return {};
}

/// Beside the blocks of an epoch, which are training, lies its "eval".
bool is_block(JsonValue part) {
    return std::string_view(part.key()).starts_with("block");
}

/// Of DLIO since 2023: rate and utilisation of each block, of this rank alone.
void put_rank_rates(JsonValue document, RunDraft& run) {
    RunningMean rates;
    RunningMean shares;
    for (const JsonValue epoch : document) {
        if (!is_epoch(epoch)) {
            continue;
        }
        for (const JsonValue rate : epoch["throughput"]) {
            if (const auto value = rate.number(); value && is_block(rate)) {
                rates.add(*value);
            }
        }
        for (const JsonValue share : epoch["au"]) {
            if (const auto value = share.number(); value && is_block(share)) {
                shares.add(*value);
            }
        }
    }
    run.figure("samples_per_second", rates.mean());
    run.figure("accelerator_utilisation", shares.mean());
    if (rates.count > 0) {
        run.note(
            "dlio.ranks",
            record::Level::Info,
            to_say(
                "the rate is that of one rank, the mean of its blocks; the run's rate is the sum "
                "over all ranks"));
    }
}

Result<void> read_output(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("DLIO");
    RunDraft& run = draft.add_run();
    run.set("host", tree->root()["hostname"].words());
    StepRows rows(run);
    double waited = 0.0;
    double all = 0.0;
    RunningMean steps;
    for (const JsonValue epoch : tree->root()) {
        if (!is_epoch(epoch)) {
            continue;
        }
        for (const JsonValue block : epoch["load"]) {
            if (!is_block(block)) {
                continue;
            }
            const JsonValue whole = epoch["proc"][block.key()];
            // proc lacks an entry where the last load found no more data.
            auto step = whole.begin();
            for (const JsonValue load : block) {
                metrics::MetricValues values;
                if (const auto seconds = load.number()) {
                    values["data_wait_time"] = *seconds;
                    waited += *seconds;
                }
                if (step != whole.end()) {
                    if (const auto seconds = (*step).number()) {
                        values["step_time"] = *seconds;
                        all += *seconds;
                        steps.add(*seconds);
                    }
                    ++step;
                }
                values["epoch"] = parse_number(epoch.key()).value_or(0.0);
                draft.take_rows();
                rows.add(std::nullopt, std::move(values));
            }
        }
    }
    put_rank_rates(tree->root(), run);
    run.figure("step_time", steps.mean());
    run.figure("stage_starved{stage=consumer}",
               all > 0.0 ? std::optional(100.0 * waited / all) : std::nullopt);
    return {};
}

}  // namespace
}  // namespace dlio_json

const Format kDlioSummary{.id = "dlio-summary",
                          .title = "DLIO / MLPerf Storage summary",
                          .claim = &dlio_json::claim_summary,
                          .read = &dlio_json::read_summary};
const Format kMlperfStorageReport{.id = "mlperf-storage-report",
                                  .title = "MLPerf Storage report",
                                  .claim = &dlio_json::claim_report,
                                  .read = &dlio_json::read_report};
const Format kMlpstorageMetadata{.id = "mlpstorage-metadata",
                                 .title = "mlpstorage metadata",
                                 .claim = &dlio_json::claim_metadata,
                                 .read = &dlio_json::read_metadata};
const Format kDlioEpochs{.id = "dlio-per-epoch-stats",
                         .title = "DLIO per-epoch statistics",
                         .claim = &dlio_json::claim_epochs,
                         .read = &dlio_json::read_epochs};
const Format kDlioOutput{.id = "dlio-output",
                         .title = "DLIO output of a rank",
                         .claim = &dlio_json::claim_output,
                         .read = &dlio_json::read_output};

}  // namespace throughline::importers

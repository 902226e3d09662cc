// SPDX-License-Identifier: Apache-2.0
// Google Benchmark and hyperfine.
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"
#include "engine/metrics/statistics.h"

namespace throughline::importers {
namespace benchmark_json {
namespace {

int claim_google(const Head& head) {
    return head.json.has("benchmarks") &&
                   (head.json.has("context") || head.json.has("benchmarks.[].real_time"))
               ? kCertain
               : 0;
}

int claim_hyperfine(const Head& head) {
    return head.json.has("results.[].command") && head.json.has("results.[].mean") ? kCertain : 0;
}

double unit_of(const std::string& name) {
    if (name == "us") {
        return kMicro;
    }
    if (name == "ms") {
        return kMilli;
    }
    return name == "s" ? 1.0 : kNano;
}

void import_benchmark(JsonValue row, Draft& draft) {
    const std::string name = row["name"].words();
    if (row["run_type"].words() == "aggregate" || row["aggregate_name"]) {
        draft.info("benchmark.aggregate",
                   say("'%1' is an aggregate (%2), not a run of its own",
                       name,
                       row["aggregate_name"].words()));
        return;
    }
    RunDraft& run = draft.add_run();
    run.set("job", std::string_view(name));
    run.set("workers", row["threads"].number());
    if (row["error_occurred"].number().value_or(0.0) != 0.0) {
        run.status(record::RunStatus::Failed);
        run.note("benchmark.error", record::Level::Error, row["error_message"].words());
        return;
    }
    const double unit = unit_of(row["time_unit"].words());
    run.figure("benchmark_real_time", scaled(row["real_time"].number_or_nan(), unit));
    run.figure("benchmark_cpu_time", scaled(row["cpu_time"].number_or_nan(), unit));
    run.figure("processed_bytes_per_second", row["bytes_per_second"].number_or_nan());
    run.figure("items_per_second", row["items_per_second"].number_or_nan());
}

Result<void> read_google(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    const JsonValue context = tree->root()["context"];
    draft.tool("Google Benchmark", context["library_version"].words());
    draft.environment("host.name", context["host_name"].words());
    draft.environment("command", context["executable"].words());
    draft.environment("cpu.cores", context["num_cpus"].number());
    for (const JsonValue row : tree->root()["benchmarks"]) {
        draft.take_rows();
        import_benchmark(row, draft);
    }
    return {};
}

void import_command(JsonValue result, Draft& draft) {
    RunDraft& run = draft.add_run();
    const std::string command = result["command"].words();
    run.set("command", std::string_view(command));
    for (const JsonValue code : result["exit_codes"]) {
        if (code.number().value_or(0.0) != 0.0) {
            run.status(record::RunStatus::Failed);
        }
    }
    if (command.ends_with("[ERROR]")) {
        run.status(record::RunStatus::Failed);
    }
    std::vector<double> times;
    double t = 0.0;
    for (const JsonValue time : result["times"]) {
        if (const auto seconds = time.number()) {
            times.push_back(*seconds);
            t += *seconds;
            run.sample(t, *seconds, {{"command_time", *seconds}});
        }
    }
    const auto mean = result["mean"].number_or_nan();
    if (mean && times.size() > 1) {
        const auto interval = metrics::within_limits(metrics::mean_interval_95(times), false);
        run.figure("command_time",
                   record::Summary{.value = *mean,
                                   .low = interval.low,
                                   .high = interval.high,
                                   .n = static_cast<int>(times.size())});
    } else {
        run.figure("command_time", mean);
    }
    run.figure("command_user_time", result["user"].number_or_nan());
    run.figure("command_system_time", result["system"].number_or_nan());
    run.figure("command_time_min", result["min"].number_or_nan());
    run.figure("command_time_max", result["max"].number_or_nan());
}

Result<void> read_hyperfine(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("hyperfine");
    for (const JsonValue result : tree->root()["results"]) {
        draft.take_rows();
        import_command(result, draft);
    }
    return {};
}

}  // namespace
}  // namespace benchmark_json

const Format kGoogleBenchmark{.id = "google-benchmark",
                              .title = "Google Benchmark",
                              .claim = &benchmark_json::claim_google,
                              .read = &benchmark_json::read_google};
const Format kHyperfine{.id = "hyperfine",
                        .title = "hyperfine",
                        .claim = &benchmark_json::claim_hyperfine,
                        .read = &benchmark_json::read_hyperfine};

}  // namespace throughline::importers

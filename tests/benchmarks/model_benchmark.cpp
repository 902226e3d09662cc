// SPDX-License-Identifier: Apache-2.0
// What the What-if tab lives by: one evaluation (the window makes hundreds at each move of a
// slider) in under 2 us, median over the shared vectors, and none of it on the heap; a search over
// 100,000 candidates and a calibration with 1,000 bootstrap rounds in under a second each.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/model/input_table.h"
#include "engine/model/interval.h"
#include "engine/model/predict.h"
#include "engine/model/usl_fit.h"
#include "engine/whatif/calibration.h"
#include "engine/whatif/what_if.h"

namespace {
std::atomic<long> allocations{0};
}  // namespace

void* operator new(std::size_t bytes) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* const memory = std::malloc(bytes)) {
        return memory;
    }
    throw std::bad_alloc();
}
// Not inlined: GCC would see free() of what a new expression returned, and warn.
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace throughline {
namespace {

using model::Input;
using model::Inputs;

model::InputValue value_of_json(const nlohmann::json& json) {
    if (json.is_boolean()) {
        return json.get<bool>();
    }
    if (json.is_string()) {
        return json.get<std::string>();
    }
    return json.is_null() ? model::kUnlimited : json.get<double>();
}

/// The valid inputs of the shared vectors of kind `predict`.
const std::vector<Inputs>& vectors() {
    static const std::vector<Inputs> kVectors = [] {
        std::ifstream stream(THROUGHLINE_WHATIF_VECTORS);
        const auto file = nlohmann::json::parse(stream);
        std::vector<Inputs> all;
        for (const auto& vector : file.at("vectors")) {
            if (vector.at("kind") != "predict" || vector.at("expect").contains("error")) {
                continue;
            }
            Inputs in;
            for (const auto& [key, json] : vector.at("input").items()) {
                static_cast<void>(
                    model::set_value(in, *model::find_input(key), value_of_json(json)));
            }
            all.push_back(in);
        }
        return all;
    }();
    return kVectors;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

constexpr int kEvaluations = 1000;  // at once: a clock is read between them

double nanoseconds_each(const Inputs& in) {
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < kEvaluations; ++i) {
        Inputs copy = in;
        benchmark::DoNotOptimize(copy);
        benchmark::DoNotOptimize(model::predict(copy));
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - began;
    return took.count() / kEvaluations;
}

/// One evaluation without its interval: the median over the vectors of each one's median over the
/// rounds, the slowest vector's, and what all of them took from the heap.
void evaluation(benchmark::State& state) {
    std::vector<std::vector<double>> times(vectors().size());
    for (auto& rounds : times) {
        rounds.reserve(static_cast<std::size_t>(state.max_iterations));
    }
    const long before = allocations.load();
    for (auto _ : state) {
        for (std::size_t i = 0; i < vectors().size(); ++i) {
            times[i].push_back(nanoseconds_each(vectors()[i]));
        }
    }
    state.counters["heap_allocations"] = static_cast<double>(allocations.load() - before);
    std::vector<double> medians;
    medians.reserve(times.size());
    for (auto& rounds : times) {
        medians.push_back(median(std::move(rounds)));
    }
    state.counters["vectors"] = static_cast<double>(medians.size());
    state.counters["median_ns"] = median(medians);
    state.counters["slowest_ns"] = *std::max_element(medians.begin(), medians.end());
}
BENCHMARK(evaluation)->Iterations(100)->Unit(benchmark::kMillisecond);

void interval(benchmark::State& state) {
    std::size_t i = 0;
    for (auto _ : state) {
        const Inputs& in = vectors()[i++ % vectors().size()];
        const auto prediction = model::predict(in);
        if (prediction.has_finite_rate()) {
            benchmark::DoNotOptimize(model::interval_of(in, prediction.images_per_s()));
        }
    }
}
BENCHMARK(interval)->Unit(benchmark::kMicrosecond);

/// A file with 100,000 candidates, as --cheapest and the Find tab search it.
void search_hundred_thousand(benchmark::State& state) {
    whatif::ScenarioFile file{.base = {.name = "base"}};
    for (std::size_t i = 0; i < 100000; ++i) {
        const Inputs& in = vectors()[i % vectors().size()];
        whatif::Scenario candidate;
        candidate.changes = {whatif::set_to(Input::StoBw, in.sto_bw),
                             whatif::set_to(Input::StoIops, in.sto_iops),
                             whatif::set_to(Input::GpuRate, in.gpu_rate),
                             whatif::set_to(Input::GpusPerNode, in.gpus_per_node),
                             whatif::set_to(Input::CpuSecondsPerImage, in.cpu_s_per_image),
                             whatif::set_to(Input::NodeUsdPerHour, static_cast<double>(i % 97))};
        file.candidates.push_back(std::move(candidate));
    }
    const catalog::Catalog none;
    for (auto _ : state) {
        const auto found = whatif::evaluate(
            file, whatif::defaults(), none, {.cheapest = 2000.0, .safe = state.range(0) == 1});
        state.counters["matches"] = found ? static_cast<double>(found->matches) : -1.0;
    }
}
BENCHMARK(search_hundred_thousand)->ArgName("safe")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// Runs of storage over depths and of decoding over threads, of two data sets.
record::Study study() {
    record::Study study;
    study.header.environment["cpu.cores"] = std::int64_t{16};
    const auto add =
        [&](const char* stages, double bytes, std::int64_t threads, std::int64_t depth) {
            record::RunData run;
            run.started.run = static_cast<int>(study.runs.size()) + 1;
            run.status = record::RunStatus::Done;
            auto& settings = run.started.settings;
            settings = spec::default_settings();
            settings["stages"] = std::string(stages);
            settings["dataset.path"] = "/data/" + std::to_string(static_cast<int>(bytes));
            settings["decode.threads"] = threads;
            settings["storage.queue_depth"] = depth;
            const auto workers = static_cast<double>(threads);
            const double decode = workers / (1.0 + 0.03 * (workers - 1.0)) / (2e-4 + 1e-8 * bytes);
            const double read = std::min(
                {9e8 / bytes, 11000.0, static_cast<double>(depth) / (1.6e-4 + bytes / 2e9)});
            const double noise = 1.0 + 0.01 * static_cast<double>((run.started.run * 7) % 5 - 2);
            const double rate = (std::string_view(stages) == "decode" ? decode : read) * noise;
            run.metrics["images_per_second"] = {.value = rate};
            run.metrics["requested_read_bytes_per_second"] = {.value = rate * bytes};
            study.runs.push_back(std::move(run));
        };
    for (const double bytes : {30000.0, 110000.0}) {
        for (const int depth : {1, 2, 4, 8, 16, 32}) {
            add("storage", bytes, 1, depth);
        }
        for (const int threads : {1, 2, 4, 8, 12, 16}) {
            add("decode", bytes, threads, 32);
        }
    }
    return study;
}

void calibration(benchmark::State& state) {
    const std::vector studies{study()};
    for (auto _ : state) {
        const auto calibrated = whatif::calibrate(studies);
        state.counters["inputs"] =
            calibrated ? static_cast<double>(calibrated->inputs.size()) : -1.0;
    }
    state.counters["bootstrap_rounds"] = model::kBootstrapRounds;
}
BENCHMARK(calibration)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace throughline

BENCHMARK_MAIN();

// SPDX-License-Identifier: Apache-2.0
// One evaluation of the what-if model over the shared vectors: the window makes hundreds of them at
// each move of a slider.
#include <benchmark/benchmark.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/model/input_table.h"
#include "engine/model/interval.h"
#include "engine/model/predict.h"
#include "engine/model/search.h"
#include "engine/model/usl_fit.h"

namespace throughline::model {
namespace {

InputValue value_of_json(const nlohmann::json& json) {
    if (json.is_boolean()) {
        return json.get<bool>();
    }
    if (json.is_string()) {
        return json.get<std::string>();
    }
    return json.is_null() ? kUnlimited : json.get<double>();
}

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
                static_cast<void>(set_value(in, *find_input(key), value_of_json(json)));
            }
            all.push_back(in);
        }
        return all;
    }();
    return kVectors;
}

/// The median is over the vectors: each is one benchmark, `--benchmark_format=json` lists them.
void evaluate(benchmark::State& state) {
    const Inputs& in = vectors()[static_cast<std::size_t>(state.range(0))];
    for (auto _ : state) {
        Inputs copy = in;
        benchmark::DoNotOptimize(copy);
        benchmark::DoNotOptimize(predict(copy));
    }
}
BENCHMARK(evaluate)->DenseRange(0, 55);

void evaluate_with_interval(benchmark::State& state) {
    const Inputs& in = vectors()[static_cast<std::size_t>(state.range(0))];
    for (auto _ : state) {
        const Prediction prediction = predict(in);
        benchmark::DoNotOptimize(interval_of(in, prediction.images_per_s()));
    }
}
BENCHMARK(evaluate_with_interval)->Arg(0)->Arg(16)->Arg(38);

void search_hundred_thousand(benchmark::State& state) {
    std::vector<Inputs> candidates;
    for (std::size_t i = 0; i < 100000; ++i) {
        candidates.push_back(vectors()[i % vectors().size()]);
    }
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            cheapest(candidates, {.images_per_s = 5000.0, .safe = state.range(0) == 1}));
    }
}
BENCHMARK(search_hundred_thousand)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void bootstrap_usl(benchmark::State& state) {
    const std::vector<UslPoint> points{
        {1, 291}, {2, 569}, {4, 1117}, {8, 2102}, {16, 3774}, {24, 5000}, {32, 5870}};
    const UslFit fit = fit_usl(points);
    for (auto _ : state) {
        benchmark::DoNotOptimize(usl_intervals(points, fit, 48.0));
    }
}
BENCHMARK(bootstrap_usl)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace throughline::model

BENCHMARK_MAIN();

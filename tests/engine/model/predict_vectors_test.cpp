// SPDX-License-Identifier: Apache-2.0
// Every vector of kind `predict` of the specification, every output of it.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "engine/model/input_table.h"
#include "engine/model/interval.h"
#include "engine/model/predict.h"
#include "tests/engine/model/vector_file.h"

namespace throughline::model {
namespace {

using Outputs = std::map<std::string, std::optional<double>>;

Outputs outputs_of(const Inputs& inputs, const Prediction& prediction) {
    const Rates& rates = prediction.rates;
    Outputs out{{"images_per_s", rates.images_per_s},
                {"bound_images_per_s", prediction.bound_images_per_s},
                {"headroom", prediction.headroom},
                {"ingest_images_per_s", rates.ingest},
                {"hit_ratio", rates.hit_ratio},
                {"requests_per_image", rates.requests_per_image},
                {"ios_per_image", rates.ios_per_image},
                {"limit_storage", rates.storage},
                {"limit_network", rates.network()},
                {"limit_cpu", rates.cpu()},
                {"limit_h2d", rates.h2d()},
                {"limit_gpu", rates.gpu()},
                {"read_mb_per_s", prediction.read_mb_per_s},
                {"read_iops", prediction.read_iops},
                {"request_time_s", rates.request_time_s}};
    if (const auto& use = prediction.utilisation) {
        out.insert({{"disk_pct", use->disk_pct},
                    {"net_pct", use->net_pct},
                    {"cores_busy_per_node", use->cores_busy_per_node},
                    {"gpu_pct", use->gpu_pct}});
    }
    if (const auto& job = prediction.job) {
        const Interval interval = interval_of(inputs, rates.images_per_s);
        out.insert({{"epoch_s", job->epoch_s},
                    {"usd_per_hour", job->usd_per_hour},
                    {"reading_usd_per_hour", job->reading_usd_per_hour},
                    {"usd_per_epoch", job->usd_per_epoch},
                    {"usd_per_million", job->usd_per_million},
                    {"sync_s", job->sync_s},
                    {"time_to_first_batch_s", job->time_to_first_batch_s},
                    {"first_epoch_s", job->first_epoch_s},
                    {"validation_s", job->validation_s},
                    {"checkpoint_s", job->checkpoint_s},
                    {"train_s", job->train_s},
                    {"train_usd", job->train_usd},
                    {"idle_gpu_usd_per_hour", job->idle_gpu_usd_per_hour},
                    {"lo90", interval.low},
                    {"hi90", interval.high},
                    {"log_sd", interval.log_sd}});
    }
    return out;
}

void check_outputs(const Inputs& inputs, const nlohmann::json& expect) {
    const Prediction prediction = predict(inputs);
    const Outputs outputs = outputs_of(inputs, prediction);
    std::size_t numbers = 0;
    for (const auto& [name, expected] : expect.items()) {
        if (name == "bottleneck") {
            EXPECT_EQ(expected.get<std::string>(),
                      prediction.bottleneck ? name_of(*prediction.bottleneck) : "none");
            continue;
        }
        if (name == "most_uncertain") {
            const auto most = interval_of(inputs, prediction.images_per_s()).most_uncertain;
            EXPECT_EQ(expected.get<std::string>(), most ? key_of(*most) : "model");
            continue;
        }
        ++numbers;
        ASSERT_TRUE(outputs.contains(name)) << name;
        const auto& actual = outputs.at(name);
        EXPECT_EQ(expected.is_null(), !actual.has_value()) << name;
        if (!expected.is_null() && actual) {
            EXPECT_TRUE(agrees(expected, *actual)) << name;
        }
    }
    EXPECT_EQ(numbers, outputs.size()) << "an output that the vector does not have";
}

TEST(PredictVectors, AreReproducedInEveryOutput) {
    const auto vectors = vectors_of("predict");
    ASSERT_EQ(vectors.size(), 61U);
    for (const auto& vector : vectors) {
        SCOPED_TRACE(vector.name);
        std::string bad;
        const Inputs inputs = inputs_of(vector.input, &bad);
        if (vector.expect.contains("error")) {
            const auto invalid = first_invalid(inputs);
            EXPECT_EQ(invalid ? key_of(*invalid) : bad, vector.expect.at("error"));
            continue;
        }
        ASSERT_EQ(bad, "");
        ASSERT_FALSE(first_invalid(inputs));
        check_outputs(inputs, vector.expect);
    }
}

TEST(PredictVectors, DefaultsAreThoseOfTheSpecification) {
    const auto& defaults = vector_file().at("defaults");
    EXPECT_EQ(defaults.size(), kInputCount);
    EXPECT_EQ(inputs_of(defaults), Inputs());
    for (const auto& info : input_table()) {
        EXPECT_TRUE(defaults.contains(info.key)) << info.key;
    }
}

TEST(PredictVectors, DeviationsAreThoseOfTheSpecification) {
    const auto& deviations = vector_file().at("relative_sd");
    std::size_t set = 0;
    for (std::size_t i = 0; i < kNumberCount; ++i) {
        const auto input = static_cast<Input>(i);
        if (uncalibrated().of(input) > 0.0) {
            ++set;
            EXPECT_EQ(deviations.value(key_of(input), 0.0), uncalibrated().of(input));
        }
    }
    EXPECT_EQ(set, deviations.size());
    EXPECT_EQ(vector_file().at("model_sd"), uncalibrated().model);
}

}  // namespace
}  // namespace throughline::model

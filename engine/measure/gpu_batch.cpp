// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/gpu_batch.h"

#include <tuple>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/consumer/gpu_fit.h"
#include "engine/spec/gpu_network.h"

namespace throughline::measure {
namespace {

constexpr const char* kImages = "batch.images";

const char* limit_text(consumer::BatchLimit limit) {
    switch (limit) {
        case consumer::BatchLimit::Setting:
            return to_say(
                "batch.images=0 becomes %1 with consumer.network=%2, the most that are allowed, "
                "and fit");
        case consumer::BatchLimit::Values:
            return to_say(
                "batch.images=0 becomes %1 with consumer.network=%2, the largest of which no "
                "result has 2^31 values, which is as many as are supported, and fit");
        case consumer::BatchLimit::Memory:
            break;
    }
    return to_say(
        "batch.images=0 becomes %1 with consumer.network=%2, the largest that the GPU holds");
}

std::string text_of_fit(const consumer::BatchFit& fit, const std::string& network) {
    std::string text =
        say_english(limit_text(fit.limit), std::to_string(fit.images), network) + "; ";
    text += fit.free_bytes > 0
                ? say_english("%1 of its memory were free",
                              format_quantity(static_cast<double>(fit.free_bytes), "bytes"))
                : to_say("it does not report how much of its memory is free");
    if (fit.refused > 0) {
        text += "; " + say_english("it refused batches of %1", std::to_string(fit.refused));
    }
    return text;
}

}  // namespace

bool wants_largest_batch(const spec::Settings& point) {
    return spec::integer_of(point, kImages) == 0;
}

Result<BatchChoices> choose_batches(std::vector<spec::Settings>& points,
                                    const consumer::GpuAccess& access,
                                    std::stop_token stop) {
    const auto most = static_cast<std::uint32_t>(spec::find_setting(kImages)->maximum);
    std::map<std::tuple<std::string, std::int64_t, consumer::GpuPhase>, consumer::BatchFit> found;
    BatchChoices choices;
    for (std::size_t i = 0; i < points.size(); ++i) {
        spec::Settings& point = points[i];
        if (!wants_largest_batch(point)) {
            continue;
        }
        const std::string network = spec::text_of(point, "consumer.network");
        const std::int64_t device = spec::integer_of(point, "consumer.device");
        const auto phase = spec::text_of(point, "consumer.phase") == "training"
                               ? consumer::GpuPhase::Training
                               : consumer::GpuPhase::Inference;
        const auto [entry, is_new] = found.try_emplace({network, device, phase});
        if (is_new) {
            const auto side = [&point](const char* key) {
                return static_cast<std::uint32_t>(spec::integer_of(point, key));
            };
            auto fit = consumer::fit_batch({.access = access,
                                            .device = static_cast<std::uint32_t>(device),
                                            .network = std::string(spec::catalogue_id(network)),
                                            .proxy = spec::is_proxy(network),
                                            .phase = phase,
                                            .width_px = side("decode.width_px"),
                                            .height_px = side("decode.height_px")},
                                           most,
                                           stop);
            if (!fit) {
                return std::move(fit).error();
            }
            entry->second = *fit;
        }
        point[kImages] = std::int64_t{entry->second.images};
        choices[i] = text_of_fit(entry->second, network);
    }
    return choices;
}

}  // namespace throughline::measure

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/model/node_events.h"
#include "engine/model/predict.h"

namespace throughline::model {
namespace {

double seconds_of(double images, double rate) noexcept {
    return std::isinf(rate) ? 0.0 : images / rate;
}

}  // namespace

NodeStep node_step(const Inputs& inputs) noexcept {
    const double nodes = inputs.nodes;
    const Rates rates = rates_of(inputs);
    Inputs single = inputs;
    single.nodes = 1.0;
    const Rates alone = rates_of(single);

    NodeStep step{.images = std::max(inputs.gpus_per_node, 1.0) * inputs.batch_per_gpu,
                  .variability_c2 = inputs.variability_c2};
    const auto of_all = [&](double rate) { return seconds_of(nodes * step.images, rate); };
    const bool shared = inputs.sto_shared && nodes > 1.0;
    if (shared) {
        step.served_s = seconds_of(step.images,
                                   std::min(limit_of(rates.limits, Limit::StorageBandwidth),
                                            limit_of(rates.limits, Limit::StorageIops)));
        step.read_s = of_all(std::min({limit_of(rates.limits, Limit::StorageClient),
                                       limit_of(rates.limits, Limit::StorageLatency),
                                       rates.network()}));
    } else {
        step.read_s = of_all(std::min(rates.storage, rates.network()));
    }
    step.prepare_s = of_all(rates.cpu());
    step.device_s = seconds_of(step.images, std::min(alone.gpu(), alone.h2d()));
    step.exchange_s = std::max(0.0, of_all(rates.gpu()) - seconds_of(step.images, alone.gpu()));
    step.places = inputs.threads == 0.0
                      ? 0
                      : 1 + static_cast<std::uint64_t>(std::min(inputs.prefetch_batches, 1e3));
    return step;
}

}  // namespace throughline::model

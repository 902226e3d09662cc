// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/consumer.h"

#include <utility>

namespace throughline::consumer {

Result<void> SerialConsumer::begin(const batch::Batch& batch, std::int64_t free_ns) {
    batch_ = batch;
    free_ns_ = free_ns;
    return {};
}

Result<Progress> SerialConsumer::wait(std::chrono::nanoseconds /*patience*/, std::stop_token stop) {
    auto ended_ns = consume(batch_, free_ns_, std::move(stop));
    if (!ended_ns) {
        return std::move(ended_ns).error();
    }
    return Progress{
        .freed = batch_, .ended = 1, .images = batch_.images, .steps = 1, .ended_ns = *ended_ns};
}

}  // namespace throughline::consumer

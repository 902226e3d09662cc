// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/consumer.h"

#include <utility>

namespace throughline::consumer {

Result<void> SerialConsumer::begin(const batch::Batch& batch, SteadyTime free_at) {
    batch_ = batch;
    free_at_ = free_at;
    return {};
}

Result<Progress> SerialConsumer::wait(std::chrono::nanoseconds /*patience*/, std::stop_token stop) {
    auto ended_at = consume(batch_, free_at_, std::move(stop));
    if (!ended_at) {
        return std::move(ended_at).error();
    }
    return Progress{
        .freed = batch_, .ended = 1, .images = batch_.images, .steps = 1, .ended_at = *ended_at};
}

}  // namespace throughline::consumer

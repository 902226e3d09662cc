// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_group.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/consumer/gpu_consumer.h"

namespace throughline::consumer {
namespace {

using GpuConsumers = std::vector<std::unique_ptr<GpuConsumer>>;

/// What all of them have in common; the ranks are each one's own.
Result<GpuMembership> membership_of(const GpuOptions& options,
                                    const GpuConsumers& gpus,
                                    const std::stop_token& stop) {
    GpuMembership membership;
    if (gpus.size() < 2 || options.phase != GpuPhase::Training || options.resident) {
        return membership;
    }
    const auto exchange = gpus.front()->make_exchange(stop);
    if (!exchange && exchange.error().code != ErrorCode::Unsupported) {
        return exchange.error();
    }
    if (!exchange) {
        membership.problem = exchange.error().what;
        return membership;
    }
    membership.turn = std::make_shared<StepTurn>(static_cast<std::uint32_t>(gpus.size()));
    membership.ranks = static_cast<std::uint32_t>(gpus.size());
    membership.exchange = *exchange;
    return membership;
}

/// Looks at all of them in turn: those that train together wait for one that failed, which is what
/// is to be told.
Result<void> await_all(const GpuConsumers& gpus, const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kLook{20};
    std::vector<bool> is_open(gpus.size());
    const SteadyTime began = steady_now();
    while (std::ranges::find(is_open, false) != is_open.end()) {
        for (std::size_t i = 0; i < gpus.size(); ++i) {
            if (is_open[i]) {
                continue;
            }
            auto opened = gpus[i]->await_open(kLook, steady_now() - began, stop);
            if (!opened) {
                Error error = std::move(opened).error();
                if (gpus.size() > 1 && error.code != ErrorCode::Stopped) {
                    error.what =
                        "GPU " + std::to_string(gpus[i]->gpu()->device) + ": " + error.what;
                }
                return error;
            }
            is_open[i] = *opened;
        }
    }
    return {};
}

Result<void> open_all(const GpuConsumers& gpus,
                      GpuMembership membership,
                      const std::stop_token& stop) {
    // None of those that train together is open before all are.
    for (const auto& gpu : gpus) {
        gpu->ask_open(membership);
        ++membership.rank;
    }
    if (auto opened = await_all(gpus, stop); !opened) {
        return opened;
    }
    for (const auto& gpu : gpus) {
        if (auto measured = gpu->measure_ceiling(stop); !measured) {
            return measured;
        }
    }
    return {};
}

}  // namespace

Result<std::vector<std::unique_ptr<Consumer>>> make_gpu_consumers(const GpuOptions& options,
                                                                  std::uint32_t count,
                                                                  const batch::BatchArena& arena,
                                                                  const std::stop_token& stop) {
    GpuConsumers gpus;
    for (std::uint32_t index = 0; index < count; ++index) {
        GpuOptions own = options;
        own.device += index;
        auto gpu = GpuConsumer::start(own, arena);
        if (!gpu) {
            return std::move(gpu).error();
        }
        gpus.push_back(*std::move(gpu));
    }
    auto membership = membership_of(options, gpus, stop);
    if (!membership) {
        return std::move(membership).error();
    }
    if (auto opened = open_all(gpus, *std::move(membership), stop); !opened) {
        return std::move(opened).error();
    }
    std::vector<std::unique_ptr<Consumer>> consumers;
    for (auto& gpu : gpus) {
        consumers.push_back(std::move(gpu));
    }
    return consumers;
}

}  // namespace throughline::consumer

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cudnn_graph.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/cuda/cudnn_api.cuh"

namespace throughline::cuda {

/// Of cuDNN 9.8 and later, by their numbers: older headers build the plug-in as well.
constexpr auto kDescribedDevice = static_cast<cudnnBackendDescriptorType_t>(38);
constexpr auto kDeviceJson = static_cast<cudnnBackendAttributeName_t>(2702);
constexpr auto kHeuristicsDevice = static_cast<cudnnBackendAttributeName_t>(204);
constexpr auto kPlanDevice = static_cast<cudnnBackendAttributeName_t>(407);

/// What cuDNN makes plans for: the device of a handle, or one that is only described, so that what
/// it can run is known where it is not at hand. One of the two is set.
struct PlanTarget {
    cudnnHandle_t handle = nullptr;
    cudnnBackendDescriptor_t device = nullptr;
};

/// A device by its properties. Empty: cuDNN does not take them.
/// Source: cuDNN documentation, deviceless ahead-of-time compilation; its JSON is what cuDNN 9.19
///         writes.
inline CudnnDescriptor described_device(const CudnnApi& api, std::string_view json) {
    CudnnDescriptor device(api, kDescribedDevice);
    const bool taken =
        device.raw() != nullptr &&
        device.put(
            kDeviceJson, CUDNN_TYPE_CHAR, json.data(), static_cast<std::int64_t>(json.size())) ==
            CUDNN_STATUS_SUCCESS &&
        device.finalize() == CUDNN_STATUS_SUCCESS;
    return taken ? std::move(device) : CudnnDescriptor();
}

/// What cuDNN's heuristics propose for a finalised graph, the best first. Empty: nothing.
inline std::vector<CudnnDescriptor> engine_configs(const CudnnApi& api,
                                                   cudnnBackendDescriptor_t graph,
                                                   const PlanTarget& target,
                                                   cudnnBackendHeurMode_t mode) {
    const CudnnDescriptor heuristics(api, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    constexpr auto kDescriptor = CUDNN_TYPE_BACKEND_DESCRIPTOR;
    cudnnStatus_t status =
        heuristics.put(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, kDescriptor, &graph);
    if (status == CUDNN_STATUS_SUCCESS) {
        status = heuristics.put(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, &mode);
    }
    if (status == CUDNN_STATUS_SUCCESS && target.device != nullptr) {
        status = heuristics.put(kHeuristicsDevice, kDescriptor, &target.device);
    }
    std::int64_t count = 0;
    if (status != CUDNN_STATUS_SUCCESS || heuristics.finalize() != CUDNN_STATUS_SUCCESS ||
        api.get(heuristics.raw(), CUDNN_ATTR_ENGINEHEUR_RESULTS, kDescriptor, 0, &count, nullptr) !=
            CUDNN_STATUS_SUCCESS) {
        return {};
    }
    std::vector<CudnnDescriptor> found;
    std::vector<cudnnBackendDescriptor_t> raw;
    for (std::int64_t i = 0; i < count; ++i) {
        found.emplace_back(api, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
        raw.push_back(found.back().raw());
    }
    if (api.get(heuristics.raw(),
                CUDNN_ATTR_ENGINEHEUR_RESULTS,
                kDescriptor,
                count,
                &count,
                raw.data()) != CUDNN_STATUS_SUCCESS) {
        return {};
    }
    found.resize(std::min(found.size(), static_cast<std::size_t>(count)));
    return found;
}

/// A plan with the room that it needs while it runs.
struct ExecutionPlan {
    CudnnDescriptor plan;
    std::uint64_t workspace_bytes = 0;
};

/// A plan descriptor that is for the target. Empty: cuDNN does not take it.
inline CudnnDescriptor plan_for(const CudnnApi& api, const PlanTarget& target) {
    CudnnDescriptor plan(api, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    const cudnnStatus_t placed =
        target.device != nullptr
            ? plan.put(kPlanDevice, CUDNN_TYPE_BACKEND_DESCRIPTOR, &target.device)
            : plan.put(CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE, &target.handle);
    return placed == CUDNN_STATUS_SUCCESS ? std::move(plan) : CudnnDescriptor();
}

/// Finalises it. Empty: cuDNN cannot do it after all.
inline ExecutionPlan finished(const CudnnApi& api, CudnnDescriptor plan) {
    std::int64_t bytes = 0;
    std::int64_t count = 0;
    if (plan.finalize() != CUDNN_STATUS_SUCCESS ||
        api.get(plan.raw(),
                CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE,
                CUDNN_TYPE_INT64,
                1,
                &count,
                &bytes) != CUDNN_STATUS_SUCCESS ||
        bytes < 0) {
        return {};
    }
    return {.plan = std::move(plan), .workspace_bytes = static_cast<std::uint64_t>(bytes)};
}

/// Empty: this engine cannot do it after all, which cuDNN means to be tried.
inline ExecutionPlan execution_plan(const CudnnApi& api,
                                    const CudnnDescriptor& config,
                                    const PlanTarget& target) {
    CudnnDescriptor plan = plan_for(api, target);
    const cudnnBackendDescriptor_t engine = config.raw();
    const bool set = plan.raw() != nullptr && plan.put(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG,
                                                       CUDNN_TYPE_BACKEND_DESCRIPTOR,
                                                       &engine) == CUDNN_STATUS_SUCCESS;
    return set ? finished(api, std::move(plan)) : ExecutionPlan();
}

/// A plan as JSON, which has the kernel in it where that was compiled. "": cuDNN does not give it.
inline std::string json_of(const CudnnApi& api, const CudnnDescriptor& plan) {
    constexpr auto kJson = CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION;
    std::int64_t size = 0;
    std::string json;
    if (api.get(plan.raw(), kJson, CUDNN_TYPE_CHAR, 0, &size, nullptr) == CUDNN_STATUS_SUCCESS) {
        json.resize(static_cast<std::size_t>(std::max<std::int64_t>(size, 0)));
    }
    const bool given =
        !json.empty() && api.get(plan.raw(), kJson, CUDNN_TYPE_CHAR, size, &size, json.data()) ==
                             CUDNN_STATUS_SUCCESS;
    return given ? json : std::string();
}

/// The plan that json_of() wrote down. Empty: it is not for this cuDNN or this device.
inline ExecutionPlan plan_of(const CudnnApi& api,
                             const std::string& json,
                             const PlanTarget& target) {
    CudnnDescriptor plan = plan_for(api, target);
    const bool set = plan.raw() != nullptr &&
                     plan.put(CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION,
                              CUDNN_TYPE_CHAR,
                              json.data(),
                              static_cast<std::int64_t>(json.size())) == CUDNN_STATUS_SUCCESS;
    return set ? finished(api, std::move(plan)) : ExecutionPlan();
}

/// The engine of a plan, and how it is set. Empty: cuDNN does not tell.
inline CudnnDescriptor config_of(const CudnnApi& api, const CudnnDescriptor& plan) {
    CudnnDescriptor config(api, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    cudnnBackendDescriptor_t raw = config.raw();
    std::int64_t count = 0;
    return api.get(plan.raw(),
                   CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG,
                   CUDNN_TYPE_BACKEND_DESCRIPTOR,
                   1,
                   &count,
                   &raw) == CUDNN_STATUS_SUCCESS
               ? std::move(config)
               : CudnnDescriptor();
}

}  // namespace throughline::cuda

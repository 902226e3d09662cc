// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "engine/cuda/conv_engines.cuh"
#include "engine/cuda/conv_plan.cuh"
#include "engine/cuda/events.cuh"

namespace throughline::cuda {
namespace {

/// Loading a kernel may take a tenth of a second each.
constexpr std::size_t kTriedMax = 8;
constexpr int kTimedRuns = 3;

}  // namespace

std::string ConvPlan::make(const CudnnStream& on,
                           const network::ConvDescriptor& conv,
                           const network::NetworkMemory& memory,
                           std::unique_ptr<ConvPlan>& plan) {
    auto made = std::make_unique<ConvPlan>();
    made->graph_ = std::make_unique<ConvGraph>(*on.api, conv);
    if (std::string fault = made->graph_->finalise(on.handle); !fault.empty()) {
        return fault;
    }
    CudnnDescriptor pointers;
    if (std::string fault = bind_pointers(on, pointers_of(conv, memory), pointers);
        !fault.empty()) {
        return fault;
    }
    for (const auto mode : {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_FALLBACK}) {
        std::vector<Candidate> tried;
        for (CudnnDescriptor& config :
             engine_configs(*on.api, made->graph_->graph(), {.handle = on.handle}, mode)) {
            Candidate candidate{.config = std::move(config), .plan = {}};
            if (tried.size() < kTriedMax && time(on, candidate, pointers)) {
                tried.push_back(std::move(candidate));
            }
        }
        const auto best =
            std::min_element(tried.begin(), tried.end(), [](const auto& a, const auto& b) {
                return a.seconds < b.seconds;
            });
        if (best != tried.end()) {
            made->chosen_ = std::move(*best);
            plan = std::move(made);
            return {};
        }
    }
    return "cuDNN has no engine for the convolution of layer " + std::to_string(conv.layer);
}

ConvPointers pointers_of(const network::ConvDescriptor& conv,
                         const network::NetworkMemory& memory) {
    const bool makes_weights = conv.pass == network::ConvPass::WeightGradient;
    network::Half* const w = makes_weights ? memory.gradients : memory.weights;
    ConvPointers pointers{.x = memory.results + conv.x.offset_elements,
                          .w = w + conv.w.offset_elements,
                          .y = memory.results + conv.y.offset_elements};
    if (conv.has_bias) {
        pointers.bias = memory.weights + conv.bias_offset_elements;
    }
    if (conv.residual) {
        pointers.residual = memory.results + conv.residual->offset_elements;
    }
    return pointers;
}

std::string bind_pointers(const CudnnStream& on,
                          const ConvPointers& memory,
                          CudnnDescriptor& pointers) {
    std::vector<std::int64_t> ids{ConvGraph::kX, ConvGraph::kW, ConvGraph::kY};
    std::vector<void*> addresses{memory.x, memory.w, memory.y};
    const auto add = [&](std::int64_t id, void* address) {
        if (address != nullptr) {
            ids.push_back(id);
            addresses.push_back(address);
        }
    };
    add(ConvGraph::kBias, memory.bias);
    add(ConvGraph::kResidual, memory.residual);
    const auto count = static_cast<std::int64_t>(ids.size());
    pointers = CudnnDescriptor(*on.api, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    cudnnStatus_t status = pointers.put(
        CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, addresses.data(), count);
    if (status == CUDNN_STATUS_SUCCESS) {
        status =
            pointers.put(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, ids.data(), count);
    }
    if (status == CUDNN_STATUS_SUCCESS) {
        status =
            pointers.put(CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, &on.workspace);
    }
    if (status == CUDNN_STATUS_SUCCESS) {
        status = pointers.finalize();
    }
    return status == CUDNN_STATUS_SUCCESS ? "" : on.api->words("pointers of the tensors", status);
}

/// Makes the plan and times it. False: it cannot be made, needs too much room, or does not run.
bool ConvPlan::time(const CudnnStream& on, Candidate& candidate, const CudnnDescriptor& pointers) {
    const CudnnApi& api = *on.api;
    ExecutionPlan made = execution_plan(api, candidate.config, {.handle = on.handle});
    if (made.plan.raw() == nullptr || made.workspace_bytes > on.workspace_bytes) {
        return false;
    }
    candidate.plan = std::move(made.plan);
    Event begin;
    Event end;
    const auto execute = [&] {
        return api.execute(on.handle, candidate.plan.raw(), pointers.raw()) == CUDNN_STATUS_SUCCESS;
    };
    bool good = make_event(begin) == cudaSuccess && make_event(end) == cudaSuccess && execute();
    good = good && cudaEventRecord(begin.get(), on.stream) == cudaSuccess;
    for (int run = 0; good && run < kTimedRuns; ++run) {
        good = execute();
    }
    good = good && cudaEventRecord(end.get(), on.stream) == cudaSuccess &&
           cudaEventSynchronize(end.get()) == cudaSuccess;
    good = good && seconds_between(begin, end, candidate.seconds) == cudaSuccess;
    // An engine that did not run may leave an error behind, which the next launch would report.
    static_cast<void>(cudaGetLastError());
    return good;
}

std::string ConvPlan::run(const CudnnStream& on, const CudnnDescriptor& pointers) const {
    const cudnnStatus_t status = on.api->execute(on.handle, chosen_.plan.raw(), pointers.raw());
    return status == CUDNN_STATUS_SUCCESS ? "" : on.api->words("run a convolution", status);
}

}  // namespace throughline::cuda

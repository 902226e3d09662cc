// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "engine/cuda/conv_plan.cuh"

namespace throughline::cuda {

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

std::string ConvPlan::run(const CudnnStream& on, const CudnnDescriptor& pointers) const {
    const cudnnStatus_t status = on.api->execute(on.handle, plan.raw(), pointers.raw());
    return status == CUDNN_STATUS_SUCCESS ? "" : on.api->words("run a convolution", status);
}

}  // namespace throughline::cuda

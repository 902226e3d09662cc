// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cudnn_graph.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/cuda/cudnn_api.cuh"
#include "engine/network/conv_descriptor.h"

namespace throughline::cuda {

/// What the operation of a pass and its attributes are called.
struct ConvNames {
    cudnnBackendDescriptorType_t operation;
    cudnnBackendAttributeName_t x;
    cudnnBackendAttributeName_t w;
    cudnnBackendAttributeName_t y;
    cudnnBackendAttributeName_t convolution;
    cudnnBackendAttributeName_t alpha;
    cudnnBackendAttributeName_t beta;
};
inline ConvNames names_of(network::ConvPass pass) {
    switch (pass) {
        case network::ConvPass::DataGradient:
            return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA};
        case network::ConvPass::WeightGradient:
            return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA};
        case network::ConvPass::Forward:
            break;
    }
    return {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA};
}

/// A convolution, y = ReLU(x * w + residual + bias) with those of the three that it has, or one of
/// its gradients, as an operation graph of cuDNN: fp16 NHWC in and out, sums in fp32. It needs no
/// device; the tests finalise it for every network.
/// Source: cuDNN documentation, graph API: convolution forward, backward data and backward filter;
///         runtime fusion of convolution, add, bias and ReLU.
class ConvGraph {
public:
    /// Names of the tensors, for the pointers that go with them.
    enum Id : std::int64_t { kX = 'x', kW = 'w', kBias = 'b', kResidual = 'r', kY = 'y' };

    ConvGraph(const CudnnApi& api, const network::ConvDescriptor& conv) : api_(api), conv_(conv) {}

    /// `handle` may be null where nothing is executed. Returns: "" or what cuDNN refuses.
    std::string finalise(cudnnHandle_t handle) {
        add_operations();
        const auto graph = make(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
        if (handle != nullptr) {
            put(graph, CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, handle);
        }
        check(api_.set(graph,
                       CUDNN_ATTR_OPERATIONGRAPH_OPS,
                       CUDNN_TYPE_BACKEND_DESCRIPTOR,
                       static_cast<std::int64_t>(operations_.size()),
                       operations_.data()),
              "operations of the graph");
        check(api_.finalize(graph), "the graph");
        graph_ = graph;
        return fault_;
    }
    /// After finalise().
    cudnnBackendDescriptor_t graph() const noexcept { return graph_; }

private:
    using Raw = cudnnBackendDescriptor_t;

    void add_operations() {
        const auto x = tensor(kX, conv_.x, CUDNN_DATA_HALF, false);
        const auto w = tensor(kW, conv_.w, CUDNN_DATA_HALF, false);
        if (!conv_.has_bias && !conv_.residual && !conv_.relu) {
            add_convolution(x, w, tensor(kY, conv_.y, CUDNN_DATA_HALF, false));
            return;
        }
        auto result = between('1');
        add_convolution(x, w, result);
        // The residual first: cuDNN has engines for this order, and none for the other one.
        if (conv_.residual) {
            const auto other = tensor(kResidual, *conv_.residual, CUDNN_DATA_HALF, false);
            const bool last = !conv_.has_bias && !conv_.relu;
            result = add_pointwise(CUDNN_POINTWISE_ADD, result, other, last);
        }
        if (conv_.has_bias) {
            const std::int64_t k = conv_.y.sizes[1];
            const network::TensorDescriptor shape{.sizes = {1, k, 1, 1}, .strides = {k, 1, k, k}};
            const auto bias = tensor(kBias, shape, CUDNN_DATA_HALF, false);
            result = add_pointwise(CUDNN_POINTWISE_ADD, result, bias, !conv_.relu);
        }
        if (conv_.relu) {
            add_pointwise(CUDNN_POINTWISE_RELU_FWD, result, nullptr, true);
        }
    }

    void check(cudnnStatus_t status, const std::string& what) {
        if (status != CUDNN_STATUS_SUCCESS && fault_.empty()) {
            fault_ = api_.words(what, status);
        }
    }
    Raw make(cudnnBackendDescriptorType_t type) {
        made_.emplace_back(api_, type);
        if (made_.back().raw() == nullptr && fault_.empty()) {
            fault_ = "cuDNN cannot create a descriptor of type " + std::to_string(type);
        }
        return made_.back().raw();
    }
    template <class T>
    void put(Raw into,
             cudnnBackendAttributeName_t name,
             cudnnBackendAttributeType_t type,
             T value) {
        check(api_.set(into, name, type, 1, &value), "attribute " + std::to_string(name));
    }
    template <std::size_t N>
    void put_list(Raw into,
                  cudnnBackendAttributeName_t name,
                  const std::array<std::int64_t, N>& values) {
        check(api_.set(into, name, CUDNN_TYPE_INT64, N, values.data()),
              "attribute " + std::to_string(name));
    }

    /// A value that stays within the fused kernel.
    Raw between(char id) {
        const auto& s = conv_.y.sizes;
        return tensor(id,
                      {.sizes = s, .strides = {s[1] * s[2] * s[3], 1, s[1] * s[3], s[1]}},
                      CUDNN_DATA_FLOAT,
                      true);
    }
    Raw tensor(std::int64_t id,
               const network::TensorDescriptor& shape,
               cudnnDataType_t type,
               bool is_virtual) {
        constexpr std::int64_t kAlignment = 16;
        const auto made = make(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
        put(made, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, type);
        put_list(made, CUDNN_ATTR_TENSOR_DIMENSIONS, shape.sizes);
        put_list(made, CUDNN_ATTR_TENSOR_STRIDES, shape.strides);
        put(made, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, id);
        put(made, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, kAlignment);
        put(made, CUDNN_ATTR_TENSOR_IS_VIRTUAL, CUDNN_TYPE_BOOLEAN, is_virtual);
        check(api_.finalize(made), std::string("tensor ") + static_cast<char>(id));
        return made;
    }

    void add_convolution(Raw x, Raw w, Raw y) {
        const auto how = make(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
        put(how, CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, CUDNN_TYPE_INT64, std::int64_t{2});
        put(how, CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, CUDNN_DATA_FLOAT);
        put(how,
            CUDNN_ATTR_CONVOLUTION_CONV_MODE,
            CUDNN_TYPE_CONVOLUTION_MODE,
            CUDNN_CROSS_CORRELATION);
        put_list(how, CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, conv_.pre_padding);
        put_list(how, CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, conv_.post_padding);
        put_list(how, CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, conv_.stride);
        put_list(how, CUDNN_ATTR_CONVOLUTION_DILATIONS, conv_.dilation);
        check(api_.finalize(how), "convolution");
        const ConvNames names = names_of(conv_.pass);
        const auto operation = make(names.operation);
        constexpr auto kDescriptor = CUDNN_TYPE_BACKEND_DESCRIPTOR;
        put(operation, names.x, kDescriptor, x);
        put(operation, names.w, kDescriptor, w);
        put(operation, names.y, kDescriptor, y);
        put(operation, names.convolution, kDescriptor, how);
        put(operation, names.alpha, CUDNN_TYPE_FLOAT, 1.0F);
        put(operation, names.beta, CUDNN_TYPE_FLOAT, 0.0F);
        check(api_.finalize(operation), "operation of the convolution");
        operations_.push_back(operation);
    }

    Raw add_pointwise(cudnnPointwiseMode_t mode, Raw x, Raw b, bool last) {
        const auto how = make(CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
        put(how, CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, mode);
        put(how, CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_TYPE_DATA_TYPE, CUDNN_DATA_FLOAT);
        check(api_.finalize(how), "pointwise");
        const auto y =
            last ? tensor(kY, conv_.y, CUDNN_DATA_HALF, false)
                 : between(static_cast<char>('2' + static_cast<char>(operations_.size())));
        const auto operation = make(CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
        constexpr auto kDescriptor = CUDNN_TYPE_BACKEND_DESCRIPTOR;
        put(operation, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, kDescriptor, how);
        put(operation, CUDNN_ATTR_OPERATION_POINTWISE_XDESC, kDescriptor, x);
        if (b != nullptr) {
            put(operation, CUDNN_ATTR_OPERATION_POINTWISE_BDESC, kDescriptor, b);
        }
        put(operation, CUDNN_ATTR_OPERATION_POINTWISE_YDESC, kDescriptor, y);
        check(api_.finalize(operation), "operation of a pointwise step");
        operations_.push_back(operation);
        return y;
    }

    const CudnnApi& api_;
    const network::ConvDescriptor conv_;
    std::vector<CudnnDescriptor> made_;
    std::vector<Raw> operations_;
    Raw graph_ = nullptr;
    std::string fault_;
};

}  // namespace throughline::cuda

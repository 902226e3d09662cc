// SPDX-License-Identifier: Apache-2.0
#include <cudnn_graph.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/network/conv_descriptor.h"

// cuDNN finalises operation graphs without a device: so each convolution of the catalogue, fused as
// it will run, is shown to cuDNN itself. Whether there is an engine for it only a GPU can tell.
namespace throughline::network {
namespace {

using Dimensions = std::array<std::int64_t, 4>;

/// The few functions of libcudnn that this takes.
struct Cudnn {
    std::unique_ptr<void, int (*)(void*)> library{::dlopen("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL),
                                                  &::dlclose};
    template <class Function>
    Function* get(const char* name) const {
        return reinterpret_cast<Function*>(::dlsym(library.get(), name));
    }
    decltype(&cudnnBackendCreateDescriptor) create = nullptr;
    decltype(&cudnnBackendDestroyDescriptor) destroy = nullptr;
    decltype(&cudnnBackendSetAttribute) set = nullptr;
    decltype(&cudnnBackendFinalize) finalize = nullptr;

    bool load() {
        if (!library) {
            return false;
        }
        create = get<decltype(cudnnBackendCreateDescriptor)>("cudnnBackendCreateDescriptor");
        destroy = get<decltype(cudnnBackendDestroyDescriptor)>("cudnnBackendDestroyDescriptor");
        set = get<decltype(cudnnBackendSetAttribute)>("cudnnBackendSetAttribute");
        finalize = get<decltype(cudnnBackendFinalize)>("cudnnBackendFinalize");
        return create != nullptr && destroy != nullptr && set != nullptr && finalize != nullptr;
    }
};

/// One fused convolution as a graph; the first call that failed is kept.
class FusedConv {
public:
    FusedConv(const Cudnn& cudnn, const ConvDescriptor& conv) : cudnn_(cudnn), conv_(conv) {}
    FusedConv(const FusedConv&) = delete;
    FusedConv& operator=(const FusedConv&) = delete;
    ~FusedConv() {
        for (const auto made : made_) {
            cudnn_.destroy(made);
        }
    }

    /// "" when cuDNN takes it.
    std::string finalise() {
        const auto x = tensor('x', conv_.x.sizes, conv_.x.strides, CUDNN_DATA_HALF, false);
        const auto w = tensor('w', conv_.w.sizes, conv_.w.strides, CUDNN_DATA_HALF, false);
        const std::int64_t k = conv_.y.sizes[1];
        const auto bias = tensor('b', {1, k, 1, 1}, {k, 1, k, k}, CUDNN_DATA_HALF, false);
        auto result = between('1');
        add_convolution(x, w, result);
        result = add_pointwise(CUDNN_POINTWISE_ADD, result, bias, !conv_.residual && !conv_.relu);
        if (conv_.residual) {
            const auto other = tensor('r', conv_.y.sizes, packed(), CUDNN_DATA_HALF, false);
            result = add_pointwise(CUDNN_POINTWISE_ADD, result, other, !conv_.relu);
        }
        if (conv_.relu) {
            add_pointwise(CUDNN_POINTWISE_RELU_FWD, result, nullptr, true);
        }
        const auto graph = make(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
        check(cudnn_.set(graph,
                         CUDNN_ATTR_OPERATIONGRAPH_OPS,
                         CUDNN_TYPE_BACKEND_DESCRIPTOR,
                         static_cast<std::int64_t>(operations_.size()),
                         operations_.data()),
              "operations of the graph");
        check(cudnn_.finalize(graph), "the graph");
        return fault_;
    }

private:
    using Descriptor = cudnnBackendDescriptor_t;

    void check(cudnnStatus_t status, const std::string& what) {
        if (status != CUDNN_STATUS_SUCCESS && fault_.empty()) {
            fault_ = what + ": status " + std::to_string(status);
        }
    }
    Descriptor make(cudnnBackendDescriptorType_t type) {
        Descriptor made = nullptr;
        check(cudnn_.create(type, &made), "make a descriptor");
        made_.push_back(made);
        return made;
    }
    template <class T>
    void put(Descriptor into,
             cudnnBackendAttributeName_t name,
             cudnnBackendAttributeType_t type,
             T value) {
        check(cudnn_.set(into, name, type, 1, &value), "attribute " + std::to_string(name));
    }
    template <std::size_t N>
    void put_list(Descriptor into,
                  cudnnBackendAttributeName_t name,
                  const std::array<std::int64_t, N>& values) {
        check(cudnn_.set(into, name, CUDNN_TYPE_INT64, N, values.data()),
              "attribute " + std::to_string(name));
    }

    Dimensions packed() const {
        const auto& s = conv_.y.sizes;
        return {s[1] * s[2] * s[3], 1, s[1] * s[3], s[1]};
    }
    Descriptor between(char id) {
        return tensor(id, conv_.y.sizes, packed(), CUDNN_DATA_FLOAT, true);
    }

    Descriptor tensor(std::int64_t id,
                      const Dimensions& sizes,
                      const Dimensions& strides,
                      cudnnDataType_t type,
                      bool is_virtual) {
        constexpr std::int64_t kAlignment = 16;
        const auto made = make(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
        put(made, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, type);
        put_list(made, CUDNN_ATTR_TENSOR_DIMENSIONS, sizes);
        put_list(made, CUDNN_ATTR_TENSOR_STRIDES, strides);
        put(made, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, id);
        put(made, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, kAlignment);
        put(made, CUDNN_ATTR_TENSOR_IS_VIRTUAL, CUDNN_TYPE_BOOLEAN, is_virtual);
        check(cudnn_.finalize(made), std::string("tensor ") + static_cast<char>(id));
        return made;
    }

    void add_convolution(Descriptor x, Descriptor w, Descriptor y) {
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
        check(cudnn_.finalize(how), "convolution");
        const auto operation = make(CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR);
        constexpr auto kDescriptor = CUDNN_TYPE_BACKEND_DESCRIPTOR;
        put(operation, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, kDescriptor, x);
        put(operation, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, kDescriptor, w);
        put(operation, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, kDescriptor, y);
        put(operation, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, kDescriptor, how);
        put(operation, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA, CUDNN_TYPE_FLOAT, 1.0F);
        put(operation, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA, CUDNN_TYPE_FLOAT, 0.0F);
        check(cudnn_.finalize(operation), "operation of the convolution");
        operations_.push_back(operation);
    }

    Descriptor add_pointwise(cudnnPointwiseMode_t mode, Descriptor x, Descriptor b, bool last) {
        const auto how = make(CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
        put(how, CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, mode);
        put(how, CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_TYPE_DATA_TYPE, CUDNN_DATA_FLOAT);
        check(cudnn_.finalize(how), "pointwise");
        const auto y =
            last ? tensor('y', conv_.y.sizes, conv_.y.strides, CUDNN_DATA_HALF, false)
                 : between(static_cast<char>('2' + static_cast<char>(operations_.size())));
        const auto operation = make(CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
        constexpr auto kDescriptor = CUDNN_TYPE_BACKEND_DESCRIPTOR;
        put(operation, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, kDescriptor, how);
        put(operation, CUDNN_ATTR_OPERATION_POINTWISE_XDESC, kDescriptor, x);
        if (b != nullptr) {
            put(operation, CUDNN_ATTR_OPERATION_POINTWISE_BDESC, kDescriptor, b);
        }
        put(operation, CUDNN_ATTR_OPERATION_POINTWISE_YDESC, kDescriptor, y);
        check(cudnn_.finalize(operation), "operation of a pointwise step");
        operations_.push_back(operation);
        return y;
    }

    const Cudnn& cudnn_;
    const ConvDescriptor& conv_;
    std::vector<Descriptor> made_;
    std::vector<Descriptor> operations_;
    std::string fault_;
};

TEST(CudnnGraph, EveryFusedConvolutionOfTheCatalogueIsFinalised) {
    Cudnn cudnn;
    if (!cudnn.load()) {
        GTEST_SKIP() << "libcudnn.so.9 is not in the loader's path";
    }
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs) << graphs.error().what;
    std::size_t finalised = 0;
    for (const Graph& graph : *graphs) {
        const auto program = lower_for_inference(graph);
        ASSERT_TRUE(program) << program.error().what;
        for (const ConvDescriptor& conv : describe_convs(*program, 256)) {
            const std::string fault = FusedConv(cudnn, conv).finalise();
            ASSERT_EQ(fault, "") << graph.id << " " << graph.layers[conv.layer].name;
            ++finalised;
        }
    }
    EXPECT_EQ(finalised, 860U);
}

TEST(CudnnGraph, WrongSizeIsRefusedByCudnnToo) {
    Cudnn cudnn;
    if (!cudnn.load()) {
        GTEST_SKIP() << "libcudnn.so.9 is not in the loader's path";
    }
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs);
    const auto program = lower_for_inference(graphs->at(6));
    ASSERT_TRUE(program);
    ConvDescriptor conv = describe_convs(*program, 8)[1];
    ASSERT_EQ(FusedConv(cudnn, conv).finalise(), "");
    conv.y.sizes[2] += 1;
    EXPECT_NE(FusedConv(cudnn, conv).finalise(), "");
    EXPECT_FALSE(check(conv));
}

}  // namespace
}  // namespace throughline::network

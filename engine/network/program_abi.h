// SPDX-License-Identifier: Apache-2.0
#pragma once

/* A network as a GPU plug-in runs it: steps over tensors that lie in one piece of memory. Part of
 * the boundary to plug-ins (consumer/gpu_plugin_abi.h), so plain C. */
#ifdef __cplusplus
#include <cstdint>
extern "C" {
#else
#include <stdint.h>
#endif

/* A result of a batch: fp16, NHWC, in the memory of the results; between its neighbours in a concat
 * its pixels are further apart than its own channels. */
struct TlGpuTensor {
    uint64_t first;       /* element of pixel (0, 0) of image 0 */
    uint32_t channels;    /* 0 = there is no such tensor */
    uint32_t height;      /* px */
    uint32_t width;       /* px */
    uint32_t pixel_pitch; /* elements from a pixel to the next; >= channels */
};

enum TlGpuStepKind {
    kTlGpuStepNormalise = 0,   /* writes the pixels of the batch to `out` */
    kTlGpuStepConvolution = 1, /* + bias (+ residual) (+ ReLU); dense layers too, over 1 x 1 px */
    kTlGpuStepScaleShift = 2,  /* value * weight + bias by channel (+ ReLU) */
    kTlGpuStepMaxPool = 3, /* training: to `mask`, a byte a value, which of the window's it was */
    kTlGpuStepAveragePool = 4,
    kTlGpuStepLrn = 5,
    kTlGpuStepAdd = 6, /* in + residual (+ ReLU) */
    kTlGpuStepRelu = 7,
    kTlGpuStepSoftmax = 8, /* the last: probabilities of `in`, in fp32 */
    /* Of the convolution with the same window, groups and weights: `in` is dy, `out` is dx. */
    kTlGpuStepConvDataGradient = 16,
    /* `in` is x, `residual` is dy, and `weights` the place of dw in the memory of the gradients,
     * fp16, laid out as the weights are. There is no `out`. */
    kTlGpuStepConvWeightGradient = 17,
    /* Training, forward. Batch norm by the statistics of the batch: mean and deviation of `in` by
     * channel, then (in - mean) / deviation * weight + bias (+ residual) (+ ReLU). */
    kTlGpuStepNormStatistics = 18,
    kTlGpuStepNormApply = 19,
    /* Half of the values of `in` (+ more) are 0, the others twice as large; backward too. */
    kTlGpuStepDropout = 20,
    /* Behind the softmax: the loss of each image, and to `out` the gradient of the mean loss by the
     * logits `in`, times the loss scale. */
    kTlGpuStepLoss = 21,
    /* Backward. Where a result is read by several layers, its gradient is the sum of `in` and the
     * tensors `more`, each made by one of them; a `residual` is such a one too, added to `out`.
     * The gradient behind a ReLU, where `relu`: it is 0 where `mask`, the ReLU's result, is not
     * above 0. To `out`, if there is one, and its sum by channel to the gradients at `bias`. */
    kTlGpuStepReluGradient = 22,
    /* By channel the sums of the gradient behind the ReLU and of its product with `kept`, the
     * norm's input; the gradient itself to `out`, if there is one. Without `mask` the ReLU's result
     * is computed again. */
    kTlGpuStepNormGradientSums = 23,
    kTlGpuStepNormGradient = 24,
    kTlGpuStepMaxPoolGradient = 25, /* by `mask`, as kTlGpuStepMaxPool left it */
    kTlGpuStepAveragePoolGradient = 26,
    kTlGpuStepLrnGradient = 27, /* `kept`: its input */
    kTlGpuStepUpdate = 28       /* of all weights by their gradients, unless one is not finite */
};

/* In TlGpuStep::bias: this step adds none. */
static const uint64_t kTlGpuNoBias = UINT64_MAX;

struct TlGpuStep {
    uint32_t kind; /* TlGpuStepKind */
    uint32_t layer;
    uint32_t relu;
    uint32_t groups;
    struct TlGpuTensor in;
    struct TlGpuTensor residual;
    struct TlGpuTensor out;
    struct TlGpuTensor kept; /* training only, as are the next */
    struct TlGpuTensor mask; /* of a maximum pool: bytes, but `first` in elements of fp16 */
    struct TlGpuTensor more[3];
    uint32_t window_height;
    uint32_t window_width;
    uint32_t stride_y;
    uint32_t stride_x;
    uint32_t pad_top;
    uint32_t pad_bottom;
    uint32_t pad_left;
    uint32_t pad_right;
    /* In the memory of the weights, fp16. Convolution: [out.channels, window_height, window_width,
     * in.channels / groups]; scale and shift: [out.channels]. */
    uint64_t weights;
    uint64_t weight_count;
    uint64_t bias; /* [out.channels], or kTlGpuNoBias */
    /* Weights are made up: even around the mean, so wide that results stay about as large. */
    float weight_mean;
    float weight_range;
    uint64_t statistics; /* of a norm: the first of 6 x [channels], in the memory for them, fp32 */
};

struct TlGpuProgram {
    uint32_t struct_bytes;
    uint32_t step_count;
    const struct TlGpuStep* steps;
    uint64_t result_elements;
    uint64_t weight_elements;
    uint32_t images; /* of the batch that it is planned for */
    uint32_t classes;
    uint32_t trains; /* 0: inference, and what follows is not used */
    float rate;      /* of learning */
    float momentum;
    float decay;
    uint64_t decayed_elements; /* of the weights, the first ones: those of convolutions */
    uint64_t statistics_elements;
};

#ifdef __cplusplus
}
#endif

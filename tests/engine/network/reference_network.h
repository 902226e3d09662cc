// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/network/device_program.h"
#include "engine/network/noise.h"
#include "engine/network/program_abi.h"

namespace throughline::network {

/// A graph in training as its authors would compute it, layer by layer, in double: it knows nothing
/// of steps, places and fp16. Its weights are those of a training program, in double.
class ReferenceNetwork {
public:
    ReferenceNetwork(const Graph& graph, const DeviceProgram& program)
        : graph_(graph), images_(program.images), steps_(graph.layers.size()) {
        for (const TlGpuStep& step : program.steps) {
            if (step.weight_count > 0) {
                steps_[step.layer] = &step;
            }
        }
    }

    /// Mean cross-entropy. `input`: [image, y, x, colour].
    double loss(const std::vector<double>& weights,
                const std::vector<double>& input,
                const std::vector<std::int32_t>& labels) {
        weights_ = weights.data();
        results_.assign(graph_.layers.size(), {});
        results_[0] = input;
        for (std::uint32_t index = 1; index + 1 < graph_.layers.size(); ++index) {
            layer_ = &graph_.layers[index];
            step_ = steps_[index];
            index_ = index;
            results_[index].resize(images_ * layer_->out.elements());
            if (layer_->op == Op::BatchNorm) {
                norm(results_[index]);
            } else {
                compute(results_[index]);
            }
        }
        return mean_loss(results_[graph_.layers.back().inputs[0]], labels);
    }

private:
    struct At {
        std::uint32_t n;
        std::uint32_t y;
        std::uint32_t x;
        std::uint32_t c;
    };
    const Shape& shape(std::size_t input = 0) const {
        return graph_.layers[layer_->inputs[input]].out;
    }
    double in(
        std::size_t input, std::uint32_t n, std::int64_t y, std::int64_t x, std::uint32_t c) const {
        const Shape& s = shape(input);
        return results_[layer_->inputs[input]]
                       [((std::uint64_t{n} * s.height + static_cast<std::uint64_t>(y)) * s.width +
                         static_cast<std::uint64_t>(x)) *
                            s.channels +
                        c];
    }
    double bias(std::uint32_t c) const {
        return step_->bias == kTlGpuNoBias ? 0.0 : weights_[step_->bias + c];
    }

    double mean_loss(const std::vector<double>& logits,
                     const std::vector<std::int32_t>& labels) const {
        const std::uint32_t classes = graph_.layers.back().out.channels;
        double total = 0.0;
        for (std::uint32_t n = 0; n < images_; ++n) {
            double sum = 0.0;
            for (std::uint32_t c = 0; c < classes; ++c) {
                sum += std::exp(logits[n * classes + c]);
            }
            total += std::log(sum) - logits[n * classes + static_cast<std::uint32_t>(labels[n])];
        }
        return total / images_;
    }

    void norm(std::vector<double>& out) const {
        const std::uint32_t channels = layer_->out.channels;
        const std::size_t pixels = out.size() / channels;
        const std::vector<double>& from = results_[layer_->inputs[0]];
        for (std::uint32_t c = 0; c < channels; ++c) {
            double mean = 0.0;
            double variance = 0.0;
            for (std::size_t p = 0; p < pixels; ++p) {
                mean += from[p * channels + c] / static_cast<double>(pixels);
            }
            for (std::size_t p = 0; p < pixels; ++p) {
                variance +=
                    std::pow(from[p * channels + c] - mean, 2) / static_cast<double>(pixels);
            }
            for (std::size_t p = 0; p < pixels; ++p) {
                out[p * channels + c] = (from[p * channels + c] - mean) /
                                            std::sqrt(variance + 1e-5) *
                                            weights_[step_->weights + c] +
                                        bias(c);
            }
        }
    }
    void compute(std::vector<double>& out) const {
        std::size_t i = 0;
        for (std::uint32_t n = 0; n < images_; ++n) {
            for (std::uint32_t y = 0; y < layer_->out.height; ++y) {
                for (std::uint32_t x = 0; x < layer_->out.width; ++x) {
                    for (std::uint32_t c = 0; c < layer_->out.channels; ++c) {
                        out[i++] = value({n, y, x, c});
                    }
                }
            }
        }
    }
    double value(const At& at) const {
        const auto [n, y, x, c] = at;
        switch (layer_->op) {
            case Op::Conv:
                return convolution(at);
            case Op::Dense:
                return dense(n, c);
            case Op::Relu:
                return std::max(in(0, n, y, x, c), 0.0);
            case Op::MaxPool:
            case Op::AveragePool:
                return pool(at);
            case Op::Lrn:
                return local_response(at);
            case Op::Add:
                return in(0, n, y, x, c) + in(1, n, y, x, c);
            case Op::Concat:
                return concat(at);
            case Op::Dropout:
                return dropout(at);
            default:
                return in(0, n, y, x, c);
        }
    }
    double concat(At at) const {
        std::size_t input = 0;
        while (at.c >= shape(input).channels) {
            at.c -= shape(input++).channels;
        }
        return in(input, at.n, at.y, at.x, at.c);
    }
    /// Of the first step: the same values are dropped.
    double dropout(const At& at) const {
        const std::uint64_t pixel =
            (std::uint64_t{at.n} * shape().height + at.y) * shape().width + at.x;
        const std::uint64_t groups = (shape().channels + 7) / 8;
        const std::uint64_t bits =
            noise_bits(std::uint64_t{index_} << 14U, pixel * groups + at.c / 8);
        return (bits >> (8 * (at.c % 8)) & 1U) != 0 ? 2.0 * in(0, at.n, at.y, at.x, at.c) : 0.0;
    }
    double convolution(const At& at) const {
        const Window& w = layer_->window;
        const std::uint32_t inputs = shape().channels / layer_->groups;
        const std::uint32_t stored = step_->in.channels / layer_->groups;  // colours are padded
        const std::uint32_t first = at.c / (layer_->out.channels / layer_->groups) * inputs;
        double sum = bias(at.c);
        for (std::uint32_t i = 0; i < w.height * w.width; ++i) {
            const std::int64_t row = std::int64_t{at.y} * w.stride_y + i / w.width - w.pad_top;
            const std::int64_t column = std::int64_t{at.x} * w.stride_x + i % w.width - w.pad_left;
            if (row < 0 || column < 0 || row >= shape().height || column >= shape().width) {
                continue;
            }
            for (std::uint32_t c = 0; c < inputs; ++c) {
                sum += in(0, at.n, row, column, first + c) *
                       weights_[step_->weights +
                                (std::uint64_t{at.c} * w.height * w.width + i) * stored + c];
            }
        }
        return sum;
    }
    double dense(std::uint32_t n, std::uint32_t k) const {
        const std::uint64_t inputs = shape().elements();
        const double* const from = results_[layer_->inputs[0]].data() + n * inputs;
        double sum = bias(k);
        for (std::uint64_t i = 0; i < inputs; ++i) {
            sum += from[i] * weights_[step_->weights + k * step_->in.channels + i];
        }
        return sum;
    }
    double pool(const At& at) const {
        const Window& w = layer_->window;
        double largest = -INFINITY;
        double sum = 0.0;
        int count = 0;
        for (std::uint32_t i = 0; i < w.height * w.width; ++i) {
            const std::int64_t row = std::int64_t{at.y} * w.stride_y + i / w.width - w.pad_top;
            const std::int64_t column = std::int64_t{at.x} * w.stride_x + i % w.width - w.pad_left;
            if (row < 0 || column < 0 || row >= shape().height || column >= shape().width) {
                continue;
            }
            const double one = in(0, at.n, row, column, at.c);
            largest = std::max(largest, one);
            sum += one;
            ++count;
        }
        return layer_->op == Op::MaxPool ? largest : sum / count;
    }
    double local_response(const At& at) const {
        double squares = 0.0;
        for (std::uint32_t other = at.c < 2 ? 0 : at.c - 2;
             other <= std::min(at.c + 2, shape().channels - 1);
             ++other) {
            squares += std::pow(in(0, at.n, at.y, at.x, other), 2.0);
        }
        return in(0, at.n, at.y, at.x, at.c) / std::pow(1.0 + 1e-4 / 5.0 * squares, 0.75);
    }

    const Graph& graph_;
    std::uint32_t images_;
    std::vector<const TlGpuStep*> steps_;  ///< with the weights, by layer
    std::vector<std::vector<double>> results_;
    const double* weights_ = nullptr;
    const Layer* layer_ = nullptr;
    const TlGpuStep* step_ = nullptr;
    std::uint32_t index_ = 0;
};

}  // namespace throughline::network

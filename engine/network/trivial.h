// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/product.h"
#include "engine/network/trivial_kernels.h"

/// The network Trivial, in inference and training: inputs -> 1 -> hidden -> classes, all dense,
/// with ReLU between them. A step is a sequence of three kinds of launches, written once: a
/// launcher of the device carries them out as kernels, one of the tests as loops on the host.
///     run.each(count, f)    f(i) for each i
///     run.rows(count, f)    f.finish(row, f.combine of all f.partial(row, lane, lanes))
///     run.product(p)        product_element(p, i, j) for each element
/// Pixels are fp16, everything else is fp32: the layers are small beside the reading of the input.
/// Source: tf_cnn_benchmarks, trivial_model.py; the catalogue's "trivial".
namespace throughline::network {

/// Weights to begin with: even, of a width that keeps the layers' values about as large as the
/// pixels; a first bias that lets most images through the first ReLU.
template <class Launcher>
void trivial_initialise(const Trivial& net, Launcher& run) {
    using trivial_detail::Fill;
    const auto range = [](double inputs) { return static_cast<float>(std::sqrt(3.0 / inputs)); };
    run.each(net.inputs, Fill{net.weights0, range(static_cast<double>(net.inputs)), 1});
    run.each(1, Fill{net.bias0, 1.0F, 2});
    run.each(net.hidden, Fill{net.weights1, range(1.0), 3});
    run.each(net.hidden, Fill{net.bias1, 1.0F, 4});
    run.each(std::uint64_t{net.hidden} * net.classes, Fill{net.weights2, range(net.hidden), 5});
    run.each(net.classes, Fill{net.bias2, 0.01F, 6});
}

/// Leaves probabilities in `scores` and the loss of each image.
template <class Launcher>
void trivial_forward(const Trivial& net, Launcher& run) {
    namespace kernels = trivial_detail;
    run.rows(net.images, kernels::Layer0{{}, net});
    run.each(std::uint64_t{net.images} * net.hidden, kernels::Layer1{net});
    run.product(Product{.a = net.layer1,
                        .b = net.weights2,
                        .c = net.scores,
                        .bias = net.bias2,
                        .rows = net.images,
                        .columns = net.classes,
                        .depth = net.hidden,
                        .a_row = net.hidden,
                        .a_depth = 1,
                        .b_depth = net.classes,
                        .b_column = 1});
    run.rows(net.images, kernels::Largest{net});
    run.rows(net.images, kernels::Loss{{}, net});
    run.each(std::uint64_t{net.images} * net.classes, kernels::Probability{net});
}

/// Behind trivial_forward(): one step of plain gradient descent on the mean loss.
template <class Launcher>
void trivial_backward(const Trivial& net, Launcher& run) {
    namespace kernels = trivial_detail;
    run.each(std::uint64_t{net.images} * net.classes, kernels::ScoreGradient{net});
    // Gradients first: they need the weights that the step was made with.
    run.product(Product{.a = net.scores,
                        .b = net.weights2,
                        .c = net.gradient1,
                        .rows = net.images,
                        .columns = net.hidden,
                        .depth = net.classes,
                        .a_row = net.classes,
                        .a_depth = 1,
                        .b_depth = 1,
                        .b_column = net.classes});
    run.rows(net.images, kernels::Gradient0{{}, net});
    run.product(Product{.a = net.layer1,
                        .b = net.scores,
                        .c = net.weights2,
                        .rows = net.hidden,
                        .columns = net.classes,
                        .depth = net.images,
                        .a_row = 1,
                        .a_depth = net.hidden,
                        .b_depth = net.classes,
                        .b_column = 1,
                        .alpha = -net.rate,
                        .beta = 1.0F});
    run.each(net.classes, kernels::UpdateBias2{net});
    run.each(net.hidden, kernels::Update1{net});
    run.each(net.inputs + 1, kernels::Update0{net});
}

}  // namespace throughline::network

// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "engine/cuda/launcher.cuh"
#include "engine/cuda/trivial_work.cuh"
#include "engine/network/trivial.h"

namespace throughline::cuda {

cudaError_t TrivialWork::make(const Sizes& sizes, cudaStream_t stream) {
    sizes_ = sizes;
    net_.images = sizes.images;
    net_.inputs = sizes.inputs;
    const std::uint64_t images = sizes.images;
    const std::uint64_t hidden = net_.hidden;
    const std::uint64_t classes = net_.classes;
    struct Piece {
        float** pointer;
        std::uint64_t count;
    };
    std::vector<Piece> pieces{{&net_.weights0, net_.inputs},
                              {&net_.bias0, 1},
                              {&net_.weights1, hidden},
                              {&net_.bias1, hidden},
                              {&net_.weights2, hidden * classes},
                              {&net_.bias2, classes},
                              {&net_.layer0, images},
                              {&net_.layer1, images * hidden},
                              {&net_.scores, images * classes},
                              {&net_.largest, images},
                              {&net_.sums, images},
                              {&net_.loss, images}};
    if (sizes.training) {
        pieces.push_back({&net_.gradient0, images});
        pieces.push_back({&net_.gradient1, images * hidden});
    }
    constexpr std::uint64_t kAlign = 64;    // floats: 256 bytes
    constexpr std::size_t kParameters = 6;  // pieces: the first ones
    std::uint64_t count = 0;
    for (const Piece& piece : pieces) {
        count += (piece.count + kAlign - 1) / kAlign * kAlign;
        parameters_ = &piece == &pieces[kParameters - 1] ? count : parameters_;
    }
    if (const cudaError_t code = allocate(memory_, count)) {
        return code;
    }
    float* next = memory_.get();
    for (const Piece& piece : pieces) {
        *piece.pointer = next;
        next += (piece.count + kAlign - 1) / kAlign * kAlign;
    }
    return reset(stream);
}

cudaError_t TrivialWork::reset(cudaStream_t stream) {
    Launcher run(stream);
    trivial_initialise(net_, run);
    return run.failure();
}

cudaError_t TrivialWork::step(const WorkBatch& batch, cudaStream_t stream) {
    network::Trivial net = net_;
    net.pixels = batch.pixels;
    net.labels = batch.labels;
    net.images = batch.images;
    net.loss = batch.loss == nullptr ? net.loss : batch.loss;
    Launcher run(stream);
    trivial_forward(net, run);
    if (sizes_.training) {
        trivial_backward(net, run);
    }
    if (run.failure() != cudaSuccess || batch.exchange == nullptr) {
        return run.failure();
    }
    // Plain gradient descent from the same weights: the mean of the weights that each has come to
    // is what the mean of the gradients leads to, and as many bytes.
    return batch.exchange->all_reduce(memory_.get(), parameters_, Exchange::Type::Float32, stream);
}

}  // namespace throughline::cuda

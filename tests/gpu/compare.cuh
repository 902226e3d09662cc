// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/network/program_abi.h"
#include "tests/gpu/check_table.cuh"

namespace throughline::gpu_check {

template <class T>
void fetch(std::vector<T>& to, const T* from, std::uint64_t first, std::uint64_t count) {
    must(cudaMemcpy(to.data() + first, from + first, count * sizeof(T), cudaMemcpyDeviceToHost));
}

template <class T>
std::vector<T> fetched(const T* from, std::uint64_t count) {
    std::vector<T> values(count);
    fetch(values, from, 0, count);
    return values;
}
/// From its first value to its last one of a batch.
inline std::uint64_t span_of(const TlGpuTensor& tensor, std::uint32_t images) {
    const std::uint64_t pixels = std::uint64_t{images} * tensor.height * tensor.width;
    return tensor.channels == 0 ? 0 : (pixels - 1) * tensor.pixel_pitch + tensor.channels;
}

inline double worse(double worst, double error) {
    return std::isnan(error) ? INFINITY : std::max(worst, error);
}

/// Two steps of fp16; and sums of many terms in another order, which small values show most.
template <class Got, class Expected>
double compare_values(std::uint64_t count, Got got, Expected expected, double share) {
    double squares = 0.0;
    for (std::uint64_t i = 0; i < count; ++i) {
        squares += expected(i) * expected(i);
    }
    const double usual =
        std::sqrt(squares / static_cast<double>(std::max<std::uint64_t>(count, 1)));
    double worst = 0.0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const double tolerated = std::fabs(expected(i)) / 256.0 + share * usual + 1e-7;
        worst = worse(worst, std::fabs(got(i) - expected(i)) / tolerated);
    }
    return worst;
}
}  // namespace throughline::gpu_check

// SPDX-License-Identifier: Apache-2.0
// Goal: an evaluation and its interval take no memory. Method: count operator new in this program.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "engine/model/interval.h"
#include "engine/model/predict.h"
#include "tests/engine/model/vector_file.h"

namespace {
std::atomic<long> allocations{0};
}  // namespace

void* operator new(std::size_t bytes) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* const memory = std::malloc(bytes)) {
        return memory;
    }
    throw std::bad_alloc();
}
void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return std::malloc(bytes);
}
// Not inlined: GCC would see free() of what a new expression returned, and warn.
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace throughline::model {
namespace {

TEST(Allocation, AnEvaluationAndItsIntervalTakeNone) {
    std::vector<Inputs> inputs;
    for (const auto& vector : vectors_of("predict")) {
        if (!vector.expect.contains("error")) {
            inputs.push_back(inputs_of(vector.input));
        }
    }
    double sum = 0.0;
    static_cast<void>(uncalibrated());

    const long before = allocations.load();
    for (const auto& in : inputs) {
        const Prediction prediction = predict(in);
        sum += prediction.read_iops;
        if (prediction.has_finite_rate()) {
            sum += interval_of(in, prediction.images_per_s()).low;
        }
    }
    const long after = allocations.load();

    EXPECT_EQ(after, before);
    EXPECT_GT(sum, 0.0);
}

}  // namespace
}  // namespace throughline::model

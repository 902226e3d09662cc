// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/cuda/conv_plan.cuh"
#include "engine/cuda/events.cuh"
#include "engine/cuda/plan_cache.cuh"

namespace throughline::cuda {

/// Finds the fastest plan for convolutions by running what cuDNN proposes on the tensors' own
/// memory, which its caller fills with noise: of zeros a device computes faster, and not all
/// engines alike. Method: 0.3 s of work first, so that the clock has risen; then of each engine two
/// rounds in turn
///         of three runs each behind one that hides the launches; the faster round counts.
class ConvTuner {
public:
    ConvTuner(const CudnnStream& on, PlanCache& kept) : on_(on), kept_(kept) {}

    /// The plan that was kept, or the fastest. Blocks: until the device has run them.
    /// Returns: "" or why there is none.
    std::string find(const network::ConvDescriptor& conv,
                     const CudnnDescriptor& pointers,
                     ConvPlan& plan);

private:
    bool take_kept(const std::string& shape, const CudnnDescriptor& pointers, ConvPlan& plan) const;
    std::vector<ConvPlan> candidates(const std::shared_ptr<const ConvGraph>& graph,
                                     bool copies,
                                     const CudnnDescriptor& pointers) const;
    bool run_once(const ConvPlan& plan, const CudnnDescriptor& pointers) const;
    double timed(const ConvPlan& plan, const CudnnDescriptor& pointers) const;
    void warm_up(const ConvPlan& plan, const CudnnDescriptor& pointers);

    const CudnnStream& on_;
    PlanCache& kept_;
    bool warm_ = false;
    std::chrono::steady_clock::duration spent_{};
};

}  // namespace throughline::cuda

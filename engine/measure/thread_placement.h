// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/pipeline/pipeline.h"
#include "engine/placement/placement_plan.h"
#include "engine/spec/choices.h"

namespace throughline::measure {

/// Puts a pipeline's threads and memory where a policy wants them, and keeps where the kernel let
/// them run. Thread: made and read by the runner; the threads of the pipeline report to it.
class ThreadPlacement {
public:
    /// Hooks itself into `options`; has to outlive the pipeline.
    /// Errors: Unsupported when the topology cannot be read and a policy wants it.
    static Result<std::unique_ptr<ThreadPlacement>> make(placement::Policy policy,
                                                         pipeline::PipelineOptions& options);

    /// "storage on processors 0; decode on 1-3; consumer on 0"; empty before a thread has begun.
    std::string describe() const;
    /// The first thing that could not be done; empty when all was.
    std::string problem() const;

private:
    ThreadPlacement() = default;
    void begin_thread(spec::Stages stage, std::uint32_t index);
    void place_memory(std::span<std::byte> memory);
    void place_batches(std::span<std::byte> memory);
    void note_problem(const Error& error);

    placement::Plan plan_;
    std::vector<std::uint32_t> gpu_nodes_;  ///< NUMA, of the GPUs; none where there is one node
    bool pinned_ = false;
    mutable Mutex mutex_;
    /// By stage and processors.
    std::map<spec::Stages, std::map<std::string, int>> threads_ GUARDED_BY(mutex_);
    std::string problem_ GUARDED_BY(mutex_);
};

}  // namespace throughline::measure

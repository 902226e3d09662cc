// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/importers/draft/draft.h"

namespace throughline::importers {

/// What the profiler of PyTorch records of a training loop on the CPU's side: its steps
/// ("ProfilerStep#7") and the calls that fetch a batch ("enumerate(DataLoader)#….__next__").
/// Source: PyTorch, torch/profiler/profiler.py (step) and torch/utils/data/dataloader.py.
class TraceSteps {
public:
    /// A complete event; times in microseconds. Others than those two are passed over.
    void take(std::string_view name,
              std::string_view category,
              const std::string& process,
              double begin_us,
              double duration_us);

    bool empty() const noexcept { return steps_.empty(); }

    /// Step time and wait for data as samples of the run, and their means over the steps.
    void put(RunDraft& run) const;

private:
    struct Span {
        double begin_us = 0.0;
        double end_us = 0.0;
        std::string process{};
    };
    double waited_us(const Span& step) const;

    std::vector<Span> steps_{};
    /// Waits of a process by their beginning: one process fetches one batch at a time.
    std::map<std::string, std::map<double, double>, std::less<>> waits_{};
    std::size_t wait_count_ = 0;
};

}  // namespace throughline::importers

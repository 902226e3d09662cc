// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/measure/pipeline_interval.h"
#include "engine/measure/repeat.h"
#include "engine/metrics/registry.h"

// Used in this folder only.
namespace throughline::measure {

/// Whether a repeat was measured in a steady state: its rate settled, as many images were read as
/// delivered, and the processors kept their pace. Thread: one owner.
class SteadyWatch {
public:
    /// The measured time begins, or begins anew after a live change.
    void begin();
    /// A measured stretch of about a second; what has no rate of images is left out.
    void add(double seconds, const metrics::MetricValues& rates);
    /// Says what was not steady; `measured`: all of the measured time.
    void conclude(const RepeatContext& context, const PipelineInterval& measured) const;

private:
    void note_rate(const RepeatContext& context) const;
    std::vector<double> rates_;  ///< images/s
    double seconds_ = 0.0;       ///< of all of them
    std::optional<std::uint64_t> slowdowns_;
};

}  // namespace throughline::measure

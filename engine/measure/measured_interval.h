// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/measure/pipeline_interval.h"
#include "engine/measure/process_snapshot.h"
#include "engine/metrics/registry.h"
#include "engine/pipeline/pipeline.h"
#include "engine/remote/traffic.h"

namespace throughline::measure {

/// Without a pipeline: nothing happened there yet. `traffic`: of the data set's store, if any.
ProcessSnapshot take_process_snapshot(const pipeline::Pipeline* pipeline = nullptr,
                                      const remote::Traffic* traffic = nullptr);

PipelineInterval interval_between(const ProcessSnapshot& from, const ProcessSnapshot& to);

/// The registry's metrics of an interval: images_per_second, requested_read_bytes_per_second,
/// read_requests_per_second, stage_busy/starved/blocked{stage}, process_cpu_cores,
/// queue_fill{queue}; cache_hit_share where there is a cache, accelerator_utilisation where there
/// are accelerators, of emulated ones by their schedule, and gpu_rates() of each GPU; step_wait and
/// step_exchange where they meet after each step. Stages that
/// do not run have none. Of another's loader: stage_…{stage=loader}, loader_memory.
metrics::MetricValues pipeline_rates(const PipelineInterval& interval,
                                     const pipeline::PipelineOptions& options);

/// Those that only make sense over a whole run: cpu_seconds_per_image{stage},
/// and of checksums with stage=verify, context_switches_per_image, step_time, failed_images.
metrics::MetricValues pipeline_totals(const PipelineInterval& interval,
                                      const pipeline::PipelineOptions& options);

}  // namespace throughline::measure

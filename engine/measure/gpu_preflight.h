// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/consumer/gpu_options.h"
#include "engine/spec/settings.h"

namespace throughline::measure {

/// How the machine's GPUs are reached; asked only when a point needs one. Errors: what is missing,
/// and what to do about it.
using GpuSource = std::function<Result<consumer::GpuAccess>()>;

/// Whether this run drives a GPU.
bool needs_gpu(const spec::Settings& point);

/// What the points with consumer.kind=gpu need, found before anything is measured; none where no
/// point needs one. Errors: those of `source`; Usage for a device that is not there and pictures
/// that a network does not take; Unsupported for a library that it lacks; Limit for too large
/// batches.
Result<std::optional<consumer::GpuAccess>> find_gpu(const std::vector<spec::Settings>& points,
                                                    const GpuSource& source);

}  // namespace throughline::measure

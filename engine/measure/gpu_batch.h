// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/consumer/gpu_options.h"
#include "engine/spec/settings.h"

namespace throughline::measure {

/// Whether the batch is to be the largest that the GPU holds: batch.images=0.
bool wants_largest_batch(const spec::Settings& point);

/// How the batches of points were chosen, for the record: sentences by index of the point.
using BatchChoices = std::map<std::size_t, std::string>;

/// Sets batch.images of every point that wants the largest batch, stages that are measured alone
/// among them. Blocks: some seconds for each network and device, `stop` wakes it. Errors: those of
/// consumer::fit_batch().
Result<BatchChoices> choose_batches(std::vector<spec::Settings>& points,
                                    const consumer::GpuAccess& access,
                                    std::stop_token stop);

}  // namespace throughline::measure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/pipeline/read_worker.h"

namespace throughline::pipeline {

/// The reader that the options ask for. Errors: Limit when the memory cannot be had; what the
/// reader is lacking comes from run().
Result<std::unique_ptr<ReadWorker>> make_read_worker(const ReadWorker::Options& options);

}  // namespace throughline::pipeline

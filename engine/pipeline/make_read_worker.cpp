// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/make_read_worker.h"

#include "engine/pipeline/index_read_worker.h"
#include "engine/pipeline/stream_read_worker.h"

namespace throughline::pipeline {

Result<std::unique_ptr<ReadWorker>> make_read_worker(const ReadWorker::Options& options) {
    return options.memory.stream ? StreamReadWorker::make(options) : IndexReadWorker::make(options);
}

}  // namespace throughline::pipeline

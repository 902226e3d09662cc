// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>

#include "tests/engine/measure/run_study.h"

namespace throughline::measure {

/// A run of storage alone, 16 requests at a time, for two seconds: blocks of a real file of 16 MiB.
class BlocksRun : public RunStudy {
protected:
    void SetUp() override {
        RunStudy::SetUp();
        const std::string file = place_.file("blocks");
        std::ofstream(file) << std::string(16U << 20U, 'x');
        set("dataset.path=" + file);
        set("dataset.format=blocks");
        set("stages=storage");
        set("warmup_seconds=0");
        set("duration_seconds=2");
        set("storage.queue_depth=16");
    }

    void blocks_of(std::uint64_t bytes) { set("dataset.block_bytes=" + std::to_string(bytes)); }

    record::RunData run() {
        record::Study study = measure();
        EXPECT_EQ(study.runs.size(), 1U);
        return study.runs.front();
    }
};

}  // namespace throughline::measure

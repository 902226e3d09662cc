// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/read_record.h"
#include "tests/app/engine_process.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {

/// `mpirun … throughline-mpi run` on 32 small images, with a lock and a record of its own.
class MpiStudy : public ::testing::Test {
protected:
    void SetUp() override {
        if (std::string(THROUGHLINE_ENGINE_PROGRAM).empty()) {
            GTEST_SKIP() << "throughline-mpi was not built: no MPI was found "
                            "(libopenmpi-dev, openmpi-bin)";
        }
        const std::string asked =
            std::string(THROUGHLINE_MPIRUN) + " --version 2>&1 | grep -qE 'Open MPI|OpenRTE'";
        if (std::system(asked.c_str()) != 0) {
            GTEST_SKIP() << "mpirun is not that of Open MPI, whose options these tests use";
        }
        ::setenv("XDG_RUNTIME_DIR", place_.path().c_str(), 1);
        ::setenv("THROUGHLINE_DATA_DIR", place_.path().c_str(), 1);
        fixtures::write_jpegs(images_.path(), 32);
    }

    static std::vector<std::string> mpirun(int ranks) {
        return {THROUGHLINE_MPIRUN,
                "--allow-run-as-root",
                "--oversubscribe",
                "--bind-to",
                "none",
                "-n",
                std::to_string(ranks)};
    }
    /// What measures for `seconds` on all ranks.
    std::vector<std::string> study(double seconds,
                                   const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{
            "run", "-o", record_, "--set", "dataset.path=" + images_.path()};
        for (const std::string& setting : {std::string("warmup_seconds=0.1"),
                                           "duration_seconds=" + std::to_string(seconds),
                                           std::string("batch.images=4"),
                                           std::string("decode.threads=1"),
                                           std::string("storage.threads=1")}) {
            words.insert(words.end(), {"--set", setting});
        }
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    EngineProcess start(int ranks, const std::vector<std::string>& words) const {
        return EngineProcess(words, EngineProcess::User::Same, mpirun(ranks));
    }
    record::Study written() const {
        const auto read = record::read_record(record_);
        EXPECT_TRUE(read) << read.error().what;
        return read ? read->study : record::Study();
    }

    fixtures::TemporaryFolder images_;
    fixtures::TemporaryFolder place_;
    std::string record_ = place_.file("study.tlrun");
};

}  // namespace throughline::tests

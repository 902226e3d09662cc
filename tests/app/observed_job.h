// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {

/// Watches the stand-in for PyTorch's DataLoader that `selftest` has, held back in known ways.
class ObservedJob : public testing::Test {
protected:
    void SetUp() override { ::setenv("THROUGHLINE_DATA_DIR", scratch_.file("data").c_str(), 1); }
    void TearDown() override { ::unsetenv("THROUGHLINE_DATA_DIR"); }

    /// Files of `bytes` each, on a disk.
    std::string files(int count, std::size_t bytes) {
        const std::string folder = scratch_.file("images");
        std::filesystem::create_directory(folder);
        for (int i = 0; i < count; ++i) {
            std::ofstream(folder + "/" + std::to_string(i) + ".jpg") << std::string(bytes, 'x');
        }
        ::sync();
        return folder;
    }

    /// `observe OPTIONS -- BEFORE throughline-engine selftest job --seconds S JOB`. Returns: what
    /// `show --json` tells of the record.
    nlohmann::json observed(const std::vector<std::string>& job,
                            const std::string& job_seconds = "9",
                            const std::vector<std::string>& options = {},
                            const std::vector<std::string>& before = {}) {
        std::vector<std::string> arguments{
            "observe", "--seconds", "5", "-o", record_, "--overwrite"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        arguments.emplace_back("--");
        arguments.insert(arguments.end(), before.begin(), before.end());
        arguments.insert(arguments.end(),
                         {THROUGHLINE_ENGINE_PROGRAM, "selftest", "job", "--seconds", job_seconds});
        arguments.insert(arguments.end(), job.begin(), job.end());
        const Outcome outcome = run_engine(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        told_ = outcome.err;
        return run_engine({"show", record_, "--json"}).json();
    }
    static double metric(const nlohmann::json& study, const std::string& key) {
        return study["runs"][0]["metrics"].value(key, 0.0);
    }

    fixtures::TemporaryFolder scratch_;
    const std::string record_ = scratch_.file("job.tlrun");
    std::string told_;
};

}  // namespace throughline::tests

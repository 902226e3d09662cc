// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/engine_process.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {

/// `throughline-engine run` on 32 small images for a fraction of a second, with a lock and a record
/// of its own.
class SmallRun : public ::testing::Test {
protected:
    void SetUp() override {
        ::setenv("XDG_RUNTIME_DIR", place_.path().c_str(), 1);
        fixtures::write_jpegs(images_.path(), 32);
    }

    std::vector<std::string> run(const std::vector<std::string>& more) const {
        std::vector<std::string> arguments{"run"};
        for (const std::string setting :
             {"warmup_seconds=0.1", "duration_seconds=0.3", "batch.images=4"}) {
            arguments.insert(arguments.end(), {"--set", setting});
        }
        arguments.insert(arguments.end(), {"--set", "dataset.path=" + images_.path()});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
    std::vector<std::string> run_into_record(std::vector<std::string> more = {}) const {
        more.insert(more.end(), {"-o", record_});
        return run(more);
    }
    nlohmann::json shown() const {
        const Outcome show = run_engine({"show", record_, "--json"});
        EXPECT_EQ(show.exit_code, 0) << show.err;
        return show.json();
    }

    fixtures::TemporaryFolder images_;
    fixtures::TemporaryFolder place_;
    std::string record_ = place_.file("study.tlrun");
};

}  // namespace throughline::tests

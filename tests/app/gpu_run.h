// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "engine/analysis/derive.h"
#include "engine/analysis/run_lookup.h"
#include "engine/record/read_record.h"
#include "engine/record/study.h"
#include "tests/app/engine_process.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {

/// GPU runs from end to end without a GPU: the real program, its process for the plug-in, and a
/// fake plug-in whose steps take 2 ms and which can be told to go wrong in any of its calls.
class GpuRun : public testing::Test {
protected:
    static constexpr double kRate = 4 / 0.002;  ///< images/s: batches of 4, a step of 2 ms

    GpuRun() {
        ::setenv("XDG_RUNTIME_DIR", place_.path().c_str(), 1);
        use("good");
        fixtures::write_jpegs(images_.path(), 32);
    }
    ~GpuRun() override {
        ::unsetenv("THROUGHLINE_GPU_PLUGIN");
        ::unsetenv("THROUGHLINE_GPU_PATIENCE_MS");
        ::unsetenv("THROUGHLINE_FAKE_GPU_FAULT");
        ::unsetenv("THROUGHLINE_FAKE_GPU_COPY_US");
        ::unsetenv("THROUGHLINE_FAKE_GPU_ALONE");
        ::unsetenv("THROUGHLINE_FAKE_GPU_CLOSED");
        ::unsetenv("THROUGHLINE_FAKE_GPU_CLOSE_US");
        ::unsetenv("THROUGHLINE_FAKE_GPU_CUDNN");
        ::unsetenv("THROUGHLINE_FAKE_GPU_DEVICES");
        ::unsetenv("THROUGHLINE_FAKE_GPU_DRIFT");
        ::unsetenv("THROUGHLINE_FAKE_GPU_EXCHANGE");
        ::unsetenv("THROUGHLINE_FAKE_GPU_HOLDS");
        ::unsetenv("THROUGHLINE_FAKE_GPU_REMARKS");
        ::unsetenv("THROUGHLINE_FAKE_GPU_SECRETIVE");
        ::unsetenv("THROUGHLINE_FAKE_GPU_STEP_US");
        ::unsetenv("THROUGHLINE_FAKE_GPU_STRETCHES");
        ::unsetenv("THROUGHLINE_FAKE_GPU_UNSTEADY");
    }

    static void use(const std::string& plugin) {
        const std::string path =
            std::string(THROUGHLINE_FAKE_GPU_PLUGINS) + "/fake_gpu_" + plugin + ".so";
        ::setenv("THROUGHLINE_GPU_PLUGIN", path.c_str(), 1);
    }
    static void fault(const std::string& what) {
        ::setenv("THROUGHLINE_FAKE_GPU_FAULT", what.c_str(), 1);
    }

    std::vector<std::string> arguments(std::vector<std::string> settings) const {
        settings.insert(settings.begin(),
                        {"consumer.kind=gpu",
                         "warmup_seconds=0.1",
                         "duration_seconds=0.4",
                         "batch.images=4",
                         "decode.width_px=16",
                         "decode.height_px=16",
                         "dataset.path=" + images_.path()});
        std::vector<std::string> words{"run", "--overwrite", "-o", record_};
        for (const std::string& setting : settings) {
            words.insert(words.end(), {"--set", setting});
        }
        return words;
    }
    Outcome measure(const std::vector<std::string>& settings = {}) const {
        return run_engine(arguments(settings));
    }
    record::Study study() const {
        auto read = record::read_record(record_);
        EXPECT_TRUE(read) << read.error().what;
        return read ? read->study : record::Study{};
    }

    static double metric(const record::RunData& run, const std::string& key) {
        return analysis::metric_of(run, key).value_or(-1.0);
    }
    /// "" = there is none.
    static std::string note(const record::RunData& run, const std::string& code) {
        for (const record::Note& note : run.notes) {
            if (note.code == code) {
                return note.text;
            }
        }
        return {};
    }

    fixtures::TemporaryFolder images_;
    fixtures::TemporaryFolder place_;
    std::string record_ = place_.file("study.tlrun");
};

}  // namespace throughline::tests

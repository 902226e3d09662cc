// SPDX-License-Identifier: Apache-2.0
// Decoding on a GPU from end to end without a GPU: the real program, its process for the plug-in,
// and a fake plug-in that tells what it was handed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "engine/analysis/run_lookup.h"
#include "engine/record/read_record.h"
#include "engine/record/study.h"
#include "tests/app/engine_process.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr int kImages = 32;

class GpuDecoding : public testing::Test {
protected:
    GpuDecoding() {
        ::setenv("XDG_RUNTIME_DIR", place_.path().c_str(), 1);
        ::setenv("THROUGHLINE_FAKE_GPU_NVJPEG", "1", 1);
        const std::string path = std::string(THROUGHLINE_FAKE_GPU_PLUGINS) + "/fake_gpu_good.so";
        ::setenv("THROUGHLINE_GPU_PLUGIN", path.c_str(), 1);
        fixtures::write_jpegs(images_.path(), kImages);
    }
    ~GpuDecoding() override {
        ::unsetenv("THROUGHLINE_GPU_PLUGIN");
        ::unsetenv("THROUGHLINE_FAKE_GPU_NVJPEG");
        ::unsetenv("THROUGHLINE_FAKE_GPU_SINGLE_US");
        ::unsetenv("THROUGHLINE_FAKE_GPU_FAULT");
        ::unsetenv("THROUGHLINE_GPU_PATIENCE_MS");
    }

    Outcome measure(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"run", "--overwrite", "-o", record_};
        for (const std::string& setting : {std::string("consumer.kind=gpu"),
                                           std::string("decode.device=gpu"),
                                           std::string("warmup_seconds=0.1"),
                                           std::string("duration_seconds=0.5"),
                                           std::string("batch.images=4"),
                                           "dataset.path=" + images_.path()}) {
            words.insert(words.end(), {"--set", setting});
        }
        words.insert(words.end(), more.begin(), more.end());
        return run_engine(words);
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

// Goal: the plug-in gets the files as they are, and the record says who decoded them. Method: the
// fake's loss is the length of a batch's first image.
TEST_F(GpuDecoding, PluginGetsTheFilesAndTheRecordSaysWhoDecoded) {
    const Outcome outcome =
        measure({"--set", "consumer.network=trivial", "--set", "consumer.phase=training"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const record::RunData run = study().runs.at(0);
    std::set<double> sizes;
    double bytes = 0.0;
    for (const auto& file : std::filesystem::directory_iterator(images_.path())) {
        sizes.insert(static_cast<double>(file.file_size()));
        bytes += static_cast<double>(file.file_size());
    }
    EXPECT_TRUE(sizes.contains(metric(run, "loss"))) << metric(run, "loss");
    const double rate = metric(run, "images_per_second");
    EXPECT_GT(rate, 0.0);
    EXPECT_NEAR(metric(run, "host_to_device_bytes_per_second{gpu=0}"),
                rate * bytes / kImages,
                0.1 * rate * bytes / kImages);
    EXPECT_GT(metric(run, "gpu_decoding{gpu=0}"), 0.0);
    EXPECT_FALSE(run.metrics.contains("gpu_copying{gpu=0}")) << "decoding is what it does instead";
    EXPECT_EQ(metric(run, "failed_images"), 0.0);
    EXPECT_THAT(note(run, "gpu.facts"),
                HasSubstr("JPEGs decoded by the GPU's multiprocessors (a fake 1.2; JPEG engines: "
                          "the fake has none)"));
    EXPECT_THAT(note(run, "gpu.decode"),
                AllOf(HasSubstr("the GPU decoded"), HasSubstr("in batches and 0 one by one")));
    EXPECT_EQ(note(run, "gpu.decode_failed"), "");
}

// Goal: processor and GPU beside each other, as a study with two points. Method: a GPU whose rate
// is known: batches of 4, a step of 2 ms.
TEST_F(GpuDecoding, StageAloneIsASweepOverWhoDecodes) {
    const Outcome outcome = measure({"--set", "stages=decode", "--sweep", "decode.device=cpu,gpu"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const record::Study found = study();
    ASSERT_EQ(found.runs.size(), 2U);
    EXPECT_GT(metric(found.runs[0], "images_per_second"), 0.0);
    EXPECT_EQ(note(found.runs[0], "gpu.facts"), "") << "the processor decodes without it";
    const double rate = metric(found.runs[1], "images_per_second");
    EXPECT_GT(rate, 0.0);
    EXPECT_LT(rate, 1.1 * 4 / 0.002);
    EXPECT_THAT(note(found.runs[1], "gpu.facts"),
                AllOf(HasSubstr("no network"), HasSubstr("JPEGs decoded by")));
    EXPECT_GT(metric(found.runs[1], "gpu_decoding{gpu=0}"), 0.0);
}

TEST_F(GpuDecoding, ImagesThatTheGpuCannotDecodeAreCountedAndNotDelivered) {
    fixtures::write_bytes(images_.file("odd.jpg"), fixtures::make_jpeg({.width_px = 95}));
    fixtures::write_bytes(images_.file("alone.jpg"), fixtures::make_jpeg({.height_px = 63}));
    const Outcome outcome = measure();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const record::RunData run = study().runs.at(0);
    EXPECT_GT(metric(run, "failed_images"), 0.0);
    EXPECT_THAT(note(run, "gpu.decode_failed"), HasSubstr("whose pixels were black"));
    EXPECT_THAT(note(run, "gpu.decode"),
                AllOf(HasSubstr("one by one"), testing::Not(HasSubstr("and 0 one by one"))));
}

// Goal: a device that is slow is not taken for dead, and one that is dead is not taken for slow.
// Method: images that are decoded one by one, 0.5 s each and four in a batch, with a patience of
// 1.5 s; then a call that never comes back.
TEST_F(GpuDecoding, ManyImagesOneByOneTakeLongerThanThePatience) {
    const fixtures::TemporaryFolder alone;
    for (int i = 0; i < 4; ++i) {
        fixtures::write_bytes(alone.file(std::to_string(i) + ".jpg"),
                              fixtures::make_jpeg({.height_px = 63}));
    }
    ::setenv("THROUGHLINE_GPU_PATIENCE_MS", "1500", 1);
    ::setenv("THROUGHLINE_FAKE_GPU_SINGLE_US", "500000", 1);
    const std::vector<std::string> set{
        "--set", "dataset.path=" + alone.path(), "--set", "duration_seconds=1.5"};
    const Outcome slow = measure(set);
    EXPECT_EQ(slow.exit_code, 0) << slow.err;
    ::setenv("THROUGHLINE_FAKE_GPU_FAULT", "submit:hang", 1);
    const Outcome dead = measure(set);
    EXPECT_NE(dead.exit_code, 0);
    EXPECT_THAT(note(study().runs.at(0), "run.failed"),
                AllOf(HasSubstr("did not answer for"), HasSubstr("while a batch was under way")));
}

// Goal: an error of the device ends the run with its words, and is no image that failed.
TEST_F(GpuDecoding, AFaultOfTheDeviceEndsTheRun) {
    ::setenv("THROUGHLINE_FAKE_GPU_FAULT", "submit:fail", 1);
    const Outcome outcome = measure();
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_THAT(note(study().runs.at(0), "run.failed"),
                HasSubstr("the GPU reported an error: the fake was told to fail"));
    EXPECT_EQ(note(study().runs.at(0), "gpu.decode_failed"), "");
}

// Goal: one huge file among small ones is decoded by the processor and said so. Method: 2 MB, where
// the others have a few kB; the fake's loss is a mean of pixels then.
TEST_F(GpuDecoding, AnImageFarLargerThanTheOthersIsDecodedByTheProcessor) {
    auto huge = fixtures::make_jpeg({.width_px = 96, .height_px = 64});
    constexpr std::size_t kMore = 2'000'000;
    huge.resize(huge.size() + kMore);  // behind its end, which decoders do not look at
    fixtures::write_bytes(images_.file("huge.jpg"), huge);
    const Outcome outcome = measure();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const record::RunData run = study().runs.at(0);
    EXPECT_EQ(metric(run, "failed_images"), 0.0);
    EXPECT_THAT(note(run, "gpu.decode_outsize"), HasSubstr("the processor decoded"));
}

TEST_F(GpuDecoding, MissingLibraryIsRefusedBeforeTheRun) {
    ::unsetenv("THROUGHLINE_FAKE_GPU_NVJPEG");
    const Outcome outcome = measure();
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("decode.device=gpu needs libjpegs.so.1, which was not found (not "
                                "beside the plug-in either)"),
                      HasSubstr("decode.device=cpu does without")));
}

TEST_F(GpuDecoding, RawTensorsAreRefused) {
    const std::string raw = place_.file("raw");
    ASSERT_EQ(run_engine({"dataset",
                          "convert",
                          images_.path(),
                          raw,
                          "--format",
                          "raw",
                          "--width",
                          "16",
                          "--height",
                          "16"})
                  .exit_code,
              0);
    const Outcome outcome = measure({"--set",
                                     "dataset.path=" + raw,
                                     "--set",
                                     "decode.width_px=16",
                                     "--set",
                                     "decode.height_px=16"});
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, HasSubstr("raw tensors, which are not decoded"));
}

}  // namespace
}  // namespace throughline::tests

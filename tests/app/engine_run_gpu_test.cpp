// SPDX-License-Identifier: Apache-2.0
// What a GPU run records and says, with the fake plug-in.
#include <chrono>
#include <csignal>
#include <string>
#include <vector>

#include "engine/analysis/derive.h"
#include "engine/analysis/disturbance.h"
#include "engine/analysis/verdict.h"
#include "engine/spec/choices.h"
#include "tests/app/gpu_run.h"

namespace throughline::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Goal: the pair of ceiling and fed, and the GPU's own account. Method: a device whose rates are
// known; how far the pipeline feeds it is this machine's business.
TEST_F(GpuRun, GivesThePairAndWhatTheGpuDid) {
    const Outcome outcome = measure();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const record::RunData run = study().runs.at(0);
    EXPECT_NEAR(metric(run, "ceiling_images_per_second{stage=consumer}"), kRate, 1.0);
    const double rate = metric(run, "images_per_second");
    EXPECT_GT(rate, 0.0);
    EXPECT_NEAR(metric(run, "gpu_busy{gpu=0}"), 100.0 * rate / kRate, 1e-6);
    // A step ends in another stretch than it began in.
    EXPECT_NEAR(metric(run, "gpu_busy{gpu=0}") + metric(run, "gpu_starved{gpu=0}"), 100.0, 15.0);
    EXPECT_EQ(metric(run, "accelerator_utilisation"), metric(run, "gpu_busy{gpu=0}"));
    EXPECT_NEAR(
        metric(run, "host_to_device_bytes_per_second{gpu=0}"), rate * 16 * 16 * 3, 1e-6 * rate);
    EXPECT_NEAR(metric(run, "step_time"), 0.002, 1e-9);
    EXPECT_NEAR(metric(run, "gpu_step_gap{gpu=0}"), 4 / rate - 0.002, 0.2 * 4 / rate);
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("GPU ceiling images/s"), HasSubstr("fed / GPU ceiling %")));
    EXPECT_THAT(note(run, "gpu.facts"),
                AllOf(HasSubstr("Fake GPU (device 0)"),
                      HasSubstr("batches of 4 images of 16 x 16 px"),
                      HasSubstr("pinned memory"),
                      HasSubstr("a fake without CUDA")));
}

// Goal: how steady the ceiling was is in the record, and an unsteady one is measured again. Method:
// stretches that lie 4 % apart, in the first ceiling or in all of them.
TEST_F(GpuRun, CeilingHasTheIntervalOfItsStretches) {
    const auto interval = [this](const char* unsteady) {
        ::setenv("THROUGHLINE_FAKE_GPU_UNSTEADY", unsteady, 1);
        EXPECT_EQ(measure().exit_code, 0);
        const record::RunData run = study().runs.at(0);
        const record::Summary found = run.metrics.at("ceiling_images_per_second{stage=consumer}");
        EXPECT_NEAR(found.value, kRate, 1.0);
        EXPECT_EQ(found.n, 1) << "repeats, not stretches";
        return (found.high.value_or(0.0) - found.low.value_or(0.0)) / found.value;
    };
    const auto warning = [this] { return note(study().runs.at(0), "gpu.unsteady"); };
    EXPECT_NEAR(interval("0"), 0.0036, 0.0003) << "95 % of the mean of eight, 0.4 % apart";
    EXPECT_EQ(warning(), "");
    EXPECT_NEAR(interval("1"), 0.0036, 0.0003) << "measured again";
    EXPECT_EQ(warning(), "") << "it became steady";
    EXPECT_NEAR(interval("99"), 0.036, 0.003) << "told as it is";
    EXPECT_THAT(
        warning(),
        AllOf(HasSubstr("the ceiling is unsteady: the rates of its stretches differ by 3.9 %"),
              HasSubstr("in the last of 3 measurements, which took")));
}

// Goal: a GPU that gets slower as it gets warm is not called starved for that. Method: one whose
// steps take a tenth longer after its first ceiling.
TEST_F(GpuRun, CeilingIsMeasuredOnBothEndsOfTheRun) {
    ::setenv("THROUGHLINE_FAKE_GPU_DRIFT", "10", 1);
    ASSERT_EQ(measure().exit_code, 0);
    const record::RunData run = study().runs.at(0);
    EXPECT_NEAR(metric(run, "gpu_ceiling_before{gpu=0}"), kRate, 1.0);
    EXPECT_NEAR(metric(run, "gpu_ceiling_after{gpu=0}"), kRate / 1.1, 1.0);
    EXPECT_NEAR(
        metric(run, "ceiling_images_per_second{stage=consumer}"), kRate * (1 + 1 / 1.1) / 2, 1.0);
    EXPECT_NEAR(metric(run, "gpu_clock_before{gpu=0}"), 1.98e9, 1.0);
    EXPECT_FALSE(run.metrics.contains("gpu_clock_after{gpu=0}")) << "not told, and not 0";
    EXPECT_THAT(note(run, "gpu.drift"),
                AllOf(HasSubstr("the ceiling of GPU 0 changed"),
                      HasSubstr("at a clock of 1.98 GHz before the run"),
                      HasSubstr("differ by 9.1 %")));
    ::setenv("THROUGHLINE_FAKE_GPU_DRIFT", "1", 1);
    ASSERT_EQ(measure().exit_code, 0);
    EXPECT_EQ(note(study().runs.at(0), "gpu.drift"), "") << "within 2 %";
}

TEST_F(GpuRun, RemarksOfThePluginAreInTheRecord) {
    ::setenv("THROUGHLINE_FAKE_GPU_REMARKS", "The fake has something to say.", 1);
    ASSERT_EQ(measure().exit_code, 0);
    EXPECT_EQ(note(study().runs.at(0), "gpu.remarks"), "The fake has something to say.");
}

TEST_F(GpuRun, CeilingOfOneStretchHasNoInterval) {
    for (const char* stretches : {"0", "1"}) {
        ::setenv("THROUGHLINE_FAKE_GPU_STRETCHES", stretches, 1);
        ASSERT_EQ(measure().exit_code, 0);
        const record::RunData run = study().runs.at(0);
        const record::Summary found = run.metrics.at("ceiling_images_per_second{stage=consumer}");
        EXPECT_NEAR(found.value, kRate, 1.0) << stretches;
        EXPECT_EQ(found.n, 1) << stretches;
        EXPECT_FALSE(found.low || found.high) << stretches;
    }
}

TEST_F(GpuRun, SideFiguresAreThereOrSaidToBeMissing) {
    ASSERT_EQ(measure({"duration_seconds=1.5"}).exit_code, 0);
    const record::RunData run = study().runs.at(0);
    EXPECT_EQ(metric(run, "gpu_utilisation{gpu=0}"), 50.0);
    EXPECT_EQ(metric(run, "gpu_memory{gpu=0}"), 1e9);
    EXPECT_FALSE(run.metrics.contains("gpu_power{gpu=0}")) << "absent, not 0";
    EXPECT_THAT(run.absent.at("gpu_power{gpu=0}"), HasSubstr("the driver does not report"));
    EXPECT_FALSE(run.metrics.contains("loss")) << "nothing is trained";
}

TEST_F(GpuRun, SideFiguresThatFailAreAbsentAndTheRunGoesOn) {
    fault("stats:fail");
    ASSERT_EQ(measure().exit_code, 0);
    const record::RunData run = study().runs.at(0);
    EXPECT_THAT(run.absent.at("gpu_utilisation{gpu=0}"), HasSubstr("the fake was told to fail"));
}

// Goal: the pixels that the decoders wrote are those that the plug-in gets. Method: its loss is
// their mean; every image of the set is of medium brightness.
TEST_F(GpuRun, PluginSeesTheDecodedPixels) {
    ASSERT_EQ(measure({"consumer.network=trivial", "consumer.phase=training"}).exit_code, 0);
    const double mean = metric(study().runs.at(0), "loss");
    EXPECT_GT(mean, 10.0);
    EXPECT_LT(mean, 245.0);
}

// Raw tensors are pixels already: what feeds a GPU from memory as fast as it goes.
TEST_F(GpuRun, RawTensorsAreFedAsTheyAre) {
    const std::string raw = place_.file("raw");
    const Outcome converted = run_engine({"dataset",
                                          "convert",
                                          images_.path(),
                                          raw,
                                          "--format",
                                          "raw",
                                          "--width",
                                          "16",
                                          "--height",
                                          "16"});
    ASSERT_EQ(converted.exit_code, 0) << converted.err;
    const Outcome outcome =
        measure({"dataset.path=" + raw, "consumer.network=trivial", "consumer.phase=training"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err << outcome.out;
    const double mean = metric(study().runs.at(0), "loss");
    EXPECT_GT(mean, 10.0);
    EXPECT_LT(mean, 245.0);
}

TEST_F(GpuRun, CeilingsAreMeasuredWithBatchesThatLieOnTheDevice) {
    ASSERT_EQ(measure({"ceilings=true"}).exit_code, 0);
    record::Study whole = study();
    analysis::derive(whole);
    ASSERT_EQ(whole.runs.size(), 4U);
    const record::RunData& alone = whole.runs[2];
    const record::RunData& full = whole.runs[3];
    EXPECT_EQ(spec::stages_of(alone.started.settings), spec::Stages::Consumer);
    EXPECT_NEAR(metric(alone, "images_per_second"), kRate, 0.15 * kRate);
    EXPECT_THAT(note(alone, "gpu.facts"), HasSubstr("kept on the device"));
    EXPECT_NEAR(metric(full, "ceiling_images_per_second{stage=consumer}"), kRate, 1.0)
        << "timed with events, not with the clock of the host";
    EXPECT_TRUE(full.metrics.contains("gpu_fed_share"));
    EXPECT_TRUE(full.metrics.contains("fed_share"));
}

// Goal: a run that the copy limits is not laid to the GPU's computing, nor to nobody. Method:
// copies that take ten times as long as the steps, which is longer than anything else here.
TEST_F(GpuRun, VerdictNamesTheCopyThatLimits) {
    ::setenv("THROUGHLINE_FAKE_GPU_STEP_US", "2000", 1);
    ::setenv("THROUGHLINE_FAKE_GPU_COPY_US", "20000", 1);
    const Outcome outcome = measure({"duration_seconds=3.2"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string limit = "indicate that the copy to the GPU is the bottleneck: it takes";
    // Beside other programs that take the processors the verdict says that, and names no cause;
    // what the same figures say without them is judged from the record.
    record::Study whole = study();
    const bool clean = !analysis::is_disturbed(whole);
    EXPECT_THAT(outcome.out, HasSubstr(clean ? limit : "Not a clean measurement"));
    whole.header.environment.erase("disturbed");
    for (record::RunData& one : whole.runs) {
        std::erase_if(one.notes, [](const record::Note& note) {
            return note.code == record::kDisturbedCode || note.code == record::kPausedCode ||
                   note.code == analysis::kBesideCode || note.code == record::kForeignReadsCode;
        });
    }
    analysis::derive(whole);
    EXPECT_THAT(analysis::judge(whole).sentence, HasSubstr(limit));
}

TEST_F(GpuRun, MemoryThatCannotBePinnedIsSaidAndMeasuredPageable) {
    fault("pin:fail");
    ASSERT_EQ(measure().exit_code, 0);
    EXPECT_THAT(note(study().runs.at(0), "gpu.pageable"),
                AllOf(HasSubstr("out of memory"), HasSubstr("the fake was told to fail")));
    ASSERT_EQ(measure({"consumer.transfer=pageable"}).exit_code, 0);
    EXPECT_EQ(note(study().runs.at(0), "gpu.pageable"), "") << "it was asked for";
}

/// What the record says of a run that the plug-in ended in one of its calls, with everything else
/// kept.
class GpuFault : public GpuRun, public testing::WithParamInterface<const char*> {
protected:
    std::string failure_of(const std::string& way) {
        fault(std::string(GetParam()) + ":" + way);
        auto words = arguments({"duration_seconds=0.2"});
        words.insert(words.end(), {"--sweep", "stages=decode,full"});
        const Outcome outcome = run_engine(words);
        EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
        const record::Study whole = study();
        EXPECT_TRUE(whole.footer) << "the record has its end";
        EXPECT_EQ(whole.runs.at(0).status, record::RunStatus::Done);
        EXPECT_GT(metric(whole.runs.at(0), "images_per_second"), 0.0);
        EXPECT_EQ(whole.runs.at(1).status, record::RunStatus::Failed);
        return note(whole.runs.at(1), "run.failed");
    }
};

TEST_P(GpuFault, ErrorEndsTheRunAndNotTheStudy) {
    EXPECT_THAT(failure_of("fail"),
                AllOf(HasSubstr("the fake was told to fail"), HasSubstr("the GPU reported")));
}

TEST_P(GpuFault, CrashEndsTheRunAndNotTheProgram) {
    EXPECT_THAT(failure_of("crash"),
                AllOf(HasSubstr("signal 11 (Segmentation fault)"), HasSubstr("fake_gpu_good.so")));
}

TEST_P(GpuFault, HangIsEndedAndNamed) {
    ::setenv("THROUGHLINE_GPU_PATIENCE_MS", "800", 1);
    EXPECT_THAT(failure_of("hang"),
                AllOf(HasSubstr("did not answer for"), HasSubstr("its process was ended")));
}

INSTANTIATE_TEST_SUITE_P(EveryCall, GpuFault, testing::Values("open", "ceiling", "submit", "wait"));

class GpuGone : public GpuFault {};

TEST_P(GpuGone, CrashInASideFigureEndsTheRunToo) {
    EXPECT_THAT(failure_of("crash"), HasSubstr("signal 11"));
}

INSTANTIATE_TEST_SUITE_P(SideFigures, GpuGone, testing::Values("stats"));

// Goal: side figures delay no batch. Method: one that is waited for for ever.
TEST_F(GpuRun, HangInASideFigureCostsNothingButTheFigure) {
    ::setenv("THROUGHLINE_GPU_PATIENCE_MS", "800", 1);
    fault("stats:hang");
    ASSERT_EQ(measure({"duration_seconds=1.5"}).exit_code, 0);
    const record::RunData run = study().runs.at(0);
    EXPECT_GT(metric(run, "images_per_second"), 0.0);
    EXPECT_TRUE(run.absent.contains("gpu_utilisation{gpu=0}"));
}

TEST_F(GpuRun, HangWhileClosingCostsNothingThatWasMeasured) {
    fault("close:hang");
    EXPECT_EQ(measure().exit_code, 0);
    EXPECT_EQ(study().runs.at(0).status, record::RunStatus::Done);
}

TEST_F(GpuRun, StopKeepsWhatWasMeasured) {
    auto words = arguments({"duration_seconds=60"});
    words.emplace_back("--events");
    EngineProcess engine(words);
    ASSERT_TRUE(engine.wait_for_text("\"phase\":\"measured\"", std::chrono::seconds(30)));
    engine.send_signal(SIGINT);
    EXPECT_EQ(engine.finish().exit_code, 3);
    const record::RunData run = study().runs.at(0);
    EXPECT_EQ(run.status, record::RunStatus::Stopped);
    EXPECT_TRUE(run.metrics.contains("gpu_ceiling_before{gpu=0}"));
    EXPECT_FALSE(run.metrics.contains("gpu_ceiling_after{gpu=0}"));
    EXPECT_EQ(run.absent.at("gpu_ceiling_after{gpu=0}"),
              "the run was stopped before it was measured");
}

// Goal: what is missing is told before anything is measured, with what to do.
TEST_F(GpuRun, WithoutAPluginIsRefusedBeforeTheRun) {
    use("not_there");
    const Outcome outcome = measure();
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("consumer.kind=gpu: no GPU can be measured"),
                      HasSubstr("Measure with consumer.kind=null or paced"),
                      HasSubstr("'throughline-engine gpu' shows what a GPU run needs")));
    EXPECT_NE(run_engine({"show", record_}).exit_code, 0) << "there is no record";
}

TEST_F(GpuRun, DeviceThatIsNotThereIsRefusedWithThoseThatAre) {
    const Outcome outcome = measure({"consumer.device=3"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("there is no such GPU as number 3; usable: 0 (Fake GPU)"));
}

TEST_F(GpuRun, NetworkIsRefusedWhereItsLibraryOrItsPicturesAreWrong) {
    const Outcome pictures = measure({"consumer.network=googlenet"});
    EXPECT_EQ(pictures.exit_code, 2);
    EXPECT_THAT(pictures.err, HasSubstr("takes images of 224 x 224 px"));
    const Outcome library =
        measure({"consumer.network=googlenet", "decode.width_px=224", "decode.height_px=224"});
    EXPECT_EQ(library.exit_code, 1);
    EXPECT_THAT(library.err,
                AllOf(HasSubstr("needs libmissing.so.9, which was not found"),
                      HasSubstr("not beside the plug-in"),
                      HasSubstr("Install cuDNN 9"),
                      HasSubstr("consumer.network=proxy_googlenet is a stand-in")));
    ::setenv("THROUGHLINE_FAKE_GPU_CUDNN", "1", 1);
    const Outcome memory = measure({"consumer.network=vgg16",
                                    "decode.width_px=224",
                                    "decode.height_px=224",
                                    "batch.images=2048"});
    EXPECT_THAT(memory.err, HasSubstr("2^31 elements or more: make the batch smaller: set "));
    const Outcome less = measure({"consumer.network=vgg16",
                                  "decode.width_px=224",
                                  "decode.height_px=224",
                                  "batch.images=640"});
    EXPECT_THAT(less.err, HasSubstr("are free: set batch.images to "));
}

TEST_F(GpuRun, PrecisionIsThatOfTheWork) {
    ASSERT_EQ(measure({"consumer.network=trivial"}).exit_code, 0);
    EXPECT_THAT(note(study().runs.at(0), "gpu.facts"), HasSubstr("computed in fp32"));
    ASSERT_EQ(measure({}).exit_code, 0);
    EXPECT_THAT(note(study().runs.at(0), "gpu.facts"),
                AllOf(HasSubstr("normalised to fp16 NHWC"), testing::Not(HasSubstr("computed"))));
}

TEST_F(GpuRun, NetworkReachesThePluginAsAProgram) {
    ::setenv("THROUGHLINE_FAKE_GPU_CUDNN", "1", 1);
    const Outcome outcome =
        measure({"consumer.network=googlenet", "decode.width_px=224", "decode.height_px=224"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(note(study().runs.at(0), "gpu.facts"), HasSubstr("runs the network googlenet"));
}

// Goal: nobody takes a stand-in for the network. Method: everything that a run leaves behind.
TEST_F(GpuRun, ProxyRunsWithoutTheLibraryAndIsCalledOneEverywhere) {
    const Outcome outcome = measure(
        {"consumer.network=proxy_googlenet", "decode.width_px=224", "decode.height_px=224"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("warning: a proxy runs instead of googlenet"));
    const record::Study whole = study();
    const record::RunData& run = whole.runs.at(0);
    EXPECT_EQ(spec::setting_text(run.started.settings.at("consumer.network")), "proxy_googlenet");
    EXPECT_THAT(note(run, "gpu.facts"), HasSubstr("runs a proxy of the network googlenet"));
    EXPECT_THAT(note(run, "gpu.proxy"),
                AllOf(HasSubstr("instead of googlenet"), HasSubstr("not that of the network")));
}

TEST_F(GpuRun, LargestBatchIsFoundOnTheDeviceAndRecorded) {
    ::setenv("THROUGHLINE_FAKE_GPU_HOLDS", "100", 1);
    const std::vector<std::string> largest{"consumer.network=proxy_googlenet",
                                           "decode.width_px=224",
                                           "decode.height_px=224",
                                           "batch.images=0"};
    const Outcome outcome = measure(largest);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const record::Study whole = study();
    const std::string images =
        spec::setting_text(whole.runs.at(0).started.settings.at("batch.images"));
    EXPECT_LE(std::stoi(images), 100);
    EXPECT_GT(std::stoi(images), 80) << "an eighth less at each try";
    EXPECT_THAT(note(whole.runs.at(0), "gpu.batch"),
                AllOf(HasSubstr("batch.images=0 becomes " + images),
                      HasSubstr("7.52 GB of its memory were free"),
                      HasSubstr("it refused batches of ")));
    EXPECT_THAT(note(whole.runs.at(0), "gpu.facts"), HasSubstr("batches of " + images));
    ::setenv("THROUGHLINE_FAKE_GPU_HOLDS", "0", 1);
    EXPECT_THAT(measure(largest).err, HasSubstr("the fake holds no such batch"));
    ::setenv("THROUGHLINE_GPU_PATIENCE_MS", "500", 1);
    fault("open:hang");
    EXPECT_THAT(measure(largest).err, HasSubstr("while it looked for the largest batch"));
    ::unsetenv("THROUGHLINE_GPU_PATIENCE_MS");
    fault("open:crash");
    EXPECT_THAT(measure(largest).err, HasSubstr("signal 11"));
}

TEST_F(GpuRun, LargestBatchIsFoundByTrialsWhereTheDeviceDoesNotTellWhatIsFree) {
    ::setenv("THROUGHLINE_FAKE_GPU_SECRETIVE", "1", 1);
    ::setenv("THROUGHLINE_FAKE_GPU_HOLDS", "100", 1);
    const Outcome outcome = measure({"consumer.network=proxy_googlenet",
                                     "decode.width_px=224",
                                     "decode.height_px=224",
                                     "batch.images=0"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const record::Study whole = study();
    const std::string images =
        spec::setting_text(whole.runs.at(0).started.settings.at("batch.images"));
    EXPECT_LE(std::stoi(images), 100);
    EXPECT_GT(std::stoi(images), 80) << "an eighth less at each try";
    EXPECT_THAT(note(whole.runs.at(0), "gpu.batch"),
                AllOf(HasSubstr("it does not report how much of its memory is free"),
                      HasSubstr("it refused ")));
}

TEST_F(GpuRun, StagesThatNeedNoGpuDoNotAskForOne) {
    use("not_there");
    EXPECT_EQ(measure({"stages=decode"}).exit_code, 0);
}

}  // namespace
}  // namespace throughline::tests

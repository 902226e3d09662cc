// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/absent_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/metrics/registry.h"

namespace throughline::analysis {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct LackingRun {
    record::Header header{};
    spec::Settings settings{};
    std::map<std::string, std::string, std::less<>> absent{};

    Absence why(std::string_view key) const { return why_absent({header, settings, absent}, key); }
};

LackingRun run_of_stages(const char* stages) {
    return {.settings = {{"stages", std::string(stages)},
                         {"consumer.kind", std::string("null")},
                         {"dataset.path", std::string("/data/photos")}}};
}

TEST(AbsentFigures, AStageAloneLacksWhatTheOthersDo) {
    const LackingRun decode = run_of_stages("decode");
    for (const char* key : {"read_latency_p90",
                            "requested_read_bytes_per_second",
                            "read_iops",
                            "disk_utilisation{device=vda}"}) {
        EXPECT_EQ(decode.why(key).why, "decoding alone reads nothing") << key;
        EXPECT_THAT(decode.why(key).remedy, HasSubstr("the full pipeline or storage alone")) << key;
    }
    EXPECT_EQ(run_of_stages("storage").why("image_pixels").why, "storage alone decodes nothing");
    EXPECT_EQ(run_of_stages("storage").why("step_time").why, "storage alone makes no batches");
    EXPECT_EQ(run_of_stages("consumer").why("read_latency_mean").why,
              "the accelerator alone reads nothing");
}

TEST(AbsentFigures, ARunWithoutAGpuSaysWhatWouldMeasureIt) {
    const Absence absence = run_of_stages("full").why("gpu_utilisation");
    EXPECT_EQ(absence.why, "no GPU took part");
    EXPECT_THAT(absence.remedy, HasSubstr("an NVIDIA GPU"));
    LackingRun gpu = run_of_stages("full");
    gpu.settings["consumer.kind"] = std::string("gpu");
    EXPECT_FALSE(gpu.why("gpu_utilisation").known) << "it was there, and nobody says more";
    EXPECT_EQ(gpu.why("gpu_utilisation").remedy, "");
    EXPECT_EQ(gpu.why("loss").why, "nothing was trained on a GPU");
}

TEST(AbsentFigures, OfOthersFilesTheToolIsNamed) {
    LackingRun fio;
    fio.header.origin = record::Origin::Imported;
    fio.header.environment["tool"] = std::string("fio");
    EXPECT_EQ(fio.why("images_per_second").why, "the file of fio does not have it");
    EXPECT_THAT(fio.why("images_per_second").remedy, HasSubstr("measure the full pipeline"));
    fio.header.origin = record::Origin::Published;
    EXPECT_EQ(fio.why("images_per_second").why, "the publication does not state it");
    fio.header.origin = record::Origin::Observed;
    EXPECT_EQ(fio.why("read_latency_p99").why,
              "a job that is watched from outside does not show it");
    EXPECT_EQ(fio.why("disk_utilisation").why, "the job was not seen to read from a disk");
}

TEST(AbsentFigures, TheRecordsOwnReasonGoesFirst) {
    LackingRun run = run_of_stages("full");
    run.absent = {{"gpu_utilisation", "no GPU was found"},
                  {"read_latency_p9999", "only 40 reads were completed"}};
    EXPECT_EQ(run.why("gpu_utilisation{gpu=0}").why, "no GPU was found");
    EXPECT_THAT(run.why("gpu_utilisation").remedy, HasSubstr("an NVIDIA GPU"));
    EXPECT_EQ(run.why("read_latency_p9999").why, "only 40 reads were completed");
    EXPECT_EQ(run.why("read_latency_p9999").remedy, "") << "reads took part";
}

// Goal: a figure that comes to the program later is not told to be one of other tools. Method: all
// that the registry says to be measured here.
TEST(AbsentFigures, EveryFigureOfOursHasANeed) {
    const LackingRun run = run_of_stages("full");
    const std::set<std::string> published{"file_share"};
    for (const metrics::MetricInfo& info : metrics::all_metrics()) {
        const bool ours = info.kind == metrics::Kind::Measured &&
                          std::string_view(info.source) != "imported results";
        const Absence absence = run.why(info.id);
        EXPECT_FALSE(absence.why.empty()) << info.id;
        if (ours && !published.contains(info.id)) {
            EXPECT_NE(absence.why, "only files of other tools have it") << info.id;
        }
        if (absence.known) {
            EXPECT_THAT(absence.remedy, StartsWith("To have it, ")) << info.id;
        }
    }
}

TEST(AbsentFigures, AllStagesBringWhatAStageHas) {
    EXPECT_TRUE(is_brought_by_all_stages("fed_share"));
    EXPECT_TRUE(is_brought_by_all_stages("read_latency_p90"));
    EXPECT_TRUE(is_brought_by_all_stages("ceiling_images_per_second{stage=storage}"));
    EXPECT_FALSE(is_brought_by_all_stages("gpu_utilisation"));
    EXPECT_FALSE(is_brought_by_all_stages("http_throttled_share"));
}

}  // namespace
}  // namespace throughline::analysis

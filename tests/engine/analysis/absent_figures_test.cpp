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
    record::Summaries metrics{};

    Absence why(std::string_view key) const {
        return why_absent({header, settings, metrics, absent}, key);
    }
    void has(const char* key) { metrics[key] = {.value = 1.0}; }
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

// Goal: of what no setting tells nothing false is said. Method: a run that has other figures of the
// same need: of an NFS mount, of a whole epoch without a cache, in turns, with a price.
TEST(AbsentFigures, ARunThatHadWhatIsNeededIsNotToldOtherwise) {
    LackingRun run = run_of_stages("full");
    EXPECT_EQ(run.why("mount_read_await").why, "the data lay on no network or FUSE mount");
    run.header.environment["dataset.counters_missing"] = std::string("nfs: not readable");
    EXPECT_EQ(run.why("mount_read_await").why, "the counters that could be read do not tell it");
    run.header.environment.clear();
    run.has("mount_reads_per_second{file_system=nfs4}");
    const Absence daemon = run.why("mount_daemon_cpu_cores");
    EXPECT_EQ(daemon.why, "the counters that could be read do not tell it");
    EXPECT_EQ(daemon.remedy, "");

    EXPECT_EQ(run.why("epoch_seconds").why, "no whole epoch was measured");
    run.settings["cache.kind"] = std::string("memory");
    EXPECT_EQ(run.why("epoch_evictions").why, "no whole epoch was measured");
    EXPECT_THAT(run.why("epoch_evictions").remedy, HasSubstr("whole epochs"));
    run.settings.erase("cache.kind");
    run.has("epoch_seconds{epoch=1}");
    for (const char* key : {"epoch_hit_share", "epoch_evictions{epoch=1}"}) {
        EXPECT_EQ(run.why(key).why, "the program's own cache was off") << key;
        EXPECT_THAT(run.why(key).remedy, HasSubstr("a cache of the program")) << key;
    }

    EXPECT_EQ(run.why("paired_difference").why, "no runs were measured in turns");
    run.settings["repeat_order"] = std::string("rounds");
    EXPECT_THAT(run.why("paired_difference").why, StartsWith("the others are compared with this"));
    EXPECT_EQ(run.why("paired_difference").remedy, "");
}

TEST(AbsentFigures, APriceThatWasEnteredIsNotDenied) {
    LackingRun run = run_of_stages("full");
    EXPECT_EQ(run.why("price_per_million_images").why, "no price per hour was entered");
    EXPECT_EQ(run.why("price_per_epoch").why, "only imported or published figures have it");
    run.header.remarks.price_per_hour = 2.0;
    EXPECT_EQ(run.why("price_per_hour").why, "only charts reckon with the price that was entered");
    run.has("price_per_hour");
    EXPECT_FALSE(run.why("price_per_million_images").known);
    run.absent["price_per_million_images"] = "storage was measured alone";
    EXPECT_EQ(run.why("price_per_million_images").remedy, "");
    EXPECT_EQ(run.why("price_per_epoch").why, "only imported or published figures have it");
}

TEST(AbsentFigures, ANullConsumerHasNoCeiling) {
    constexpr const char* kCeiling = "ceiling_images_per_second{stage=consumer}";
    LackingRun run = run_of_stages("full");
    run.has("ceiling_images_per_second{stage=storage}");
    run.has("ceiling_images_per_second{stage=decode}");
    EXPECT_EQ(run.why(kCeiling).why, "a consumer that takes whatever comes has no ceiling");
    EXPECT_THAT(run.why(kCeiling).remedy, HasSubstr("an emulated accelerator"));
    EXPECT_FALSE(run.why(kCeiling).by_all_stages);
    EXPECT_EQ(run.why("fed_share").remedy, "") << "all its ceilings are there";

    run.settings["consumer.kind"] = std::string("paced");
    run.absent["fed_share"] = "the consumer stage was not measured alone";
    EXPECT_EQ(run.why("fed_share").why, "the consumer stage was not measured alone");
    EXPECT_THAT(run.why("fed_share").remedy, HasSubstr("each stage alone"));
    EXPECT_TRUE(run.why("fed_share").by_all_stages);
    EXPECT_EQ(run.why(kCeiling).why, "the stages were not measured alone");
    EXPECT_TRUE(run.why(kCeiling).by_all_stages);
}

// Goal: behind a run's own reason stands no remedy that it had already. Method: the reasons that
// this program records of runs that had what the figure needs.
TEST(AbsentFigures, ARemedyThatTheRunHadIsNotGivenAgain) {
    LackingRun run = run_of_stages("full");
    run.settings["cache.kind"] = std::string("disk");
    run.settings["cache.fill"] = std::string("before");
    run.absent = {{"epoch_time", "the program stood still in it"},
                  {"sync_time", "the program stood still in it"},
                  {"mount_read_bytes_per_second", "the counter could not be read"},
                  {"speedup", "the point with the fewest threads: it failed"}};
    for (const auto& [key, reason] : run.absent) {
        EXPECT_EQ(run.why(key).why, reason) << key;
        EXPECT_EQ(run.why(key).remedy, "") << key;
    }
    run.absent = {{"epoch_images_per_second", "the run ended before its first epoch did"}};
    EXPECT_THAT(run.why("epoch_images_per_second").remedy, HasSubstr("whole epochs"));
    EXPECT_EQ(run.why("epoch_seconds").why, "no whole epoch was measured");
}

TEST(AbsentFigures, AllStagesBringWhatAStageLacks) {
    EXPECT_TRUE(run_of_stages("storage").why("fed_share").by_all_stages);
    EXPECT_TRUE(run_of_stages("decode").why("read_latency_p90").by_all_stages);
    LackingRun full = run_of_stages("full");
    EXPECT_TRUE(full.why("ceiling_images_per_second{stage=storage}").by_all_stages);
    EXPECT_FALSE(full.why("gpu_utilisation").by_all_stages);
    EXPECT_FALSE(full.why("gpu_fed_share").by_all_stages) << "there is no GPU";
    EXPECT_FALSE(full.why("http_throttled_share").by_all_stages);
    full.absent["read_latency_p9999"] = "only 40 reads were completed";
    EXPECT_FALSE(full.why("read_latency_p9999").by_all_stages) << "reads took part";
    full.settings["consumer.kind"] = std::string("gpu");
    EXPECT_TRUE(full.why("gpu_fed_share").by_all_stages);
}

}  // namespace
}  // namespace throughline::analysis

// SPDX-License-Identifier: Apache-2.0
// Ranks that meet after each step, as in synchronous training.
#include <gmock/gmock.h>

#include <cmath>
#include <csignal>

#include "tests/hosts/mpi_study.h"
#include "tests/hosts/rank_process.h"

namespace throughline::tests {
namespace {

class MpiSteps : public MpiStudy {
protected:
    /// Of an emulated accelerator, with a meeting after each step.
    std::vector<std::string> stepping(double seconds, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = study(seconds, more);
        for (const char* const setting : {"consumer.kind=paced",
                                          "consumer.batch_seconds=0.02",
                                          "consumer.barrier=true",
                                          "consumer.gradient_bytes=400000"}) {
            words.insert(words.end(), {"--set", setting});
        }
        return words;
    }
    static double figure_of(const record::RunData& run, const std::string& key) {
        const auto found = run.metrics.find(key);
        return found == run.metrics.end() ? std::nan("") : found->second.value;
    }
};

TEST_F(MpiSteps, SumsAreThoseOfAllRanks) {
    for (const int ranks : {2, 3, 4}) {
        std::vector<std::string> command = mpirun(ranks);
        command.emplace_back(THROUGHLINE_EXCHANGE_SUMS);
        std::string line;
        for (const std::string& word : command) {
            line += "'" + word + "' ";
        }
        EXPECT_EQ(std::system(line.c_str()), 0) << ranks;
    }
}

TEST_F(MpiSteps, AllRanksGoAtTheSamePaceAndTheExchangeIsTold) {
    for (const char* const servers : {"0", "1"}) {
        const Outcome end = start(3,
                                  stepping(1.5,
                                           {"--overwrite",
                                            "--set",
                                            std::string("consumer.parameter_servers=") + servers,
                                            "--data",
                                            "same"}))
                                .finish();
        ASSERT_EQ(end.exit_code, 0) << end.err;
        const record::Study study = written();
        ASSERT_EQ(study.runs.size(), 1U);
        const record::RunData& run = study.runs[0];
        EXPECT_GE(figure_of(run, "step_wait"), 0.0);
        EXPECT_LE(figure_of(run, "step_wait"), 100.0);
        EXPECT_GT(figure_of(run, "step_exchange"), 0.0);
        double least = HUGE_VAL;
        double most = 0.0;
        int nodes = 0;
        for (const auto& [key, summary] : run.metrics) {
            if (key.starts_with("images_per_second{node=")) {
                least = std::min(least, summary.value);
                most = std::max(most, summary.value);
                ++nodes;
            }
        }
        EXPECT_EQ(nodes, 3);
        EXPECT_LT(most, 1.5 * least);
    }
}

// Goal: a repeat, and a point of a sweep, begin new trainings, and one node alone meets nobody.
TEST_F(MpiSteps, EachRunIsATrainingOfItsOwn) {
    const Outcome end =
        start(2,
              stepping(
                  0.4,
                  {"--nodes", "1,2", "--set", "repeats=2", "--sweep", "storage.queue_depth=4,8"}))
            .finish();
    ASSERT_EQ(end.exit_code, 0) << end.err;
    const record::Study study = written();
    ASSERT_EQ(study.runs.size(), 4U);
    for (const record::RunData& run : study.runs) {
        EXPECT_EQ(run.status, record::RunStatus::Done);
        EXPECT_GT(figure_of(run, "images_per_second"), 0.0);
    }
}

TEST_F(MpiSteps, AnEngineThatFreezesBetweenStepsIsNamedAndNobodyHangs) {
    auto job = start(2, stepping(60.0, {"--patience", "5"}));
    ASSERT_TRUE(job.wait_for_text("images/s", std::chrono::seconds(60))) << job.finish().err;
    // All wait for the engine of rank 1 from now on.
    const auto engines = children_of(rank_process(job.pid(), 1));
    ASSERT_EQ(engines.size(), 1U);
    ::kill(engines.front(), SIGSTOP);
    const Outcome end = job.finish(std::chrono::seconds(60));
    EXPECT_NE(end.exit_code, 0);
    const record::Study study = written();
    ASSERT_FALSE(study.notes.empty());
    EXPECT_EQ(study.notes.back().code, "nodes.failed");
    EXPECT_TRUE(study.notes.back().item.ends_with(":1")) << study.notes.back().item;
}

}  // namespace
}  // namespace throughline::tests

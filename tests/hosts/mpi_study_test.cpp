// SPDX-License-Identifier: Apache-2.0
#include "tests/hosts/mpi_study.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "engine/base/file_descriptor.h"
#include "engine/spec/spec.h"

namespace throughline::tests {
namespace {

using ::testing::HasSubstr;

TEST_F(MpiStudy, GroupsOfRanksBecomeOneRecordThatTheEngineShows) {
    const Outcome run = start(4, study(0.3, {"--sweep", "nodes=1,2,4"})).finish();
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const record::Study study = written();
    ASSERT_EQ(study.runs.size(), 3U);
    int nodes = 1;
    for (const record::RunData& one : study.runs) {
        EXPECT_EQ(one.status, record::RunStatus::Done);
        EXPECT_EQ(spec::integer_of(one.started.settings, "node_count"), nodes);
        EXPECT_EQ(spec::integer_of(one.started.settings, "dataset.nodes"), nodes);
        double sum = 0.0;
        int of_nodes = 0;
        for (const auto& [key, figure] : one.metrics) {
            const bool own = key.starts_with("images_per_second{node=");
            sum += own ? figure.value : 0.0;
            of_nodes += own ? 1 : 0;
        }
        EXPECT_EQ(of_nodes, nodes);
        EXPECT_NEAR(one.metrics.at("images_per_second").value, sum, sum * 0.02);
        EXPECT_TRUE(one.metrics.contains("start_skew"));
        EXPECT_TRUE(one.metrics.contains("last_done_images_per_second"));
        nodes *= 2;
    }
    EXPECT_TRUE(study.verdict);
    EXPECT_TRUE(study.footer);
    EngineProcess show({"-c", std::string(THROUGHLINE_SINGLE_ENGINE) + " show " + record_},
                       EngineProcess::User::Same,
                       {"/bin/sh", "-c", "exec /bin/sh \"$@\""});
    const Outcome shown = show.finish();
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("node_count"));
    EXPECT_THAT(shown.out, HasSubstr("images/s of each node"));
    // Where other programs disturbed it, that is what is said instead.
    EXPECT_THAT(shown.out, ::testing::AnyOf(HasSubstr("4 nodes deliver"), HasSubstr("No verdict")));
}

// One clock is another's on the same machine: what is measured must not say otherwise.
TEST_F(MpiStudy, ClocksOfOneMachineAreFoundToBeTheSame) {
    ASSERT_EQ(start(2, study(0.2)).finish().exit_code, 0);
    const record::Study study = written();
    ASSERT_EQ(study.runs.size(), 1U);
    for (const auto& [key, figure] : study.runs[0].metrics) {
        if (key.starts_with("clock_uncertainty")) {
            EXPECT_GT(figure.value, 0.0);
            EXPECT_LT(figure.value, 1.0);
        }
    }
    EXPECT_LT(study.runs[0].metrics.at("start_skew").value, 0.020);
}

TEST_F(MpiStudy, RepeatsAndSweepsAreMeasuredInStepAndTheSameDataByAll) {
    const Outcome run = start(2,
                              study(0.2,
                                    {"--data",
                                     "same",
                                     "--set",
                                     "repeats=2",
                                     "--sweep",
                                     "storage.queue_depth=1,4",
                                     "--set",
                                     "ceilings=true"}))
                            .finish();
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const record::Study study = written();
    ASSERT_GE(study.runs.size(), 4U);
    for (const record::RunData& one : study.runs) {
        EXPECT_EQ(one.status, record::RunStatus::Done);
        EXPECT_EQ(spec::integer_of(one.started.settings, "dataset.nodes"), 1);
        EXPECT_EQ(one.metrics.at("images_per_second").n, 2);
        for (const record::Note& note : one.notes) {
            EXPECT_NE(note.code, "study.disturbed") << note.text;
        }
    }
}

TEST_F(MpiStudy, WrongWordsAreSaidOnceAndEndWithTwo) {
    const Outcome many = start(2, study(0.2, {"--nodes", "1,8"})).finish();
    EXPECT_EQ(many.exit_code, 2);
    EXPECT_THAT(many.err, HasSubstr("8 are asked for, and there are 2 ranks"));
    const Outcome key = start(2, {"run", "--set", "dataset.pth=/tmp"}).finish();
    EXPECT_EQ(key.exit_code, 2);
    EXPECT_EQ(key.err.find("dataset.pth"), key.err.rfind("dataset.pth")) << key.err;
}

// The host of another rank need not have the file of the spec.
TEST_F(MpiStudy, OnlyTheFirstRankReadsTheSpec) {
    for (const char* const rank : {"0", "1"}) {
        std::filesystem::create_directory(place_.file(rank));
    }
    std::vector<std::string> through = mpirun(2);
    for (const std::string& word :
         {std::string("/bin/sh"),
          std::string("-c"),
          "cd " + place_.path() + "/$OMPI_COMM_WORLD_RANK && exec \"$0\" \"$@\""}) {
        through.push_back(word);
    }
    const auto words = study(0.2, {"spec.json"});
    EngineProcess without(words, EngineProcess::User::Same, through);
    const Outcome refused = without.finish();
    EXPECT_EQ(refused.exit_code, 2) << refused.err;
    EXPECT_NE(refused.err.find("'spec.json'"), std::string::npos) << refused.err;
    EXPECT_EQ(refused.err.find("'spec.json'"), refused.err.rfind("'spec.json'")) << refused.err;

    ASSERT_TRUE(write_file_atomically(place_.file("0/spec.json"),
                                      spec::spec_to_json(spec::default_spec())));
    EngineProcess with(words, EngineProcess::User::Same, through);
    const Outcome measured = with.finish();
    EXPECT_EQ(measured.exit_code, 0) << measured.err;
    EXPECT_EQ(spec::integer_of(written().runs.at(0).started.settings, "node_count"), 2);
}

TEST_F(MpiStudy, AnEngineIsGivenTheTimeOfItsSamples) {
    const Outcome run =
        start(2, study(3.0, {"--patience", "2", "--set", "sample_seconds=3"})).finish();
    EXPECT_EQ(run.exit_code, 0) << run.err;
}

// Goal: of two tasks that MPI does not join neither passes for the only node. Method: the
// environment of srun, without what joins its tasks, and with what this MPI makes nothing of.
TEST_F(MpiStudy, ATaskOfSlurmThatMpiLeavesAloneIsRefused) {
    const auto task = [this](const char* number, const char* more) {
        EngineProcess alone(study(0.2),
                            EngineProcess::User::Same,
                            {"/usr/bin/env",
                             "SLURM_STEP_NUM_TASKS=2",
                             std::string("SLURM_PROCID=") + number,
                             more});
        return alone.finish();
    };
    for (const char* const more : {"MORE=0", "PMI_SIZE=2"}) {
        const Outcome first = task("0", more);
        EXPECT_EQ(first.exit_code, 2) << first.err;
        EXPECT_THAT(first.err, HasSubstr("2 tasks here, but MPI knows of one rank alone"));
        EXPECT_THAT(first.err, HasSubstr("mpirun inside the job"));
        EXPECT_FALSE(std::filesystem::exists(record_));
        const Outcome second = task("1", more);
        EXPECT_EQ(second.exit_code, 2) << second.err;
        EXPECT_EQ(second.err, "") << "it is said once";
    }
}

TEST_F(MpiStudy, PrintsAScriptWithoutMpi) {
    EngineProcess print(study(2.0, {"--nodes", "1,2,4", "--print-slurm"}));
    const Outcome printed = print.finish();
    EXPECT_EQ(printed.exit_code, 0) << printed.err;
    EXPECT_THAT(printed.out, HasSubstr("#SBATCH --nodes=4\n"));
    EXPECT_THAT(printed.out, HasSubstr("--nodes 1,2,4"));
    EXPECT_EQ(printed.out.find("--print-slurm"), std::string::npos);
}

}  // namespace
}  // namespace throughline::tests

// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/job_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/base/file_descriptor.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::hosts {
namespace {

using ::testing::HasSubstr;

ScriptWish a_wish() {
    return {.command = {"throughline-mpi", "run", "--set", "dataset.path=/data/my photos"},
            .nodes = 8,
            .seconds = 3600.0};
}

TEST(JobScript, SlurmIsAskedForNodesOfItsOwnAndEnoughTime) {
    const std::string script = slurm_script(a_wish());
    EXPECT_THAT(script, HasSubstr("#SBATCH --nodes=8\n"));
    EXPECT_THAT(script, HasSubstr("#SBATCH --time=02:10:00\n"));
    EXPECT_THAT(script, HasSubstr("-n 8 --map-by ppr:1:node"));
    EXPECT_THAT(script, HasSubstr("srun --mpi=pmix"));
}

TEST(JobScript, AShellReadsBothAndKeepsWordsWhole) {
    const fixtures::TemporaryFolder folder;
    for (const std::string& script : {slurm_script(a_wish()), mpirun_script(a_wish())}) {
        ASSERT_TRUE(write_file_atomically(folder.file("job.sh"), script));
        // In place of mpirun a program that writes each of its words on a line.
        ASSERT_TRUE(write_file_atomically(folder.file("mpirun"),
                                          "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$SEEN\"\n"));
        const std::string seen = folder.file("seen");
        const std::string command =
            "chmod +x " + folder.file("mpirun") + " && SEEN=" + seen +
            " AWS_PROFILE=work AWS_ENDPOINT_URL=http://store https_proxy=http://proxy PATH=" +
            folder.path() + ":$PATH bash " + folder.file("job.sh") + " hosts.txt";
        ASSERT_EQ(std::system(command.c_str()), 0);
        const std::string words = *read_whole_file(seen);
        EXPECT_THAT(words, HasSubstr("\ndataset.path=/data/my photos\n"));
        EXPECT_THAT(words, HasSubstr("-x\nAWS_PROFILE\n"));
        EXPECT_THAT(words, HasSubstr("-x\nAWS_ENDPOINT_URL\n"));
        EXPECT_THAT(words, HasSubstr("-x\nhttps_proxy\n"));
    }
}

TEST(JobScript, TheTimeIsThatOfAllGroups) {
    spec::StudySpec spec = spec::default_spec();
    ASSERT_TRUE(spec::apply_set(spec, "dataset.path=/data"));
    ASSERT_TRUE(spec::apply_set(spec, "warmup_seconds=2"));
    ASSERT_TRUE(spec::apply_set(spec, "duration_seconds=8"));
    ASSERT_TRUE(spec::apply_set(spec, "repeats=3"));
    EXPECT_DOUBLE_EQ(study_seconds(spec, {1, 2}), 60.0);
}

}  // namespace
}  // namespace throughline::hosts

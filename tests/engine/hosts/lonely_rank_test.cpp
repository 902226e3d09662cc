// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/lonely_rank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace throughline::hosts {
namespace {

std::string said_of(const std::map<std::string, std::string>& environment) {
    return lonely_rank([&](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? std::string() : found->second;
    });
}

// Goal: two ranks that srun starts and MPI does not join do not each pass for the only node.
TEST(LonelyRank, OfATaskThatMpiDoesNotJoinToTheOthersItIsSaid) {
    const std::string said =
        said_of({{"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_NTASKS", "2"}, {"SLURM_PROCID", "1"}});
    EXPECT_THAT(said, ::testing::HasSubstr("2 tasks"));
    EXPECT_THAT(said, ::testing::HasSubstr("mpirun"));
    EXPECT_NE(said_of({{"SLURM_NTASKS", "4"}}), "") << "no launcher at all";
}

TEST(LonelyRank, WhoIsMeantToBeOneIsLeftInPeace) {
    EXPECT_EQ(said_of({{"SLURM_STEP_NUM_TASKS", "1"}, {"SLURM_NTASKS", "2"}}), "")
        << "srun -n 1 in a job of two";
    EXPECT_EQ(said_of({{"SLURM_NTASKS", "2"}, {"OMPI_COMM_WORLD_SIZE", "1"}}), "")
        << "mpirun -n 1 in a job of two";
    EXPECT_EQ(said_of({}), "");
    EXPECT_EQ(said_of({{"SLURM_NTASKS", "many"}}), "");
}

// Goal: what srun without a protocol starts never gets as far as MPI.
TEST(LonelyRank, WhatTheLauncherHasSaidTellsWhetherRanksCanBeJoined) {
    const auto joined = [](const char* set) {
        return can_be_joined([set](const char* name) {
            return std::string(name) == set ? std::string("0") : std::string();
        });
    };
    EXPECT_TRUE(joined("PMIX_NAMESPACE"));
    EXPECT_TRUE(joined("PMI_RANK"));
    EXPECT_FALSE(joined("SLURM_PROCID"));
}

}  // namespace
}  // namespace throughline::hosts

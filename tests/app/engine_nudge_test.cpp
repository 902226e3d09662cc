// SPDX-License-Identifier: Apache-2.0
// `throughline-engine observe` on a real job, nudged and in the way of others. Its figures are of
// the processors, so nothing else is tested beside it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "tests/app/observed_job.h"

namespace throughline::tests {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;

class EngineNudge : public ObservedJob {};

// A job that computes all the time cannot be as fast with a quarter less of its processor. On a
// machine that others keep busy the pulses may drown in what they take: then the leverage is not
// known, and the reason stands in its place.
TEST_F(EngineNudge, ProvesWhatHoldsAJobBack) {
    const auto study = observed(
        {"--decode-ms", "5", "--workers", "1"}, "38", {"--nudge", "30"}, {"taskset", "-c", "0"});
    EXPECT_THAT(told_, HasSubstr("The job was nudged: 6 pulses"));
    const auto& run = study["runs"][0];
    EXPECT_THAT(run["absent"].value("nudge_leverage{resource=disk}", ""), HasSubstr("no file"));
    const std::string unknown = run["absent"].value("nudge_leverage{resource=cpu}", "");
    constexpr double kBusy = 10.0;  // %, that its workers wait for a processor before any pulse
    if (!unknown.empty() && metric(study, "observed_workers{doing=core}") > kBusy) {
        EXPECT_THAT(unknown, AnyOf(HasSubstr("clearly slower"), HasSubstr("too few moments")));
        EXPECT_THAT(told_, HasSubstr("The leverage of its processors is not known"));
        return;
    }
    EXPECT_GT(metric(study, "nudge_leverage{resource=cpu}"), 0.3) << study.dump(1);
    EXPECT_GT(metric(study, "nudge_slower{resource=cpu}"), 5.0);
    EXPECT_GT(metric(study, "nudge_loss{resource=cpu}"), 3.0);
    EXPECT_THAT(told_, HasSubstr("With its processors"));
}

// Goal: a job that waits for processors because others have them is told so, with what to do first.
// Method: shells that compute, two for each processor.
TEST_F(EngineNudge, NamesTheProgramsThatHaveItsProcessors) {
    const long processors = ::sysconf(_SC_NPROCESSORS_ONLN);
    std::vector<pid_t> burners;
    for (long i = 0; i < 2 * processors; ++i) {
        burners.push_back(::fork());
        if (burners.back() == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::execlp("sh", "sh", "-c", "while :; do :; done", nullptr);
            ::_exit(127);
        }
    }
    const auto study =
        observed({"--decode-ms", "5", "--workers", std::to_string(processors)}, "12");
    for (const pid_t burner : burners) {
        ::kill(burner, SIGKILL);
        ::waitpid(burner, nullptr, 0);
    }
    if (!study["runs"][0]["metrics"].contains("observed_workers{doing=core}")) {
        GTEST_SKIP() << "this kernel does not tell how long threads wait for a processor";
    }
    EXPECT_EQ(study["verdict"]["limit"], "decode") << study.dump(1);
    ASSERT_TRUE(study["verdict"]["doubt"].is_string()) << study.dump(1);
    const std::string doubt = study["verdict"]["doubt"];
    EXPECT_THAT(doubt, AllOf(HasSubstr("Other programs used"), HasSubstr("sh ")));
    EXPECT_THAT(study["verdict"]["remedies"][0].value("what", ""),
                HasSubstr("Stop the other programs"));
    EXPECT_THAT(told_, AllOf(HasSubstr(doubt), HasSubstr("Stop the other programs")));
}

}  // namespace
}  // namespace throughline::tests

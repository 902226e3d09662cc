// SPDX-License-Identifier: Apache-2.0
// `throughline-engine observe --nudge` on a real job. Its figures are of the processors, so nothing
// else is tested beside it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/observed_job.h"

namespace throughline::tests {
namespace {

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

}  // namespace
}  // namespace throughline::tests

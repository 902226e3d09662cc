// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/assumptions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace throughline::whatif {
namespace {

using model::Input;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// What is assumed of 5,000 images of 110 kB, half a GB.
std::vector<std::string> assumed_of(CatalogChoice choice, std::vector<Change> changes = {}) {
    static const catalog::Catalog kCatalog = catalog::Catalog::built_in();
    changes.push_back(set_to(Input::ImageBytes, 110e3));
    changes.push_back(set_to(Input::ImagesPerEpoch, 5000.0));
    const auto resolved =
        resolve({.name = "asked", .catalog = std::move(choice), .changes = std::move(changes)},
                defaults(),
                kCatalog);
    EXPECT_TRUE(resolved) << resolved.error().what;
    return resolved ? assumptions_of(answer(*resolved, defaults())) : std::vector<std::string>();
}

// Goal: whoever sees the number sees what decides it, and what was not said is not claimed.
TEST(Assumptions, AVolumeIsSaidWithItsSizeAndItsCredits) {
    EXPECT_THAT(assumed_of({.storage = "aws-gp3", .volume = {.gib = 1.0}}),
                ElementsAre("The storage is a volume of 1 GiB, the smallest that holds the data, "
                            "with 3\u202f000 IOPS and 125 MiB/s."));
    EXPECT_THAT(assumed_of({.storage = "aws-gp3", .volume = {.gib = 500.0, .iops = 6000.0}}),
                ElementsAre("The storage is a volume of 500 GiB with 6\u202f000 IOPS and 125 "
                            "MiB/s."));
    EXPECT_THAT(assumed_of({.storage = "aws-gp2", .volume = {.gib = 1.0, .hours = 1.0}}),
                ElementsAre(HasSubstr("with 100 IOPS and 128 MiB/s."),
                            StartsWith("Burst credits count in")))
        << "as it is sold";
    EXPECT_THAT(assumed_of({.storage = "aws-gp2", .volume = {.gib = 1.0}}),
                ElementsAre(HasSubstr("1 GiB"), StartsWith("Burst credits are left out")));
    EXPECT_THAT(
        assumed_of({.storage = "aws-gp3", .volume = {.gib = 1.0}}, {set_to(Input::StoUnits, 4.0)}),
        ElementsAre("The storage is 4 volumes of 1 GiB, each with 3\u202f000 IOPS and 125 MiB/s."));
    EXPECT_THAT(assumed_of({}), IsEmpty());
    EXPECT_THAT(
        assumed_of({.storage = "aws-gp3", .volume = {.gib = 1.0}}, {set_to(Input::StoBw, 1e9)}),
        IsEmpty())
        << "another disk was typed in";
}

// Goal: what other storage of the catalogue can give is seen without opening all inputs.
TEST(Assumptions, StorageThatIsNoVolumeIsSaidWithItsLimits) {
    EXPECT_THAT(assumed_of({.storage = "aws-s3"}),
                ElementsAre("The storage, Amazon S3 Standard, gives at most 5\u202f500 IOPS."));
    EXPECT_THAT(assumed_of({.storage = "aws-s3"}, {set_to(Input::StoUnits, 2.0)}),
                ElementsAre(HasSubstr("at most 11\u202f000 IOPS")));
    EXPECT_THAT(assumed_of({.storage = "aws-s3"}, {set_to(Input::StoIops, 9000.0)}), IsEmpty())
        << "another one was typed in";
}

TEST(Assumptions, AGpuIsNamedWithItsVariantAndItsWork) {
    const auto eight = set_to(Input::GpusPerNode, 8.0);
    EXPECT_THAT(assumed_of({.gpu_rate = "lambda-pt-005"}, {eight}),
                ElementsAre("A GPU alone takes 1\u202f866 images/s, as published for the H100 80 "
                            "GB PCIe with ResNet-50 v1.5, AMP (Lambda Labs, 2020-2025)."));
    EXPECT_THAT(assumed_of({.gpu_rate = "lambda-pt-006"}, {eight}),
                ElementsAre(HasSubstr("H100 80 GB SXM")));
    EXPECT_THAT(assumed_of({.instance = "p4d.24xlarge",
                            .gpu_rate = "a100-80-gb-resnet-50-v1.5-training-amp"}),
                ElementsAre(HasSubstr("A100 80 GB (form not stated) with ResNet-50 v1.5, AMP, in "
                                      "place of the A100 40 GB SXM of p4d.24xlarge (NVIDIA, "
                                      "2021-03)."),
                            "96 vCPUs, of 48 cores, count as 62.4 cores: the second thread of a "
                            "core is assumed to add 30 %."));
    EXPECT_THAT(assumed_of({.gpu_rate = "v100-16-gb-resnet-50-tensorflow-horovod-mixed"}, {eight}),
                ElementsAre(AllOf(HasSubstr("711.8 images/s, an eighth of what is published for "
                                            "eight: the V100 16 GB"),
                                  Not(HasSubstr("as published")))));
    EXPECT_THAT(assumed_of({.instance = "p4d.24xlarge"}, {set_to(Input::Cores, 62.0)}), IsEmpty())
        << "its cores were typed in";
    EXPECT_THAT(assumed_of({.instance = "p5en.48xlarge", .gpu_rate = "lambda-pt-016"}),
                Contains(AllOf(HasSubstr("H200 140 GB SXM"), Not(HasSubstr("in place of")))))
        << "141 GB is the same card";
    EXPECT_THAT(assumed_of({.instance = "p6-b200.48xlarge", .gpu_rate = "lambda-pt-021"}),
                Each(Not(HasSubstr("in place of"))));
    EXPECT_THAT(assumed_of({.gpu_rate = "lambda-pt-005"}, {eight, set_to(Input::GpuRate, 700.0)}),
                IsEmpty())
        << "its rate was typed in";
}

// Goal: a scenario has what its base has, unless it says otherwise.
TEST(Assumptions, AScenarioInheritsThoseOfItsBase) {
    static const catalog::Catalog kCatalog = catalog::Catalog::built_in();
    const auto base = resolve(
        {.name = "base",
         .catalog = {.storage = "aws-gp3", .gpu_rate = "lambda-pt-005", .volume = {.gib = 500.0}}},
        defaults(),
        kCatalog);
    ASSERT_TRUE(base) << base.error().what;
    const auto same = resolve({.name = "same"}, *base, kCatalog);
    ASSERT_TRUE(same);
    EXPECT_EQ(assumptions_of(answer(*same, *base)), assumptions_of(answer(*base, *base)));
    const auto other =
        resolve({.name = "other", .catalog = {.storage = "aws-s3"}}, *base, kCatalog);
    ASSERT_TRUE(other) << other.error().what;
    EXPECT_THAT(assumptions_of(answer(*other, *base)),
                ElementsAre(HasSubstr("H100 80 GB PCIe"), HasSubstr("Amazon S3 Standard")));
}

// Goal: the machine that is named is the scenario's. Method: rate and machine inherited by turns.
TEST(Assumptions, TheCardOfTheScenariosOwnMachineIsStoodInFor) {
    static const catalog::Catalog kCatalog = catalog::Catalog::built_in();
    const auto said = [&](const CatalogChoice& base, const CatalogChoice& own) {
        const auto first = resolve({.name = "base", .catalog = base}, defaults(), kCatalog);
        const auto second = resolve({.name = "own", .catalog = own}, *first, kCatalog);
        return assumptions_of(answer(*second, *first)).front();
    };
    const std::string rate = "a100-80-gb-resnet-50-v1.5-training-amp";
    EXPECT_THAT(said({.instance = "p4d.24xlarge"}, {.gpu_rate = rate}),
                HasSubstr("in place of the A100 40 GB SXM of p4d.24xlarge"));
    EXPECT_THAT(said({.instance = "p4d.24xlarge", .gpu_rate = rate}, {.instance = "p4de.24xlarge"}),
                Not(HasSubstr("in place of")));
}

}  // namespace
}  // namespace throughline::whatif

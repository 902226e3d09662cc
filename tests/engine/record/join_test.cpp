// SPDX-License-Identifier: Apache-2.0
// Goal: what users said of studies goes with their records, and one record of several says only
// what all of them say.
#include "engine/record/join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <variant>

#include "engine/record/anonymise.h"
#include "engine/record/machine.h"
#include "engine/record/record_json.h"

namespace throughline::record {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Study study(const std::string& uuid, const std::string& title, Remarks remarks) {
    Study made;
    made.header.study = uuid;
    made.header.title = title;
    made.header.started_at = "2026-11-21T10:00:00Z";
    made.header.remarks = std::move(remarks);
    return made;
}

Header read_back(const Header& header) {
    const auto parsed = parse_line(line_to_json(header, 1));
    EXPECT_TRUE(parsed && parsed->line);
    return std::get<Header>(*parsed->line);
}

TEST(Remarks, GoThroughTheHeaderLine) {
    const Remarks remarks{.tags = {"cold", "vault"},
                          .note = "two lines\nof it",
                          .target = "gp3",
                          .price_per_hour = 3.06};
    const Header read = read_back(study("u", "t", remarks).header);
    EXPECT_EQ(read.remarks.tags, remarks.tags);
    EXPECT_EQ(read.remarks.note, remarks.note);
    EXPECT_EQ(read.remarks.target, remarks.target);
    EXPECT_EQ(read.remarks.price_per_hour, remarks.price_per_hour);
    EXPECT_THAT(line_to_json(study("u", "t", {}).header, 1), Not(HasSubstr("remarks")));
}

TEST(Remarks, ThatAreDamagedLoseNoRecord) {
    std::string line = line_to_json(study("u", "t", {.note = "n"}).header, 1);
    const std::string whole = R"("remarks":{"note":"n"})";
    ASSERT_NE(line.find(whole), std::string::npos) << line;
    line.replace(line.find(whole),
                 whole.size(),
                 R"("remarks":{"tags":["a",7],"note":5,"price_per_hour":-1})");
    const auto parsed = parse_line(line);
    ASSERT_TRUE(parsed) << parsed.error().what;
    const auto& header = std::get<Header>(*parsed->line);
    EXPECT_THAT(header.remarks.tags, ElementsAre("a"));
    EXPECT_EQ(header.remarks.note, "");
    EXPECT_FALSE(header.remarks.price_per_hour);
}

TEST(Remarks, OfSeveralStudiesSayWhatAllSay) {
    const Remarks one{.tags = {"b", "a"}, .note = "slow", .target = "gp3", .price_per_hour = 3.0};
    const Remarks two{.tags = {"a", "c"}, .note = "fast", .target = "gp3", .price_per_hour = 4.0};
    const Study all = join_studies({study("u1", "One", one), study("u2", "Two", two)}, {"1", "2"});
    EXPECT_THAT(all.header.remarks.tags, ElementsAre("a", "b", "c"));
    EXPECT_EQ(all.header.remarks.note, "One: slow\nTwo: fast");
    EXPECT_EQ(all.header.remarks.target, "gp3");
    EXPECT_FALSE(all.header.remarks.price_per_hour);
    EXPECT_THAT(remarks_that_differ(std::vector<Remarks>{one, two}),
                ElementsAre("the price per hour"));
}

// A target that only one of them has would be laid over the runs of the other.
TEST(Remarks, OfWhichOneStudySaysNothingDiffer) {
    const Remarks one{.target = "gp3"};
    const Study all = join_studies({study("u1", "One", one), study("u2", "Two", {})}, {"1", "2"});
    EXPECT_EQ(all.header.remarks.target, "");
    EXPECT_THAT(remarks_that_differ(std::vector<Remarks>{one, {}}),
                ElementsAre("the storage target"));
    EXPECT_THAT(remarks_that_differ(std::vector<Remarks>{one}), IsEmpty());
}

TEST(Join, KeepsTheMachineThatAllWereMeasuredOn) {
    const auto on = [](const std::string& uuid, const std::string& machine_id) {
        Study made = study(uuid, uuid, {});
        made.header.environment["machine.id"] = machine_id;
        made.header.environment["host.name"] = std::string("vm");
        return made;
    };
    const Study one = join_studies({on("u1", "a1"), on("u2", "a1")}, {"1", "2"});
    EXPECT_EQ(machine_of(one.header).id, "a1");
    const Study two = join_studies({on("u1", "a1"), on("u2", "b2")}, {"1", "2"});
    EXPECT_EQ(machine_of(two.header), Machine());
}

TEST(Remarks, NameNoHostWhereHostsAreNumbered) {
    Study made = study(
        "u",
        "t",
        {.tags = {"node7", "cold"}, .note = "node7 by /home/ada/run.sh", .target = "node7-nvme"});
    made.header.environment["host.name"] = std::string("node7");
    anonymise(made);
    EXPECT_THAT(made.header.remarks.tags, ElementsAre("host-1", "cold"));
    EXPECT_EQ(made.header.remarks.note, "host-1 by run.sh");
    EXPECT_EQ(made.header.remarks.target, "node7-nvme");

    made.header.remarks.target = "node7";
    made.header.environment["host.name"] = std::string("node7");
    anonymise(made);
    EXPECT_EQ(made.header.remarks.target, "");
}

}  // namespace
}  // namespace throughline::record

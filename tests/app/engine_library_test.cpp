// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/uuid.h"
#include "engine/record/record.h"
#include "engine/record/record_json.h"
#include "engine/spec/settings.h"
#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A record of one decode-only run at 4 threads and 1,234 images/s.
std::string record_text(const std::string& uuid) {
    record::Header header;
    header.study = uuid;
    header.title = "four threads";
    header.started_at = "2026-11-21T10:00:00.000Z";
    header.spec_json = "{}";
    record::RunStarted started{
        .run = 1, .settings = spec::default_settings(), .at = "2026-11-21T10:00:01.000Z"};
    started.settings["decode.threads"] = std::int64_t{4};
    started.settings["stages"] = std::string("decode");
    record::RunEnded ended;
    ended.run = 1;
    ended.metrics["images_per_second"] = record::Summary{.value = 1234.0, .low = {}, .high = {}};
    std::string text;
    std::uint64_t seq = 1;
    for (const record::Line& line :
         {record::Line(header),
          record::Line(started),
          record::Line(ended),
          record::Line(record::Footer{.runs_done = 1, .lines = 3, .notes_by_code = {}})}) {
        text += record::line_to_json(line, seq++) + "\n";
    }
    return text;
}

class EngineLibrary : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(write_file_atomically(record_, record_text(uuid_))); }
    Outcome library(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "library");
        arguments.insert(arguments.end(), {"--library", database_});
        return run_engine(arguments);
    }

    fixtures::TemporaryFolder scratch_;
    std::string uuid_ = make_uuid();
    std::string record_ = scratch_.file("one.tlrun");
    std::string database_ = scratch_.file("library.sqlite");
};

TEST_F(EngineLibrary, ShowPrintsARecordAsTableAndAsJson) {
    const Outcome text = run_engine({"show", record_});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    EXPECT_NE(text.out, "");

    const Outcome outcome = run_engine({"show", record_, "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = outcome.json();
    ASSERT_TRUE(json.is_object()) << outcome.out;
    EXPECT_EQ(json.at("study"), uuid_);
    EXPECT_EQ(json.at("runs").at(0).at("settings").at("decode.threads"), 4);
    EXPECT_EQ(json.at("runs").at(0).at("metrics").at("images_per_second"), 1234.0);

    EXPECT_THAT(run_engine({"show", record_, "--all"}).out, HasSubstr("decode.threads"));
}

TEST_F(EngineLibrary, ShowOfAnotherKindOfFileFailsClearly) {
    ASSERT_TRUE(write_file_atomically(scratch_.file("other"), "not a record\n"));
    const Outcome outcome = run_engine({"show", scratch_.file("other")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("throughline-engine: "));
}

TEST_F(EngineLibrary, ImportingTwiceChangesNothing) {
    const Outcome first = run_engine({"import", record_, "--library", database_, "--json"});
    ASSERT_EQ(first.exit_code, 0) << first.err;
    EXPECT_EQ(first.json().at("files").at(0).at("study"), uuid_);
    EXPECT_GT(first.json().at("files").at(0).at("lines_new").get<int>(), 0);

    const Outcome second = run_engine({"import", record_, "--library", database_, "--json"});
    EXPECT_EQ(second.exit_code, 0) << second.err;
    EXPECT_EQ(second.json().at("files").at(0).at("lines_new"), 0);
    EXPECT_EQ(library({"list", "--json"}).json().at("studies").size(), 1U);
}

TEST_F(EngineLibrary, ImportGoesOnAfterAFileThatFails) {
    const Outcome outcome = run_engine(
        {"import", scratch_.file("missing.tlrun"), record_, "--library", database_, "--json"});
    EXPECT_EQ(outcome.exit_code, 1);
    const auto files = outcome.json().at("files");
    EXPECT_EQ(files.at(0).at("ok"), false);
    EXPECT_EQ(files.at(0).at("error_code"), "not-found");
    EXPECT_EQ(files.at(1).at("ok"), true);
    EXPECT_THAT(outcome.err, HasSubstr("missing.tlrun"));
}

TEST_F(EngineLibrary, ListsShowsBinsRestoresAndExports) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    EXPECT_THAT(library({"list"}).out, HasSubstr("four threads"));
    const Outcome shown = library({"show", uuid_.substr(0, 8), "--json"});
    ASSERT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_EQ(shown.json().at("runs").at(0).at("metrics").at("images_per_second"), 1234.0);

    EXPECT_EQ(library({"delete", "1"}).exit_code, 0);
    EXPECT_EQ(library({"list", "--json"}).json().at("studies").at(0).at("in_bin"), true);
    EXPECT_EQ(library({"restore", "1"}).exit_code, 0);
    EXPECT_EQ(library({"list", "--json"}).json().at("studies").at(0).at("in_bin"), false);

    const std::string copy = scratch_.file("copy.tlrun");
    EXPECT_EQ(library({"export", "1", "-o", copy}).exit_code, 0);
    EXPECT_EQ(run_engine({"show", copy, "--json"}).json().at("study"), uuid_);
    const Outcome again = library({"export", "1", "-o", copy});
    EXPECT_EQ(again.exit_code, 2);
    EXPECT_THAT(again.err, HasSubstr("exists; use --overwrite"));
    EXPECT_EQ(library({"export", "1", "-o", copy, "--overwrite"}).exit_code, 0);
}

TEST_F(EngineLibrary, UnknownStudyIsNamed) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    const Outcome outcome = library({"show", "77"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("study '77': not in the library"));
    EXPECT_THAT(outcome.err, HasSubstr("library list"));
}

TEST_F(EngineLibrary, RunsAreComparedWithABaseline) {
    const Outcome outcome = run_engine({"compare", record_, record_ + "/1", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto document = outcome.json();
    EXPECT_EQ(document.at("runs").size(), 2U);
    for (const auto& metric : document.at("metrics")) {
        EXPECT_TRUE(metric.contains("key"));
        EXPECT_EQ(metric.at("others").size(), 1U);
    }

    const Outcome missing = run_engine({"compare", record_, record_ + "/77"});
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.err, HasSubstr("has no run 77"));
}

// A record of one disk against a record of another one: the rates are held against each other.
TEST_F(EngineLibrary, DisksOfDifferentNamesAreCompared) {
    const auto record = [&](const std::string& device, double rate) {
        std::string text = record_text(make_uuid());
        const std::string figure = "\"images_per_second\"";
        const std::size_t at = text.rfind(figure);
        text.insert(
            at, "\"read_bytes_per_second{device=" + device + "}\":" + std::to_string(rate) + ",");
        const std::string path = scratch_.file(device + ".tlrun");
        EXPECT_TRUE(write_file_atomically(path, text));
        return path;
    };
    const std::string local = record("nvme0n1", 2e9);
    const std::string remote = record("vda", 1e9);

    const Outcome table = run_engine({"compare", local, remote});
    EXPECT_THAT(table.out, HasSubstr("2.00 GB/s of nvme0n1  1.00 GB/s of vda"));
    EXPECT_THAT(table.out, HasSubstr("−50.0 %"));
    const auto document = run_engine({"compare", local, remote, "--json"}).json();
    const auto& metrics = document.at("metrics");
    const auto found = std::find_if(metrics.begin(), metrics.end(), [](const auto& metric) {
        return metric.at("key") == "read_bytes_per_second";
    });
    ASSERT_NE(found, metrics.end());
    EXPECT_EQ(found->at("members"), (std::vector<std::string>{"nvme0n1", "vda"}));
    EXPECT_EQ(found->at("others").at(0).at("percent"), -50.0);
}

TEST_F(EngineLibrary, RunsOfAnyLibraryAreCompared) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);

    const Outcome outcome =
        run_engine({"compare", "1", record_ + "/1", "--library", database_, "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const auto& metric : outcome.json().at("metrics")) {
        EXPECT_EQ(metric.at("baseline"), metric.at("others").at(0).at("value"))
            << "the library's figures are the record's";
    }

    const Outcome other = run_engine({"compare", "77", record_, "--library", database_});
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_THAT(other.err, HasSubstr("study '77'"));
}

TEST_F(EngineLibrary, WhatIsSaidOfAStudyIsListedFoundAndGrouped) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);

    const Outcome set = library({"set",
                                 "1",
                                 "--title",
                                 "Night run",
                                 "--tag",
                                 "keep",
                                 "--tag",
                                 "a100",
                                 "--note",
                                 "after the disk swap",
                                 "--price",
                                 "2.5",
                                 "--baseline"});
    ASSERT_EQ(set.exit_code, 0) << set.err;
    ASSERT_EQ(library({"set", "1", "--untag", "a100"}).exit_code, 0);

    const Outcome found = library({"list", "--search", "swap", "--json"});
    EXPECT_THAT(found.out, HasSubstr("\"title\": \"Night run\""));
    EXPECT_THAT(found.out, HasSubstr("\"price_per_hour\": 2.5"));
    EXPECT_THAT(found.out, HasSubstr("\"baseline\": true"));
    EXPECT_THAT(library({"list", "--tag", "keep"}).out, HasSubstr("Night run"));
    EXPECT_THAT(library({"list", "--tag", "a100"}).out, HasSubstr("Nothing was found"));
    EXPECT_THAT(library({"list", "--group-by", "origin"}).out, HasSubstr("measured"));
    EXPECT_EQ(library({"set", "1", "--price=-1"}).exit_code, 2);
    EXPECT_EQ(library({"set", "1", "--target", "no-such-disk"}).exit_code, 2);
}

TEST_F(EngineLibrary, BackupComesBackAndPublishedStudiesAreAdded) {
    const std::string backup = scratch_.file("backup.sqlite");
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    ASSERT_EQ(library({"backup", backup}).exit_code, 0);
    EXPECT_EQ(library({"backup", backup}).exit_code, 2);
    ASSERT_EQ(library({"delete", "1"}).exit_code, 0);
    const Outcome unasked = library({"purge"});  // nobody sits at a terminal
    EXPECT_EQ(unasked.exit_code, 2);
    EXPECT_THAT(unasked.err, HasSubstr("--yes"));
    EXPECT_THAT(library({"purge", "--yes"}).out, HasSubstr("removed 1"));

    const Outcome restored = library({"restore-backup", backup});
    EXPECT_EQ(restored.exit_code, 0) << restored.err;
    EXPECT_THAT(library({"list"}).out, HasSubstr("four threads"));
    EXPECT_THAT(library({"check"}).out, HasSubstr("intact"));

    EXPECT_EQ(library({"add-published"}).exit_code, 0);
    EXPECT_THAT(library({"list", "--search", "rescale"}).out, HasSubstr("Rescale"));
    EXPECT_THAT(library({"add-published"}).out, HasSubstr("already there"));
}

TEST_F(EngineLibrary, DamagedLibraryIsRescued) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    ASSERT_TRUE(write_file_atomically(database_, std::string(8192, 'Z')));

    const Outcome refused = library({"list"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("library rescue"));
    const Outcome rescued = library({"rescue"});
    EXPECT_EQ(rescued.exit_code, 0) << rescued.err;
    EXPECT_THAT(rescued.err, HasSubstr("set aside"));
    EXPECT_THAT(library({"list"}).out, HasSubstr("four threads"));
}

TEST_F(EngineLibrary, RecordsAreCountedAndDroppedKnowingly) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    EXPECT_THAT(library({"info"}).out, HasSubstr("1 study: 1 with a record"));
    EXPECT_EQ(library({"drop-records"}).exit_code, 2);  // which?
    const Outcome asked = library({"drop-records", "--before", "2027"});
    EXPECT_EQ(asked.exit_code, 2);
    EXPECT_THAT(asked.err, HasSubstr("the records of 1 study would be dropped: use --yes"));
    EXPECT_THAT(library({"drop-records", "1", "--yes"}).out, HasSubstr("dropped 1 record"));
    const auto info = library({"info", "--json"}).json();
    EXPECT_EQ(info.at("records_dropped"), 1);
    EXPECT_EQ(info.at("record_bytes"), 0);
}

TEST_F(EngineLibrary, ReadingMakesNoLibraryAndSaysWhereItLooked) {
    const std::string typo = scratch_.file("typo.sqlite");
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"library", "list"},
          {"library", "show", "1"},
          {"library", "check"},
          {"library", "purge", "--yes"},
          {"library", "set", "1", "--tag", "x"},
          {"library", "backup", scratch_.file("b.sqlite")}}) {
        auto arguments = command;
        arguments.insert(arguments.end(), {"--library", typo});
        const Outcome outcome = run_engine(arguments);
        EXPECT_EQ(outcome.exit_code, 1) << command[1];
        EXPECT_THAT(outcome.err, HasSubstr("there is no library '" + typo + "'")) << command[1];
        EXPECT_FALSE(std::filesystem::exists(typo)) << command[1];
    }
    EXPECT_EQ(run_engine({"library", "add-published", "--library", typo}).exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(typo));
}

TEST_F(EngineLibrary, ATagThatIsNotThereIsNotTakenOff) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    const Outcome none = library({"set", "1", "--untag", "x"});
    EXPECT_EQ(none.exit_code, 0);
    EXPECT_EQ(none.out, "study 1 has no tag 'x'\n");
    EXPECT_THAT(library({"set", "1", "--tag", "x"}).out, HasSubstr("changed study 1"));
    EXPECT_THAT(library({"set", "1", "--untag", "x"}).out, HasSubstr("changed study 1"));
}

TEST_F(EngineLibrary, ARescueThatFindsNoStudySaysThatItDoesNotKnow) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    std::filesystem::resize_file(database_, 4096);  // the header is left
    std::filesystem::remove_all(database_ + "-records");
    const Outcome refused = library({"list"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("library rescue"));
    const Outcome rescued = library({"rescue"});
    EXPECT_EQ(rescued.exit_code, 1);
    EXPECT_THAT(rescued.err, HasSubstr("no study could be read"));
}

TEST_F(EngineLibrary, ARescueSaysAsJsonWhatBecameOfTheLibrary) {
    ASSERT_TRUE(write_file_atomically(database_, std::string(8192, 'Z')));
    const Outcome rescued = library({"rescue", "--force", "--json"});
    EXPECT_EQ(rescued.exit_code, 1);
    const auto document = rescued.json();
    EXPECT_TRUE(document.at("unreadable"));
    EXPECT_EQ(document.at("studies_whole"), 0);
    EXPECT_TRUE(document.at("studies_incomplete").empty());
    EXPECT_TRUE(std::filesystem::exists(document.at("set_aside").get<std::string>()));
}

TEST_F(EngineLibrary, AnExportSaysOnWhichRemarksItsStudiesDoNotAgree) {
    const std::string second = scratch_.file("two.tlrun");
    ASSERT_TRUE(write_file_atomically(second, record_text(make_uuid())));
    ASSERT_EQ(run_engine({"import", record_, second, "--library", database_}).exit_code, 0);
    ASSERT_EQ(library({"set", "1", "--price", "2.5", "--note", "cold"}).exit_code, 0);
    const Outcome both = library({"export", "1", "2", "-o", scratch_.file("both.tlrun")});
    EXPECT_EQ(both.exit_code, 0) << both.err;
    EXPECT_THAT(both.out, HasSubstr("do not agree on the price per hour"));
    const Outcome one = library({"export", "1", "-o", scratch_.file("out.tlrun")});
    EXPECT_THAT(one.out, Not(HasSubstr("do not agree")));

    const std::string other = scratch_.file("other.sqlite");
    ASSERT_EQ(run_engine({"import", scratch_.file("out.tlrun"), "--library", other}).exit_code, 0);
    const Outcome list = run_engine({"library", "list", "--json", "--library", other});
    EXPECT_EQ(list.json().at("studies").at(0).at("price_per_hour"), 2.5);
    EXPECT_EQ(list.json().at("studies").at(0).at("note"), "cold");
}

TEST_F(EngineLibrary, WhatChangesNothingSaysSo) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    const Outcome set = library({"set", "1"});
    EXPECT_NE(set.exit_code, 0);
    EXPECT_THAT(set.err, HasSubstr("nothing to change"));
    EXPECT_THAT(library({"delete", "1"}).out, HasSubstr("moved to the bin"));
    EXPECT_THAT(library({"delete", "1"}).out, HasSubstr("study 1 is already in the bin"));
}

// Goal: two computers that are both called "vm" are told apart in a plain list, and a script finds
// their name as it was recorded.
TEST_F(EngineLibrary, ComputersOfOneNameAreToldApartInTheList) {
    for (const std::string cpu : {"AMD EPYC", "Intel Xeon"}) {
        const std::string path = scratch_.file(cpu + ".tlrun");
        std::string text = record_text(make_uuid());
        const std::string environment = R"("environment":{)";
        const std::size_t at = text.find(environment);
        ASSERT_NE(at, std::string::npos) << text;
        text.insert(
            at + environment.size(),
            R"("host.name":"vm","machine.id":")" + make_uuid() + R"(","cpu.model":")" + cpu + "\"");
        ASSERT_TRUE(write_file_atomically(path, text));
        ASSERT_EQ(run_engine({"import", path, "--library", database_}).exit_code, 0);
    }
    const Outcome list = library({"list"});
    EXPECT_THAT(list.out, AllOf(HasSubstr("vm, AMD EPYC"), HasSubstr("vm, Intel Xeon")));
    EXPECT_THAT(run_engine({"compare", "1", "2", "--library", database_}).out,
                HasSubstr("A: measured on a different computer than the base"));
    EXPECT_THAT(run_engine({"compare", "1", "1", "--library", database_}).out,
                Not(HasSubstr("different computer")));
    for (const auto& study : library({"list", "--json"}).json().at("studies")) {
        EXPECT_EQ(study.at("host"), "vm");
        EXPECT_THAT(study.at("computer").get<std::string>(), HasSubstr("vm, "));
    }
}

TEST_F(EngineLibrary, AGroupedListStaysNarrow) {
    ASSERT_EQ(run_engine({"library", "add-published", "--library", database_}).exit_code, 0);
    const std::string list = library({"list", "--group-by", "model"}).out;
    std::size_t widest = 0;
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = list.find('\n', begin);
        std::size_t width = 0;
        for (std::size_t at = begin; at < end; ++at) {
            width += (static_cast<unsigned char>(list[at]) & 0xC0U) == 0x80U ? 0 : 1;
        }
        widest = std::max(widest, width);
        begin = end + 1;
    }
    EXPECT_LE(widest, 100U);
}

TEST_F(EngineLibrary, RecordsBesideADamagedLibraryAreBroughtBackAndNamedFirst) {
    std::filesystem::create_directories(scratch_.file("spool/done"));
    std::filesystem::copy_file(record_, scratch_.file("spool/done/one.tlrun"));
    ASSERT_TRUE(write_file_atomically(database_, std::string(8192, 'Z')));

    const Outcome rescued = library({"rescue", "--force"});

    EXPECT_EQ(rescued.out.substr(0, rescued.out.find('\n')),
              "1 of your measurements was found as a record and brought back.");
    EXPECT_THAT(rescued.err, HasSubstr("the damaged library will be set aside as"));
    EXPECT_THAT(library({"list"}).out, HasSubstr("four threads"));
    EXPECT_THAT(library({"check"}).out, HasSubstr("intact"));
}

TEST_F(EngineLibrary, OtherFiguresOfAKnownStudyAreNotTakenIn) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    std::string text = record_text(uuid_);
    text.replace(text.find("1234"), 4, "9876");
    const std::string changed = scratch_.file("changed.tlrun");
    ASSERT_TRUE(write_file_atomically(changed, text));

    const Outcome outcome = run_engine({"import", changed, "--library", database_});

    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("images_per_second is 1234 there and 9876 here"));
    EXPECT_EQ(library({"show", "1", "--json"})
                  .json()
                  .at("runs")
                  .at(0)
                  .at("metrics")
                  .at("images_per_second"),
              1234.0);
}

// As another JSON program writes it: keys in its own order, a blank behind each colon.
TEST_F(EngineLibrary, ARecordThatWasWrittenAnewIsImportedAsItIsShown) {
    std::string anew;
    std::string text = record_text(uuid_);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        std::string line = nlohmann::json::parse(text.substr(at, end - at)).dump();
        for (std::size_t colon = line.find("\":"); colon != std::string::npos;
             colon = line.find("\":", colon + 3)) {
            line.insert(colon + 2, " ");
        }
        anew += line + "\n";
        at = end + 1;
    }
    ASSERT_FALSE(anew.starts_with("{\"type\""));
    const std::string copy = scratch_.file("anew.tlrun");
    ASSERT_TRUE(write_file_atomically(copy, anew));
    EXPECT_EQ(run_engine({"show", copy}).exit_code, 0);

    const Outcome outcome = run_engine({"import", copy, "--library", database_, "--json"});

    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.json().at("files").at(0).at("format"), "throughline-record");
    EXPECT_EQ(outcome.json().at("files").at(0).at("study"), uuid_);
    const Outcome first = run_engine({"import", record_, "--library", database_, "--json"});
    EXPECT_EQ(first.json().at("files").at(0).at("lines_new"), 0) << first.err;
}

TEST_F(EngineLibrary, AnExportWritesThroughALinkAsARunDoes) {
    ASSERT_EQ(run_engine({"import", record_, "--library", database_}).exit_code, 0);
    std::filesystem::create_directories(scratch_.file("elsewhere"));
    const std::string link = scratch_.file("link.tlrun");
    std::filesystem::create_symlink(scratch_.file("elsewhere/copy.tlrun"), link);

    EXPECT_EQ(library({"export", "1", "-o", link}).exit_code, 0);
    EXPECT_EQ(library({"export", "1", "-o", link, "--overwrite"}).exit_code, 0);

    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(run_engine({"show", scratch_.file("elsewhere/copy.tlrun")}).exit_code, 0);
}

TEST_F(EngineLibrary, OfManyStudiesThoseThatAreThereAreMoved) {
    const std::string second = scratch_.file("two.tlrun");
    ASSERT_TRUE(write_file_atomically(second, record_text(make_uuid())));
    ASSERT_EQ(run_engine({"import", record_, second, "--library", database_}).exit_code, 0);

    const Outcome moved = library({"delete", "1", "77", "2"});

    EXPECT_EQ(moved.exit_code, 1);
    EXPECT_THAT(moved.err, HasSubstr("study '77'"));
    EXPECT_THAT(moved.out, HasSubstr("study 1 moved to the bin"));
    EXPECT_THAT(moved.out, HasSubstr("study 2 moved to the bin"));
    EXPECT_THAT(library({"delete", "2"}).out, HasSubstr("is already in the bin"));
}

}  // namespace
}  // namespace throughline::tests

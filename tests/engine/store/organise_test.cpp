// SPDX-License-Identifier: Apache-2.0
// Goal: what a user says of studies is kept, found, carried over and brought back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "engine/record/join.h"
#include "engine/store/find_study.h"
#include "engine/store/library.h"
#include "engine/store/schema.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

record::Study study(const std::string& uuid, const std::string& title, const std::string& host) {
    record::Study made;
    made.header.study = uuid;
    made.header.title = title;
    made.header.origin = record::Origin::Imported;
    made.header.started_at = "2026-11-21T10:00:00Z";
    made.header.spec_json = "{}";
    made.header.environment["host.name"] = host;
    made.header.environment["import.path"] = std::string("/home/ada/results/") + title + ".json";
    record::RunData& run = made.runs.emplace_back();
    run.started = {.run = 1,
                   .settings = {{"model", std::string("resnet50")}, {"io_depth", std::int64_t{8}}},
                   .at = "2026-11-21T10:00:00Z"};
    run.status = record::RunStatus::Done;
    run.metrics["images_per_second"] = {.value = 1000.0};
    run.metrics["disk_utilisation{device=nvme0n1}"] = {.value = 91.0};
    run.samples.push_back({.run = 1,
                           .repeat = 1,
                           .t_s = 1.0,
                           .dt_s = 1.0,
                           .phase = record::Phase::Measured,
                           .metrics = {{"images_per_second", 1000.0}}});
    made.notes.push_back({.code = "x", .text = "ran on " + host + " alone"});
    made.footer = record::Footer{.runs_done = 1};
    return made;
}

class Organise : public ::testing::Test {
protected:
    std::int64_t add(const std::string& uuid, const std::string& title, const std::string& host) {
        const auto report = library_->add(study(uuid, title, host), "/x/" + title);
        EXPECT_TRUE(report);
        return report->study_id;
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
    std::unique_ptr<Library> library_ = open_library(path_);
};

TEST_F(Organise, WhatIsSaidOfAStudyIsKept) {
    const auto id = add("u1", "Alpha", "node7");

    ASSERT_TRUE(library_->change(id,
                                 {.title = "Renamed",
                                  .note = "the good one",
                                  .tags = std::vector<std::string>{" fast ", "a100", "fast", ""},
                                  .baseline = true,
                                  .target = "aws-fsx",
                                  .price_per_hour = 3.6}));
    const auto row = library_->study(id);

    ASSERT_TRUE(row);
    EXPECT_EQ(row->title, "Renamed");
    EXPECT_EQ(row->note, "the good one");
    EXPECT_THAT(row->tags, ElementsAre("a100", "fast"));
    EXPECT_TRUE(row->baseline);
    EXPECT_EQ(row->target, "aws-fsx");
    EXPECT_EQ(row->price_per_hour, 3.6);
    EXPECT_EQ(row->device, "nvme0n1");
    EXPECT_EQ(row->model, "resnet50");
    EXPECT_EQ(row->best_stages, "full");
}

TEST_F(Organise, ThereIsOneBaseline) {
    const auto first = add("u1", "Alpha", "node7");
    const auto second = add("u2", "Beta", "node7");
    ASSERT_TRUE(library_->change(first, {.baseline = true}));

    ASSERT_TRUE(library_->change(second, {.baseline = true}));

    EXPECT_FALSE(library_->study(first)->baseline);
    EXPECT_TRUE(library_->study(second)->baseline);
}

TEST_F(Organise, ChangesThatMakeNoSenseChangeNothing) {
    const auto id = add("u1", "Alpha", "node7");

    EXPECT_EQ(library_->change(id, {.title = "  "}).error().code, ErrorCode::Usage);
    EXPECT_EQ(library_->change(id, {.note = "n", .price_per_hour = -1.0}).error().code,
              ErrorCode::Usage);
    EXPECT_EQ(library_->change(99, {.note = "n"}).error().code, ErrorCode::NotFound);

    EXPECT_EQ(library_->study(id)->note, "");
}

// 3.6 USD an hour at 1,000 images/s: 0.001 USD a second, 1 USD a million.
TEST_F(Organise, PriceAndTargetStandWithTheRuns) {
    const auto id = add("u1", "Alpha", "node7");
    ASSERT_TRUE(library_->change(id, {.target = "aws-fsx", .price_per_hour = 3.6}));

    const auto runs = library_->runs(id);

    ASSERT_TRUE(runs);
    EXPECT_DOUBLE_EQ((*runs)[0].metrics.at("price_per_million_images").value, 1.0);
    EXPECT_EQ(spec::setting_text((*runs)[0].settings.at("storage_target")), "aws-fsx");
}

// Goal: what a user links says more than a path that the file names. Method: an imported run of a
// path, and a published one, which names its own storage.
TEST_F(Organise, ALinkedTargetReplacesThePathOfTheFile) {
    for (const auto& [origin, want] : {std::pair{record::Origin::Imported, "aws-fsx"},
                                       std::pair{record::Origin::Published, "/data"}}) {
        record::Study made = study(std::string("u-") + want, "Alpha", "node7");
        made.header.origin = origin;
        made.runs.at(0).started.settings["storage_target"] = std::string("/data");
        const auto report = library_->add(std::move(made), std::string("/x/") + want);
        ASSERT_TRUE(report);
        ASSERT_TRUE(library_->change(report->study_id, {.target = "aws-fsx"}));

        const auto runs = library_->runs(report->study_id);

        ASSERT_TRUE(runs);
        EXPECT_EQ(spec::setting_text((*runs)[0].settings.at("storage_target")), want);
    }
}

// "Storage alone" is many times as fast as the pipeline, and no machine costs that little.
TEST_F(Organise, AStageAloneHasNoPriceOfImages) {
    record::Study alone_only = study("u9", "Alpha", "node7");
    alone_only.runs[0].started.settings["stages"] = std::string("storage");
    const auto added = library_->add(alone_only, "/x/Alpha");
    ASSERT_TRUE(added);
    ASSERT_TRUE(library_->change(added->study_id, {.price_per_hour = 3.6}));

    const auto runs = library_->runs(added->study_id);

    ASSERT_TRUE(runs);
    const RunRow& alone = (*runs)[0];
    EXPECT_EQ(alone.metrics.at("price_per_hour").value, 3.6);
    EXPECT_FALSE(alone.metrics.contains("price_per_million_images"));
    EXPECT_THAT(alone.absent.at("price_per_million_images"),
                ::testing::StartsWith("storage was measured alone"));
}

TEST_F(Organise, WordsAreFoundWhereverTheyStand) {
    const auto alpha = add("u1", "Alpha", "node7");
    const auto beta = add("u2", "Beta", "gpu-box");
    ASSERT_TRUE(
        library_->change(beta, {.note = "night run", .tags = std::vector<std::string>{"keep"}}));

    EXPECT_THAT(*library_->search("alph"), ElementsAre(alpha));
    EXPECT_THAT(*library_->search("nvme0n1 keep"), ElementsAre(beta));
    EXPECT_THAT(*library_->search("NIGHT"), ElementsAre(beta));
    EXPECT_THAT(*library_->search("resnet50"), SizeIs(2));
    EXPECT_THAT(*library_->search("gpu-box"), ElementsAre(beta));
    EXPECT_THAT(*library_->search("nothing-like-it"), IsEmpty());
    EXPECT_THAT(*library_->search("\"' ( * AND"), IsEmpty());
    EXPECT_THAT(*library_->search(""), SizeIs(2));
    ASSERT_TRUE(library_->set_in_bin(alpha, true));
    EXPECT_THAT(*library_->search("alpha"), IsEmpty());
}

TEST_F(Organise, SearchForgetsWhatIsPurged) {
    const auto id = add("u1", "Alpha", "node7");
    ASSERT_TRUE(library_->set_in_bin(id, true));

    ASSERT_TRUE(library_->purge_bin());

    EXPECT_EQ(*Database::open(path_)->number("SELECT count(*) FROM study_text"), 0);
}

// A version 1 library, filled by the statements of its time.
TEST_F(Organise, LibraryOfVersionOneIsBroughtUpWithAllItHeld) {
    const std::string old_path = folder_.file("old.sqlite");
    {
        const auto old = Database::open(old_path);
        ASSERT_TRUE(prepare_schema(*old, old_path, migration_steps().first(1)));
        ASSERT_TRUE(old->execute(
            "INSERT INTO metric_key VALUES(1, 'images_per_second'), (2, 'model'), (3, 'stages'), "
            "(4, 'disk_utilisation{device=sda}');"
            "INSERT INTO study(id, uuid, title, origin, started_at, host, source_path) "
            "VALUES(7, 'u7', 'Old one', 'measured', '2026-01-01T00:00:00Z', 'box', '/old.tlrun');"
            "INSERT INTO study_record VALUES(7, '{\"type\":\"header\",\"environment\":"
            "{\"cpu.model\":\"Zebra 9\"}}', NULL, NULL);"
            "INSERT INTO run(id, study_id, number, status, started_at) "
            "VALUES(1, 7, 1, 'done', ''), (2, 7, 2, 'done', '');"
            "INSERT INTO run_setting VALUES(1, 2, 'text', 'vgg16'), (1, 3, 'text', 'decode'), "
            "(2, 3, 'text', 'full');"
            "INSERT INTO summary(run_id, derived, metric_id, value, n) VALUES(1, 0, 1, 900, 1), "
            "(2, 0, 1, 500, 1), (2, 0, 4, 50, 1);"));
        EXPECT_EQ(*old->number("PRAGMA user_version"), 1);
    }

    const auto library = Library::open(old_path);

    ASSERT_TRUE(library) << describe(library.error());
    const auto row = (*library)->study(7);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->title, "Old one");
    EXPECT_EQ(row->device, "sda");
    EXPECT_EQ(row->model, "vgg16");
    EXPECT_EQ(row->best_stages, "full");
    EXPECT_FALSE(row->baseline);
    EXPECT_THAT(*(*library)->search("zebra"), ElementsAre(7));
    EXPECT_EQ((*library)->runs(7)->size(), 2U);
    EXPECT_TRUE((*library)->change(7, {.tags = std::vector<std::string>{"old"}}));
}

TEST_F(Organise, SelectionIsOneRecord) {
    const auto alpha = add("u1", "Alpha", "node7");
    const auto beta = add("u2", "Beta", "gpu-box");
    const std::string file = folder_.file("both.tlrun");

    ASSERT_TRUE(library_->export_records({alpha, beta}, file, {}));
    const auto other = open_library(folder_.file("other.sqlite"));
    const auto report = other->ingest(file);

    ASSERT_TRUE(report) << describe(report.error());
    const auto runs = other->runs(report->study_id);
    ASSERT_EQ(runs->size(), 2U);
    EXPECT_EQ(spec::setting_text((*runs)[1].settings.at("source_file")), "Beta");
    EXPECT_THAT(read_text(file), HasSubstr("node7"));
}

TEST_F(Organise, ExportWithoutHostsNamesNone) {
    const auto alpha = add("u1", "Alpha on node7", "node7.cluster.example");
    const auto beta = add("u2", "Beta", "gpu-box");
    const std::string file = folder_.file("both.tlrun");

    ASSERT_TRUE(library_->export_records({alpha, beta}, file, {.host_names = false}));

    const std::string text = read_text(file);
    EXPECT_THAT(text, Not(HasSubstr("node7")));
    EXPECT_THAT(text, Not(HasSubstr("gpu-box")));
    EXPECT_THAT(text, Not(HasSubstr("/home/ada")));
    EXPECT_THAT(text, HasSubstr("host-1"));
    EXPECT_THAT(text, HasSubstr("host-2"));
    EXPECT_TRUE(open_library(folder_.file("other.sqlite"))->ingest(file));
}

record::Study measured(const std::string& uuid, const std::string& machine_id) {
    record::Study made = study(uuid, "photos", "vm");
    made.header.origin = record::Origin::Measured;
    made.header.environment["machine.id"] = machine_id;
    made.header.environment["cpu.model"] = std::string("AMD EPYC");
    made.header.environment["cpu.cores"] = std::int64_t{2};
    made.header.environment["memory_bytes"] = std::int64_t{25276514304};
    return made;
}

TEST_F(Organise, TwoMachinesOfOneNameStayTwo) {
    const auto one = library_->add(measured("u1", "a1"), "/x/u1");
    const auto two = library_->add(measured("u2", "b2"), "/x/u2");
    ASSERT_TRUE(one && two);

    const auto first = library_->study(one->study_id)->machine;
    const auto second = library_->study(two->study_id)->machine;

    EXPECT_EQ(first.host, second.host);
    EXPECT_EQ(record::same_machine(first, second), record::SameMachine::No);
    EXPECT_EQ(
        record::same_machine(first, record::machine_of(library_->load(one->study_id)->header)),
        record::SameMachine::Yes);
    const std::string file = folder_.file("two.tlrun");
    ASSERT_TRUE(
        library_->export_records({one->study_id, two->study_id}, file, {.host_names = false}));
    EXPECT_THAT(read_text(file), HasSubstr("machine-2"));
    EXPECT_THAT(read_text(file), Not(HasSubstr("a1")));
}

// The library alone says it: no folder, no settings of the window beside it.
TEST_F(Organise, ADemoStaysADemoWhereverItGoes) {
    const std::string recording = THROUGHLINE_RESOURCES "/demo/decode-threads.tlrun";
    const auto demo = library_->ingest(recording);
    ASSERT_TRUE(demo);
    EXPECT_TRUE(library_->study(demo->study_id)->machine.demo);
    const std::string own = folder_.file("exported.tlrun");
    const std::string joined = folder_.file("joined.tlrun");
    const auto mine = add("u1", "Alpha", "node7");
    ASSERT_TRUE(library_->export_records({demo->study_id}, own, {}));
    ASSERT_TRUE(library_->export_records({mine, demo->study_id}, joined, {}));

    const auto other = open_library(folder_.file("other.sqlite"));
    for (const std::string& file : {own, joined}) {
        const auto again = other->ingest(file);
        ASSERT_TRUE(again) << file;
        EXPECT_TRUE(other->study(again->study_id)->machine.demo) << file;
        EXPECT_TRUE(record::is_demo(other->load(again->study_id)->header)) << file;
    }

    // A copy that was exported before records could say it.
    std::string before = read_text(recording);
    const std::string mark = R"("demo":true,)";
    ASSERT_NE(before.find(mark), std::string::npos);
    before.erase(before.find(mark), mark.size());
    const auto third = open_library(folder_.file("third.sqlite"));
    const auto old = ingest_text(*third, folder_.file("old.tlrun"), before);
    EXPECT_TRUE(third->study(old.study_id)->machine.demo);
}

TEST_F(Organise, LibraryOfVersionTwoLearnsItsMachinesAndDemos) {
    const auto own = library_->add(measured("u1", "a1"), "/x/u1");
    const auto demo =
        library_->add(measured("64f91c34-2e4a-4b0f-8f9e-2595c66aefcb", "a1"), "/x/u2");
    ASSERT_TRUE(own && demo);
    library_.reset();
    const std::string older = folder_.file("two.sqlite");
    {
        const auto database = Database::open(older);
        ASSERT_TRUE(database);
        ASSERT_TRUE(prepare_schema(*database, older, migration_steps().first(2)));
        const auto filled = database->execute(
            "ATTACH '" + path_ +
            "' AS newer; INSERT INTO study(id, uuid, title, origin, started_at, host, source_path) "
            "SELECT id, uuid, title, origin, started_at, host, source_path FROM newer.study; "
            "INSERT INTO study_record SELECT * FROM newer.study_record");
        ASSERT_TRUE(filled) << describe(filled.error());
    }
    library_ = open_library(older);

    const auto row = library_->study(own->study_id);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->machine.id, "a1");
    EXPECT_EQ(row->machine.memory_bytes, 25276514304);
    EXPECT_FALSE(row->machine.demo);
    EXPECT_TRUE(library_->study(demo->study_id)->machine.demo);
}

// Of every version there was: what it held is kept twice.
TEST_F(Organise, OlderLibraryIsSavedBeforeItIsBroughtUp) {
    for (std::int64_t version = 1; version <= schema_version(); ++version) {
        const TemporaryDirectory own;
        const std::string file = own.file("library.sqlite");
        {
            const auto old = Database::open(file);
            ASSERT_TRUE(old);
            ASSERT_TRUE(prepare_schema(
                *old, file, migration_steps().first(static_cast<std::size_t>(version))));
            ASSERT_TRUE(old->execute(
                "INSERT INTO study(id, uuid, title, origin, started_at, host, source_path) "
                "VALUES(7, 'u7', 'Old one', 'measured', '2026-01-01T00:00:00Z', 'box', '/o')"));
        }

        const auto library = Library::open(file);
        ASSERT_TRUE(library) << describe(library.error());
        EXPECT_EQ((*library)->study(7)->title, "Old one");

        const std::string start = "library-schema-" + std::to_string(version) + "-";
        std::vector<std::string> saved;
        for (const auto& entry : std::filesystem::directory_iterator(
                 std::filesystem::path(own.file("x")).parent_path())) {
            if (entry.path().filename().string().starts_with(start)) {
                saved.push_back(entry.path().string());
            }
        }
        ASSERT_EQ(saved.size(), version < schema_version() ? 1U : 0U) << "version " << version;
        for (const std::string& backup : saved) {
            EXPECT_EQ(*Database::open(backup)->number("PRAGMA user_version"), version);
            EXPECT_EQ(*Database::open(backup)->number("SELECT id FROM study"), 7);
        }
    }
}

TEST_F(Organise, ExportWithoutHostsNamesNoUser) {
    record::Study made = study("u1", "Alpha", "");
    made.runs.at(0).started.settings["storage_target"] = std::string("/home/grace/data");
    made.header.environment["file2.import.config"] = std::string("/srv/secret-project/hydra.yaml");
    made.runs.at(0).notes.push_back(
        {.run = 1, .code = "x", .level = record::Level::Info, .text = "read /Users/grace.h/a"});
    const auto report = library_->add(std::move(made), "/x/u1");
    ASSERT_TRUE(report);
    const std::string file = folder_.file("u1.tlrun");

    ASSERT_TRUE(library_->export_records({report->study_id}, file, {.host_names = false}));

    EXPECT_THAT(read_text(file), Not(HasSubstr("grace")));
    EXPECT_THAT(read_text(file), Not(HasSubstr("secret-project")));
    EXPECT_THAT(read_text(file), HasSubstr("hydra.yaml"));
    EXPECT_THAT(read_text(file), HasSubstr(R"("read a")"));
}

TEST_F(Organise, BackupBringsBackWhatWasLost) {
    const auto id = add("u1", "Alpha", "node7");
    ASSERT_TRUE(library_->change(id, {.note = "kept"}));
    const std::string backup = folder_.file("backup.sqlite");
    ASSERT_TRUE(library_->backup(backup));
    EXPECT_EQ(library_->backup(backup).error().code, ErrorCode::Usage);
    ASSERT_TRUE(library_->set_in_bin(id, true));
    ASSERT_TRUE(library_->purge_bin());
    add("u2", "Beta", "node7");

    const auto saved = library_->restore(backup);

    ASSERT_TRUE(saved) << describe(saved.error());
    const auto rows = library_->studies();
    ASSERT_THAT(*rows, SizeIs(1));
    EXPECT_EQ(rows->front().note, "kept");
    EXPECT_THAT(*open_library(*saved)->studies(), SizeIs(1));  // what was there before
    EXPECT_THAT(*open_library(path_)->studies(), SizeIs(1));   // for another process, too
}

TEST_F(Organise, BackupNeverReplacesTheLibraryAndAnotherFileOnlyWhenTold) {
    add("u1", "Alpha", "node7");
    EXPECT_EQ(library_->backup(path_, true).error().code, ErrorCode::Usage);
    EXPECT_THAT(*library_->studies(), SizeIs(1));
    const std::string backup = folder_.file("backup.sqlite");
    write_text(backup, "an older backup");
    EXPECT_EQ(library_->backup(backup).error().code, ErrorCode::Usage);
    EXPECT_EQ(read_text(backup), "an older backup");
    ASSERT_TRUE(library_->backup(backup, true));
    EXPECT_THAT(*open_library(backup)->studies(), SizeIs(1));
}

// They come with the program, so that they would come back, but without what was said of them.
TEST_F(Organise, PublishedStudiesStayInTheBin) {
    record::Study made = study("p1", "One", "");
    made.header.origin = record::Origin::Published;
    ASSERT_TRUE(library_->keep_published({made}));
    const auto id = library_->studies()->front().id;
    ASSERT_TRUE(library_->change(id, {.note = "mine"}));
    ASSERT_TRUE(library_->set_in_bin(id, true));
    EXPECT_EQ(*library_->purge_bin(), 0);
    EXPECT_EQ(*library_->keep_published({made}), 0);
    ASSERT_TRUE(library_->set_in_bin(id, false));
    EXPECT_EQ(library_->study(id)->note, "mine");
}

TEST_F(Organise, WhatIsNoBackupIsRefused) {
    add("u1", "Alpha", "node7");
    write_text(folder_.file("notes.txt"), std::string(8192, 'n'));

    EXPECT_EQ(library_->restore(folder_.file("notes.txt")).error().code, ErrorCode::Format);
    EXPECT_EQ(library_->restore(folder_.file("none")).error().code, ErrorCode::NotFound);

    EXPECT_THAT(*library_->studies(), SizeIs(1));
}

// Goal: the number of a study that is gone never means another study.
TEST_F(Organise, DigitsAreANumberAndNoUuid) {
    const auto id = add("65600000-0000-4000-8000-000000000001", "Alpha", "node7");

    EXPECT_FALSE(find_study(*library_, "656"));
    EXPECT_EQ(*find_study(*library_, std::to_string(id)), id);
    EXPECT_EQ(*find_study(*library_, "65600000"), id);
    EXPECT_EQ(*find_study(*library_, "65600000-0"), id);
}

TEST_F(Organise, PublishedStudiesFollowTheCatalogue) {
    const auto published = [](const std::string& uuid, const std::string& title) {
        record::Study made = study(uuid, title, "");
        made.header.origin = record::Origin::Published;
        return made;
    };
    add("own", "Own", "node7");
    EXPECT_EQ(*library_->keep_published({published("p1", "One"), published("p2", "Two")}), 2);
    EXPECT_EQ(*library_->keep_published({published("p1", "One"), published("p2", "Two")}), 0);
    ASSERT_TRUE(library_->set_in_bin(library_->search("Two")->front(), true));

    EXPECT_EQ(*library_->keep_published({published("p2", "Two"), published("p3", "Three")}), 2);

    EXPECT_THAT(*library_->studies(), SizeIs(2));  // Own and Three
    EXPECT_THAT(*library_->studies(true), SizeIs(1));
    EXPECT_THAT(*library_->search("One"), IsEmpty());
}

}  // namespace
}  // namespace throughline::store

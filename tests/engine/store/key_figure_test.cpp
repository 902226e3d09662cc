// SPDX-License-Identifier: Apache-2.0
// Which figure a list says of a study.
#include <gtest/gtest.h>

#include <string>

#include "engine/store/database.h"
#include "engine/store/library.h"
#include "engine/store/schema.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

/// A storage baseline: reads past and through the page cache, and small files against shards.
record::Study baseline() {
    record::Study study;
    study.header.study = "u-baseline";
    study.header.title = "Disk";
    study.header.origin = record::Origin::Measured;
    study.header.started_at = "2026-11-26T10:00:00Z";
    study.header.spec_json = "{}";
    const auto add = [&](const char* pattern, bool direct, const char* metric, double value) {
        record::RunData& run = study.runs.emplace_back();
        run.started = {.run = static_cast<int>(study.runs.size()),
                       .settings = {{"stages", std::string("storage")},
                                    {"pattern", std::string(pattern)},
                                    {"storage.direct", direct}},
                       .at = "2026-11-26T10:00:00Z"};
        run.status = record::RunStatus::Done;
        run.metrics[metric] = {.value = value};
    };
    add("randread", true, "requested_read_bytes_per_second", 7e8);
    add("read", true, "requested_read_bytes_per_second", 18e8);
    add("read", false, "requested_read_bytes_per_second", 26e8);
    add("metadata", true, "samples_per_second", 61703.0);
    study.footer = record::Footer{.runs_done = 4};
    return study;
}

TEST(KeyFigure, OfAStorageBaselineIsWhatTheDiskDelivered) {
    const TemporaryDirectory folder;
    const auto library = open_library(folder.file("library.sqlite"));

    const auto added = library->add(baseline(), "/x/disk");

    ASSERT_TRUE(added) << describe(added.error());
    const auto row = library->study(added->study_id);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->key_metric, "requested_read_bytes_per_second");
    EXPECT_EQ(row->key_value, 18e8) << "neither the page cache's rate nor that of small files";
}

// Goal: lists of libraries that are there already are put right. Method: a library of the version
// before with the rows that it wrote.
TEST(KeyFigure, IsPutRightInALibraryOfTheVersionBefore) {
    constexpr std::size_t kVersionBefore = 8;
    const TemporaryDirectory folder;
    const std::string file = folder.file("library.sqlite");
    {
        const auto old = Database::open(file);
        ASSERT_TRUE(old);
        ASSERT_TRUE(prepare_schema(*old, file, migration_steps().first(kVersionBefore)));
        ASSERT_TRUE(old->execute(
            "INSERT INTO metric_key(id, key) VALUES(1, 'pattern'), (2, 'storage.direct'), "
            "(3, 'samples_per_second'), (4, 'requested_read_bytes_per_second');"
            "INSERT INTO study(id, uuid, title, origin, started_at, host, source_path, key_metric, "
            "key_value) VALUES(7, 'u7', 'Disk', 'measured', '2026-01-01T00:00:00Z', 'box', '/o', "
            "'samples_per_second', 61703.0);"
            "INSERT INTO run(id, study_id, number, status, started_at) VALUES(1, 7, 1, 'done', "
            "''), "
            "(2, 7, 2, 'done', ''), (3, 7, 3, 'done', '');"
            "INSERT INTO run_setting(run_id, key_id, type, value) VALUES"
            "(1, 1, 'text', 'read'), (1, 2, 'boolean', 1), (2, 1, 'text', 'read'), "
            "(2, 2, 'boolean', 0), (3, 1, 'text', 'metadata'), (3, 2, 'boolean', 1);"
            "INSERT INTO summary(run_id, derived, metric_id, value) VALUES"
            "(1, 0, 4, 18e8), (2, 0, 4, 26e8), (3, 0, 3, 61703.0)"));
    }

    const auto library = open_library(file);

    const auto row = library->study(7);
    ASSERT_TRUE(row) << describe(row.error());
    EXPECT_EQ(row->key_metric, "requested_read_bytes_per_second");
    EXPECT_EQ(row->key_value, 18e8);
}

}  // namespace
}  // namespace throughline::store

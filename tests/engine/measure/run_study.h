// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/measure/study_runner.h"
#include "engine/record/read_record.h"
#include "engine/record/record_writer.h"
#include "engine/record/study.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::measure {

/// A real study on a small folder: real files, real reader, real record.
class RunStudy : public ::testing::Test {
protected:
    void SetUp() override {
        fixtures::write_jpegs(images_.path(), 48);
        spec_ = spec::default_spec();
        set("dataset.path=" + images_.path());
        set("decode.threads=2");
        set("decode.width_px=32");
        set("decode.height_px=32");
        set("batch.images=8");
        set("warmup_seconds=0.1");
        set("duration_seconds=0.4");
    }

    void set(const std::string& assignment) {
        const auto result = spec::apply_set(spec_, assignment);
        ASSERT_TRUE(result) << result.error().what;
    }
    void sweep(const std::string& assignment) {
        const auto result = spec::apply_sweep(spec_, assignment);
        ASSERT_TRUE(result) << result.error().what;
    }

    /// Measures into record_ and reads it back.
    record::Study measure(const StudyOptions& options = {}) {
        auto prepared = prepare_study(spec_, {});
        EXPECT_TRUE(prepared) << prepared.error().what;
        auto writer = record::RecordWriter::open({.path = record_, .overwrite = true});
        EXPECT_TRUE(writer) << writer.error().what;
        auto study = run_study(*prepared, options, control_, **writer);
        EXPECT_TRUE(study) << study.error().what;
        EXPECT_TRUE((*writer)->close(static_cast<std::int64_t>(study->runs.size())));
        auto read = record::read_record(record_);
        EXPECT_TRUE(read) << read.error().what;
        EXPECT_FALSE(read->damage);
        return read->study;
    }

    /// "": the run has no such note.
    static std::string note_text(const record::RunData& run, const std::string& code) {
        const auto found = std::ranges::find(run.notes, code, &record::Note::code);
        return found == run.notes.end() ? "" : found->text;
    }

    static double metric(const record::RunData& run, const char* key) {
        const auto found = run.metrics.find(key);
        return found == run.metrics.end() ? -1.0 : found->second.value;
    }
    static bool has_note(const record::RunData& run, const std::string& code) {
        return std::any_of(run.notes.begin(), run.notes.end(), [&](const record::Note& note) {
            return note.code == code;
        });
    }

    fixtures::TemporaryFolder images_;
    fixtures::TemporaryFolder place_;
    std::string record_ = place_.file("study.tlrun");
    spec::StudySpec spec_;
    RunControl control_;
};

}  // namespace throughline::measure

// SPDX-License-Identifier: Apache-2.0
// Runs whose buffers fill or empty while they are measured say so.
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/engine/measure/run_study.h"

namespace throughline::measure {
namespace {

using ::testing::HasSubstr;

class ReadAhead : public RunStudy {
protected:
    void SetUp() override {
        RunStudy::SetUp();
        fixtures::write_jpegs(images_.path(), 400);
        set("consumer.kind=paced");
        set("consumer.batch_seconds=0.1");
        set("warmup_seconds=0");
        set("duration_seconds=1.5");
    }
};

TEST_F(ReadAhead, IsToldWhileItBecomesMore) {
    set("pipeline.prefetch_images=100000");
    const record::Study study = measure();
    ASSERT_EQ(study.runs.size(), 1U);
    EXPECT_THAT(note_text(study.runs[0], "measure.unsteady"),
                HasSubstr("the buffers were still filling"));
}

TEST_F(ReadAhead, IsNotToldOnceItIsFull) {
    set("pipeline.prefetch_images=8");
    set("storage.queue_depth=1");
    set("warmup_seconds=1");
    const record::Study study = measure();
    ASSERT_EQ(study.runs.size(), 1U);
    EXPECT_THAT(note_text(study.runs[0], "measure.unsteady"), Not(HasSubstr("read")));
}

// Images that are gone when their turn comes were never read ahead.
TEST_F(ReadAhead, IsNotToldOfImagesThatCannotBeRead) {
    set("pipeline.prefetch_images=8");
    set("storage.queue_depth=1");
    set("warmup_seconds=1");
    set("consumer.batch_seconds=0.02");
    const auto prepared = prepare_study(spec_, {});
    ASSERT_TRUE(prepared) << prepared.error().what;
    int left = 0;
    for (const auto& file : std::filesystem::directory_iterator(images_.path())) {
        if (left++ % 4 == 0) {
            std::filesystem::remove(file);
        }
    }
    auto writer = record::RecordWriter::open({.path = record_, .overwrite = true});
    ASSERT_TRUE(writer) << writer.error().what;
    const auto study = run_study(*prepared, {}, control_, **writer);
    ASSERT_TRUE(study) << study.error().what;
    ASSERT_EQ(study->runs.size(), 1U);
    EXPECT_GT(metric(study->runs[0], "failed_images"), 16.0);
    EXPECT_EQ(note_text(study->runs[0], "measure.unsteady"), "");
}

}  // namespace
}  // namespace throughline::measure

// SPDX-License-Identifier: Apache-2.0
// Runs whose buffers fill or empty while they are measured say so.
#include <gmock/gmock.h>

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
                HasSubstr("the images read ahead were still becoming more"));
}

TEST_F(ReadAhead, IsNotToldOnceItIsFull) {
    set("pipeline.prefetch_images=8");
    set("storage.queue_depth=1");
    set("warmup_seconds=1");
    const record::Study study = measure();
    ASSERT_EQ(study.runs.size(), 1U);
    EXPECT_THAT(note_text(study.runs[0], "measure.unsteady"), Not(HasSubstr("read")));
}

}  // namespace
}  // namespace throughline::measure

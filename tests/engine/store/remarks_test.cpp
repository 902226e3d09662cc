// SPDX-License-Identifier: Apache-2.0
// Goal: what the user says of a study goes with its record into the library of somebody else, and
// never takes the place of what is said there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/store/library.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class RecordRemarks : public ::testing::Test {
protected:
    std::int64_t add(const std::string& uuid) {
        return ingest_text(*library_, folder_.file("in.tlrun"), record_of(example_lines(uuid)))
            .study_id;
    }
    void say(std::int64_t id, const StudyChange& change) {
        const auto changed = library_->change(id, change);
        EXPECT_TRUE(changed) << describe(changed.error());
    }

    const TemporaryDirectory folder_;
    const std::string out_ = folder_.file("out.tlrun");
    std::unique_ptr<Library> library_ = open_library(folder_.file("library.sqlite"));
    std::unique_ptr<Library> other_ = open_library(folder_.file("other.sqlite"));
};

TEST_F(RecordRemarks, ComeIntoALibraryThatHasNotTheStudy) {
    const auto id = add("u1");
    say(id,
        {.note = "second disk",
         .tags = std::vector<std::string>{"cold", "zebra"},
         .baseline = true,
         .target = "gp3",
         .price_per_hour = 3.06});
    ASSERT_TRUE(library_->export_record(id, out_));

    const auto report = other_->ingest(out_);

    ASSERT_TRUE(report) << describe(report.error());
    const auto row = other_->study(report->study_id);
    EXPECT_THAT(row->tags, ElementsAre("cold", "zebra"));
    EXPECT_EQ(row->note, "second disk");
    EXPECT_EQ(row->target, "gp3");
    EXPECT_EQ(row->price_per_hour, 3.06);
    EXPECT_FALSE(row->baseline) << "a baseline is the reader's own choice";
    EXPECT_THAT(*other_->search("zebra"), ElementsAre(report->study_id));
}

TEST_F(RecordRemarks, NeverTakeThePlaceOfWhatIsSaidThere) {
    const auto id = add("u1");
    say(id, {.note = "theirs", .tags = std::vector<std::string>{"theirs"}});
    ASSERT_TRUE(library_->export_record(id, out_));
    const auto mine =
        ingest_text(*other_, folder_.file("mine.tlrun"), record_of(example_lines("u1"))).study_id;
    ASSERT_TRUE(other_->change(mine, {.note = "mine"}));

    ASSERT_TRUE(other_->ingest(out_));

    EXPECT_EQ(other_->study(mine)->note, "mine");
    EXPECT_THAT(other_->study(mine)->tags, IsEmpty());
}

TEST_F(RecordRemarks, AreThoseOfNowAndNotOfTheRecordThatCame) {
    const auto id = add("u1");
    say(id, {.note = "before"});
    ASSERT_TRUE(library_->export_record(id, out_));
    const auto there = other_->ingest(out_)->study_id;
    ASSERT_TRUE(other_->change(there, {.note = ""}));

    ASSERT_TRUE(other_->export_record(there, out_));

    EXPECT_THAT(read_text(out_), Not(HasSubstr("before")));
}

TEST_F(RecordRemarks, OfSeveralThatDoNotAgreeAreNamed) {
    const auto one = add("u1");
    const auto two = add("u2");
    say(one, {.note = "slow", .target = "gp3", .price_per_hour = 3.0});
    say(two, {.target = "io2", .price_per_hour = 3.0});

    EXPECT_THAT(*library_->export_leaves_out({one, two}), ElementsAre("the storage target"));
    ASSERT_TRUE(library_->export_records({one, two}, out_, {}));

    const auto row = other_->study(other_->ingest(out_)->study_id);
    EXPECT_THAT(row->note, HasSubstr(": slow"));
    EXPECT_EQ(row->target, "");
    EXPECT_EQ(row->price_per_hour, 3.0);
}

}  // namespace
}  // namespace throughline::store

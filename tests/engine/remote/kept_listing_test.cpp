// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/kept_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/file_descriptor.h"
#include "engine/remote/remote_files.h"
#include "tests/engine/remote/lab_store.h"
#include "tests/fixtures/temporary_folder.h"

// Listings of the fault server, kept in real files and used again after it has gone.
namespace throughline::remote {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class KeptListings : public testing::Test {
protected:
    /// Lists this place of the server and keeps it in file_.
    std::shared_ptr<const RemoteFiles> keep(const std::string& prefix) {
        auto listed = list_files(lab_.open(prefix), {});
        EXPECT_TRUE(listed) << describe(listed.error());
        const auto kept = keep_listing(**listed, file_);
        EXPECT_TRUE(kept) << describe(kept.error());
        return *std::move(listed);
    }
    Result<std::shared_ptr<const RemoteFiles>> use(const std::string& prefix) {
        return list_files(lab_.open(prefix), {.kept = file_});
    }
    std::vector<std::string> keys_below(const std::string& prefix) {
        const auto used = use(prefix);
        EXPECT_TRUE(used) << describe(used.error());
        std::vector<std::string> keys;
        for (const auto& file : used ? (*used)->files() : std::vector<RemoteFiles::File>()) {
            keys.push_back((*used)->key_prefix() + file.path);
        }
        return keys;
    }
    std::string text() const { return *read_whole_file(file_); }
    std::string refusal_of(const std::string& text) {
        EXPECT_TRUE(write_file_atomically(file_, text));
        const auto used = use("p");
        EXPECT_FALSE(used) << text;
        return used ? "" : describe(used.error());
    }

    LabStore lab_{{"--page", "2", "--odd-keys", "3"}};
    fixtures::TemporaryFolder place_;
    std::string file_ = place_.file("keys.txt");
};

// Goal: what was listed is there again, byte by byte, with nothing asked of the store.
TEST_F(KeptListings, AreTheSameWithoutTheStore) {
    for (const char* const key : {"p/b/2.jpg", "p/a b%20\t+=&.jpg", "p/\xC3\xA9\xFF.jpg", "q/x"}) {
        lab_.put(key, std::string(std::string_view(key).size(), 'x'));
    }
    lab_.start();
    const auto listed = keep("p");
    lab_.stop();
    const auto used = use("p");
    ASSERT_TRUE(used) << describe(used.error());
    ASSERT_EQ((*used)->files().size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ((*used)->files()[i].path, listed->files()[i].path);
        EXPECT_EQ((*used)->files()[i].bytes, listed->files()[i].bytes);
    }
    EXPECT_EQ((*used)->key_prefix(), "p/");
    EXPECT_EQ((*used)->left_out_total(), 3U) << "a copy of it is incomplete, as before";
    EXPECT_THAT(text(), Not(HasSubstr("127.0.0.1")));
}

TEST_F(KeptListings, ServeWhatLiesBelowTheirPlace) {
    for (const char* const key : {"p/a/1.jpg", "p/b", "p/b/2.jpg", "p/bb/3.jpg", "r/s.tar"}) {
        lab_.put(std::string(key) == "p/b" ? "p/c" : key, "x");
    }
    lab_.start();
    keep("");
    EXPECT_THAT(keys_below("p/b"), ElementsAre("p/b/2.jpg"));
    EXPECT_THAT(keys_below("p/c"), ElementsAre("p/c")) << "one object by its name";
    EXPECT_THAT(keys_below("r/"), ElementsAre("r/s.tar"));
    EXPECT_EQ(use("nothing").error().code, ErrorCode::NotFound);
    keep("r/s.tar");
    EXPECT_THAT(keys_below("r/s.tar"), ElementsAre("r/s.tar"));
    const auto wider = use("r");
    ASSERT_FALSE(wider) << "nobody knows what else lies there";
    EXPECT_THAT(
        wider.error().what,
        HasSubstr("is a listing of 's3://data/r/s.tar', which does not hold 's3://data/r'"));
}

TEST_F(KeptListings, AreRefusedWithLineAndReason) {
    lab_.put("p/1.jpg", "x");
    lab_.put("p/2.jpg", "x");
    lab_.start();
    keep("p");
    const std::string sound = text();
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string spoiled = sound;
        spoiled.replace(spoiled.find(from), from.size(), to);
        return refusal_of(spoiled);
    };
    EXPECT_THAT(with("# Throughline listing 1", "key,size"), HasSubstr("is no kept listing"));
    EXPECT_THAT(refusal_of(""), HasSubstr("is no kept listing"));
    EXPECT_THAT(with("# objects: 2", "# objects: many"),
                AllOf(HasSubstr("line 3 of"), HasSubstr("'many' is no number")));
    EXPECT_THAT(with("# left out", "# right"), HasSubstr("line 4 of"));
    EXPECT_THAT(with("1\tp/2.jpg", "1 p/2.jpg"),
                AllOf(HasSubstr("line 6 of"), HasSubstr("no tab")));
    EXPECT_THAT(with("1\tp/2.jpg", "-1\tp/2.jpg"), HasSubstr("'-1' is no size in bytes"));
    EXPECT_THAT(with("1\tp/2.jpg", "1\tp/%2"), HasSubstr("line 6 of"));
    EXPECT_THAT(with("1\tp/2.jpg", "1\tp/2.jpg\r"), HasSubstr("escaped as %XX"));
    EXPECT_THAT(with("1\tp/2.jpg", "1\tq/2.jpg"),
                HasSubstr("'q/2.jpg' does not lie at the place of the listing"));
    EXPECT_THAT(with("1\tp/2.jpg", "1\tp/1.jpg"), HasSubstr("names 's3://data/p/1.jpg' twice"));
    EXPECT_THAT(with("1\tp/2.jpg\n", ""), HasSubstr("is to name 2 objects and names 1"));
    EXPECT_THAT(with("s3://data/p/", "s3://other/p/"), HasSubstr("which does not hold"));
}

TEST_F(KeptListings, ReplaceOnlyListings) {
    lab_.put("p/1.jpg", "x");
    lab_.start();
    const auto listed = keep("p");
    EXPECT_TRUE(keep_listing(*listed, file_)) << "an older one is replaced";
    ASSERT_TRUE(write_file_atomically(file_, "a letter"));
    const auto kept = keep_listing(*listed, file_);
    ASSERT_FALSE(kept);
    EXPECT_THAT(kept.error().what, HasSubstr("exists and is no kept listing"));
    EXPECT_EQ(text(), "a letter");
}

}  // namespace
}  // namespace throughline::remote

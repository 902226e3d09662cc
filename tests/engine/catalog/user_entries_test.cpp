// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "engine/catalog/catalog.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::catalog {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(UserEntries, AreAddedAndMayReplaceABuiltInOne) {
    Catalog catalog = Catalog::built_in();
    const auto before = catalog.storage().size();

    const auto errors = catalog.add_user_text(
        R"({"storage": [{"id": "lab-nas", "name": "NAS of the lab", "shared": true,
                         "read_bytes_per_s": 1.1e9,
                         "model": {"sto_bw": 1.1e9, "sto_shared": true, "sto_remote": true},
                         "price": {"usd_per_month": 120, "date": "2026-11-01"}},
                        {"id": "aws-gp3", "name": "gp3 as we bought it", "read_iops": 16000}]})",
        "mine.json");

    EXPECT_THAT(errors, IsEmpty());
    EXPECT_EQ(catalog.storage().size(), before + 1);
    ASSERT_NE(catalog.find_storage("lab-nas"), nullptr);
    EXPECT_EQ(catalog.find_storage("lab-nas")->maker.file, "mine.json");
    EXPECT_EQ(catalog.find_storage("lab-nas")->read_iops.gap, "not stated");
    EXPECT_EQ(catalog.find_storage("aws-gp3")->name, "gp3 as we bought it");
}

TEST(UserEntries, MistakesNameFileEntryAndField) {
    Catalog catalog = Catalog::built_in();

    const auto errors = catalog.add_user_text(
        R"({"storage": [{"id": "a", "name": "A", "read_bytes_per_s": "fast"},
                        {"name": "B"},
                        {"id": "c", "name": "C", "read_iop": 3},
                        {"id": "d", "name": "D", "price": {"usd_per_month": 3}},
                        7,
                        {"id": "ok", "name": "OK"}],
            "instances": {},
            "discs": []})",
        "mine.json");

    ASSERT_EQ(errors.size(), 7U);
    EXPECT_THAT(errors[0], HasSubstr("'mine.json': 'instances' is not a list"));
    EXPECT_THAT(errors[1], HasSubstr("'discs' is not known"));
    EXPECT_EQ(
        errors[2],
        "'mine.json', storage entry 1 ('a'), field 'read_bytes_per_s' is the string \"fast\", "
        "not a number of 0 or more");
    EXPECT_EQ(errors[3], "'mine.json', storage entry 2, field 'id' is missing");
    EXPECT_THAT(errors[4],
                HasSubstr("entry 3 ('c'), field 'read_iop' is not known; it must be one of"));
    EXPECT_THAT(errors[5], HasSubstr("field 'price.date' is missing"));
    EXPECT_THAT(errors[6], HasSubstr("entry 5 is the number 7, not an object"));
    EXPECT_NE(catalog.find_storage("ok"), nullptr);
    EXPECT_EQ(catalog.find_storage("a"), nullptr);
}

TEST(UserEntries, WhatIsNoJsonSaysSo) {
    Catalog catalog;
    EXPECT_THAT(catalog.add_user_text("{\n  \"storage\": [,]}", "a.json"),
                ElementsAre("'a.json' line 2, column 15: not JSON"));
    EXPECT_THAT(catalog.add_user_text("[]", "a.json"),
                ElementsAre("'a.json' is not an object with lists of entries"));
    EXPECT_THAT(catalog.add_user_text("{}", "a.json"), IsEmpty());
}

TEST(UserEntries, ComeFromEveryJsonFileOfTheFolder) {
    const fixtures::TemporaryFolder folder;
    std::ofstream(folder.file("b.json")) << R"({"models": [{"id": "mine", "label": "Mine"}]})";
    std::ofstream(folder.file("a.json")) << "nonsense";
    std::ofstream(folder.file("notes.txt")) << "not read";
    Catalog catalog;

    const auto errors = catalog.add_user_folder(folder.path());

    EXPECT_THAT(errors, ElementsAre(HasSubstr("a.json' line 1, column 2: not JSON")));
    EXPECT_NE(catalog.find_network("mine"), nullptr);
    EXPECT_THAT(catalog.add_user_folder(folder.file("missing")), IsEmpty());
}

}  // namespace
}  // namespace throughline::catalog

// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/file_kind.h"

#include <gtest/gtest.h>

namespace throughline::dataset {
namespace {

TEST(NameKind, GoesByTheEndingInAnyCase) {
    for (const char* name : {"a.jpg", "a.JPEG", "a.b.Jpe", "a.jfif"}) {
        EXPECT_EQ(name_kind(name), NameKind::Jpeg) << name;
    }
    for (const char* name : {"a.png", "a.jpg.txt", "a.jp2"}) {
        EXPECT_EQ(name_kind(name), NameKind::Other) << name;
    }
    for (const char* name : {"a", "a.", "n01.a_long_part_of_a_name"}) {
        EXPECT_EQ(name_kind(name), NameKind::NoEnding) << name;
    }
}

TEST(OtherKind, NamesFormatsAndEndings) {
    EXPECT_EQ(other_kind("a.PNG"), "PNG");
    EXPECT_EQ(other_kind("a.tif"), "TIFF");
    EXPECT_EQ(other_kind("a.Txt"), ".txt");
    EXPECT_EQ(other_kind("README"), "no ending");
}

}  // namespace
}  // namespace throughline::dataset

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/english_plurals.h"

#include <gtest/gtest.h>

namespace throughline::ui {
namespace {

TEST(EnglishPlurals, FollowTheNumber) {
    const EnglishPlurals plurals;
    const auto said = [&](const char* text, int n) {
        return plurals.translate("", text, "", n).toStdString();
    };
    EXPECT_EQ(said("%n run(s)", 1), "%n run");
    EXPECT_EQ(said("%n run(s)", 2), "%n runs");
    EXPECT_EQ(said("Delete %n study(s)", 1), "Delete %n study");
    EXPECT_EQ(said("Delete %n study(s)", 3), "Delete %n studies");
    EXPECT_EQ(said("%1 run(s)", -1), "");
}

}  // namespace
}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/field_picker.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

namespace throughline::ui {
namespace {

// Goal: a name that no quantity has is not dropped without a word.
TEST(FieldPicker, AnUnknownQuantityIsRefusedAloud) {
    FieldPicker picker;
    picker.setFields({{.key = "decode.threads", .title = QStringLiteral("Decode threads")},
                      {.key = "read_iops", .title = QStringLiteral("Read IOPS")}},
                     {});
    picker.setCurrentKey("decode.threads");
    picker.show();
    picker.setFocus();
    QSignalSpy chosen(&picker, &FieldPicker::keyChosen);
    const auto type = [&](const char* words) {
        picker.lineEdit()->selectAll();
        QTest::keyClicks(picker.lineEdit(), QString::fromLatin1(words));
        QTest::keyClick(picker.lineEdit(), Qt::Key_Return);
    };
    type("zzzz");

    EXPECT_EQ(QToolTip::text(),
              QStringLiteral("Nothing is called \"zzzz\" here; \"Decode threads\" stays."));
    EXPECT_EQ(picker.currentText(), QStringLiteral("Decode threads"));
    EXPECT_TRUE(chosen.isEmpty());

    type("iops");
    EXPECT_EQ(picker.currentText(), QStringLiteral("Read IOPS"));
}

}  // namespace
}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/scenario_cards.h"

#include <gtest/gtest.h>

#include <QTest>

#include "engine/base/file_descriptor.h"

namespace throughline::ui {
namespace {

class ScenarioCardsTest : public testing::Test {
protected:
    ScenarioCardsTest() {
        const auto text =
            read_whole_file(THROUGHLINE_RESOURCES "/scenarios/attached-disks.json", 1U << 20U);
        document_.open(*whatif::parse_scenario_file(*text, "attached-disks.json"), QString());
        cards_.resize(800, 60);
        cards_.show();
    }
    QAction* command(const QString& text) {
        for (QAction* action : cards_.commands()) {
            if (action->text() == text) {
                return action;
            }
        }
        return nullptr;
    }
    ScenarioDocument document_;
    ScenarioCards cards_{&document_};
};

TEST_F(ScenarioCardsTest, EachScenarioIsACardAndAClickChoosesIt) {
    ASSERT_EQ(cards_.list()->count(), 6);
    EXPECT_EQ(cards_.list()->item(0)->text(), QStringLiteral("Now: gp2, 4 V100"));
    EXPECT_EQ(cards_.list()->item(5)->data(Qt::AccessibleTextRole).toString(),
              QStringLiteral("io1, 8 V100, predicted: ≈ 4\u202f199 +162 %"));
    const QRect card = cards_.list()->visualItemRect(cards_.list()->item(3));
    QTest::mouseClick(cards_.list()->viewport(), Qt::LeftButton, {}, card.center());
    EXPECT_EQ(document_.chosen(), 3);
    EXPECT_LE(cards_.list()->visualItemRect(cards_.list()->item(5)).right(),
              cards_.list()->width());
}

// Goal: no two cards look alike in a narrow window. Method: six cards in 640 pixels, and the keys
// from the end of one line to the next.
TEST_F(ScenarioCardsTest, InANarrowWindowTheyStandInTwoLines) {
    cards_.resize(640, 120);
    QCoreApplication::processEvents();
    const auto rectOf = [this](int column) {
        return cards_.list()->visualItemRect(cards_.list()->item(column));
    };
    EXPECT_EQ(rectOf(2).top(), rectOf(0).top());
    EXPECT_GT(rectOf(3).top(), rectOf(2).top());
    EXPECT_LE(rectOf(5).bottom(), cards_.list()->height());
    EXPECT_GT(rectOf(0).width(), cards_.fontMetrics().averageCharWidth() * 20);
    cards_.list()->setFocus();
    document_.choose(2);
    QTest::keyClick(cards_.list(), Qt::Key_Right);
    EXPECT_EQ(document_.chosen(), 3);
    QTest::keyClick(cards_.list(), Qt::Key_Left);
    EXPECT_EQ(document_.chosen(), 2);
    cards_.resize(1100, 60);
    QCoreApplication::processEvents();
    EXPECT_EQ(rectOf(5).top(), rectOf(0).top());
}

TEST_F(ScenarioCardsTest, ANewScenarioIsChosen) {
    document_.choose(4);
    command(QStringLiteral("Add scenario"))->trigger();
    EXPECT_EQ(document_.columnCount(), 7);
    EXPECT_EQ(document_.columnName(document_.chosen()), QStringLiteral("scenario"));
    EXPECT_FALSE(command(QStringLiteral("Add scenario"))->isEnabled());
    document_.undoStack()->undo();
    command(QStringLiteral("Duplicate"))->trigger();
    EXPECT_EQ(document_.chosen(), cards_.list()->currentRow());
}

TEST_F(ScenarioCardsTest, KeysWalkMoveAndRemove) {
    cards_.list()->setFocus();
    document_.choose(1);
    QTest::keyClick(cards_.list(), Qt::Key_Right);
    EXPECT_EQ(document_.chosen(), 2);
    const QString name = document_.columnName(2);
    command(QStringLiteral("Move left"))->trigger();
    EXPECT_EQ(document_.columnName(1), name);
    EXPECT_EQ(document_.chosen(), 1);
    QTest::keyClick(cards_.list(), Qt::Key_Delete);
    EXPECT_EQ(document_.columnCount(), 5);
    document_.choose(0);
    EXPECT_FALSE(command(QStringLiteral("Remove"))->isEnabled());  // what is now stays
}

}  // namespace
}  // namespace throughline::ui

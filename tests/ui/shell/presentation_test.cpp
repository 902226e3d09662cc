// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/presentation.h"

#include <QDockWidget>
#include <QTest>

#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/shell/main_window_fixture.h"
#include "ui/charts/saved_views.h"

namespace throughline::ui {
namespace {

using PresentationTest = MainWindowTest;

// Goal: a meeting sees pages, and the window is afterwards what it was. Method: a study, its chart
// and a kept view are walked through by keys.
TEST_F(PresentationTest, PresentingCoversTheWindowAndChangesNothing) {
    const QString path = folder_.filePath(QStringLiteral("one.tlrun"));
    writeRecord(path, smallStudy("11111111-1111-4111-8111-111111111111", "Alpha", 3));
    window_->importer()->open({path});
    auto* explore = window_->explore();
    ASSERT_TRUE(QTest::qWaitFor([&] { return explore->plot()->model().hasPoints(); }, kPatienceMs));
    const SavedViews views(folder_.filePath(QStringLiteral("views")));
    ASSERT_TRUE(views.save({.title = QStringLiteral("Slide one"),
                            .choice = explore->document()->choice(),
                            .studies = {QStringLiteral("11111111-1111-4111-8111-111111111111")}}));
    const ExploreState before = explore->document()->state();
    const int steps = window_->libraryPanel()->undoStack()->count();

    window_->presentation()->toggle(Page::Result);
    PresentView* room = window_->presentation()->view();
    ASSERT_NE(room, nullptr);
    EXPECT_EQ(room->geometry(), window_->rect()) << "menus and panels are behind it";
    EXPECT_TRUE(window_->isFullScreen());
    const auto has = [&](const QString& headline) {
        for (int i = 0; i < room->count(); ++i) {
            room->go(i);
            if (room->page().headline == headline && room->page().model.hasPoints()) {
                return true;
            }
        }
        return false;
    };
    EXPECT_TRUE(has(chartTitle(explore->plot()->model())));
    EXPECT_TRUE(QTest::qWaitFor([&] { return has(QStringLiteral("Slide one")); }, kPatienceMs));
    QTest::keyClick(room, Qt::Key_Home);
    QTest::keyClick(room, Qt::Key_Right);
    QTest::keyClick(
        room, Qt::Key_Z, Qt::ControlModifier);  // the window's commands are out of reach
    QTest::keyClick(room, Qt::Key_Escape);

    EXPECT_EQ(window_->presentation()->view(), nullptr);
    EXPECT_FALSE(window_->isFullScreen());
    EXPECT_TRUE(window_->menuBar()->isVisible());
    EXPECT_TRUE(window_->findChild<QDockWidget*>()->isVisible());
    EXPECT_TRUE(before.showsSame(explore->document()->state()));
    EXPECT_EQ(window_->libraryPanel()->undoStack()->count(), steps);
}

}  // namespace
}  // namespace throughline::ui

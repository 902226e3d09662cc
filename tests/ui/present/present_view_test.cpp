// SPDX-License-Identifier: GPL-3.0-or-later
// Pages for a meeting, walked by keys.
#include "ui/present/present_view.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/kept_picture.h"
#include "tests/ui/plot/synthetic_model.h"

namespace throughline::ui {
namespace {

PresentPage page(const char* id, const char* headline) {
    return {.id = QLatin1String(id),
            .headline = QLatin1String(headline),
            .figures = QStringLiteral("Decoding delivers 1 528 images/s."),
            .model = synthetic::sweepModel(3)};
}

class PresentViewTest : public testing::Test {
protected:
    PresentViewTest() {
        view_.resize(1280, 720);
        view_.setPages({page("one", "One"), page("two", "Two"), page("three", "Three")});
        view_.show();
    }
    PresentView view_;
};

TEST_F(PresentViewTest, KeysWalkThePagesAndStopAtBothEnds) {
    EXPECT_EQ(view_.mark(), QStringLiteral("1 / 3"));
    QTest::keyClick(&view_, Qt::Key_Left);
    EXPECT_EQ(view_.index(), 0U);
    for (const auto key : {Qt::Key_Right, Qt::Key_Space, Qt::Key_PageDown}) {
        QTest::keyClick(&view_, key);
    }
    EXPECT_EQ(view_.mark(), QStringLiteral("3 / 3"));
    QTest::keyClick(&view_, Qt::Key_Home);
    EXPECT_EQ(view_.index(), 0U);
    QTest::keyClick(&view_, Qt::Key_End);
    EXPECT_EQ(view_.index(), 2U);
    QTest::keyClick(&view_, Qt::Key_Up);
    EXPECT_EQ(view_.index(), 1U);
    EXPECT_EQ(view_.accessibleName(), QStringLiteral("Two"));
}

TEST_F(PresentViewTest, TheHeadlineGrowsWithTheWindow) {
    EXPECT_GE(view_.headlinePx(), 48.0);
    view_.resize(2560, 1440);
    EXPECT_GE(view_.headlinePx(), 96.0);
}

// Goal: who presents for the first time reads how to get out. Method: a source of many lines, in a
// window as small as is supported.
TEST_F(PresentViewTest, TheKeysAreWholeWhateverStandsBeforeThem) {
    PresentPage longer = page("one", "One");
    longer.source = QStringLiteral("It rests on a volume of 1 GiB. ").repeated(120).trimmed();
    view_.setPages({longer, page("two", "Two")});
    for (const QSize size : {QSize(1280, 720), QSize(1024, 700)}) {
        view_.resize(size);
        const QStringList lines = view_.footLines();
        ASSERT_GT(lines.size(), 2);
        EXPECT_TRUE(lines.last().endsWith(QStringLiteral("Escape: back.")))
            << lines.last().toStdString();
        EXPECT_TRUE(lines[lines.size() - 2].endsWith(u'…')) << "what is left out is seen";
    }
    keepPicture(view_, QStringLiteral("present-long-source"));
    QTest::keyClick(&view_, Qt::Key_Right);
    EXPECT_TRUE(view_.footLines().isEmpty());
}

// Goal: the small print is whole. Method: letters below the line reach as far down as they do.
TEST_F(PresentViewTest, TheLastLineIsNotCutAtItsFoot) {
    const auto lowestOf = [this](const char* letters) {
        PresentPage one = page("one", "One");
        one.source = QString::fromUtf8(letters);
        view_.setPages({one});
        QTest::keyClick(&view_, Qt::Key_Home);  // the keys are no longer told
        const QImage picture = view_.grab().toImage();
        const QRgb ground = picture.pixel(2, picture.height() - 1);
        for (int y = picture.height() - 1; y > picture.height() - 40; --y) {
            for (int x = 0; x < 200; ++x) {
                if (picture.pixel(x, y) != ground) {
                    return y;
                }
            }
        }
        return 0;
    };
    QFont font = view_.font();
    font.setPixelSize(16);
    const int below = QFontMetrics(font).tightBoundingRect(QStringLiteral("g")).bottom();
    const int plain = lowestOf("xxx");

    EXPECT_GT(plain, 0);
    EXPECT_GE(lowestOf("ggg") - plain, below);
}

TEST_F(PresentViewTest, ADoubtStandsBetweenFiguresAndChart) {
    PresentPage doubtful = page("doubt", "Decoding is the bottleneck.");
    doubtful.caution = QStringLiteral(
        "Other programs used 38 % of the processor: rsync, updatedb and Firefox. Measure again.");
    view_.setPages({doubtful});
    EXPECT_TRUE(view_.mark().isEmpty()) << "there is no other page";
    keepPicture(view_, QStringLiteral("present-doubt"));
}

// Goal: the page of what is in front is shown although it is read only then, but nobody who has
// gone on is taken back.
TEST_F(PresentViewTest, AnAwaitedPageIsShownWhenItComes) {
    view_.showPage(QStringLiteral("result"));
    EXPECT_EQ(view_.index(), 0U);
    view_.setPages({page("one", "One"), page("result", "Result")});
    EXPECT_EQ(view_.index(), 1U);

    view_.showPage(QStringLiteral("later"));
    QTest::keyClick(&view_, Qt::Key_Right);
    view_.setPages({page("one", "One"), page("result", "Result"), page("later", "Later")});
    EXPECT_EQ(view_.index(), 1U);
}

TEST_F(PresentViewTest, NewPagesLeaveTheOneThatIsShown) {
    view_.showPage(QStringLiteral("two"));
    view_.setPages({page("zero", "Zero"), page("one", "One"), page("two", "Two")});
    EXPECT_EQ(view_.index(), 2U);
    view_.setPages({});
    EXPECT_EQ(view_.index(), 0U);
    EXPECT_FALSE(view_.pages().front().headline.isEmpty()) << "it says what to do";
}

// Goal: what is exported is the page, whole. Method: the picture has more pixels than the screen.
TEST_F(PresentViewTest, APageIsExported) {
    const QTemporaryDir folder;
    const QSignalSpy asked(&view_, &PresentView::exportAsked);
    QTest::keyClick(&view_, Qt::Key_E);
    EXPECT_EQ(asked.count(), 1);

    const QString file = folder.filePath(view_.fileName() + QStringLiteral(".png"));
    ASSERT_TRUE(view_.exportTo(file));
    const QImage image(file);
    EXPECT_EQ(image.size(), QSize(1920, 1080));
    EXPECT_EQ(image.text(QStringLiteral("Title")), QStringLiteral("One"));
    keepPicture(image, QStringLiteral("present-export"));
    EXPECT_FALSE(view_.exportTo(folder.filePath(QStringLiteral("page.doc"))));
}

TEST_F(PresentViewTest, EscapeAndF5Leave) {
    const QSignalSpy left(&view_, &PresentView::left);
    QTest::keyClick(&view_, Qt::Key_Escape);
    QTest::keyClick(&view_, Qt::Key_F5);
    QTest::keyClick(&view_, Qt::Key_Tab);
    QTest::keyClick(&view_, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(left.count(), 2);
}

}  // namespace
}  // namespace throughline::ui

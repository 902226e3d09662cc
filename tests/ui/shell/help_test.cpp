// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTest>
#include <QTextBrowser>
#include <algorithm>

#include "engine/metrics/registry.h"
#include "ui/shell/help_pages.h"
#include "ui/shell/help_window.h"

namespace throughline::ui {
namespace {

TEST(HelpPages, EveryPageHasATitleAndEveryLinkLeadsToAPage) {
    static const QRegularExpression kLink(QStringLiteral("\\]\\(page:([^)]*)\\)"));
    EXPECT_GE(helpPages().size(), 10);
    for (const HelpPage& page : helpPages()) {
        EXPECT_FALSE(page.title.isEmpty()) << page.id.toStdString();
        EXPECT_GT(page.text.size(), 400) << page.id.toStdString();
        auto links = kLink.globalMatch(page.text);
        while (links.hasNext()) {
            const QString id = links.next().captured(1);
            EXPECT_NE(helpPage(id), nullptr) << id.toStdString();
        }
    }
}

TEST(HelpPages, EveryQuantityIsDefined) {
    HelpWindow window;
    window.showPage(QStringLiteral("metrics"));
    const QString text = window.findChild<QTextBrowser*>()->toPlainText();
    for (const metrics::MetricInfo& info : metrics::all_metrics()) {
        EXPECT_TRUE(text.contains(QString::fromUtf8(info.meaning))) << info.id;
        EXPECT_TRUE(text.contains(QString::fromUtf8(info.formula))) << info.id;
        EXPECT_TRUE(text.contains(QString::fromUtf8(info.source))) << info.id;
        EXPECT_TRUE(text.contains(QString::fromUtf8(info.id))) << info.id;
    }
}

TEST(HelpPages, ASearchFindsWhatHoldsAllWordsAndHeadingsFirst) {
    const QList<HelpSection> found = searchHelp(QStringLiteral("QUEUE depth"));
    ASSERT_GT(found.size(), 1);
    EXPECT_TRUE(found.front().heading.contains(QStringLiteral("queue depth"), Qt::CaseInsensitive));
    for (const HelpSection& section : found) {
        EXPECT_TRUE(section.text.contains(QStringLiteral("depth"), Qt::CaseInsensitive));
    }
    EXPECT_TRUE(searchHelp(QStringLiteral("queue zebra")).isEmpty());
    EXPECT_TRUE(searchHelp(QStringLiteral("  ")).isEmpty());
}

TEST(HelpPages, WritingAReportIsFoundByWhatItIsCalledInTheWindow) {
    const QList<HelpSection> found = searchHelp(QStringLiteral("export pdf"));
    EXPECT_TRUE(std::ranges::any_of(found, [](const HelpSection& section) {
        return section.page == QStringLiteral("report");
    }));
}

TEST(HelpPages, TheGlossaryIsSearchedByEntry) {
    const QList<HelpSection> found = searchHelp(QStringLiteral("Starved waits for input"));
    ASSERT_FALSE(found.isEmpty());
    EXPECT_EQ(found.front().page, QStringLiteral("glossary"));
    EXPECT_EQ(found.front().heading, QStringLiteral("Starved"));
}

class HelpWindowTest : public testing::Test {
protected:
    HelpWindowTest() {
        window_.show();
        window_.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&window_));
        window_.showPage(QStringLiteral("start"));
    }
    QString shown() const { return window_.findChild<QTextBrowser*>()->toPlainText(); }
    QListWidget* list() const { return window_.findChild<QListWidget*>(); }

    HelpWindow window_;
};

TEST_F(HelpWindowTest, ContentsLeadToPagesAndAltLeftBack) {
    EXPECT_EQ(list()->count(), helpPages().size());
    list()->setCurrentRow(2);
    EXPECT_EQ(window_.page(), helpPages().at(2).id);
    EXPECT_TRUE(shown().startsWith(helpPages().at(2).title));
    QTest::keyClick(&window_, Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(window_.page(), QStringLiteral("start"));
    EXPECT_EQ(list()->currentRow(), 0);
    QTest::keyClick(&window_, Qt::Key_Right, Qt::AltModifier);
    EXPECT_EQ(window_.page(), helpPages().at(2).id);
}

TEST_F(HelpWindowTest, ASearchShowsTheSectionByKeyboard) {
    auto* search = window_.findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("headroom"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(list()->currentRow(), 0);
    const QString heading = window_.findChild<QTextBrowser*>()->textCursor().block().text();
    EXPECT_TRUE(heading.contains(QStringLiteral("headroom"), Qt::CaseInsensitive))
        << heading.toStdString();
    QTest::keyClicks(search, QStringLiteral("xyzzy"));
    EXPECT_EQ(list()->count(), 1);
    EXPECT_EQ(list()->item(0)->flags(), Qt::NoItemFlags);
}

// Goal: of several hits one sees which is meant.
TEST_F(HelpWindowTest, AHitShowsWhatStandsAroundTheWords) {
    window_.findChild<QLineEdit*>()->setText(QStringLiteral("burst credits"));
    ASSERT_GT(list()->count(), 0);
    int with_context = 0;
    for (int row = 0; row < list()->count(); ++row) {
        const QString context = list()->item(row)->text().section(u'\n', 1);
        with_context += context.contains(QStringLiteral("burst"), Qt::CaseInsensitive) ||
                                context.contains(QStringLiteral("credits"), Qt::CaseInsensitive)
                            ? 1
                            : 0;
    }
    EXPECT_GT(with_context, 0);
    EXPECT_LE(list()->item(0)->text().count(u'\n'), 1);
}

// Goal: what stands around a hit reads as the page does. Method: words of a table, of a list and of
// a text with emphasis.
TEST_F(HelpWindowTest, WhatStandsAroundAHitHasNoMarksAndWholeWordsOnly) {
    static const QRegularExpression kSpaces(QStringLiteral("\\s+"));
    for (const char* word : {"bookmarks", "Backspace", "(Ctrl+Shift+B)"}) {
        window_.findChild<QLineEdit*>()->setText(QLatin1String(word));
        ASSERT_GT(list()->count(), 0) << word;
        const QString context = list()->item(0)->text().section(u'\n', 1);
        ASSERT_TRUE(context.contains(QLatin1String(word))) << context.toStdString();
        EXPECT_TRUE(context.endsWith(u'\u2026')) << context.toStdString();
        EXPECT_FALSE(context.contains(u'|')) << context.toStdString();
        EXPECT_FALSE(context.contains(u'*')) << context.toStdString();
        list()->setCurrentRow(0);
        const QStringList whole = shown().split(kSpaces);
        const QStringList told = QString(context).remove(u'\u2026').split(u' ', Qt::SkipEmptyParts);
        for (const QString& each : told) {
            EXPECT_TRUE(whole.contains(each)) << each.toStdString();
        }
    }
}

TEST_F(HelpWindowTest, AnUnknownPageIsTheFirst) {
    window_.showPage(QStringLiteral("nowhere"));
    EXPECT_EQ(window_.page(), helpPages().front().id);
}

}  // namespace
}  // namespace throughline::ui

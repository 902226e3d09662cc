// SPDX-License-Identifier: GPL-3.0-or-later
// The German texts and the window that speaks German. A program of its own: tables of the window
// keep the language in which they were first asked for.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QKeySequence>
#include <QLineEdit>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <algorithm>
#include <map>
#include <set>

#include "engine/model/input_table.h"
#include "tests/ui/language/demo_window.h"
#include "tests/ui/language/import_dialogs.h"
#include "tests/ui/language/shown_texts.h"
#include "tests/ui/language/translation_file.h"
#include "ui/shell/help_pages.h"
#include "ui/shell/language.h"
#include "ui/study/setting_words.h"
#include "ui/style/number_input.h"
#include "ui/style/number_text.h"
#include "ui/whatif/quantity_text.h"

namespace throughline::ui {
namespace {

class SpeakGerman : public testing::Environment {
public:
    void SetUp() override { speak(*qApp, Language::German); }
};
[[maybe_unused]] const auto* const kSpeakGerman =
    testing::AddGlobalTestEnvironment(new SpeakGerman);

const std::vector<Message>& german() {
    static const std::vector<Message> kAll = messagesOf(QStringLiteral(THROUGHLINE_GERMAN_TEXTS));
    return kAll;
}

std::multiset<QString> placeholdersOf(const QString& text) {
    static const QRegularExpression kPlaceholder(QStringLiteral("%(\\d|n)"));
    std::multiset<QString> found;
    auto all = kPlaceholder.globalMatch(text);
    while (all.hasNext()) {
        found.insert(all.next().captured());
    }
    return found;
}

// Goal: no text of the sources is without its German. Method: lupdate, on a copy.
TEST(GermanTexts, AreCompleteAndNoneIsLeftOver) {
    ASSERT_GT(german().size(), 1500U);
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("throughline_de.ts"));
    ASSERT_TRUE(QFile::copy(QStringLiteral(THROUGHLINE_GERMAN_TEXTS), copy));
    QProcess update;
    update.setProcessEnvironment([] {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("LUPDATE"), QStringLiteral(THROUGHLINE_LUPDATE));
        return environment;
    }());
    update.start(QStringLiteral(THROUGHLINE_UPDATE_TEXTS), {copy});
    ASSERT_TRUE(update.waitForFinished() && update.exitCode() == 0)
        << update.readAllStandardError().toStdString();

    const std::vector<Message> updated = messagesOf(copy);
    for (const Message& message : updated) {
        EXPECT_EQ(message.state.toStdString(), "") << message.source.toStdString();
        for (const QString& text : message.texts) {
            EXPECT_FALSE(text.isEmpty()) << message.source.toStdString();
        }
    }
    EXPECT_EQ(updated.size(), german().size())
        << "resources/languages/update.sh drops texts that the sources no longer have";
}

TEST(GermanTexts, HaveThePlaceholdersAndMarksOfTheirSource) {
    for (const Message& message : german()) {
        EXPECT_EQ(message.texts.size(), message.plural ? 2 : 1) << message.source.toStdString();
        for (const QString& text : message.texts) {
            EXPECT_EQ(placeholdersOf(text), placeholdersOf(message.source)) << text.toStdString();
            EXPECT_EQ(text.count(u'&'), message.source.count(u'&')) << text.toStdString();
            EXPECT_EQ(text.count(u'\t'), message.source.count(u'\t')) << text.toStdString();
            EXPECT_EQ(text.startsWith(u' '), message.source.startsWith(u' ')) << text.toStdString();
            EXPECT_EQ(text.count(u'<'), message.source.count(u'<')) << text.toStdString();
        }
    }
}

// Goal: the window may leave contexts out, see ui/shell/language.cpp.
TEST(GermanTexts, TranslateATextInOneWay) {
    std::map<std::pair<QString, QString>, QStringList> texts;
    for (const Message& message : german()) {
        const auto [known, is_new] =
            texts.try_emplace({message.source, message.comment}, message.texts);
        EXPECT_TRUE(is_new || known->second == message.texts) << message.source.toStdString();
    }
}

/// The key of a tool tip that ends in "(Alt+X)"; "" of others.
QString altKeyOf(const QString& text) {
    static const QRegularExpression kKey(QStringLiteral("\\(Alt\\+(\\w)[ )]"));
    return kKey.match(text).captured(1);
}

QString markedLetterOf(const QString& text) {
    static const QRegularExpression kMark(QStringLiteral("&(\\w)"));
    return kMark.match(text).captured(1).toUpper();
}

// Goal: tool tips name the keys that the German buttons have. Method: those that name a mnemonic
// of their class in English do so in German.
TEST(GermanTexts, TellTheKeysOfTheirButtons) {
    std::map<QString, std::map<QString, std::set<QString>>> keys;  // class, English, German
    for (const Message& message : german()) {
        if (!message.plural && !markedLetterOf(message.source).isEmpty()) {
            keys[message.context][markedLetterOf(message.source)].insert(
                markedLetterOf(message.texts.front()));
        }
    }
    for (const Message& message : german()) {
        const auto& of_class = keys[message.context];
        const auto known = of_class.find(altKeyOf(message.source));
        if (!altKeyOf(message.source).isEmpty() && known != of_class.end()) {
            EXPECT_TRUE(known->second.contains(altKeyOf(message.texts.front())))
                << message.texts.front().toStdString();
        }
    }
}

// Goal: menus and the palette name keys as the help does.
TEST(German, KeysAreNamedAsTheHelpNamesThem) {
    const std::map<QString, QKeySequence> keys{
        {QStringLiteral("Strg+Umschalt+R"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)},
        {QStringLiteral("Strg+Eingabe"), QKeySequence(Qt::CTRL | Qt::Key_Return)},
        {QStringLiteral("Strg+Rücktaste"), QKeySequence(Qt::CTRL | Qt::Key_Backspace)},
        {QStringLiteral("Alt+Links"), QKeySequence(Qt::ALT | Qt::Key_Left)},
        {QStringLiteral("Leertaste"), QKeySequence(Qt::Key_Space)},
        {QStringLiteral("Entf"), QKeySequence(Qt::Key_Delete)},
        {QStringLiteral("Bild auf"), QKeySequence(Qt::Key_PageUp)}};
    for (const auto& [german_name, sequence] : keys) {
        EXPECT_EQ(sequence.toString(QKeySequence::NativeText), german_name);
        EXPECT_EQ(QKeySequence(german_name), sequence) << german_name.toStdString();
    }
}

TEST(German, NumbersHaveACommaAndFieldsTakeAPointAsWell) {
    EXPECT_EQ(numberText(1234.5, 1), QStringLiteral("1\u202F234,5"));
    EXPECT_EQ(figureText(0.85), QStringLiteral("0,85"));
    for (const char* typed : {"1,5", "1.5"}) {
        DecimalBox box;
        QString text = QLatin1String(typed);
        int position = 0;
        EXPECT_EQ(static_cast<QAbstractSpinBox&>(box).validate(text, position),
                  QValidator::Acceptable);
        EXPECT_EQ(text, QStringLiteral("1,5"));
        const auto value =
            parseInput(model::Input::StoBw, QLatin1String(typed) + QStringLiteral(" B/s"));
        ASSERT_TRUE(value) << value.error().what;
        EXPECT_EQ(std::get<double>(*value), 1.5);
    }
}

TEST(German, TheHelpIsGermanAndItsLinksLeadToPages) {
    static const QRegularExpression kLink(QStringLiteral("\\]\\(page:([^)]*)\\)"));
    for (const HelpPage& page : helpPages()) {
        EXPECT_GT(page.text.size(), 400) << page.id.toStdString();
        EXPECT_FALSE(page.text.contains(QStringLiteral(" the "))) << page.id.toStdString();
        auto links = kLink.globalMatch(page.text);
        while (links.hasNext()) {
            EXPECT_NE(helpPage(links.next().captured(1)), nullptr) << page.id.toStdString();
        }
    }
}

TEST(German, SettingsAndInputsAreExplainedInGerman) {
    for (const spec::SettingInfo& info : spec::all_settings()) {
        EXPECT_NE(settingMeaning(info), QString::fromUtf8(info.meaning)) << info.key;
        EXPECT_NE(settingGroup(spec::group_of(info.key)),
                  QString::fromUtf8(spec::group_of(info.key).title))
            << info.key;
    }
    for (const model::InputInfo& info : model::input_table()) {
        EXPECT_FALSE(
            inputTip(info.id).startsWith(QString::fromUtf8(info.meaning), Qt::CaseInsensitive))
            << info.key;
    }
}

using GermanWindow = DemoWindow;

// Goal: who looks at the demo in a German window reads no English names.
TEST_F(GermanWindow, CallsTheDemoStudiesByGermanNames) {
    QStringList titles;
    for (const store::StudyRow& study : window_->libraryPanel()->model()->studies()) {
        if (study.machine.demo) {
            titles << QString::fromStdString(study.title);
        }
    }
    titles.sort();
    EXPECT_EQ(titles.join(u'|').toStdString(),
              "Dekodier-Threads auf 2 Kernen|Warteschlangentiefe je Leser");
}

TEST_F(GermanWindow, CutsNoText) {
    everywhere([](QWidget& shown, const char* where) {
        for (const ShownText& text : shownTexts(shown)) {
            EXPECT_FALSE(text.cut)
                << where << ": " << text.where.toStdString() << ": " << text.text.toStdString();
        }
    });
}

using GermanImport = ImportDialogs;

TEST_F(GermanImport, CutsNoTextAndHasNoKeyTwice) {
    everywhere([](QWidget& shown, const char* where) {
        for (const ShownText& text : shownTexts(shown)) {
            EXPECT_FALSE(text.cut)
                << where << ": " << text.where.toStdString() << ": " << text.text.toStdString();
        }
        EXPECT_EQ(clashingMnemonics(shown).join(u'\n').toStdString(), "") << where;
    });
}

TEST_F(GermanImport, SaysWhyAFileWasNotTakenAndAsksInGerman) {
    EXPECT_EQ(outcome("empty.csv").message, QStringLiteral("Die Datei ist leer"));
    EXPECT_EQ(outcome("page.html").message,
              QStringLiteral("Erkennbar ist: eine Webseite: das Ergebnis selbst speichern, als "
                             "Text, CSV oder JSON"));
    EXPECT_TRUE(outcome("cut.json").message.startsWith(QStringLiteral("Sieht nach ")))
        << outcome("cut.json").message.toStdString();
    dialog_.list()->clearSelection();
    rowOf("b_clat.1.log")->setSelected(true);
    QCoreApplication::processEvents();
    QStringList asked;
    for (const QLineEdit* field : dialog_.answers()->findChildren<QLineEdit*>()) {
        asked << field->toolTip();
    }
    EXPECT_TRUE(asked.join(u'\n').contains(QStringLiteral("atenzen stehen vor fio 2.99 in us")))
        << asked.join(u'\n').toStdString();
    EXPECT_TRUE(dialog_.offer()->text().endsWith(QStringLiteral("Dateien eines Laufs von fio.")))
        << dialog_.offer()->text().toStdString();
}

// The longest texts in the smallest window.
TEST_F(GermanWindow, FitsIntoASmallWindow) {
    window_->resize(1024, 700);
    everywhere([](QWidget& shown, const char* where) {
        const auto areas = shown.findChildren<QScrollArea*>();
        for (const QScrollArea* area : areas) {
            // On a busy machine a page may still be laid out.
            EXPECT_TRUE(QTest::qWaitFor([area] {
                return !area->isVisible() || area->horizontalScrollBar()->maximum() == 0;
            })) << where
                << ": " << area->horizontalScrollBar()->maximum() << " pixels too wide";
        }
        const auto tabs = shown.findChildren<QTabBar*>();
        for (const QTabBar* bar : tabs) {
            EXPECT_TRUE(!bar->isVisible() || bar->tabRect(bar->count() - 1).right() <= bar->width())
                << where << ": a tab is out of sight, " << bar->tabRect(bar->count() - 1).right()
                << " of " << bar->width();
        }
    });
}

// Goal: neither a large text nor long words push the window out of a small screen, and Start is
// found without scrolling. Method: 1024 x 700 pixels at two text sizes.
TEST_F(GermanWindow, GetsAsSmallAsASmallScreenAtALargeTextSize) {
    for (const double scale : {1.0, 1.3}) {
        window_->preferences()->set(Preference::Scale, scale);
        for (const Page page : {Page::Welcome,
                                Page::Measure,
                                Page::Result,
                                Page::Explore,
                                Page::WhatIf,
                                Page::Figures,
                                Page::Settings,
                                Page::Report}) {
            window_->showPage(page);
            window_->resize(1024, 700);
            EXPECT_TRUE(QTest::qWaitFor([this] { return window_->width() == 1024; }))
                << scale << ", page " << static_cast<int>(page) << ": " << window_->width();
            EXPECT_LE(window_->minimumSizeHint().width(), 1024) << scale;
        }
        window_->showPage(Page::Measure);
        const QPushButton* start = window_->measurePage()->form()->startButton();
        EXPECT_TRUE(QTest::qWaitFor([start] {
            return start->visibleRegion().boundingRect() == start->rect();
        })) << scale
            << ": a part of Start is out of sight";
        const auto* page = window_->findChild<QTabWidget*>()->currentWidget();
        EXPECT_EQ(qobject_cast<const QScrollArea*>(page)->verticalScrollBar()->maximum(), 0)
            << scale << ": the form scrolls inside";
    }
    window_->preferences()->set(Preference::Scale, 1.0);
}

// Goal: in Explore nothing is out of sight at a large text size: no button, no choice, and of the
// legend no part of its width. Method: the visible regions of all, with one chart and with three.
TEST_F(GermanWindow, ExploreShowsEveryButtonAndItsLegendAtALargeTextSize) {
    window_->preferences()->set(Preference::Scale, 1.3);
    window_->showPage(Page::Explore);
    for (const int charts : {1, 3}) {
        while (window_->explore()->charts()->panes().size() < static_cast<std::size_t>(charts)) {
            window_->explore()->document()->addChart();
        }
        window_->resize(1280, 720);
        const auto cut = [this] {
            QStringList names;
            for (const QWidget* widget : window_->explore()->findChildren<QWidget*>()) {
                const bool control = qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                                     qobject_cast<const QComboBox*>(widget) != nullptr ||
                                     qobject_cast<const PlotLegend*>(widget) != nullptr;
                const int seen = widget->visibleRegion().boundingRect().width();
                if (control && widget->isVisible() && seen != 0 && seen != widget->width()) {
                    names << QLatin1String(widget->metaObject()->className()) + u' ' +
                                 widget->toolTip();
                }
            }
            return names;
        };
        EXPECT_TRUE(QTest::qWaitFor([&] { return window_->width() == 1280 && cut().isEmpty(); }))
            << charts << " charts: " << cut().join(u'\n').toStdString();
    }
    window_->preferences()->set(Preference::Scale, 1.0);
}

TEST_F(GermanWindow, HasNoKeyTwice) {
    everywhere([](QWidget& shown, const char* where) {
        EXPECT_EQ(clashingMnemonics(shown).join(u'\n').toStdString(), "") << where;
    });
}

}  // namespace
}  // namespace throughline::ui

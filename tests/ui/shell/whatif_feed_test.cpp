// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: the What-if page is about the study that was clicked, or says why it cannot be. Method: the
// whole window with the demo's recording, runs of ours and of another tool without a stage alone.
#include <gtest/gtest.h>

#include <QFile>
#include <QTest>
#include <algorithm>
#include <variant>

#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/kept_picture.h"
#include "tests/ui/shell/main_window_fixture.h"
#include "ui/library/import_dialog.h"

namespace throughline::ui {
namespace {

using Page = MainWindow::Page;

class WhatIfFeedTest : public MainWindowTest {
protected:
    /// Opened, plotted, and alone chosen in the list.
    void bring(const QString& path) {
        const auto before = window_->explore()->document()->studies().size();
        window_->importer()->open({path});
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return window_->explore()->document()->studies().size() == before + 1; },
            kPatienceMs));
        const auto plotted = window_->libraryPanel()->model()->plottedStudies();
        ASSERT_FALSE(plotted.empty());
        choose(*std::ranges::max_element(plotted));
    }
    void choose(std::int64_t study) {
        window_->libraryPanel()->selectWhenListed({study});
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return window_->libraryPanel()->selected() == std::vector<std::int64_t>{study}; },
            kPatienceMs));
    }
    static QString demo() {
        return QStringLiteral(THROUGHLINE_FIXTURES "/../../resources/demo/decode-threads.tlrun");
    }
    QString ours() {
        const QString path = folder_.filePath(QStringLiteral("ours.tlrun"));
        writeRecord(path, smallStudy("11111111-1111-4111-8111-111111111111", "Ours", 3));
        return path;
    }
    QString theirs() {
        const QString path = folder_.filePath(QStringLiteral("theirs.tlrun"));
        auto lines = smallStudy("22222222-1111-4111-8111-111111111111", "Theirs", 2);
        std::get<record::Header>(lines.front()).origin = record::Origin::Imported;
        writeRecord(path, lines);
        return path;
    }
    bool baseBecomes(const std::string& title) {
        return QTest::qWaitFor(
            [&] {
                const whatif::StudyBase* base = page().document()->studyBase();
                return base != nullptr && base->title == title;
            },
            kPatienceMs);
    }
    bool says(const QString& text) {
        return QTest::qWaitFor([&] { return page().baseRow()->text().contains(text); },
                               kPatienceMs);
    }
    WhatIfPage& page() { return *window_->whatIf(); }
};

TEST_F(WhatIfFeedTest, ADemoThatIsChosenIsTheBase) {
    bring(demo());
    ASSERT_TRUE(page().files()->isExample());
    window_->showPage(Page::WhatIf);
    ASSERT_TRUE(baseBecomes("Decode threads on 2 cores"));
    EXPECT_EQ(page().document()->columnCount(), 1) << "the example's disks are gone";
    EXPECT_TRUE(page().charts()->backTestText().contains(QStringLiteral("a demo recording")))
        << page().charts()->backTestText().toStdString();
    keepPicture(*window_, QStringLiteral("whatif-demo"));

    bring(ours());
    window_->showPage(Page::WhatIf);
    ASSERT_TRUE(says(QStringLiteral("not on the chosen study “Ours”")))
        << page().baseRow()->text().toStdString();
    page().baseRow()->useChosenButton()->click();
    ASSERT_TRUE(says(QStringLiteral("The study “Ours” cannot be the base: ")));
    EXPECT_TRUE(page().baseRow()->measureAloneButton()->isVisible());
    EXPECT_EQ(page().document()->studyBase()->title, "Decode threads on 2 cores");
}

TEST_F(WhatIfFeedTest, WhatCannotBeTheBaseSaysWhyAtOnce) {
    bring(ours());
    window_->showPage(Page::WhatIf);
    ASSERT_TRUE(says(QStringLiteral("The study “Ours” cannot be the base: Predictions need a run")))
        << page().baseRow()->text().toStdString();
    EXPECT_FALSE(page().baseRow()->text().contains(QStringLiteral("..")));
    EXPECT_TRUE(page().baseRow()->measureAloneButton()->isVisible());
    EXPECT_FALSE(page().baseRow()->measureHereButton()->isVisible());

    bring(theirs());
    window_->showPage(Page::WhatIf);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page().baseRow()->measureHereButton()->isVisible(); },
                                kPatienceMs))
        << page().baseRow()->text().toStdString();
    EXPECT_FALSE(page().baseRow()->measureAloneButton()->isVisible());
    EXPECT_FALSE(page().baseRow()->text().contains(QStringLiteral("Ours")));
    keepPicture(*window_, QStringLiteral("whatif-no-base"));
    page().baseRow()->measureHereButton()->click();
    EXPECT_TRUE(window_->measurePage()->isVisible());
}

// Goal: what the page saved can be opened as any file is. Method: by the window's own way, beside a
// result.
TEST_F(WhatIfFeedTest, AFileOfScenariosOpensThePageAndIsNoResult) {
    const QString path = folder_.filePath(QStringLiteral("own.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(whatif::scenario_file_json(
        {.title = "of a meeting",
         .base = {.name = "base"},
         .scenarios = {{.name = "gp3", .catalog = {.storage = "aws-gp3"}}}})));
    file.close();
    window_->importer()->open({path});
    ASSERT_TRUE(QTest::qWaitFor([&] { return page().document()->file().title == "of a meeting"; },
                                kPatienceMs));
    EXPECT_EQ(page().document()->columnCount(), 2);
    EXPECT_TRUE(page().isVisible());
    EXPECT_FALSE(window_->importer()->dialog()->isVisible());
}

}  // namespace
}  // namespace throughline::ui

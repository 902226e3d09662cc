// SPDX-License-Identifier: GPL-3.0-or-later
// A report put together in the tab: what is added, moved and typed stands on its pages.
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include "ui/report/report_page.h"

#include <gtest/gtest.h>

#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "engine/base/file_descriptor.h"
#include "engine/base/language.h"
#include "engine/report/verify.h"
#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/kept_picture.h"

namespace throughline::ui {
namespace {

constexpr const char* kFirst = "11111111-1111-4111-8111-111111111111";
constexpr const char* kSecond = "22222222-2222-4222-8222-222222222222";

class ReportPageTest : public testing::Test {
protected:
    void SetUp() override {
        auto library = store::Library::open(path("library.sqlite").toStdString());
        ASSERT_TRUE(library);
        library_ = *std::move(library);
        for (const auto& [uuid, title] : {std::pair(kFirst, "Alpha"), std::pair(kSecond, "Beta")}) {
            const QString file = path(title) + QStringLiteral(".tlrun");
            writeRecord(file, smallStudy(uuid, title, 3));
            ASSERT_TRUE(library_->ingest(file.toStdString()));
        }
        open();
    }
    void open() {
        page_ = std::make_unique<ReportPage>(path("reports"));
        page_->setProvider(
            [this](const report::Definition& definition, const SourcesAnswer& answer) {
                ++reads_;
                auto read = readSources(*library_, definition);
                answer(read ? Result<std::shared_ptr<const ReportSources>>(
                                  std::make_shared<const ReportSources>(*std::move(read)))
                            : Result<std::shared_ptr<const ReportSources>>(read.error()));
            });
        page_->resize(1000, 640);
        page_->show();
    }
    QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    ReportDocument& document() { return *page_->document(); }
    bool waitForPages(std::size_t pages) {
        return QTest::qWaitFor([&] { return page_->preview()->pageCount() >= pages; });
    }
    /// What `throughline-engine verify` says of the report as a file.
    report::Verification verified(const char* name) {
        EXPECT_TRUE(page_->exportTo(path(name), false));
        const auto bytes = read_whole_file(path(name).toStdString());
        EXPECT_TRUE(bytes);
        auto result = report::verify_report(*bytes);
        EXPECT_TRUE(result) << result.error().what;
        return result ? *result : report::Verification();
    }
    std::vector<report::BlockKind> kinds() {
        std::vector<report::BlockKind> kinds;
        for (const report::Block& block : document().blocks()) {
            kinds.push_back(block.kind);
        }
        return kinds;
    }

    QTemporaryDir folder_;
    std::unique_ptr<store::Library> library_;
    std::unique_ptr<ReportPage> page_;
    int reads_ = 0;
};

using report::BlockKind;

TEST_F(ReportPageTest, ATemplateStandsOnPagesAndWhatIsWrittenOfItHolds) {
    EXPECT_EQ(page_->preview()->pageCount(), 0U);
    page_->begin(*report::find_template("machines"), {kFirst, kSecond});
    ASSERT_TRUE(waitForPages(2));
    keepPicture(*page_, QStringLiteral("report-page"));
    for (const char* const name : {"r.pdf", "r.html", "r.odt"}) {
        const report::Verification result = verified(name);
        EXPECT_TRUE(result.holds()) << name << ": " << result.findings.front().what;
        EXPECT_GT(result.figures, 5U) << name;
    }
    EXPECT_TRUE(page_->exportTo(path("slides.pdf"), true));
    EXPECT_FALSE(page_->exportTo(path("slides.html"), true));
    document().undoStack()->undo();
    EXPECT_TRUE(document().isEmpty());
}

TEST_F(ReportPageTest, WhatIsAddedComesBehindTheChosenBlockWithItsStudies) {
    document().add({{.kind = BlockKind::Verdict}, {.kind = BlockKind::Provenance}}, {kFirst});
    document().choose(0);
    document().add({{.kind = BlockKind::Text, .text = "Hello *you*."}}, {kSecond});
    EXPECT_EQ(kinds(), (std::vector{BlockKind::Verdict, BlockKind::Text, BlockKind::Provenance}));
    EXPECT_EQ(document().definition().studies, (std::vector<std::string>{kFirst, kSecond}));
    EXPECT_EQ(document().chosen(), 1);
    ASSERT_TRUE(waitForPages(1));
    document().undoStack()->undo();
    EXPECT_EQ(document().definition().studies, (std::vector<std::string>{kFirst}));
}

TEST_F(ReportPageTest, BlocksAreMovedAndRemovedByKeys) {
    page_->begin(*report::find_template("disk"), {kFirst});
    QListWidget* list = page_->blocks()->list();
    ASSERT_EQ(list->count(), 7);
    list->setCurrentRow(1);
    EXPECT_EQ(document().chosen(), 1);
    list->setFocus();
    page_->blocks()->downAction()->trigger();
    EXPECT_EQ(kinds()[2], BlockKind::Numbers);
    EXPECT_EQ(document().chosen(), 2) << "it stays chosen";
    page_->blocks()->removeAction()->trigger();
    EXPECT_EQ(list->count(), 6);
    document().undoStack()->undo();
    document().undoStack()->undo();
    EXPECT_EQ(kinds()[1], BlockKind::Numbers);
}

// A drag is a move of the list's rows; the document follows, whichever way it went.
TEST_F(ReportPageTest, ADraggedBlockIsMoved) {
    page_->begin(*report::find_template("disk"), {kFirst});
    const std::vector<BlockKind> before = kinds();
    for (const auto& [from, to] :
         {std::pair(0, 3), std::pair(5, 1), std::pair(2, 3), std::pair(3, 2)}) {
        QListWidget* list = page_->blocks()->list();
        list->setCurrentRow(from);  // as the press of the mouse does
        list->model()->moveRow({}, from, {}, to > from ? to + 1 : to);
        QCoreApplication::processEvents();
        std::vector<BlockKind> expected = before;
        const BlockKind moved = expected[static_cast<std::size_t>(from)];
        expected.erase(expected.begin() + from);
        expected.insert(expected.begin() + to, moved);
        EXPECT_EQ(kinds(), expected) << from << " to " << to;
        EXPECT_EQ(document().chosen(), to) << "the dragged one stays the chosen one";
        document().undoStack()->undo();
        EXPECT_EQ(kinds(), before);
    }
}

TEST_F(ReportPageTest, TypingIsOneStepAndReadsNoStudyAgain) {
    page_->begin(*report::find_template("blank"), {kFirst});
    document().choose(0);
    const int reads = reads_;
    page_->editor()->text()->setFocus();
    QTest::keyClicks(page_->editor()->text(), QStringLiteral("Fast **enough**."));
    EXPECT_EQ(document().blocks()[0].text, "Fast **enough**.");
    ASSERT_TRUE(waitForPages(1));
    EXPECT_EQ(reads_, reads);
    EXPECT_TRUE(verified("typed.pdf").holds());
    document().undoStack()->undo();
    EXPECT_EQ(document().blocks()[0].text, "");
}

TEST_F(ReportPageTest, ItsLanguageIsChosenAndTakenBack) {
    page_->begin(*report::find_template("disk"), {kFirst});
    ASSERT_TRUE(waitForPages(1));
    auto* languages = page_->findChild<QComboBox*>(QStringLiteral("reportLanguage"));
    ASSERT_NE(languages, nullptr);
    EXPECT_EQ(languages->currentText(), QStringLiteral("English"));
    languages->setFocus();
    QTest::keyClicks(languages, QStringLiteral("Deutsch"));
    EXPECT_EQ(document().definition().language, Language::German);
    EXPECT_EQ(document().definition().title, "Reicht dieser Datenträger aus?");
    ASSERT_TRUE(waitForPages(1));
    for (const char* const name : {"de.pdf", "de.html", "de.odt"}) {
        const report::Verification result = verified(name);
        EXPECT_TRUE(result.holds()) << name << ": " << result.findings.front().what;
        EXPECT_GT(result.figures, 5U) << name;
    }
    document().undoStack()->undo();
    EXPECT_EQ(document().definition().language, Language::English);
    EXPECT_EQ(document().definition().title, "Is this disk enough?");
    EXPECT_EQ(languages->currentText(), QStringLiteral("English"));
}

TEST_F(ReportPageTest, NamesAreListedAndLeftOut) {
    page_->begin(*report::find_template("disk"), {kFirst});
    ASSERT_TRUE(waitForPages(1));
    const auto told = [this] {
        const auto labels = page_->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().contains(QStringLiteral("The report tells:"));
        });
    };
    EXPECT_TRUE(told());
    const auto header = library_->header(1);
    const std::string host = spec::text_or_empty(header->environment, "host.name");
    document().setTitle(QStringLiteral("How fast is %1?").arg(QString::fromStdString(host)));
    document().setPrivate(true);
    ASSERT_TRUE(waitForPages(1));
    EXPECT_FALSE(told());
    EXPECT_TRUE(verified("private.html").holds());
    const auto page = read_whole_file(path("private.html").toStdString());
    EXPECT_EQ(page->find("fast is " + host), std::string::npos);
    EXPECT_NE(page->find("How fast is host-1?"), std::string::npos);
}

// Goal: no line of text looks squashed. Method: what is seen of the first page, pixel by pixel,
// beside the page drawn alone, at widths of which most share no factor with the paper's.
TEST_F(ReportPageTest, ThePreviewLeavesOutNoRowOfThePage) {
    page_->begin(*report::find_template("disk"), {kFirst});
    ASSERT_TRUE(waitForPages(1));
    document().choose(-1);
    for (int width = 900; width < 960; width += 11) {
        page_->resize(width, 640);
        QCoreApplication::processEvents();
        const ReportPages& pages = *page_->preview()->pages();
        const QImage seen = page_->preview()->widget()->grab().toImage();
        const double scale = (seen.width() - 28.0) / pages.form().size.width();
        QImage alone((pages.form().size * scale).toSize(), QImage::Format_RGB32);
        alone.setDotsPerMeterX(static_cast<int>(std::lround(kPageDpi / 0.0254)));
        alone.setDotsPerMeterY(static_cast<int>(std::lround(kPageDpi / 0.0254)));
        alone.fill(Qt::white);
        QPainter painter(&alone);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(scale, scale);
        pages.paint(painter, 0, QString());
        painter.end();
        const QRect upper(10, 10, alone.width() - 20, alone.height() / 2);
        const int left = (seen.width() - alone.width()) / 2;
        EXPECT_EQ(seen.copy(upper.translated(left, 14)).convertToFormat(QImage::Format_RGB32),
                  alone.copy(upper))
            << width;
    }
}

TEST_F(ReportPageTest, ClickOnAPageChoosesTheBlock) {
    page_->begin(*report::find_template("disk"), {kFirst});
    ASSERT_TRUE(waitForPages(1));
    QCoreApplication::processEvents();
    const ReportPages* pages = page_->preview()->pages();
    const auto& items = pages->items();
    const auto last = std::ranges::find_if(
        items, [](const ReportPages::ItemOnPage& item) { return item.page == 0; });
    ASSERT_NE(last, items.end());
    QSignalSpy spy(page_->preview(), &ReportPreview::blockClicked);
    QWidget* paper = page_->preview()->widget();
    for (int y = 40; y < 400 && spy.empty(); y += 20) {
        QTest::mouseClick(paper, Qt::LeftButton, Qt::NoModifier, QPoint(paper->width() / 2, y));
    }
    ASSERT_FALSE(spy.empty());
    EXPECT_EQ(document().chosen(), spy.back().front().toInt());
}

TEST_F(ReportPageTest, IsThereAgainNextTimeAndUnderItsTitle) {
    page_->begin(*report::find_template("disk"), {kFirst});
    document().setTitle(QStringLiteral("Mine"));
    for (QAction* action : page_->actions()) {
        if (action->text() == QStringLiteral("Save")) {
            action->trigger();
        }
    }
    page_.reset();
    open();
    EXPECT_EQ(document().definition().title, "Mine");
    EXPECT_FALSE(document().undoStack()->canUndo());
    ASSERT_EQ(SavedReports(path("reports")).list().size(), 1U);
    EXPECT_EQ(SavedReports(path("reports")).list().front().title, "Mine");
}

TEST_F(ReportPageTest, AStudyThatIsGoneIsSaid) {
    page_->begin(*report::find_template("disk"), {"99999999-9999-4999-8999-999999999999"});
    EXPECT_EQ(page_->preview()->pageCount(), 0U);
    EXPECT_FALSE(page_->exportTo(path("gone.pdf"), false));
}

TEST_F(ReportPageTest, AReportThatIsBegunSpeaksAsTheWindowDoes) {
    EXPECT_EQ(document().definition().language, Language::English);
    const Speaking german(Language::German);
    QTemporaryDir folder;
    ReportPage page(folder.path());
    EXPECT_EQ(page.document()->definition().language, Language::German);
    EXPECT_FALSE(page.document()->undoStack()->canUndo());
    page.document()->add({{.kind = report::BlockKind::Verdict}}, {kFirst});
    EXPECT_EQ(page.document()->definition().language, Language::German);
}

}  // namespace
}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: a slide of a scenario carries what decides its number, as the page says it.
#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <memory>
#include <optional>

#include "tests/ui/kept_picture.h"
#include "ui/present/present_view.h"
#include "ui/shell/present_pages.h"
#include "ui/whatif/nodes_panel.h"
#include "ui/whatif/whatif_page.h"

namespace throughline::ui {
namespace {

using model::Input;

/// The What-if tab about half a GB of images, as a first run makes it.
class PresentAssumedTest : public testing::Test {
protected:
    PresentAssumedTest() {
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        page_ = std::make_unique<WhatIfPage>(nullptr);
        page_->setCatalog(std::make_shared<const catalog::Catalog>(catalog::Catalog::built_in()));
        ScenarioDocument& document = *page_->document();
        document.open({.base = {.name = "base"}}, QString());
        document.setInput(0, Input::ImageBytes, 110e3);
        document.setInput(0, Input::ImagesPerEpoch, 5000.0);
        document.duplicate(0);
        document.setCatalogEntry(1, CatalogKind::Storage, QStringLiteral("aws-gp2"));
        document.setCatalogEntry(1, CatalogKind::GpuRate, QStringLiteral("lambda-pt-005"));
        document.setInput(1, Input::GpusPerNode, 8.0);
        setSize(1.0);
    }
    void setSize(double gib) { page_->document()->setVolume(1, &whatif::Volume::gib, gib); }
    /// Of the scenario.
    PresentPage slide() {
        for (const PresentPage& page : pagesOfScenarios(*page_)) {
            if (page.id == idOfScenario(1)) {
                return page;
            }
        }
        return {};
    }

    QTemporaryDir folder_;
    std::unique_ptr<WhatIfPage> page_;
};

TEST_F(PresentAssumedTest, ASlideSaysWhatThePageSays) {
    const QString source = slide().source;
    for (const char* words :
         {"1 GiB, the smallest that holds the data, with 100 IOPS and 128 MiB/s.",
          "Burst credits are left out: a full balance would give",
          "H100 80 GB PCIe with ResNet-50 v1.5, AMP (Lambda Labs, 2020-2025)."}) {
        EXPECT_TRUE(source.contains(QLatin1String(words))) << words << ": " << source.toStdString();
    }
    EXPECT_TRUE(source.contains(QStringLiteral("Predicted by the model, not measured.")));
    page_->document()->choose(1);
    EXPECT_TRUE(page_->answer()->assumed().startsWith(
        source.section(QStringLiteral(" Predicted by"), 0, 0)))
        << page_->answer()->assumed().toStdString();

    PresentView view;
    view.resize(1280, 720);
    view.setPages({slide()});
    keepPicture(view, QStringLiteral("present-assumed"));
    EXPECT_FALSE(view.footLines().join(u' ').contains(u'…')) << "all of it is seen";
}

TEST_F(PresentAssumedTest, ASizeThatWasChosenIsSaidAndNotCalledTheSmallest) {
    setSize(500.0);
    const QString source = slide().source;
    EXPECT_TRUE(source.contains(
        QStringLiteral("The storage is a volume of 500 GiB with 1\u202f500 IOPS and 250 MiB/s.")))
        << source.toStdString();
    page_->document()->setVolume(1, &whatif::Volume::hours, 1.0);
    EXPECT_TRUE(slide().source.contains(QStringLiteral("Burst credits count in.")))
        << slide().source.toStdString();
}

TEST_F(PresentAssumedTest, TheSlideOfAllAndTheExportedPagesSayItToo) {
    const auto pages = pagesOfScenarios(*page_);
    const QString assumed =
        page_->document()->columnName(1) + QStringLiteral(": A GPU alone takes ");
    ASSERT_EQ(pages.front().id, idOfAllScenarios());
    EXPECT_TRUE(pages.front().source.contains(assumed)) << pages.front().source.toStdString();
    EXPECT_TRUE(pages.front().footer.join(u' ').contains(assumed));
    EXPECT_TRUE(slide().footer.join(u' ').contains(QStringLiteral("1 GiB, the smallest")));
}

TEST_F(PresentAssumedTest, NothingIsSaidOfABaseOfWhichNothingIsAssumed) {
    for (const PresentPage& page : pagesOfScenarios(*page_)) {
        if (page.id == idOfScenario(0)) {
            EXPECT_TRUE(page.source.startsWith(QStringLiteral("Predicted by the model")))
                << page.source.toStdString();
        }
    }
}

// Goal: who sees the slide of all scenarios reads all of it. Method: names as long as offers have,
// in few and in as many scenarios as there may be, in both sizes of a window.
TEST_F(PresentAssumedTest, TheSlideOfAllIsWholeAlsoWithLongNames) {
    ScenarioDocument& document = *page_->document();
    const std::vector<std::string> machines{
        "p4d.24xlarge", "p4de.24xlarge", "p3.16xlarge", "p3dn.24xlarge", "p5.48xlarge"};
    for (const std::string& machine : machines) {
        document.addScenario(
            {.name = machine + " + AWS EBS gp3, 24 GiB, 12000 IOPS, 2000 MiB/s",
             .catalog = {.storage = "aws-gp3",
                         .instance = machine,
                         .gpu_rate = "a100-80-gb-resnet-50-v1.5-training-amp",
                         .volume = {.gib = 24.0, .iops = 12000.0, .mib_per_s = 2000.0}}});
        PresentView view;
        const PresentPage page = pagesOfScenarios(*page_).front();
        ASSERT_EQ(page.id, idOfAllScenarios());
        for (const QSize size : {QSize(1280, 720), QSize(1024, 700)}) {
            view.resize(size);
            view.setPages({page});
            keepPicture(
                view,
                QStringLiteral("present-all-%1-%2").arg(document.columnCount()).arg(size.width()));
            const QString foot = view.footLines().join(u' ');
            EXPECT_FALSE(foot.contains(u'…')) << foot.toStdString();
        }
        EXPECT_LT(page.figures.size(), 110) << page.figures.toStdString();
        for (int column = 1; column < document.columnCount(); ++column) {
            for (const QString& part : document.columnName(column).split(u' ')) {
                EXPECT_TRUE(page.model.x.categories.join(u' ').contains(part.chopped(1)) ||
                            page.source.contains(part))
                    << part.toStdString();
            }
        }
    }
}

// Goal: a room sees at the bars which is which. Method: names that differ in their disk alone,
// which are too long for a bar each.
TEST_F(PresentAssumedTest, AtItsBarAScenarioIsCalledByWhatSetsItApart) {
    ScenarioDocument& document = *page_->document();
    document.remove(1);
    document.setInput(0, Input::StoBw, 9e7);
    const std::string gpus = "8 × H100 80 GB PCIe with ResNet-50 v1.5 in AMP, ";
    for (const char* disk : {"AWS EBS gp3", "AWS EBS io1", "AWS EBS st1", "AWS EBS gp2"}) {
        document.duplicate(0);
        document.setInput(1, Input::StoBw, 1e8 * document.columnCount());
        document.rename(1, QString::fromStdString(gpus + disk));
    }
    const PresentPage page = pagesOfScenarios(*page_).front();
    ASSERT_EQ(page.id, idOfAllScenarios());
    EXPECT_EQ(page.model.x.categories.front(), document.columnName(0));
    EXPECT_EQ(page.model.x.categories.mid(1),
              QStringList({QStringLiteral("AWS EBS gp2"),
                           QStringLiteral("AWS EBS st1"),
                           QStringLiteral("AWS EBS io1"),
                           QStringLiteral("AWS EBS gp3")}));
    const QString gpus_said = QStringLiteral(": 8 × H100 80 GB PCIe with ResNet-50 v1.5 in AMP. ");
    EXPECT_TRUE(page.source.startsWith(
        QStringLiteral("AWS EBS gp2, AWS EBS st1, AWS EBS io1, AWS EBS gp3") + gpus_said))
        << page.source.toStdString();
    EXPECT_FALSE(page.figures.contains(u'#')) << page.figures.toStdString();
    document.rename(4, QStringLiteral("of another kind"));
    const PresentPage mixed = pagesOfScenarios(*page_).front();
    EXPECT_EQ(mixed.model.x.categories.mid(3),
              QStringList({QStringLiteral("AWS EBS io1"), QStringLiteral("of another kind")}));
    EXPECT_TRUE(mixed.source.startsWith(QStringLiteral("AWS EBS gp2, AWS EBS st1, AWS EBS io1") +
                                        gpus_said))
        << mixed.source.toStdString();
    PresentView view;
    view.resize(1280, 720);
    view.setPages({page});
    keepPicture(view, QStringLiteral("present-bars"));
}

// Goal: a room sees the chart that was in front, with what it says.
TEST_F(PresentAssumedTest, TheChartInFrontIsPresented) {
    const auto inFront = [this]() -> std::optional<PresentPage> {
        for (const PresentPage& page : pagesOfScenarios(*page_)) {
            if (page.id == idOfChartInFront()) {
                return page;
            }
        }
        return std::nullopt;
    };
    ChartViews* const charts = page_->charts();
    charts->setCurrentIndex(ChartViews::Curve);
    EXPECT_FALSE(inFront()) << "each scenario has it";
    charts->setCurrentIndex(ChartViews::Nodes);
    charts->refresh();
    const auto page = inFront();
    ASSERT_TRUE(page);
    EXPECT_EQ(page->headline, charts->chooser()->currentText());
    EXPECT_EQ(page->figures, charts->nodesPanel()->sentence());
    const PlotModel& shown = charts->nodesPanel()->plot()->model();
    EXPECT_EQ(page->model.series.size(), shown.series.size());
    ASSERT_TRUE(page->model.beyond.has_value());
    EXPECT_EQ(page->model.beyond->text, shown.beyond->text);
    EXPECT_TRUE(page->source.contains(shown.beyond->text)) << page->source.toStdString();
    PresentView view;
    view.resize(1280, 720);
    view.setPages({*page});
    keepPicture(view, QStringLiteral("present-nodes"));
}

}  // namespace
}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Figures and settings of real studies in their tables.
#include "ui/study/fact_table.h"

#include <gtest/gtest.h>

#include <QProxyStyle>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "engine/base/language.h"
#include "engine/record/this_machine.h"
#include "tests/ui/kept_picture.h"
#include "tests/ui/study/chosen_studies.h"
#include "ui/charts/figure_words.h"
#include "ui/study/run_bar.h"
#include "ui/study/settings_page.h"
#include "ui/style/theme.h"

namespace throughline::ui {
namespace {

class FactTableTest : public testing::Test {
protected:
    FactTableTest() { figures_->resize(1000, 600); }

    /// Of the row whose first cell begins with this; invalid: there is none.
    static QModelIndex cell(const FactTable& table, const QString& title, int column) {
        const QAbstractItemModel* rows = const_cast<FactTable&>(table).view()->model();
        for (int row = 0; row < rows->rowCount(); ++row) {
            if (rows->index(row, 0).data().toString().startsWith(title)) {
                return rows->index(row, column);
            }
        }
        return {};
    }

    RunSelection runs_;
    std::unique_ptr<FactTable> figures_{makeFiguresPage(&runs_)};
    SettingsPage settings_{&runs_};
};

TEST_F(FactTableTest, EveryFigureOfOneStudyStandsWithUnitMeaningAndSource) {
    runs_.setStudies({chosenStudy("one", 1, 1.0)});
    const QModelIndex rate = cell(*figures_, QStringLiteral("Images per second"), 1);
    ASSERT_TRUE(rate.isValid());
    EXPECT_EQ(rate.data().toString(), QStringLiteral("100 \u00B1 5.00 images/s"));
    EXPECT_TRUE(rate.data(FactModel::ChangeRole).toString().isEmpty());
    const QString details = rate.data(FactModel::DetailsRole).toString();
    EXPECT_TRUE(details.contains(QStringLiteral("95 % interval of 5 repeats")))
        << details.toStdString();
    EXPECT_TRUE(details.contains(QStringLiteral("Higher is better.")));
    EXPECT_TRUE(details.contains(QStringLiteral("images_per_second")));
}

// Goal: German units stand once too, though another space stands before them.
TEST_F(FactTableTest, InGermanTheUnitStandsOnce) {
    const Speaking german(Language::German);
    runs_.setStudies({chosenStudy("one", 1, 1.0)});
    const QAbstractItemModel* rows = figures_->view()->model();
    QStringList found;
    for (int row = 0; row < rows->rowCount(); ++row) {
        const QString value = rows->index(row, 1).data().toString();
        if (value.startsWith(QStringLiteral("100 \u00B1 "))) {
            found << value;
        }
    }
    ASSERT_FALSE(found.isEmpty());
    EXPECT_EQ(found.front(), QStringLiteral("100 \u00B1 5,00\u00A0Bilder/s"));
}

TEST_F(FactTableTest, WhatCouldNotBeHadSaysWhy) {
    runs_.setStudies({chosenStudy("one", 1, 1.0)});
    const QModelIndex gpu = cell(*figures_, QStringLiteral("GPU utilisation"), 1);
    ASSERT_TRUE(gpu.isValid());
    EXPECT_EQ(gpu.data().toString(), QStringLiteral("– no GPU was found"));
    EXPECT_FALSE(gpu.data(FactModel::DiffersRole).toBool());
}

// Goal: what is far above a stage is said as a factor. Method: a headroom as records have it.
TEST_F(FactTableTest, HeadroomIsShownAsAFactor) {
    ChosenStudy one = chosenStudy("one", 1, 1.0);
    record::Study changed = *one.study;
    changed.runs[0].metrics["headroom"] = {.value = 1735.0};
    one.study = std::make_shared<const record::Study>(std::move(changed));
    runs_.setStudies({one});
    const QModelIndex next = cell(*figures_, QStringLiteral("Headroom"), 1);
    ASSERT_TRUE(next.isValid());
    EXPECT_EQ(next.data().toString(), QStringLiteral("18.4\u202F\u00D7"));
    const QString details = next.data(FactModel::DetailsRole).toString();
    EXPECT_FALSE(details.contains(QStringLiteral("Formula"))) << details.toStdString();
    EXPECT_EQ(factorDifferenceText(-1236.0), QStringLiteral("\u221212.4\u202F\u00D7"));
}

// Goal: no dash without a word on why, and on what would measure it. Method: of a run that says so
// itself, and of decoding alone beside the full pipeline.
TEST_F(FactTableTest, AStageAloneSaysWhatItLacksAndWhatMeasuresIt) {
    ChosenStudy both = chosenStudy("both", 2, 1.0);
    record::Study study = *both.study;
    study.runs[1].started.settings["stages"] = std::string("decode");
    study.runs[1].metrics.erase("read_latency_p99");
    both.study = std::make_shared<const record::Study>(std::move(study));
    figures_->show();
    runs_.setStudies({both});
    const QModelIndex lacking = cell(*figures_, QStringLiteral("Read latency, p99"), 2);
    ASSERT_TRUE(lacking.isValid());
    EXPECT_EQ(lacking.data().toString(), QStringLiteral("– decoding alone reads nothing"));
    figures_->view()->setCurrentIndex(lacking);
    EXPECT_TRUE(lacking.data(FactModel::DetailsRole)
                    .toString()
                    .contains(QStringLiteral("Not available: decoding alone reads nothing. To have "
                                             "it, measure the full pipeline or storage alone.")))
        << lacking.data(FactModel::DetailsRole).toString().toStdString();
    keepPicture(*figures_, QStringLiteral("figures-absent"));
    const QString ofTheName = lacking.siblingAtColumn(0).data(FactModel::DetailsRole).toString();
    EXPECT_TRUE(ofTheName.contains(QStringLiteral("Not available: decoding alone reads nothing.")))
        << ofTheName.toStdString();
}

// Goal: whoever searches a figure that no run has learns why, and an empty table says so. Method:
// the words of a figure of GPUs, of an imported file, and of nothing.
TEST_F(FactTableTest, ASearchFindsAbsentFiguresToo) {
    ChosenStudy fio = chosenStudy("fio", 1, 1.0);
    record::Study study = *fio.study;
    study.header.origin = record::Origin::Imported;
    study.header.environment["tool"] = std::string("fio");
    study.runs[0].absent.clear();
    study.runs[0].metrics.erase("images_per_second");
    fio.study = std::make_shared<const record::Study>(std::move(study));
    figures_->show();
    runs_.setStudies({fio});
    EXPECT_FALSE(cell(*figures_, QStringLiteral("GPU utilisation"), 1).isValid())
        << "it is not in the way of those that are there";
    for (const char* words : {"gpu util", "GPU utilisation"}) {
        figures_->search()->setText(QLatin1String(words));
        EXPECT_EQ(cell(*figures_, QStringLiteral("GPU utilisation"), 1).data().toString(),
                  QStringLiteral("– the file of fio does not have it"))
            << words;
    }
    figures_->search()->setText(QStringLiteral("images"));
    EXPECT_TRUE(cell(*figures_, QStringLiteral("Images per second"), 1).isValid());
    EXPECT_TRUE(figures_->view()->currentIndex().isValid());
    keepPicture(*figures_, QStringLiteral("figures-found-absent"));

    figures_->search()->setText(QStringLiteral("zzz"));
    EXPECT_FALSE(figures_->view()->isVisible());
    ASSERT_TRUE(figures_->emptyText()->isVisible());
    EXPECT_EQ(figures_->emptyText()->text(), QStringLiteral("No figure contains “zzz”."));
    keepPicture(*figures_, QStringLiteral("figures-none-found"));
    figures_->search()->clear();
    EXPECT_TRUE(figures_->view()->isVisible());
    EXPECT_FALSE(figures_->emptyText()->isVisible());
}

// Goal: who types how a figure is called finds it before those whose explanations have the word.
TEST_F(FactTableTest, AFigureOfThatNameStandsFirst) {
    runs_.setStudies({chosenStudy("one", 1, 1.0)});
    const QAbstractItemModel* rows = figures_->view()->model();
    const QString first = rows->index(0, 0).data().toString();
    figures_->search()->setText(QStringLiteral("power"));
    ASSERT_GT(rows->rowCount(), 1);
    const QString best = rows->index(0, 0).data().toString();
    EXPECT_TRUE(best.contains(QStringLiteral("power"))) << best.toStdString();
    figures_->search()->setText(QStringLiteral("rate"));
    bool within = false;  // "saturated" stands behind "rate"
    for (int row = 0; row < rows->rowCount(); ++row) {
        const QString name = u' ' + rows->index(row, 0).data().toString().toLower();
        const bool starts = name.contains(QStringLiteral(" rate"));
        EXPECT_FALSE(within && starts) << name.toStdString();
        within = within || !starts;
    }
    figures_->search()->clear();
    EXPECT_EQ(rows->index(0, 0).data().toString(), first);
}

// Goal: of many studies, each with a device of its own, a row is called by its quantity, and each
// value says whose it is.
TEST_F(FactTableTest, ValuesOfDifferentDevicesSayWhoseTheyAre) {
    std::vector<ChosenStudy> studies;
    for (const char* key : {"read_iops{device=vda}", "read_iops{device=nvme0n1}", "read_iops"}) {
        ChosenStudy one = chosenStudy(key, 1, 1.0);
        record::Study changed = *one.study;
        changed.runs[0].metrics[key] = {.value = 100.0};
        one.study = std::make_shared<const record::Study>(std::move(changed));
        studies.push_back(std::move(one));
    }
    runs_.setStudies(std::move(studies));
    const QModelIndex row = cell(*figures_, QStringLiteral("Read IOPS"), 0);
    EXPECT_EQ(row.data().toString(), QStringLiteral("Read IOPS"));
    EXPECT_EQ(row.siblingAtColumn(1).data().toString(), QStringLiteral("100 IOPS (vda)"));
    EXPECT_EQ(row.siblingAtColumn(2).data().toString(), QStringLiteral("100 IOPS (nvme0n1)"));
    EXPECT_EQ(row.siblingAtColumn(3).data().toString(), QStringLiteral("100 IOPS (all)"));
}

// Goal: what nothing measured is one step away from being measured, by mouse and by keys. Method:
// a share that needs decoding alone, a figure of a GPU that is not there, and other computers.
TEST_F(FactTableTest, AFigureThatWasNotMeasuredOffersToMeasureIt) {
    const auto lacking = [](const char* host) {
        ChosenStudy study = chosenStudy("one", 1, 1.0);
        record::Study changed = *study.study;
        changed.runs[0].absent["fed_share"] =
            "the decode stage was not measured alone with these settings";
        changed.runs[0].absent["read_latency_p9999"] = "only 40 reads were completed";
        record::Header& header = changed.header;
        header.environment = record::this_machine_facts();
        if (host != nullptr) {
            header.environment["machine.id"] = std::string("ffffffffffffffffffffffffffffffff");
            header.environment["host.name"] = std::string(host);
            header.environment["cpu.model"] = std::string("another one");
        }
        study.study = std::make_shared<const record::Study>(std::move(changed));
        return study;
    };
    figures_->show();
    runs_.setStudies({lacking(nullptr)});
    const auto choose = [this](const char* title, int column) {
        const QModelIndex at = cell(*figures_, QLatin1String(title), column);
        ASSERT_TRUE(at.isValid()) << title;
        figures_->view()->setCurrentIndex(at);
    };
    choose("Images per second", 1);
    EXPECT_FALSE(figures_->measureButton()->isVisible()) << "it is there";
    choose("GPU utilisation", 1);
    EXPECT_FALSE(figures_->measureButton()->isVisible()) << "nothing would bring a GPU";
    QSignalSpy asked(figures_.get(), &FactTable::measureAsked);
    choose("Read latency, p99.99", 1);
    EXPECT_FALSE(figures_->measureButton()->isVisible()) << "the full pipeline was measured";
    QTest::keyClick(figures_->view(), Qt::Key_Return);
    EXPECT_EQ(asked.size(), 0);
    for (const int column : {0, 1}) {
        choose("Share of the slowest stage", column);
        ASSERT_TRUE(figures_->measureButton()->isVisible());
    }
    EXPECT_TRUE(figures_->measureButton()->text().contains(QStringLiteral("each stage")));
    EXPECT_TRUE(figures_->measureButton()->toolTip().contains(QStringLiteral("Alt+L")));
    keepPicture(*figures_, QStringLiteral("figures-measure-it"));
    QTest::mouseClick(figures_->measureButton(), Qt::LeftButton);
    QTest::keyClick(figures_->view(), Qt::Key_Return);
    ASSERT_EQ(asked.size(), 2);
    for (const QList<QVariant>& each : asked) {
        EXPECT_TRUE(each[0].value<spec::StudySpec>().ceilings);
    }

    runs_.setStudies({lacking("elsewhere")});
    choose("Share of the slowest stage", 1);
    EXPECT_FALSE(figures_->measureButton()->isVisible()) << "it cannot be measured here";
}

/// As KDE may be set.
class SingleClicks : public QProxyStyle {
public:
    int styleHint(StyleHint hint,
                  const QStyleOption* option,
                  const QWidget* widget,
                  QStyleHintReturn* result) const override {
        return hint == SH_ItemView_ActivateItemOnSingleClick
                   ? 1
                   : QProxyStyle::styleHint(hint, option, widget, result);
    }
};

// Goal: a click is to read a row, also where the desktop activates by one; Enter and a double click
// go to measuring.
TEST_F(FactTableTest, ASingleClickOnlySelects) {
    ChosenStudy one = chosenStudy("one", 1, 1.0);
    record::Study changed = *one.study;
    changed.runs[0].absent["fed_share"] = "the decode stage was not measured alone";
    changed.header.environment = record::this_machine_facts();
    one.study = std::make_shared<const record::Study>(std::move(changed));
    SingleClicks style;
    QTableView* table = figures_->view();
    table->setStyle(&style);
    figures_->show();
    runs_.setStudies({one});
    const QModelIndex lacking = cell(*figures_, QStringLiteral("Share of the slowest stage"), 1);
    ASSERT_TRUE(lacking.isValid());
    table->scrollTo(lacking);
    const QPoint at = table->visualRect(lacking).center();
    QSignalSpy asked(figures_.get(), &FactTable::measureAsked);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(table->currentIndex(), lacking);
    EXPECT_EQ(asked.size(), 0);
    QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(asked.size(), 1);
    QTest::keyClick(table, Qt::Key_Enter);
    EXPECT_EQ(asked.size(), 2);
    table->setStyle(nullptr);
}

// Goal: a name is whole where there is room beside it, and cut where many columns need the room.
TEST_F(FactTableTest, GoesToTheFigureThatComesFirst) {
    runs_.setStudies({chosenStudy("one", 1, 1.0)});
    figures_->show();
    QTableView* table = figures_->view();
    table->setCurrentIndex(table->model()->index(table->model()->rowCount() - 1, 1));
    table->scrollToBottom();
    ASSERT_GT(table->currentIndex().row(), 0);
    figures_->goToTop();
    EXPECT_EQ(table->verticalScrollBar()->value(), 0);
    EXPECT_EQ(table->currentIndex().row(), 0);
}

TEST_F(FactTableTest, NamesAreWholeWhereThereIsRoom) {
    ChosenStudy observed = chosenStudy("observed", 1, 1.0);
    record::Study study = *observed.study;
    study.runs[0].metrics["observed_workers{doing=no_work}"] = {.value = 4.0};
    observed.study = std::make_shared<const record::Study>(std::move(study));
    figures_->show();
    runs_.setStudies({observed});
    const auto* table = figures_->view();
    const QModelIndex name = cell(*figures_, QStringLiteral("Time of the job's loader workers"), 0);
    ASSERT_TRUE(name.isValid());
    const int wanted = table->fontMetrics().horizontalAdvance(name.data().toString());
    EXPECT_GT(wanted, 300);
    EXPECT_GE(table->columnWidth(0), wanted);
    keepPicture(*figures_, QStringLiteral("figures-observed"));

    runs_.setStudies({observed,
                      chosenStudy("two", 1, 1.0),
                      chosenStudy("three", 1, 1.0),
                      chosenStudy("four", 1, 1.0)});
    EXPECT_LE(table->columnWidth(0), 300);
}

// Goal: several runs stand side by side although most of them lack much, each for a long reason.
TEST_F(FactTableTest, ReasonsTakeNoRoomFromOtherRuns) {
    figures_->resize(1000, 500);
    figures_->show();
    std::vector<ChosenStudy> studies;
    for (const char* const name : {"one", "two", "three", "four"}) {
        studies.push_back(chosenStudy(name, 1, 1.0));
        record::Study lacking = *studies.back().study;
        lacking.runs[0].absent["gpu_utilisation"] =
            "the driver of the card was there, but would not say how busy the card was";
        studies.back().study = std::make_shared<const record::Study>(std::move(lacking));
    }
    runs_.setStudies(studies);
    const auto* table = figures_->view();
    int width = 0;
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        width += table->columnWidth(column);
    }
    EXPECT_EQ(table->model()->columnCount(), 5);
    EXPECT_LE(width, table->viewport()->width());
}

// Goal: a percentile above the longest time, as fio has it, is no riddle.
TEST_F(FactTableTest, APercentileAboveTheMaximumSaysWhy) {
    ChosenStudy fio = chosenStudy("fio", 1, 1.0);
    record::Study study = *fio.study;
    study.runs[0].metrics["read_latency_p9999"] = {.value = 0.152};
    study.runs[0].metrics["read_latency_max"] = {.value = 0.144};
    fio.study = std::make_shared<const record::Study>(study);
    runs_.setStudies({fio});
    const auto details = [&](const char* title) {
        return cell(*figures_, QLatin1String(title), 1).data(FactModel::DetailsRole).toString();
    };
    EXPECT_TRUE(details("Read latency, p99.99").contains(QStringLiteral("above the maximum")))
        << details("Read latency, p99.99").toStdString();
    EXPECT_FALSE(details("Read latency, maximum").contains(QStringLiteral("above the maximum")));

    study.runs[0].metrics["read_latency_max"] = {.value = 0.2};
    fio.study = std::make_shared<const record::Study>(study);
    runs_.setStudies({fio});
    EXPECT_FALSE(details("Read latency, p99.99").contains(QStringLiteral("above the maximum")));
}

// Goal: better is better, whichever way the figure goes. Method: twice the rate has half the
// latency.
TEST_F(FactTableTest, SeveralStudiesAreBetterWorseOrWithinNoise) {
    runs_.setStudies({chosenStudy("base", 1, 1.0),
                      chosenStudy("twice", 1, 2.0),
                      chosenStudy("half", 1, 0.5),
                      chosenStudy("same", 1, 1.01)});
    const auto change = [&](const char* title, int column) {
        return cell(*figures_, QString::fromUtf8(title), column)
            .data(FactModel::ChangeRole)
            .toString();
    };
    EXPECT_EQ(change("Images per second", 2), QStringLiteral("+100 % better"));
    EXPECT_EQ(change("Images per second", 3), QStringLiteral("−50.0 % worse"));
    EXPECT_EQ(change("Images per second", 4), QStringLiteral("+1.00 % within noise"));
    EXPECT_EQ(change("Read latency, p99", 2), QStringLiteral("−50.0 % better"));
    EXPECT_EQ(cell(*figures_, QStringLiteral("Images per second"), 2)
                  .data(FactModel::ChangeInkRole)
                  .value<QColor>(),
              currentTheme().good);
    figures_->show();
    keepPicture(*figures_, QStringLiteral("figures-compared"));
}

// Goal: whoever chose a thousand studies is told that thirteen stand here, for as long as they do.
TEST_F(FactTableTest, StudiesThatHaveNoPlaceAreCounted) {
    std::vector<ChosenStudy> studies;
    for (int i = 0; i < RunSelection::kShownMax; ++i) {
        studies.push_back(chosenStudy("one", 1, 1.0 + i));
    }
    runs_.setLeftOut(1000 - studies.size());
    runs_.setStudies(studies);
    EXPECT_FALSE(figures_->leftOut()->isHidden());
    EXPECT_TRUE(figures_->leftOut()->text().contains(
        QStringLiteral("The first 13 of 1\u202F000 chosen studies")))
        << figures_->leftOut()->text().toStdString();
    figures_->resize(900, 400);
    figures_->show();
    keepPicture(*figures_, QStringLiteral("figures-of-a-thousand"));

    runs_.setLeftOut(0);
    EXPECT_TRUE(figures_->leftOut()->isHidden());
}

TEST_F(FactTableTest, DifferencesOnlyLeavesWhatDiffersBeyondNoise) {
    runs_.setStudies({chosenStudy("base", 1, 1.0), chosenStudy("same", 1, 1.01)});
    const int all = figures_->view()->model()->rowCount();
    ASSERT_GT(all, 2);
    figures_->differencesOnly()->setChecked(true);
    EXPECT_EQ(figures_->view()->model()->rowCount(), 0);
    EXPECT_EQ(figures_->emptyText()->text(), QStringLiteral("Nothing differs beyond noise."));
    runs_.setStudies({chosenStudy("base", 1, 1.0), chosenStudy("twice", 1, 2.0)});
    EXPECT_EQ(figures_->view()->model()->rowCount(), 2);
    runs_.setStudies({chosenStudy("base", 1, 1.0)});
    EXPECT_EQ(figures_->view()->model()->rowCount(), all) << "alone it has no differences";
    EXPECT_FALSE(figures_->differencesOnly()->isEnabled());
}

// Goal: a table without a row is no search that found nothing. Method: an imported run of no
// figure.
TEST_F(FactTableTest, ARunWithoutAFigureSaysSo) {
    ChosenStudy bare = chosenStudy("bare", 1, 1.0);
    record::Study study = *bare.study;
    study.header.origin = record::Origin::Imported;
    study.runs[0].metrics.clear();
    study.runs[0].absent.clear();
    bare.study = std::make_shared<const record::Study>(std::move(study));
    figures_->show();
    runs_.setStudies({bare});
    ASSERT_EQ(figures_->view()->model()->rowCount(), 0);
    EXPECT_EQ(figures_->emptyText()->text(), QStringLiteral("No figure is recorded."));
}

TEST_F(FactTableTest, WordsAreFoundInNamesAndMeanings) {
    runs_.setStudies({chosenStudy("one", 1, 1.0)});
    figures_->search()->setText(QStringLiteral("p99 latency"));
    const QAbstractItemModel* rows = figures_->view()->model();
    ASSERT_GT(rows->rowCount(), 0);
    EXPECT_EQ(rows->index(0, 0).data().toString(), QStringLiteral("Read latency, p99"))
        << "what is there goes first";
    for (int row = 0; row < rows->rowCount(); ++row) {
        EXPECT_EQ(rows->index(row, 0).data(FactModel::OnlyFoundRole).toBool(), row > 0);
    }
}

TEST_F(FactTableTest, TheBarChoosesRunsAndBaselineForBothPages) {
    runs_.setStudies({chosenStudy("one", 4, 1.0)});
    RunBar* bar = figures_->runBar();
    EXPECT_EQ(bar->runsButton()->text(), QStringLiteral("R&uns: 4 of 4"));
    bar->list()->item(1)->setCheckState(Qt::Unchecked);
    bar->baseline()->setCurrentIndex(3);
    Q_EMIT bar->baseline()->activated(3);

    EXPECT_TRUE(runs_.isCompared());
    EXPECT_EQ(figures_->model()->columnCount(), 1 + 3);
    EXPECT_EQ(settings_.table()->model()->columnCount(), 1 + 3);
    EXPECT_TRUE(figures_->model()
                    ->headerData(1, Qt::Horizontal, Qt::DisplayRole)
                    .toString()
                    .startsWith(QStringLiteral("Baseline: run 4")));
}

TEST_F(FactTableTest, SettingsThatDifferComeFirstInTheWordsOfPeople) {
    runs_.setStudies({chosenStudy("one", 2, 1.0)});
    const QAbstractItemModel* rows = settings_.table()->view()->model();
    EXPECT_EQ(rows->index(0, 0).data().toString(), QStringLiteral("Decode threads"));
    EXPECT_EQ(rows->index(0, 1).data().toString(), QStringLiteral("1"));
    EXPECT_EQ(rows->index(0, 2).data().toString(), QStringLiteral("2"));
    EXPECT_TRUE(rows->index(0, 0).data(FactModel::DiffersRole).toBool());
    EXPECT_FALSE(rows->index(1, 0).data(FactModel::DiffersRole).toBool());
    EXPECT_EQ(cell(*settings_.table(), QStringLiteral("Computer"), 1).data().toString(),
              QStringLiteral("workstation"));
}

TEST_F(FactTableTest, TheFormIsOfOneStudyAlone) {
    settings_.show();
    runs_.setStudies({chosenStudy("one", 1, 1.0)});
    EXPECT_TRUE(settings_.form()->isVisible());
    EXPECT_EQ(settings_.form()->titleField()->text(), QStringLiteral("one"));
    runs_.setStudies({chosenStudy("one", 1, 1.0), chosenStudy("two", 1, 1.0)});
    EXPECT_FALSE(settings_.form()->isVisible());
}

TEST_F(FactTableTest, WithoutAStudyItSaysWhatToDo) {
    figures_->show();
    EXPECT_FALSE(figures_->view()->isVisible());
    runs_.setStudies({chosenStudy("none", 0, 1.0)});
    EXPECT_FALSE(figures_->view()->isVisible());
}

}  // namespace
}  // namespace throughline::ui

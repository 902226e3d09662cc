// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says of a study that went wrong.
#include "ui/study/result_panel.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "engine/analysis/derive.h"
#include "engine/analysis/verdict.h"
#include "engine/record/straggler_note.h"
#include "engine/record/study_builder.h"
#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/kept_picture.h"
#include "ui/study/limit_bars.h"
#include "ui/style/theme.h"

namespace throughline::ui {
namespace {

class ResultPanelTest : public testing::Test {
protected:
    ResultPanelTest() { panel_.resize(960, 640); }

    /// Three runs of the full pipeline, with what `change` does to them.
    template <class Change>
    const record::Study& show(Change change, const QString& remark = {}) {
        record::StudyBuilder builder;
        for (const record::Line& line : smallStudy("a", "Photos", 3)) {
            if (!std::holds_alternative<record::Verdict>(line)) {
                EXPECT_TRUE(builder.add(line));
            }
        }
        record::Study study = std::move(builder).finish();
        change(study);
        analysis::derive(study);
        study.verdict = analysis::judge(study);
        panel_.setStudy(std::make_shared<const record::Study>(std::move(study)), remark);
        panel_.setStudyId(7);
        panel_.show();
        QCoreApplication::processEvents();
        return *panel_.study();
    }
    QPushButton* button(const QString& text) {
        const auto all = panel_.findChildren<QPushButton*>();
        const auto found = std::find_if(
            all.begin(), all.end(), [&](const auto* one) { return one->text() == text; });
        return found == all.end() ? nullptr : *found;
    }
    QString cell(int row, int column) {
        const auto* model = panel_.findChild<RunTable*>()->model();
        return model->index(row, column < 0 ? model->columnCount() + column : column)
            .data()
            .toString();
    }

    ResultPanel panel_;
};

TEST_F(ResultPanelTest, CleanStudyHasNoBandNoNotesAndNothingToFinish) {
    show([](record::Study& study) {
        for (record::RunData& run : study.runs) {
            run.samples.clear();  // as from the library, where too few of them are no objection
        }
    });
    EXPECT_FALSE(panel_.findChild<NoticeBand*>()->isVisible());
    EXPECT_FALSE(button(QStringLiteral("Measure the missing &points"))->isVisible());
    const auto* details = panel_.findChild<QTabWidget*>();
    EXPECT_EQ(details->tabText(details->count() - 1), QStringLiteral("Notes"));
    EXPECT_FALSE(details->isTabEnabled(details->count() - 1));
    EXPECT_EQ(cell(0, -1).toStdString(), "valid");
}

TEST_F(ResultPanelTest, AClickLeavesNoCaretInWhatIsRead) {
    show([](record::Study&) {});
    for (const QLabel* label : panel_.findChildren<QLabel*>()) {
        EXPECT_FALSE(label->textInteractionFlags().testFlag(Qt::TextSelectableByKeyboard))
            << label->text().toStdString();
    }
}

// Goal: a study of many nodes is read as quickly as one of one. Method: 1, 2 and 4 of them, of
// which one is slow, with the keys that throughline-mpi writes.
TEST_F(ResultPanelTest, OfSeveralNodesItSaysFirstWhoHoldsThemBack) {
    show([](record::Study& study) {
        study.header.environment["nodes"] = std::string("n1, n2, n3, n4");
        study.header.plan.runs = 4;  // one of them never began
        const spec::Settings settings = study.runs.front().started.settings;
        std::int64_t nodes = 1;
        for (record::RunData& run : study.runs) {
            run.samples.clear();
            run.started.settings = settings;
            run.started.settings["node_count"] = nodes;
            double sum = 0.0;
            for (std::int64_t node = 1; node <= nodes; ++node) {
                const double rate = node == 3 ? 60.0 : 100.0;
                run.metrics["images_per_second{node=n" + std::to_string(node) + "}"] = {.value =
                                                                                            rate};
                sum += rate;
            }
            run.metrics["images_per_second"] = {.value = sum};
            nodes *= 2;
        }
        record::RunData& all = study.runs.back();
        all.notes.push_back({.run = all.started.run,
                             .code = record::kStragglerNote,
                             .level = record::Level::Warning,
                             .text = "node n3 is slow",
                             .item = "n3"});
    });
    QStringList words;
    for (const QLabel* label : panel_.findChildren<QLabel*>()) {
        words << label->text();
    }
    EXPECT_TRUE(words.join(u' ').contains(QStringLiteral("Node n3 holds the others back")))
        << words.join(u'\n').toStdString();
    EXPECT_TRUE(words.join(u' ').contains(QStringLiteral("of 4 times what one node delivers.")))
        << words.join(u'\n').toStdString();
    EXPECT_FALSE(button(QStringLiteral("Measure the missing &points"))->isVisible())
        << "one computer cannot go on with it";
    keepPicture(panel_, QStringLiteral("result-nodes"));
}

// Goal: whoever observed a job sees what to do about it, and can measure the same files.
TEST_F(ResultPanelTest, ObservedJobShowsWhereItsTimeGoesAndWhatHelps) {
    const QString folder = QDir::tempPath();
    show([&folder](record::Study& study) {
        study.header.origin = record::Origin::Observed;
        study.header.spec_json = "{}";
        study.runs.resize(1);
        study.runs[0].metrics.clear();
        study.runs[0].metrics["observed_main{doing=no_work}"].value = 99.0;
        study.runs[0].metrics["observed_workers{doing=storage}"].value = 97.0;
        study.runs[0].metrics["observed_workers{doing=running}"].value = 3.0;
        study.runs[0].started.settings = {{"loaders", std::string("processes")},
                                          {"dataset.path", folder.toStdString()}};
    });
    const auto* view = panel_.findChild<ObservedView*>();
    EXPECT_TRUE(view->isVisible());
    EXPECT_TRUE(view->accessibleDescription().contains(QStringLiteral("waits for reads 97 %")));
    const auto* advice = panel_.findChild<StudyAdvice*>();
    EXPECT_TRUE(advice->isVisible());
    EXPECT_TRUE(advice->toPlainText().contains(QStringLiteral("What helps")));
    EXPECT_TRUE(advice->toPlainText().contains(QStringLiteral("num_workers=")));
    QSignalSpy asked(&panel_, &ResultPanel::runAgainAsked);
    button(QStringLiteral("Measure the same &data…"))->click();
    ASSERT_EQ(asked.count(), 1);
    const auto spec = asked.front().front().value<spec::StudySpec>();
    EXPECT_EQ(spec::text_or_empty(spec.base, "dataset.path"), folder.toStdString());

    show([](record::Study&) {});
    EXPECT_FALSE(view->isVisible());
    EXPECT_FALSE(advice->isVisible());
    EXPECT_FALSE(advice->toPlainText().contains(QStringLiteral("waits for reads"))) << "what helps";
    EXPECT_TRUE(button(QStringLiteral("Run a&gain…"))->isVisible());
}

// Goal: the answer is read at once, and its reasons on request.
TEST_F(ResultPanelTest, TheRulesSentenceIsBehindWhy) {
    const record::Study& study = show([](record::Study&) {});
    const auto labels = panel_.findChildren<QLabel*>();
    const auto sentence = std::find_if(labels.begin(), labels.end(), [&](const QLabel* label) {
        return QString(label->text()).remove(QChar(0x2060)) ==
               QString::fromStdString(study.verdict->sentence);
    });
    ASSERT_NE(sentence, labels.end());
    EXPECT_FALSE((*sentence)->isVisible());
    auto* why = panel_.findChild<QToolButton*>();
    QTest::mouseClick(why, Qt::LeftButton);
    EXPECT_TRUE((*sentence)->isVisible());
    keepPicture(panel_, QStringLiteral("why"));
}

// Goal: the doubt comes before the verdict, once, with the way out beside it.
TEST_F(ResultPanelTest, DisturbanceStandsInABandWithAButton) {
    show([](record::Study& changed) {
        changed.runs[1].notes.push_back({.run = 2,
                                         .code = record::kDisturbedCode,
                                         .level = record::Level::Warning,
                                         .text = "others used 40 %",
                                         .item = "cc1plus 41 %"});
    });
    const NoticeBand* band = panel_.findChild<NoticeBand*>();
    EXPECT_TRUE(band->isVisible());
    EXPECT_TRUE(band->text().startsWith(QStringLiteral("Other programs used")))
        << band->text().toStdString();
    for (const QLabel* label : panel_.findChildren<QLabel*>()) {
        EXPECT_FALSE(label->isVisible() &&
                     label->text().contains(QStringLiteral("is the bottleneck")))
            << label->text().toStdString();
    }
    QSignalSpy again(&panel_, &ResultPanel::measureAgainAsked);
    QTest::mouseClick(button(QStringLiteral("&Measure again")), Qt::LeftButton);
    EXPECT_EQ(again.count(), 1);
    keepPicture(panel_, QStringLiteral("disturbed"));
}

// Goal: a job that others keep from its processors has its headline still, and above it who they
// are; nothing is measured again there.
TEST_F(ResultPanelTest, OfAnObservedJobTheProgramsInItsWayAreNamed) {
    show([](record::Study& study) {
        study.header.origin = record::Origin::Observed;
        study.header.spec_json = "{}";
        study.header.environment["cpu.cores"] = std::int64_t{2};
        study.runs.resize(1);
        record::RunData& run = study.runs[0];
        run.started.settings = {{"loaders", std::string("processes")}};
        run.metrics = {{"observed_main{doing=no_work}", {.value = 99.0}},
                       {"observed_workers{doing=running}", {.value = 29.0}},
                       {"observed_workers{doing=core}", {.value = 69.0}},
                       {"other_cpu_cores", {.value = 1.4}}};
        run.notes = {{.run = 1,
                      .code = record::kDisturbedCode,
                      .level = record::Level::Warning,
                      .text = "other programs used 1.4 of the 2 processors while this was measured",
                      .item = "cc1plus 60 %, sh 9.1 %"}};
    });
    auto* band = panel_.findChild<NoticeBand*>();
    EXPECT_TRUE(band->isVisible());
    EXPECT_TRUE(band->text().contains(QStringLiteral("cc1plus"))) << band->text().toStdString();
    EXPECT_FALSE(band->button()->isVisible()) << "a job of others is not measured again";
    QStringList words;
    for (const QLabel* label : panel_.findChildren<QLabel*>()) {
        words << label->text();
    }
    EXPECT_TRUE(words.contains(QStringLiteral("Decoding is the bottleneck.")))
        << words.join(u'\n').toStdString();
    EXPECT_TRUE(panel_.findChild<StudyAdvice*>()->toPlainText().contains(
        QStringLiteral("Stop the other programs")));
    keepPicture(panel_, QStringLiteral("observed-crowded"));

    show([](record::Study& changed) {
        changed.runs[1].notes.push_back({.run = 2, .code = record::kDisturbedCode});
    });
    EXPECT_TRUE(band->button()->isVisible());
}

// Goal: what a verdict refers to can be read on the page.
// Goal: who limits is marked, and nobody where the measurement was disturbed. Method: the same
// ceilings with and without another program.
TEST_F(ResultPanelTest, TheBarsShowTheStagesAloneAndMarkTheLimit) {
    const auto with_ceilings = [](record::Study& study) {
        const auto add = [&study](const char* stages, double rate) {
            record::RunData run = study.runs.back();
            run.started.settings["stages"] = std::string(stages);
            run.started.settings["decode.threads"] = std::int64_t{3};
            run.metrics["images_per_second"] = {.value = rate};
            study.runs.insert(study.runs.begin(), run);  // they come first
        };
        add("storage", 8000.0);
        add("decode", 310.0);
        for (std::size_t i = 0; i < study.runs.size(); ++i) {
            record::RunData& run = study.runs[i];
            run.started.run = static_cast<int>(i) + 1;
            run.samples.clear();  // as read from the library: too few would be an objection
        }
    };
    const auto bars = limitBarsOf(show(with_ceilings));
    ASSERT_EQ(bars.size(), 3U);
    EXPECT_EQ(bars[0].imagesPerSecond, 8000.0);
    EXPECT_FALSE(bars[0].limits);
    EXPECT_EQ(bars[1].imagesPerSecond, 310.0);
    EXPECT_TRUE(bars[1].limits) << panel_.study()->verdict->sentence;
    EXPECT_TRUE(bars[2].whole);
    EXPECT_EQ(bars[2].imagesPerSecond, 300.0);
    EXPECT_TRUE(panel_.findChild<LimitBars*>()->isVisible());
    keepPicture(panel_, QStringLiteral("result-with-bars"));

    EXPECT_TRUE(limitBarsOf(show([](record::Study&) {})).empty()) << "nothing was measured alone";
    EXPECT_FALSE(panel_.findChild<LimitBars*>()->isVisible());
}

// Goal: where the page says that something was not measured, one click leads to measuring it.
// Method: what each button asks for, with the same settings.
TEST_F(ResultPanelTest, WhatWasNotMeasuredIsOffered) {
    const auto alone = [](const char* stages) {
        return [stages](record::Study& study) {
            study.runs.back().started.settings["stages"] = std::string(stages);
        };
    };
    QSignalSpy asked(&panel_, &ResultPanel::runAgainAsked);
    const auto offered = [&](const QString& text) {
        QPushButton* one = button(text);
        EXPECT_TRUE(one != nullptr && one->isVisible()) << text.toStdString();
        asked.clear();
        if (one != nullptr) {
            one->click();
        }
        return asked.isEmpty() ? spec::StudySpec() : asked[0][0].value<spec::StudySpec>();
    };
    show([](record::Study&) {});
    const spec::StudySpec each = offered(QStringLiteral("Measure each stage a&lone…"));
    EXPECT_TRUE(each.ceilings);
    EXPECT_EQ(each.sweep.size(), 1U) << "as it was measured";
    keepPicture(panel_, QStringLiteral("missing-stages"));

    show(alone("storage"));
    EXPECT_TRUE(offered(QStringLiteral("Measure decoding a&lone…")).ceilings);
    show(alone("decode"));
    EXPECT_TRUE(offered(QStringLiteral("Measure storage a&lone…")).ceilings);
    show([](record::Study& study) {
        for (record::RunData& run : study.runs) {
            run.started.settings["stages"] = std::string("storage");
        }
    });
    const spec::StudySpec full = offered(QStringLiteral("Measure the full pipe&line…"));
    EXPECT_EQ(spec::text_or_empty(full.base, "stages"), "full");

    show([&](record::Study& study) {
        alone("storage")(study);
        study.runs[0].started.settings["stages"] = std::string("decode");
    });
    EXPECT_EQ(button(QStringLiteral("Measure decoding a&lone…")), nullptr);
    const auto hidden = panel_.findChildren<QPushButton*>();
    EXPECT_TRUE(std::ranges::none_of(hidden, [](const QPushButton* one) {
        return one->isVisible() && one->text().contains(QStringLiteral("a&lone"));
    })) << "nothing is missing";
}

TEST_F(ResultPanelTest, WhatAnotherComputerMeasuredNamesIt) {
    const auto named = [this] {
        const auto labels = panel_.findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() &&
                   label->text() == QStringLiteral("Photos, measured on gpu-far");
        });
    };
    show([](record::Study& study) {
        study.header.environment["host.name"] = std::string("gpu-far");
        study.header.environment["machine.id"] = std::string("another");
        study.header.environment["cpu.model"] = std::string("another");
    });
    EXPECT_TRUE(named());
    show([](record::Study&) {});
    EXPECT_FALSE(named());
}

TEST_F(ResultPanelTest, FailedRunsSayWhyInNotesInFront) {
    show([](record::Study& changed) {
        for (record::RunData& run : changed.runs) {
            run.status = record::RunStatus::Failed;
            run.notes.push_back({.run = run.started.run,
                                 .code = "run.failed",
                                 .level = record::Level::Error,
                                 .text = "the folder '/data/p2' vanished after 5 s"});
        }
    });
    const auto* details = panel_.findChild<QTabWidget*>();
    auto* notes = panel_.findChild<NotesList*>();
    EXPECT_EQ(details->currentWidget(), notes);
    EXPECT_EQ(details->tabText(1).toStdString(), "Notes (3)");
    EXPECT_EQ(notes->item(0)->text().toStdString(),
              "Run 1: the folder '/data/p2' vanished after 5 s");
    EXPECT_EQ(cell(0, -1).toStdString(), "failed");
    EXPECT_TRUE(button(QStringLiteral("Measure the missing &points"))->isVisible());
    keepPicture(panel_, QStringLiteral("failed"));
}

// Goal: why a node ended a study stands there once. Method: the notes of the run and of the study,
// as the lead of several nodes writes them.
TEST_F(ResultPanelTest, AFailedNodeIsToldOnce) {
    const auto fail = [](record::Study& changed) {
        const auto note = [](std::optional<int> run, const char* text) {
            return record::Note{.run = run,
                                .code = record::kNodeFailedNote,
                                .level = record::Level::Error,
                                .text = text,
                                .item = "gpu7:1"};
        };
        changed.runs.back().status = record::RunStatus::Failed;
        changed.runs.back().notes.push_back(
            note(3, "the run failed because of node gpu7:1: it has said nothing for 10 s"));
        changed.notes.push_back(
            note({}, "the study ended early because of node gpu7:1: it has said nothing for 10 s"));
    };
    show(fail);
    const auto* details = panel_.findChild<QTabWidget*>();
    auto* notes = panel_.findChild<NotesList*>();
    ASSERT_EQ(notes->count(), 1);
    EXPECT_EQ(notes->item(0)->text().toStdString(),
              "The study ended early because of node gpu7:1: it has said nothing for 10 s");
    EXPECT_EQ(details->currentWidget(), notes);
    keepPicture(panel_, QStringLiteral("failed-node"));

    show([&](record::Study& changed) {
        changed.runs.erase(changed.runs.begin(), changed.runs.end() - 1);
        fail(changed);
    });
    EXPECT_NE(details->currentWidget(), notes) << "the line below the headline says it";
    keepPicture(panel_, QStringLiteral("failed-node-alone"));
}

TEST_F(ResultPanelTest, ChangedRunIsNamedAndCanBeMeasuredAgain) {
    show([](record::Study& changed) {
        changed.runs[2].notes.push_back({.run = 3,
                                         .code = record::kTouchedCode,
                                         .level = record::Level::Warning,
                                         .text = "decode.threads was changed from 3 to 4"});
    });
    EXPECT_EQ(cell(2, -1).toStdString(), "changed while measured");
    QSignalSpy finish(&panel_, &ResultPanel::finishMissingAsked);
    QTest::mouseClick(button(QStringLiteral("Measure the missing &points")), Qt::LeftButton);
    ASSERT_EQ(finish.count(), 1);
    EXPECT_EQ(finish.front().front().toLongLong(), 7);
    keepPicture(panel_, QStringLiteral("touched"));
}

// Goal: half as fast is half as long, as long as both are seen; of what is far apart the axis says
// that it is logarithmic. Method: the pixels of each bar's colour.
TEST(LimitBarsPicture, LengthsCompareUnlessTheyAreFarApart) {
    LimitBars bars;
    bars.resize(600, 120);
    const auto lengthOf = [&bars](const QColor& ink) {
        const QImage picture = bars.grab().toImage();
        int longest = 0;
        for (int y = 0; y < picture.height(); ++y) {
            int inked = 0;
            for (int x = 0; x < picture.width(); ++x) {
                inked += picture.pixelColor(x, y) == ink ? 1 : 0;
            }
            longest = std::max(longest, inked);
        }
        return longest;
    };
    const LimitBar limit{.name = QStringLiteral("Storage"), .imagesPerSecond = 100, .limits = true};
    const LimitBar whole{.name = QStringLiteral("Whole"), .imagesPerSecond = 50, .whole = true};
    bars.setBars({limit, whole});
    EXPECT_NEAR(lengthOf(currentTheme().accent), lengthOf(currentTheme().warning) / 2.0, 3.0);
    EXPECT_FALSE(bars.toolTip().contains(QStringLiteral("logarithmic")));

    bars.setBars(
        {{.name = QStringLiteral("Storage"), .imagesPerSecond = 50'000, .limits = true}, whole});
    EXPECT_TRUE(bars.toolTip().contains(QStringLiteral("logarithmic")));
    EXPECT_GT(lengthOf(currentTheme().accent), 10) << "it is still seen";

    LimitBar disk = limit;
    disk.imagesPerSecond = 950;
    bars.setBars({disk, whole});  // 5 %: a stub that cannot be compared
    EXPECT_TRUE(bars.toolTip().contains(QStringLiteral("logarithmic")));
}

}  // namespace
}  // namespace throughline::ui

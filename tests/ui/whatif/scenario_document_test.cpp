// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/scenario_document.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "engine/base/file_descriptor.h"
#include "tests/ui/whatif/demo_base.h"

namespace throughline::ui {
namespace {

using model::Input;

whatif::ScenarioFile disks() {
    const auto text =
        read_whole_file(THROUGHLINE_RESOURCES "/scenarios/attached-disks.json", 1U << 20U);
    return *whatif::parse_scenario_file(*text, "attached-disks.json");
}

class ScenarioDocumentTest : public testing::Test {
protected:
    ScenarioDocumentTest() { document_.open(disks(), QString()); }
    double rate(int column) {
        return document_.answers()
            .answers[static_cast<std::size_t>(column)]
            .prediction.images_per_s();
    }
    void useBuiltIn() {
        document_.setCatalog(
            std::make_shared<const catalog::Catalog>(catalog::Catalog::built_in()));
    }
    ScenarioDocument document_;
};

// Goal: what "now" is called is true of it. Method: the name of a worked example goes when its base
// is changed, and comes back with undo; a scenario's change leaves it.
TEST_F(ScenarioDocumentTest, TheNameOfTheBaseHoldsAsLongAsTheBase) {
    EXPECT_EQ(nowWithName(document_), QStringLiteral("Now: gp2, 4 V100"));
    document_.setInput(1, model::Input::GpusPerNode, 16.0);
    EXPECT_EQ(baseName(document_), QStringLiteral("gp2, 4 V100"));
    document_.setInput(0, model::Input::GpusPerNode, 16.0);
    EXPECT_EQ(baseName(document_), QString());
    EXPECT_EQ(nowWithName(document_), QStringLiteral("Now"));
    document_.undoStack()->undo();
    EXPECT_EQ(baseName(document_), QStringLiteral("gp2, 4 V100"));
    const auto again =
        whatif::parse_scenario_file(whatif::scenario_file_json(document_.file()), "kept");
    ASSERT_TRUE(again);
    EXPECT_EQ(whatif::name_of_base(*again), "gp2, 4 V100");
}

// 500 GiB of gp2: 3,000 IOPS while credits last, then 1,500.
TEST_F(ScenarioDocumentTest, AVolumeFollowsItsStorage) {
    useBuiltIn();
    const auto iops = [&](int column) { return document_.resolved(column).inputs.sto_iops; };
    document_.setCatalogEntry(0, CatalogKind::Storage, QStringLiteral("aws-gp2"));
    EXPECT_EQ(iops(0), 16000.0);  // the largest
    document_.setVolume(0, &whatif::Volume::gib, 500.0);
    EXPECT_EQ(iops(0), 1500.0);
    document_.setVolume(1, &whatif::Volume::hours, 1.0);  // takes the size over
    EXPECT_EQ(document_.storageOf(1), "aws-gp2");
    EXPECT_EQ(iops(1), 3000.0);
    EXPECT_EQ(iops(0), 1500.0);

    document_.setCatalogEntry(1, CatalogKind::Storage, QStringLiteral("aws-gp3"));
    EXPECT_EQ(document_.volumeOf(1).gib, 500.0);  // of the same size
    EXPECT_EQ(iops(1), 3000.0);
    document_.setCatalogEntry(1, CatalogKind::Storage, QStringLiteral("aws-s3"));
    EXPECT_TRUE(document_.volumeOf(1).empty());
    EXPECT_EQ(document_.problem(), QString());

    document_.setVolume(0, &whatif::Volume::gib, 1e6);
    EXPECT_TRUE(document_.problem().contains(QStringLiteral("1 to 16384 GiB")));
    document_.undoStack()->undo();
    EXPECT_EQ(document_.problem(), QString());
    EXPECT_EQ(iops(0), 1500.0);
}

TEST_F(ScenarioDocumentTest, AChangeIsAnsweredAndTakenBack) {
    EXPECT_NEAR(rate(5), 4199.0, 1.0);
    QSignalSpy changed(&document_, &ScenarioDocument::changed);

    document_.setInput(5, Input::GpusPerNode, 4.0);

    EXPECT_EQ(changed.size(), 1);
    EXPECT_NEAR(rate(5), 2400.0, 1.0);
    EXPECT_FALSE(isChanged(document_, 5, Input::GpusPerNode));  // as the base has it
    document_.undoStack()->undo();
    EXPECT_NEAR(rate(5), 4199.0, 1.0);
    EXPECT_TRUE(isChanged(document_, 5, Input::GpusPerNode));
}

TEST_F(ScenarioDocumentTest, StepsOfOneCellAreOneStepBack) {
    const int before = document_.undoStack()->count();
    for (const double gpus : {9.0, 10.0, 11.0}) {
        document_.setInput(5, Input::GpusPerNode, gpus);
    }
    EXPECT_EQ(document_.undoStack()->count(), before + 1);
    document_.undoStack()->undo();
    EXPECT_EQ(model::number_of(document_.resolved(5).inputs, Input::GpusPerNode), 8.0);
}

TEST_F(ScenarioDocumentTest, ScenariosAreCopiedMovedRenamedAndRemovedAndAllOfItUndone) {
    const whatif::ScenarioFile before = document_.file();
    document_.duplicate(5);
    ASSERT_EQ(document_.columnCount(), 7);
    EXPECT_EQ(document_.columnName(6), QStringLiteral("io1, 8 V100 2"));
    EXPECT_FALSE(canAdd(document_));
    document_.duplicate(5);
    EXPECT_EQ(document_.columnCount(), 7);
    document_.rename(6, QStringLiteral("sixteen"));
    document_.move(6, -1);
    EXPECT_EQ(document_.columnName(5), QStringLiteral("sixteen"));
    document_.remove(1);
    EXPECT_EQ(document_.columnCount(), 6);
    document_.remove(0);  // the base stays
    EXPECT_EQ(document_.columnCount(), 6);

    for (int i = 0; i < 4; ++i) {
        document_.undoStack()->undo();
    }
    EXPECT_EQ(document_.file(), before);
}

// Goal: who remembers a scenario by its colour finds it again, whatever was done with others.
TEST_F(ScenarioDocumentTest, AScenarioKeepsItsColour) {
    const auto slot = [&](const QString& name) {
        for (int column = 0; column < document_.columnCount(); ++column) {
            if (document_.columnName(column) == name) {
                return document_.slotOf(column);
            }
        }
        return -1;
    };
    const QString last = document_.columnName(5);
    const QString third = document_.columnName(3);
    const int of_last = slot(last);
    const int of_third = slot(third);
    document_.remove(1);
    document_.move(document_.columnCount() - 1, -1);
    EXPECT_EQ(slot(last), of_last);
    EXPECT_EQ(slot(third), of_third);
    document_.duplicate(1);
    EXPECT_EQ(document_.slotOf(2), 1) << "the one that became free";
    document_.undoStack()->undo();
    document_.undoStack()->undo();
    document_.undoStack()->undo();
    EXPECT_EQ(document_.slotOf(1), 1);
    EXPECT_EQ(document_.slotOf(5), 5);
    EXPECT_EQ(document_.slotOf(0), 0);
}

TEST_F(ScenarioDocumentTest, OpeningAnotherFileCanBeTakenBackToo) {
    const whatif::ScenarioFile before = document_.file();
    QSignalSpy reopened(&document_, &ScenarioDocument::reopened);
    document_.open({.title = "empty", .base = {.name = "base"}}, QStringLiteral("/x.json"));
    EXPECT_EQ(document_.path(), QStringLiteral("/x.json"));
    EXPECT_EQ(reopened.count(), 0) << "somebody asked for it";
    document_.undoStack()->undo();
    EXPECT_EQ(document_.file(), before);
    EXPECT_EQ(document_.path(), QString());
    EXPECT_EQ(reopened.count(), 1);
    document_.undoStack()->redo();
    EXPECT_EQ(reopened.count(), 2);
}

TEST_F(ScenarioDocumentTest, AnEntryOfTheCatalogueFillsItsInputsIn) {
    useBuiltIn();
    document_.setCatalogEntry(1, CatalogKind::Storage, QStringLiteral("study-io1"));
    EXPECT_EQ(model::number_of(document_.resolved(1).inputs, Input::StoBw), 5e8);
    document_.setCatalogEntry(1, CatalogKind::Storage, QStringLiteral("no-such-disk"));
    EXPECT_NE(document_.problem(), QString());
    document_.undoStack()->undo();
    EXPECT_EQ(document_.problem(), QString());
}

TEST_F(ScenarioDocumentTest, AStudyAsBaseIsGradedTestedAndWrittenOut) {
    document_.open({.base = {.name = "base"}}, QString());
    document_.setStudyBase(demoBase());

    EXPECT_EQ(document_.answers().answers[0].graded.grade, model::Grade::A);
    EXPECT_GT(document_.studyBase()->test.points.size(), 0U);
    // The file says the same, as sure and as good.
    ScenarioDocument other;
    other.open(*whatif::parse_scenario_file(whatif::scenario_file_json(document_.file()), "a"),
               QString());
    EXPECT_EQ(whatif::what_if_json(other.answers()), whatif::what_if_json(document_.answers()));
    ASSERT_NE(other.studyBase(), nullptr);
    EXPECT_EQ(other.studyBase()->title, document_.studyBase()->title);
    document_.undoStack()->undo();
    EXPECT_EQ(document_.studyBase(), nullptr);
}

// The base types its bandwidth in; what is chosen now is what is meant now.
TEST_F(ScenarioDocumentTest, AChosenEntryTakesThePlaceOfWhatWasTypedIn) {
    useBuiltIn();
    document_.setInput(1, Input::StoBw, 1e8);
    document_.setInput(1, Input::StoUnits, 2.0);
    document_.setCatalogEntry(1, CatalogKind::Storage, QStringLiteral("aws-gp2"));
    EXPECT_EQ(document_.resolved(1).inputs.sto_bw, 262144000.0);
    EXPECT_EQ(document_.resolved(1).inputs.sto_units, 2.0);  // no word of the entry's
    document_.undoStack()->undo();
    EXPECT_EQ(document_.resolved(1).inputs.sto_bw, 1e8);
}

TEST_F(ScenarioDocumentTest, AVolumeOfTheBasesStorageKeepsItsOtherFigures) {
    useBuiltIn();
    document_.setCatalogEntry(0, CatalogKind::Storage, QStringLiteral("aws-gp2"));
    document_.setInput(0, Input::StoLatency, 0.004);
    document_.setVolume(0, &whatif::Volume::gib, 500.0);
    document_.setVolume(1, &whatif::Volume::gib, 1024.0);
    EXPECT_EQ(document_.resolved(1).inputs.sto_latency_s, 0.004);
    EXPECT_EQ(document_.resolved(1).inputs.sto_iops, 3072.0);
    EXPECT_TRUE(document_.column(1).catalog.storage.empty());
    // And follows it to another kind of volume, or is none of it.
    document_.setCatalogEntry(0, CatalogKind::Storage, QStringLiteral("aws-s3"));
    EXPECT_TRUE(document_.volumeOf(1).empty());
    EXPECT_EQ(document_.problem(), QString());
}

TEST_F(ScenarioDocumentTest, ABadCellLeavesTheOtherColumnsTrue) {
    const double before = rate(4);
    const whatif::ScenarioFile good = document_.file();
    document_.setInput(5, Input::StoEfficiency, 0.0);  // a share above 0

    EXPECT_FALSE(document_.isAnswered(5));
    EXPECT_TRUE(document_.problemOf(5).contains(QStringLiteral("sto_efficiency")));
    EXPECT_TRUE(document_.isAnswered(0));
    EXPECT_TRUE(document_.isAnswered(4));
    EXPECT_EQ(rate(4), before);
    EXPECT_NE(rate(4), rate(0));
    EXPECT_EQ(std::get<double>(document_.valueOf(5, Input::StoEfficiency)), 0.0);
    // What is saved is what was typed, in every column.
    const auto& file = document_.file();
    EXPECT_EQ(file.base, good.base);
    EXPECT_EQ(file.scenarios[3], good.scenarios[3]);

    document_.setInput(0, Input::Nodes, 0.0);  // and of a faulty base nothing can be said
    EXPECT_FALSE(document_.isAnswered(4));
    document_.undoStack()->undo();
    document_.undoStack()->undo();
    EXPECT_EQ(document_.problem(), QString());
    EXPECT_NEAR(rate(5), 4199.0, 1.0);
}

TEST_F(ScenarioDocumentTest, UndoDoesNotGoBackToTheFileBefore) {
    document_.open(disks(), QStringLiteral("/a.json"));
    document_.setInput(5, Input::GpusPerNode, 4.0);
    document_.setSaved(QStringLiteral("/b.json"));
    document_.undoStack()->undo();
    EXPECT_EQ(document_.path(), QStringLiteral("/b.json"));
}

TEST_F(ScenarioDocumentTest, AFileOfAStudyBaseAnswersAsTheWindowDid) {
    useBuiltIn();
    document_.open({.base = {.name = "base"}}, QString());
    StudyBase base = *demoBase();
    base.calibration.base.cpu_cost =
        whatif::CpuCost{.per_byte_s = base.calibration.base.inputs.cpu_s_per_image /
                                      base.calibration.base.inputs.image_bytes};
    base.calibration.base.inputs.cpu_s_per_image =
        base.calibration.base.cpu_cost->at(base.calibration.base.inputs.image_bytes);
    document_.setStudyBase(std::make_shared<const StudyBase>(base));
    document_.setCatalogEntry(0, CatalogKind::Storage, QStringLiteral("aws-gp2"));
    document_.setVolume(0, &whatif::Volume::gib, 200.0);  // of which the base uses credits up
    document_.setVolume(0, &whatif::Volume::hours, 1.0);
    document_.duplicate(0);
    document_.setInput(1, Input::ImageBytes, 400000.0);

    ScenarioDocument other;
    other.setCatalog(document_.sharedCatalog());
    other.open(*whatif::parse_scenario_file(whatif::scenario_file_json(document_.file()), "a"),
               QString());

    ASSERT_EQ(other.problem(), QString());
    EXPECT_EQ(other.resolved(1).inputs, document_.resolved(1).inputs);
    EXPECT_EQ(other.resolved(0).inputs, document_.resolved(0).inputs);
    // And still knows what yet another size costs.
    other.setInput(1, Input::ImageBytes, 20000.0);
    document_.setInput(1, Input::ImageBytes, 20000.0);
    EXPECT_EQ(other.resolved(1).inputs, document_.resolved(1).inputs);
    EXPECT_LT(other.resolved(1).inputs.cpu_s_per_image, other.resolved(0).inputs.cpu_s_per_image);
    ASSERT_TRUE(document_.answers().answers[0].after_credits);
    ASSERT_TRUE(other.answers().answers[0].after_credits);
    EXPECT_EQ(other.answers().answers[0].after_credits->images_per_s,
              document_.answers().answers[0].after_credits->images_per_s);
}

TEST_F(ScenarioDocumentTest, WithoutTheStudyTheTypedInBaseIsBack) {
    const auto typed = document_.file().base;
    document_.setStudyBase(demoBase());
    EXPECT_TRUE(document_.file().base.changes.empty());
    document_.setStudyBase(nullptr);
    EXPECT_EQ(document_.file().base, typed);
    // Also after it was saved and opened again.
    document_.setStudyBase(demoBase());
    ScenarioDocument other;
    other.open(*whatif::parse_scenario_file(whatif::scenario_file_json(document_.file()), "a"),
               QString());
    other.setStudyBase(nullptr);
    EXPECT_EQ(other.file().base, typed);
}

TEST_F(ScenarioDocumentTest, FiguresOfALostCalibrationAreGradedSoUntilAnotherBaseIsChosen) {
    whatif::ScenarioFile file = disks();
    file.lost_base = "photos";
    document_.open(file, QString());
    EXPECT_EQ(document_.answers().answers[0].graded.grade, model::Grade::D);
    document_.setStudyBase(demoBase());
    EXPECT_EQ(document_.answers().answers[0].graded.grade, model::Grade::A);
    document_.setStudyBase(nullptr);
    EXPECT_EQ(document_.answers().answers[0].graded.grade, model::Grade::C);
    EXPECT_EQ(document_.file().lost_base, "");
}

// As at the start of the program, when the catalogue is read after the file.
TEST_F(ScenarioDocumentTest, AColumnThatNeverHadAnAnswerShowsItsBase) {
    ScenarioDocument late;
    whatif::ScenarioFile file{.base = {.name = "base", .catalog = {.storage = "aws-gp2"}}};
    file.base.changes = {whatif::set_to(Input::Threads, 3.0)};
    file.scenarios = {{.name = "bad", .catalog = {.volume = {.iops = 5.0}}}};
    late.open(file, QString());
    EXPECT_FALSE(late.isAnswered(0));
    late.setCatalog(std::make_shared<const catalog::Catalog>(catalog::Catalog::built_in()));
    EXPECT_TRUE(late.isAnswered(0));
    EXPECT_FALSE(late.isAnswered(1));
    EXPECT_EQ(std::get<double>(late.valueOf(1, Input::Threads)), 3.0);
}

}  // namespace
}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: files of other tools, dropped, stand in the library; the list says what became of each.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "engine/store/library.h"
#include "tests/ui/bridge/record_maker.h"
#include "ui/bridge/csv_memory.h"
#include "ui/bridge/import_run.h"
#include "ui/library/csv_mapping_dialog.h"
#include "ui/library/import_dialog.h"
#include "ui/library/merge_dialog.h"

namespace throughline::ui {
namespace {

using State = ImportOutcome::State;
constexpr int kPatienceMs = 10'000;
const char* const kFioLog = "1000, 100, 0, 4096\n2000, 300, 0, 4096\n";
const char* const kSweep = "threads,imgs per sec\n1,100\n2,190\n";
const char* const kTraining =
    "DLL 2020-06-20 01:00:10.0 - (0, 1) total_ips : 100\n"
    "DLL 2020-06-20 01:00:20.0 - (0, 2) total_ips : 200\n";
const char* const kDisk =
    R"({"sysstat":{"hosts":[{"nodename":"h","statistics":[
    {"timestamp":"2020-06-20T01:00:15Z","disk":[{"disk_device":"sda","r/s":5}]},
    {"timestamp":"2020-06-20T01:00:25Z","disk":[{"disk_device":"sda","r/s":7}]}]}]}})";

class ImportTest : public testing::Test {
protected:
    void SetUp() override {
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        dialog_.show();
    }
    QString put(const QString& name, const char* text) {
        const QString path = folder_.filePath(QStringLiteral("drop/") + name);
        QDir().mkpath(QFileInfo(path).absolutePath());
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return path;
    }
    void import(const QStringList& paths) {
        QSignalSpy ended(&dialog_, &ImportDialog::ended);
        dialog_.start(paths);
        ASSERT_TRUE(ended.wait(kPatienceMs));
    }
    void waitForEnd() {
        ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog_.isBusy(); }));
    }
    const ImportOutcome& outcome(const QString& name) {
        for (const ImportOutcome& each : dialog_.outcomes()) {
            if (each.path.endsWith(name)) {
                return each;
            }
        }
        ADD_FAILURE() << name.toStdString();
        return dialog_.outcomes().front();
    }
    void select(const QStringList& names) {
        dialog_.list()->clearSelection();
        for (int row = 0; row < dialog_.list()->topLevelItemCount(); ++row) {
            QTreeWidgetItem* item = dialog_.list()->topLevelItem(row);
            item->setSelected(names.contains(item->text(0)));
        }
    }
    std::vector<store::StudyRow> studies() {
        QSignalSpy listed(&library_, &LibraryService::studiesListed);
        library_.refresh();
        EXPECT_TRUE(listed.wait(kPatienceMs));
        return listed.last().at(0).value<std::vector<store::StudyRow>>();
    }

    QTemporaryDir folder_;
    LibraryService library_{folder_.filePath(QStringLiteral("library.sqlite"))};
    ImportDialog dialog_{&library_};
};

TEST_F(ImportTest, FolderOfMixedFilesIsTakenInAndBadOnesAreNamed) {
    put(QStringLiteral("a_bw.1.log"), kFioLog);
    put(QStringLiteral("deep/train.txt"), kTraining);
    put(QStringLiteral("notes.md"), "nothing of note\n");
    const QString bad = put(QStringLiteral("bad.json"), R"({"fio version":"fio-3.1","jobs":[{"jo)");
    writeRecord(folder_.filePath(QStringLiteral("drop/own.tlrun")),
                smallStudy("33333333-3333-4333-8333-333333333333", "Own", 2));

    import({folder_.filePath(QStringLiteral("drop"))});

    EXPECT_EQ(outcome(QStringLiteral("a_bw.1.log")).state, State::Imported);
    EXPECT_EQ(outcome(QStringLiteral("train.txt")).runs, 1);
    EXPECT_EQ(outcome(QStringLiteral("own.tlrun")).runs, 2);
    EXPECT_EQ(outcome(QStringLiteral("notes.md")).state, State::Skipped);
    EXPECT_EQ(outcome(QStringLiteral("bad.json")).state, State::Failed);
    EXPECT_FALSE(outcome(QStringLiteral("bad.json")).message.isEmpty());
    EXPECT_EQ(studies().size(), 3U);
    EXPECT_TRUE(dialog_.summary().startsWith(QStringLiteral("3 imported, 1 failed")))
        << dialog_.summary().toStdString();
    EXPECT_EQ(dialog_.list()->currentItem()->text(0), QFileInfo(bad).fileName());
}

// Goal: the import ends at what came in, once. Method: the list is watched while clean files come
// in, and others that need a look.
TEST_F(ImportTest, AListThatNeedsNoLookClosesItself) {
    QSignalSpy left(&dialog_, &ImportDialog::left);
    import({put(QStringLiteral("disk.json"), kDisk)});
    EXPECT_FALSE(dialog_.isVisible());
    ASSERT_EQ(left.count(), 1);
    EXPECT_EQ(left[0][0].value<std::vector<qint64>>(),
              (std::vector<qint64>{dialog_.outcomes().front().study}));

    dialog_.show();
    const QByteArray other = QByteArray(kDisk).replace("\"h\"", "\"other\"");
    import({put(QStringLiteral("other.json"), other.constData()),
            put(QStringLiteral("clat.1.log"), kFioLog)});
    EXPECT_EQ(dialog_.list()->topLevelItemCount(), 2) << "that of the import before is gone";
    EXPECT_TRUE(dialog_.isVisible()) << "one asks a question";
    EXPECT_EQ(left.count(), 1);
    dialog_.close();
    EXPECT_EQ(left.count(), 2) << "closed by hand, the same";
    dialog_.close();
    EXPECT_EQ(left.count(), 2);
}

TEST_F(ImportTest, SameFileTwiceIsRecognised) {
    const QString log = put(QStringLiteral("train.txt"), kTraining);
    import({log});

    import({log});

    EXPECT_EQ(dialog_.outcomes().back().state, State::AlreadyThere);
    EXPECT_EQ(studies().size(), 1U);
    dialog_.close();

    // Beside others that are new it is told where the import ends.
    QSignalSpy left(&dialog_, &ImportDialog::left);
    dialog_.show();
    import({log, put(QStringLiteral("disk.json"), kDisk)});
    dialog_.close();
    ASSERT_EQ(left.count(), 1);
    EXPECT_EQ(left[0][1].toString(), QStringLiteral("1 file(s) had been imported before."));
}

TEST_F(ImportTest, AnswerReplacesWhatWasTakenInWithoutIt) {
    import({put(QStringLiteral("clat.1.log"), kFioLog)});
    ASSERT_FALSE(outcome(QStringLiteral("clat.1.log")).questions.empty());
    const std::string key = outcome(QStringLiteral("clat.1.log")).questions.front().key;
    QLineEdit* field = dialog_.answers()->field(key);
    ASSERT_NE(field, nullptr);

    field->setText(key == "latency_unit" ? QStringLiteral("us") : QStringLiteral("bw"));
    dialog_.answers()->button()->click();
    waitForEnd();

    EXPECT_EQ(outcome(QStringLiteral("clat.1.log")).state, State::Imported);
    EXPECT_EQ(studies().size(), 1U);
    // It is answered, and no question any more; but the answer can still be corrected.
    EXPECT_TRUE(outcome(QStringLiteral("clat.1.log")).questions.empty());
    EXPECT_FALSE(dialog_.summary().contains(QStringLiteral("question")));
    ASSERT_NE(dialog_.answers()->field(key), nullptr);
    EXPECT_FALSE(dialog_.answers()->field(key)->text().isEmpty());
}

// Answers 8, 4 and 8 again: the study of the first answer comes back from the bin.
TEST_F(ImportTest, AnEarlierAnswerComesBack) {
    const std::string path = put(QStringLiteral("train.txt"), kTraining).toStdString();
    const auto library = store::Library::open((path + ".sqlite"));
    ASSERT_TRUE(library);
    qint64 before = 0;
    std::vector<qint64> answers;
    for (const char* const gpus : {"8", "4", "8"}) {
        importers::Options how;
        how.assume["gpu_count"] = gpus;
        const ImportOutcome outcome = importOne(**library, {{path, 0, {}}, how, before});
        EXPECT_EQ(outcome.state, State::Imported) << gpus;
        EXPECT_FALSE(outcome.inBin) << gpus;
        before = outcome.study;
        answers.push_back(before);
    }
    EXPECT_EQ(answers[0], answers[2]);
    const auto rows = (*library)->studies();
    ASSERT_EQ(rows->size(), 1U);
    EXPECT_EQ(rows->front().id, answers[0]);
}

TEST_F(ImportTest, MappedTableIsTakenInAndTheMappingIsRemembered) {
    const QString table = put(QStringLiteral("sweep.csv"), kSweep);
    import({table});
    EXPECT_EQ(outcome(QStringLiteral("sweep.csv")).state, State::Nothing);

    select({QStringLiteral("sweep.csv")});
    dialog_.mapColumns();
    auto* mapping = dialog_.findChild<CsvMappingDialog*>();
    ASSERT_NE(mapping, nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return mapping->columnCount() == 2; }, kPatienceMs));
    EXPECT_EQ(mapping->meaning(0)->currentData().toString(), QStringLiteral("decode.threads"));
    EXPECT_EQ(mapping->meaning(1)->currentData().toString(), QStringLiteral("images_per_second"));
    Q_EMIT mapping->mapped(mapping->mapping());
    waitForEnd();

    EXPECT_EQ(outcome(QStringLiteral("sweep.csv")).runs, 2);
    EXPECT_EQ(csvMappings().size(), 1U);
    // The next table with this header asks nothing.
    import({put(QStringLiteral("next.csv"), "threads,imgs per sec\n8,700\n")});
    EXPECT_EQ(outcome(QStringLiteral("next.csv")).runs, 1);
}

TEST_F(ImportTest, FilesOfOneRunAreMergedByTime) {
    import(
        {put(QStringLiteral("train.txt"), kTraining), put(QStringLiteral("iostat.json"), kDisk)});
    select({QStringLiteral("train.txt"), QStringLiteral("iostat.json")});

    dialog_.mergeChosen();
    auto* merge = dialog_.findChild<MergeDialog*>();
    ASSERT_NE(merge, nullptr);
    merge->offset(1)->setValue(2.0);
    merge->makeFirst(1);
    EXPECT_EQ(merge->parts().front().clockAheadSeconds, 2.0);
    Q_EMIT merge->mergeAsked(merge->parts());
    waitForEnd();

    const auto listed = studies();
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_EQ(listed.front().id, outcome(QStringLiteral("train.txt")).study);
}

// Goal: the dialog offers what the command line proposes, and no longer once it is done.
TEST_F(ImportTest, FilesThatBelongTogetherAreOfferedToBeMerged) {
    import({put(QStringLiteral("read_bw.1.log"), kFioLog),
            put(QStringLiteral("train.txt"), kTraining),
            put(QStringLiteral("read_iops.1.log"), "1000, 90, 0, 0\n2000, 80, 0, 0\n")});

    EXPECT_EQ(dialog_.offer()->rows(), (std::vector<int>{0, 2}));
    EXPECT_EQ(dialog_.offer()->text(),
              QStringLiteral("read_bw.1.log and read_iops.1.log look like files of one run of "
                             "fio."));
    EXPECT_TRUE(dialog_.offer()->isVisible());

    dialog_.offer()->button()->click();
    auto* merge = dialog_.findChild<MergeDialog*>();
    ASSERT_NE(merge, nullptr);
    ASSERT_EQ(merge->parts().size(), 2U);
    QTest::keyClick(merge, Qt::Key_Return);  // Merge is what Enter does
    waitForEnd();

    EXPECT_EQ(outcome(QStringLiteral("read_bw.1.log")).study,
              outcome(QStringLiteral("read_iops.1.log")).study);
    EXPECT_EQ(studies().size(), 2U);
    EXPECT_FALSE(dialog_.offer()->isVisible());
    // The single files lie in the bin; asking for them again does not offer what was done.
    import({outcome(QStringLiteral("read_bw.1.log")).path,
            outcome(QStringLiteral("read_iops.1.log")).path});
    EXPECT_FALSE(dialog_.offer()->isVisible());
}

TEST_F(ImportTest, FilesOfDifferentRunsAreNotOfferedToBeMerged) {
    import({put(QStringLiteral("read_bw.1.log"), kFioLog),
            put(QStringLiteral("write_bw.1.log"), "1000, 90, 1, 4096\n"),
            put(QStringLiteral("train.txt"), kTraining)});

    EXPECT_TRUE(dialog_.offer()->rows().empty());
    EXPECT_FALSE(dialog_.offer()->isVisible());
}

TEST_F(ImportTest, StoppingKeepsWhatWasTakenIn) {
    QStringList files;
    for (int i = 0; i < 50; ++i) {
        const QByteArray text = QByteArray(kFioLog) + "3000, " + QByteArray::number(i) + ", 0, 8\n";
        files << put(QStringLiteral("many/%1_bw.1.log").arg(i), text.constData());
    }
    QSignalSpy ended(&dialog_, &ImportDialog::ended);
    dialog_.start(files);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return dialog_.outcomes().size() == 50 &&
                   dialog_.outcomes().front().state == State::Imported;
        },
        kPatienceMs));

    dialog_.close();
    ASSERT_TRUE(ended.wait(kPatienceMs));

    EXPECT_EQ(dialog_.outcomes().front().state, State::Imported);
    EXPECT_EQ(dialog_.outcomes().back().state, State::Stopped);
    EXPECT_EQ(studies().size(), ended.front().at(0).value<std::vector<qint64>>().size());
}

}  // namespace
}  // namespace throughline::ui

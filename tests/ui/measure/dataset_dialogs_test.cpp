// SPDX-License-Identifier: GPL-3.0-or-later
// Making and deleting a data set from the window, with the real child process.
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStorageInfo>
#include <QTest>

#include "tests/ui/bridge/journey_data.h"
#include "tests/ui/kept_picture.h"
#include "ui/measure/dataset_picker.h"
#include "ui/measure/make_dataset_dialog.h"
#include "ui/measure/measure_form.h"

namespace throughline::ui {
namespace {

const QString kEngine = QStringLiteral(THROUGHLINE_TEST_ENGINE);

QPushButton* buttonOf(const QWidget& parent, const QString& text) {
    const auto buttons = parent.findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        if (button->text() == text) {
            return button;
        }
    }
    return nullptr;
}

/// All words of the labels.
QString wordsOf(const QWidget& parent) {
    QStringList words;
    const auto labels = parent.findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        words << label->text();
    }
    return words.join(u'\n');
}

class DatasetDialogs : public testing::Test {
protected:
    DatasetDialogs() { qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit()); }

    QString target() const { return folder_.filePath(QStringLiteral("made")); }
    bool manifestExists() const {
        return QFile::exists(target() + QStringLiteral("/throughline-dataset.json"));
    }
    /// Fills the dialog in and waits until it knows what making takes.
    static void plan(MakeDatasetDialog& dialog, const QString& folder, int images) {
        dialog.show();
        dialog.findChild<QLineEdit*>()->setText(folder);
        dialog.findChildren<QSpinBox*>().front()->setValue(images);
        QPushButton* make = buttonOf(dialog, QStringLiteral("&Make"));
        ASSERT_NE(make, nullptr);
        QTest::qWait(400);  // typing pauses, then the engine is asked
        ASSERT_TRUE(QTest::qWaitFor([&] { return make->isEnabled(); }, kPatienceMs))
            << wordsOf(dialog).toStdString();
    }
    /// A picker that shows the target, which holds images.
    std::unique_ptr<DatasetPicker> pickerOnTarget() {
        auto picker = std::make_unique<DatasetPicker>(kEngine, &settings_);
        picker->show();
        picker->setFolder(target());
        EXPECT_TRUE(QTest::qWaitFor([&] { return picker->isReady(); }, kPatienceMs))
            << wordsOf(*picker).toStdString();
        return picker;
    }
    void makeTarget() {
        MakeDatasetDialog dialog(kEngine, defaultDatasetFolder());
        plan(dialog, target(), 20);
        buttonOf(dialog, QStringLiteral("&Make"))->click();
        ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.isVisible(); }, kPatienceMs));
    }
    /// Presses the button of the question that comes up next.
    static void answerNextQuestion(const QString& button, QString* asked) {
        auto* timer = new QTimer(QApplication::instance());
        QObject::connect(timer, &QTimer::timeout, timer, [=] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                timer->deleteLater();
                *asked = box->text();
                buttonOf(*box, button)->click();
            }
        });
        timer->start(10);
    }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
};

TEST_F(DatasetDialogs, MakeSaysWhatItWritesAndWritesIt) {
    MakeDatasetDialog dialog(kEngine, defaultDatasetFolder());
    plan(dialog, target(), 20);
    EXPECT_TRUE(wordsOf(dialog).contains(QStringLiteral("Writes about")));
    EXPECT_FALSE(manifestExists());

    buttonOf(dialog, QStringLiteral("&Make"))->click();

    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.isVisible(); }, kPatienceMs));
    EXPECT_EQ(dialog.result(), QDialog::Accepted);
    EXPECT_TRUE(manifestExists());
    EXPECT_EQ(pickerOnTarget()->images().images, 20);
}

// Goal: Enter in any field does what the tooltip of Make says, not what stands first in the window.
TEST_F(DatasetDialogs, EnterMakesTheDataSet) {
    MakeDatasetDialog dialog(kEngine, defaultDatasetFolder());
    plan(dialog, target(), 20);

    QTest::keyClick(dialog.findChildren<QSpinBox*>().front(), Qt::Key_Return);

    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.isVisible(); }, kPatienceMs));
    EXPECT_EQ(dialog.result(), QDialog::Accepted);
    EXPECT_TRUE(manifestExists());
}

TEST_F(DatasetDialogs, CancelStopsTheMakingAndItCanGoOn) {
    MakeDatasetDialog dialog(kEngine, defaultDatasetFolder());
    plan(dialog, target(), 100'000);
    QPushButton* make = buttonOf(dialog, QStringLiteral("&Make"));
    make->click();
    ASSERT_TRUE(QTest::qWaitFor([this] { return manifestExists(); }, kPatienceMs));

    dialog.reject();

    ASSERT_TRUE(QTest::qWaitFor([&] { return make->isEnabled(); }, kPatienceMs));
    EXPECT_TRUE(dialog.isVisible());
    EXPECT_EQ(make->text(), QStringLiteral("&Resume"));
    EXPECT_TRUE(wordsOf(dialog).contains(QStringLiteral("Finished files are kept")));
    dialog.reject();
    EXPECT_FALSE(dialog.isVisible());
}

TEST_F(DatasetDialogs, FullDiskIsSaidBeforeAnythingIsWritten) {
    if (QStorageInfo(folder_.path()).bytesAvailable() > 1'000'000'000'000) {
        GTEST_SKIP() << "the largest data set that can be asked for fits on this disk";
    }
    MakeDatasetDialog dialog(kEngine, defaultDatasetFolder());
    dialog.show();
    dialog.findChild<QLineEdit*>()->setText(target());
    for (auto* box : dialog.findChildren<QSpinBox*>()) {
        box->setValue(10'000'000);  // a terabyte
    }

    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return wordsOf(dialog).contains(QStringLiteral("Not enough space")); }, kPatienceMs))
        << wordsOf(dialog).toStdString();

    EXPECT_FALSE(buttonOf(dialog, QStringLiteral("&Make"))->isEnabled());
    EXPECT_FALSE(wordsOf(dialog).contains(QStringLiteral("throughline-engine")));
}

TEST_F(DatasetDialogs, DeleteAsksAndCancelKeepsEverything) {
    makeTarget();
    auto picker = pickerOnTarget();
    QString asked;
    answerNextQuestion(QStringLiteral("Cancel"), &asked);

    buttonOf(*picker, QStringLiteral("&Delete data set…"))->click();

    EXPECT_TRUE(asked.contains(target())) << asked.toStdString();
    EXPECT_TRUE(manifestExists());
    EXPECT_TRUE(picker->isReady());
}

TEST_F(DatasetDialogs, DeleteRemovesTheSetAndNothingCanBeStartedOnIt) {
    makeTarget();
    auto picker = pickerOnTarget();
    QString asked;
    answerNextQuestion(QStringLiteral("&Delete"), &asked);

    buttonOf(*picker, QStringLiteral("&Delete data set…"))->click();

    EXPECT_FALSE(picker->isReady());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !manifestExists(); }, kPatienceMs));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !wordsOf(*picker).contains(QStringLiteral("Deleting")); }, kPatienceMs));
    EXPECT_FALSE(picker->isReady());
}

TEST_F(DatasetDialogs, FoldersOfOthersCannotBeDeleted) {
    makeTarget();
    ASSERT_TRUE(QFile::remove(target() + QStringLiteral("/throughline-dataset.json")));

    auto picker = pickerOnTarget();

    EXPECT_FALSE(buttonOf(*picker, QStringLiteral("&Delete data set…"))->isVisible());
}

TEST_F(DatasetDialogs, AskingAgainWhileLookingGivesTheAnswer) {
    makeTarget();
    DatasetPicker picker(kEngine, &settings_);
    picker.setFolder(target());

    picker.setFolder(target());

    EXPECT_TRUE(QTest::qWaitFor([&] { return picker.isReady(); }, kPatienceMs))
        << wordsOf(picker).toStdString();
    EXPECT_FALSE(wordsOf(picker).contains(QStringLiteral("Cancelled")));
}

// Goal: of an address nobody is told to choose another folder. Method: a link that holds a secret,
// of which nobody may be asked.
TEST_F(DatasetDialogs, WhatIsInTheWayOfAnAddressIsSaidOfAnAddress) {
    DatasetPicker picker(kEngine, &settings_);
    picker.setFolder(QStringLiteral("https://host/a.tar?X-Amz-Signature=0123456789abcdef"));
    EXPECT_TRUE(picker.obstacle().contains(QStringLiteral("at this address")))
        << picker.obstacle().toStdString();
    EXPECT_FALSE(picker.obstacle().contains(QStringLiteral("folder")));
}

// Goal: of an address where nobody answers it is not said that there are no images. Method: a port
// that nobody listens at, which is known before long: a look is no run.
TEST_F(DatasetDialogs, WhereNothingAnswersItIsNotSaidThatThereAreNoImages) {
    DatasetPicker picker(kEngine, &settings_);
    picker.setFolder(QStringLiteral("http://127.0.0.1:1/train.tar"));
    EXPECT_EQ(picker.obstacle(), QStringLiteral("Reading the address…"));
    EXPECT_FALSE(wordsOf(picker).contains(QStringLiteral("Reading the folder")));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return picker.obstacle() != QStringLiteral("Reading the address…"); }, kPatienceMs));
    EXPECT_TRUE(picker.obstacle().contains(QStringLiteral("cannot be measured")))
        << picker.obstacle().toStdString();
    EXPECT_TRUE(wordsOf(picker).contains(QStringLiteral("no connection"), Qt::CaseInsensitive))
        << wordsOf(picker).toStdString();
}

TEST_F(DatasetDialogs, WithoutAnEngineNothingCanBeMade) {
    DatasetPicker picker(QString(), &settings_);

    const QPushButton* make = buttonOf(picker, QStringLiteral("&Make a data set…"));

    EXPECT_FALSE(make->isEnabled());
    EXPECT_FALSE(make->toolTip().isEmpty());
}

// Goal: the first verdict needs no folder. Method: a data folder on a disk, nothing chosen; making
// is cancelled, as the whole set is larger than a test should write.
TEST_F(DatasetDialogs, StartMakesTheImagesWhenNoneAreChosen) {
    if (QStorageInfo(folder_.path()).fileSystemType() == "tmpfs") {
        GTEST_SKIP() << "the temporary folder is in memory";
    }
    MeasureForm form(QString(), &settings_);
    form.setEngine(kEngine, 2, QString());
    form.resize(1000, 700);
    form.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return form.startButton()->isEnabled(); }, kPatienceMs))
        << form.startButton()->toolTip().toStdString();
    EXPECT_TRUE(wordsOf(form).contains(defaultDatasetFolder())) << "it says where";
    EXPECT_TRUE(wordsOf(form).contains(QStringLiteral("free"))) << "and that there is room";
    QSignalSpy progressed(form.picker()->defaults(), &DefaultDataset::progressed);
    QSignalSpy made(form.picker()->defaults(), &DefaultDataset::made);

    keepPicture(form, QStringLiteral("measure-nothing-chosen"));
    form.startButton()->click();
    ASSERT_TRUE(progressed.wait(kPatienceMs));
    EXPECT_EQ(form.startButton()->text(), QStringLiteral("&Cancel"));
    keepPicture(form, QStringLiteral("measure-making"));
    form.startButton()->click();

    ASSERT_TRUE(made.wait(kPatienceMs));
    EXPECT_FALSE(made.front().front().toString().isEmpty());
    EXPECT_EQ(form.startButton()->text(), QStringLiteral("&Start"));
    EXPECT_TRUE(form.startButton()->isEnabled()) << "it may be tried again";
}

TEST_F(DatasetDialogs, WhereNothingCanBeMadeStartSaysSo) {
    DefaultDataset defaults;
    EXPECT_FALSE(defaults.isPossible());
    MeasureForm form(QString(), &settings_);
    EXPECT_FALSE(form.startButton()->isEnabled());
    EXPECT_FALSE(form.startButton()->toolTip().isEmpty());
}

}  // namespace
}  // namespace throughline::ui

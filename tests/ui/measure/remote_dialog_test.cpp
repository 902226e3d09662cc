// SPDX-License-Identifier: GPL-3.0-or-later
// Adding data in a store from the window, with the real child process and the fault server.
#include "ui/measure/remote_dialog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <filesystem>

#include "tests/ui/kept_picture.h"
#include "tests/ui/measure/remote_dialogs.h"
#include "ui/measure/measure_form.h"

namespace throughline::ui {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(RemoteDialogs, TheTestTellsHowManyObjectsThereAre) {
    RemoteDialog dialog(kStoreEngine, place());
    dialog.show();
    const std::string words = answerOf(dialog).toStdString();
    EXPECT_THAT(words, HasSubstr("It works: 12 object"));
    EXPECT_THAT(words, HasSubstr("Its first byte came after"));
    keepPicture(dialog, QStringLiteral("remote-works"));
    EXPECT_THAT(words, HasSubstr("Asked was " + lab_.endpoint()));
    EXPECT_THAT(words, HasSubstr("signed in by the keys of the environment"));
}

// Goal: whoever opens it types or pastes an address at once, of whatever kind.
TEST_F(RemoteDialogs, AnAddressCanBeTypedAtOnce) {
    RemoteDialog dialog(kStoreEngine, {});
    dialog.show();
    dialog.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog));
    ASSERT_NE(dialog.focusWidget(), nullptr);
    for (const QChar letter : QStringLiteral("http://127.0.0.1:8000/a.tar")) {
        QTest::keyClicks(dialog.focusWidget(), QString(letter));
    }
    EXPECT_EQ(lineBelow(dialog, QStringLiteral("&Address"))->text(),
              QStringLiteral("http://127.0.0.1:8000/a.tar"));
}

// Goal: whoever chooses another store by mouse types on in its first field. Method: after a test,
// as somebody did whose letters went nowhere; by keys the list keeps the keyboard.
TEST_F(RemoteDialogs, AStoreChosenByMouseLeavesTheKeyboardInItsField) {
    RemoteDialog dialog(kStoreEngine, place("other"));
    dialog.show();
    dialog.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog));
    QTest::mouseClick(dialog.testButton(), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return wordsOf(dialog).contains(u"there is no bucket"); },
                                kStorePatience));
    QComboBox* kind = dialog.findChildren<QComboBox*>().front();
    const auto choose = [kind](int row) {
        kind->showPopup();
        QAbstractItemView* list = kind->view();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(list->window()));
        // What opens the list is not taken for a choice for as long as a double click lasts.
        QTest::qWait(QApplication::doubleClickInterval() + 50);
        const QPoint middle = list->visualRect(list->model()->index(row, 0)).center();
        QTest::mouseMove(list->viewport(), middle);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, middle);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !list->isVisible(); }, kStorePatience));
    };
    choose(3);
    EXPECT_EQ(kind->currentIndex(), 3);
    ASSERT_NE(dialog.focusWidget(), nullptr);
    QTest::keyClicks(dialog.focusWidget(), QStringLiteral("http://127.0.0.1:8000/a.tar"));
    EXPECT_EQ(lineBelow(dialog, QStringLiteral("&Address"))->text(),
              QStringLiteral("http://127.0.0.1:8000/a.tar"));
    choose(0);
    EXPECT_EQ(dialog.focusWidget(), lineBelow(dialog, QStringLiteral("&Bucket")));

    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_Down);
    QTest::keyClick(kind, Qt::Key_Down);
    EXPECT_EQ(kind->currentIndex(), 2);
    EXPECT_EQ(dialog.focusWidget(), kind);
}

// Goal: after a test that failed Enter tests again, and does not close what was typed.
TEST_F(RemoteDialogs, AFailedTestLeavesTheKeyboardOnTest) {
    RemoteDialog dialog(kStoreEngine, place("other"));
    dialog.show();
    dialog.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog));
    QTest::mouseClick(dialog.testButton(), Qt::LeftButton);
    EXPECT_THAT(wordsOf(dialog).toStdString(), HasSubstr("Asking the store"));
    EXPECT_TRUE(dialog.testButton()->hasFocus());
    ASSERT_TRUE(QTest::qWaitFor([&] { return wordsOf(dialog).contains(u"there is no bucket"); },
                                kStorePatience));
    EXPECT_TRUE(dialog.testButton()->hasFocus());
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Return);
    EXPECT_TRUE(dialog.isVisible());
    EXPECT_THAT(wordsOf(dialog).toStdString(), HasSubstr("Asking the store"));
}

// Goal: an address that is pasted into the field of another kind goes where its parts belong, and
// what cannot be read here is told with what to type instead.
TEST_F(RemoteDialogs, AnAddressOfAnotherKindGoesWhereItBelongs) {
    RemoteDialog dialog(kStoreEngine,
                        {.path = QStringLiteral("webhdfs://nn:9870/train"), .access = {}});
    QLineEdit* address = lineBelow(dialog, QStringLiteral("&Address"));
    QLineEdit* bucket = lineBelow(dialog, QStringLiteral("&Bucket"));
    const auto why = [&] { return dialog.testButton()->toolTip().toStdString(); };
    address->setText(QStringLiteral("s3://photos/train"));
    EXPECT_EQ(dialog.place().path, QStringLiteral("s3://photos/train"));
    EXPECT_TRUE(address->text().isEmpty());
    bucket->setText(QStringLiteral("https://host/a.tar"));
    EXPECT_EQ(dialog.place().path, QStringLiteral("https://host/a.tar"));
    address->setText(QStringLiteral("webhdfs://nn/train"));
    EXPECT_EQ(dialog.place().path, QStringLiteral("webhdfs://nn/train"));
    EXPECT_TRUE(dialog.testButton()->isEnabled());

    address->setText(QStringLiteral("hdfs://nn:8020/train"));
    EXPECT_FALSE(dialog.testButton()->isEnabled());
    EXPECT_THAT(why(), HasSubstr("Type webhdfs:// with the name node"));
    address->setText(QStringLiteral("webhdfs://"));
    EXPECT_EQ(why(), "Type the name node behind the //.");
    address->setText(QStringLiteral("s3://photos"));
    bucket->setText(QStringLiteral("hdfs://nn:8020/train"));
    EXPECT_THAT(why(), HasSubstr("Type webhdfs:// with the name node"));
    address->setText(QStringLiteral("gs://photos"));
    bucket->setText(QStringLiteral("abfs://photos"));
    EXPECT_THAT(why(), HasSubstr("Such addresses are not known here."));
    bucket->setText(QStringLiteral("photos/train"));
    EXPECT_THAT(why(), HasSubstr("What follows belongs in Prefix."));
}

// Goal: no field goes missing, or a whole bucket would be taken for its folder. Method: every kind
// of store after every other, and the room of each row that is shown.
TEST_F(RemoteDialogs, FieldsComeBackWithTheirStore) {
    RemoteDialog dialog(kStoreEngine, {});
    dialog.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&dialog));
    QComboBox* kind = dialog.findChildren<QComboBox*>().front();
    for (int from = 0; from < kind->count(); ++from) {
        for (int to = 0; to < kind->count(); ++to) {
            for (const int at : {from, to}) {
                kind->setCurrentIndex(at);
                QCoreApplication::processEvents();
            }
            for (const QLineEdit* field : dialog.findChildren<QLineEdit*>()) {
                EXPECT_TRUE(field->isHidden() ||
                            field->height() > field->minimumSizeHint().height() / 2)
                    << from << " to " << to << ": " << field->toolTip().toStdString();
            }
            const QLineEdit* prefix = lineBelow(dialog, QStringLiteral("&Prefix"));
            EXPECT_EQ(prefix->isHidden(), to >= 3) << from << " to " << to;
        }
    }
}

// Goal: data nodes whose names are known only behind a container's network are reached from the
// dialog, and are asked for nowhere else.
TEST_F(RemoteDialogs, WaysToDataNodesAreAsked) {
    RemoteDialog dialog(kStoreEngine,
                        {.path = QStringLiteral("webhdfs://nn:9870/train"), .access = {}});
    QLineEdit* nodes = lineBelow(dialog, QStringLiteral("&Data nodes"));
    ASSERT_NE(nodes, nullptr);
    EXPECT_FALSE(nodes->isHidden());
    nodes->setText(QStringLiteral("dn1=10.0.0.2"));
    EXPECT_EQ(dialog.place().access,
              (spec::Settings{{"storage.data_nodes", std::string("dn1=10.0.0.2")}}));
    keepPicture(dialog, QStringLiteral("remote-hdfs-nodes"));
    lineBelow(dialog, QStringLiteral("&Address"))->setText(QStringLiteral("https://host/a.tar"));
    EXPECT_TRUE(nodes->isHidden());
    EXPECT_TRUE(dialog.place().access.empty());
}

// Goal: data that a test could not read are not offered for measuring until something has changed.
// Method: a web server that sends whole files only, then the bucket of the store.
TEST_F(RemoteDialogs, WhatFailedTheTestCannotBeUsed) {
    remote::LabStore web({"--anonymous", "--no-ranges"});
    std::filesystem::create_directories(web.folder());
    fixtures::write_jpegs(web.folder(), 1);
    const auto file = std::filesystem::directory_iterator(web.folder())->path().filename();
    web.start();
    RemoteDialog dialog(
        kStoreEngine,
        {.path = QString::fromStdString(web.endpoint() + "/data/" + file.string()), .access = {}});
    EXPECT_TRUE(dialog.useButton()->isEnabled()) << "nobody has tried";
    const std::string words = answerOf(dialog).toStdString();
    EXPECT_THAT(words, HasSubstr("knows no byte ranges"));
    EXPECT_THAT(words, HasSubstr("measure a copy on this computer"));
    EXPECT_FALSE(dialog.useButton()->isEnabled());
    EXPECT_THAT(dialog.useButton()->toolTip().toStdString(), HasSubstr("The test failed"));
    keepPicture(dialog, QStringLiteral("remote-no-ranges"));
    lineBelow(dialog, QStringLiteral("&Address"))->setText(QStringLiteral("http://127.0.0.1:1/a"));
    EXPECT_TRUE(dialog.useButton()->isEnabled()) << "of what nothing is known yet";

    RemoteDialog mended(kStoreEngine, place("other"));
    answerOf(mended);
    EXPECT_FALSE(mended.useButton()->isEnabled());
    std::filesystem::rename(lab_.folder(), lab_.folder() + "/../other");
    answerOf(mended);
    EXPECT_TRUE(mended.useButton()->isEnabled()) << mended.useButton()->toolTip().toStdString();
}

// Goal: what a place is shown as is the place again; what was pasted goes where it belongs.
TEST_F(RemoteDialogs, FieldsAndPlaceAreTheSame) {
    for (const RemotePlace& shown : std::initializer_list<RemotePlace>{
             {.path = QStringLiteral("s3://b/p/q"), .access = {}},
             {.path = QStringLiteral("s3://b"), .access = {}},
             {.path = QStringLiteral("gs://b/"),
              .access = {{"storage.profile", std::string("work")}}},
             {.path = QStringLiteral("https://host/a.tar?x=1"), .access = {}},
             {.path = QStringLiteral("webhdfs://nn:9870/train"),
              .access = {{"storage.data_nodes", std::string("dn1=10.0.0.2")}}},
             {.path = QStringLiteral("s3://b/p"),
              .access = {{"storage.endpoint", std::string("http://127.0.0.1:9000")},
                         {"storage.region", std::string("lab")},
                         {"storage.addressing", std::string("host")},
                         {"storage.sign_in", std::string("anonymous")},
                         {"storage.ca_file", std::string("/etc/ca.pem")},
                         {"storage.listing", std::string("/data/keys.txt")},
                         {"storage.retry_attempts", std::int64_t{3}}}}}) {
        const RemoteDialog dialog(kStoreEngine, shown);
        EXPECT_EQ(dialog.place().path, shown.path);
        EXPECT_EQ(dialog.place().access, shown.access) << shown.path.toStdString();
    }
    RemoteDialog pasted(kStoreEngine, {});
    EXPECT_FALSE(pasted.testButton()->isEnabled());
    EXPECT_EQ(pasted.testButton()->toolTip(), QStringLiteral("Type the name of the bucket."));
    lineBelow(pasted, QStringLiteral("&Bucket"))->setText(QStringLiteral("gs://photos/a/b"));
    EXPECT_EQ(pasted.place().path, QStringLiteral("gs://photos/a/b"));
    EXPECT_TRUE(pasted.testButton()->isEnabled());
}

TEST_F(RemoteDialogs, TheTestReadsFromHdfs) {
    remote::LabStore cluster({}, "hdfs_server.py");
    std::filesystem::create_directories(cluster.folder() + "/set");
    fixtures::write_jpegs(cluster.folder() + "/set", 3);
    cluster.start();
    RemoteDialog dialog(kStoreEngine, {});
    lineBelow(dialog, QStringLiteral("&Bucket"))
        ->setText(QString::fromStdString(cluster.in_hdfs("set")));
    dialog.show();
    const std::string words = answerOf(dialog).toStdString();
    EXPECT_THAT(words, HasSubstr("It works: 3 object"));
    EXPECT_THAT(words, HasSubstr("HADOOP_USER_NAME"));
    keepPicture(dialog, QStringLiteral("remote-hdfs"));
}

// Goal: data in a store are measured like any other, also when they are chosen again later, and no
// key is kept.
TEST_F(RemoteDialogs, TheFormMeasuresWhatWasChosen) {
    MeasureForm form(kStoreEngine, &settings_);
    form.setEngine(kStoreEngine, 2, QString());
    spec::StudySpec spec = form.spec();
    writeTo(place(), spec.base);
    form.setSpec(spec);
    ASSERT_TRUE(QTest::qWaitFor([&] { return form.picker()->isReady(); }, kStorePatience))
        << form.picker()->obstacle().toStdString();
    EXPECT_EQ(form.picker()->images().images, 12);
    form.setPreset(Preset::Quick);
    EXPECT_EQ(spec::text_of(form.spec().base, "dataset.path"), "s3://data/set");
    EXPECT_EQ(spec::text_of(form.spec().base, "storage.endpoint"), lab_.endpoint());
    keepPicture(form, QStringLiteral("remote-form"));
    ASSERT_TRUE(form.startButton()->isEnabled()) << form.startButton()->toolTip().toStdString();
    form.setPreset(Preset::Ways);
    EXPECT_EQ(spec::text_of(form.spec().base, "storage.store"), "") << "the store is there";
    QSignalSpy asked(&form, &MeasureForm::startAsked);
    form.startButton()->click();
    EXPECT_EQ(asked.count(), 1);

    form.picker()->setFolder(folder_.path());
    EXPECT_EQ(spec::text_of(form.spec().base, "storage.endpoint"), "");
    EXPECT_EQ(spec::text_of(form.spec().base, "storage.store"), kWaysStore);
    form.picker()->setFolder(QStringLiteral("s3://data/set"));
    EXPECT_EQ(spec::text_of(form.spec().base, "storage.endpoint"), lab_.endpoint())
        << "remembered with its path";
    settings_.sync();
    QFile kept(settings_.fileName());
    ASSERT_TRUE(kept.open(QIODevice::ReadOnly));
    const std::string text = kept.readAll().toStdString();
    EXPECT_THAT(text, HasSubstr("storage.endpoint"));
    EXPECT_THAT(text, Not(HasSubstr("labsecret")));
}

// Goal: a kept listing does not go with the fields to another place.
TEST_F(RemoteDialogs, AListingIsOfWhatWasShown) {
    RemotePlace shown = place();
    shown.access["storage.listing"] = std::string("/data/keys.txt");
    RemoteDialog dialog(kStoreEngine, shown);
    EXPECT_EQ(dialog.place(), shown);
    lineBelow(dialog, QStringLiteral("&Endpoint"))->setText(QStringLiteral("http://other:9000"));
    EXPECT_FALSE(dialog.place().access.contains("storage.listing"));
    lineBelow(dialog, QStringLiteral("&Endpoint"))
        ->setText(QString::fromStdString(lab_.endpoint()));
    EXPECT_EQ(dialog.place(), shown);
    lineBelow(dialog, QStringLiteral("&Prefix"))->setText(QStringLiteral("other"));
    EXPECT_FALSE(dialog.place().access.contains("storage.listing"));
    EXPECT_TRUE(dialog.place().access.contains("storage.endpoint"));
}

// Goal: what a link is signed with is neither asked with nor kept nor shown. Method: pasted into
// the dialog, and written in the form.
TEST_F(RemoteDialogs, SecretsInAddressesAreRefused) {
    RemotePlace named = place();
    named.access["storage.endpoint"] = std::string("http://user:hidden@127.0.0.1:9000");
    for (const RemotePlace& secret : std::initializer_list<RemotePlace>{
             {.path = QStringLiteral("https://host/a.tar?X-Amz-Signature=hidden")},
             {.path = QStringLiteral("https://user:hidden@host/a.tar")},
             named}) {
        RemoteDialog dialog(kStoreEngine, secret);
        EXPECT_FALSE(dialog.testButton()->isEnabled()) << secret.path.toStdString();
        EXPECT_THAT(dialog.testButton()->toolTip().toStdString(), Not(HasSubstr("hidden")));

        MeasureForm form(kStoreEngine, &settings_);
        form.setEngine(kStoreEngine, 2, QString());
        spec::StudySpec spec = form.spec();
        writeTo(secret, spec.base);
        form.setSpec(spec);
        EXPECT_FALSE(form.picker()->isReading()) << "refused without asking";
        EXPECT_FALSE(form.startButton()->isEnabled());
        for (const QLabel* label : form.findChildren<QLabel*>()) {
            EXPECT_THAT(label->text().toStdString(), Not(HasSubstr("hidden")));
        }
    }
    settings_.sync();
    QFile kept(settings_.fileName());
    EXPECT_FALSE(kept.open(QIODevice::ReadOnly) && kept.readAll().contains("hidden"));
}

// Goal: who writes on in a path stays with its store; its keys go to no other.
TEST_F(RemoteDialogs, AWrittenPathStaysWithItsStore) {
    MeasureForm form(kStoreEngine, &settings_);
    form.setEngine(kStoreEngine, 2, QString());
    const auto endpoint = [&] { return spec::text_of(form.spec().base, "storage.endpoint"); };
    spec::StudySpec spec = form.spec();
    RemotePlace known = place();
    known.access["storage.listing"] = std::string("/data/keys.txt");
    writeTo(known, spec.base);
    form.setSpec(spec);
    QLineEdit* path = nullptr;
    for (const QComboBox* box : form.picker()->findChildren<QComboBox*>()) {
        path = box->isEditable() && path == nullptr ? box->lineEdit() : path;
    }
    ASSERT_NE(path, nullptr);
    path->setFocus();
    for (int i = 0; i < 7; ++i) {  // "s3://data/set" to "s3://d" and on, letter by letter
        QTest::keyClick(path, Qt::Key_Backspace);
        EXPECT_EQ(endpoint(), lab_.endpoint()) << path->text().toStdString();
    }
    QTest::keyClicks(path, QStringLiteral("ata/other"));
    EXPECT_EQ(path->text(), QStringLiteral("s3://data/other"));
    EXPECT_EQ(endpoint(), lab_.endpoint());
    EXPECT_EQ(spec::text_of(form.spec().base, "storage.listing"), "") << "of the other path";

    rememberPlace(place(), &settings_);
    form.picker()->setFolder(folder_.path());
    EXPECT_EQ(endpoint(), "");
    path->selectAll();
    QTest::keyClicks(path, QStringLiteral("s3://data/new"));
    EXPECT_EQ(endpoint(), lab_.endpoint()) << "as the bucket was remembered";
}

// Goal: before Start only one page of a huge bucket is listed.
TEST_F(RemoteDialogs, AHugeBucketIsLookedAtAPageAtATime) {
    remote::LabStore huge({"--page", "4", "--listing", "endless"});
    std::filesystem::create_directories(huge.folder() + "/set");
    fixtures::write_jpegs(huge.folder() + "/set", 12);
    huge.start();
    MeasureForm form(kStoreEngine, &settings_);
    form.setEngine(kStoreEngine, 2, QString());
    form.setPreset(Preset::Ways);
    spec::StudySpec spec = form.spec();
    RemotePlace far = place();
    far.access["storage.endpoint"] = huge.endpoint();
    spec.base["storage.store"] = std::string();
    writeTo(far, spec.base);
    form.setSpec(spec);
    ASSERT_TRUE(QTest::qWaitFor([&] { return form.picker()->isReady(); }, kStorePatience))
        << form.picker()->obstacle().toStdString();
    EXPECT_TRUE(form.picker()->images().hasMore);
    EXPECT_EQ(form.picker()->images().origin.toStdString(), huge.endpoint());
    QString words;
    for (const QLabel* label : form.findChildren<QLabel*>()) {
        words += label->text() + u'\n';
    }
    EXPECT_THAT(words.toStdString(), HasSubstr("More than 4 images"));
    EXPECT_THAT(words.toStdString(), HasSubstr("from " + huge.endpoint()));
}

TEST_F(RemoteDialogs, AChangedEndpointAsksTheOtherStore) {
    MeasureForm form(kStoreEngine, &settings_);
    form.setEngine(kStoreEngine, 2, QString());
    spec::StudySpec spec = form.spec();
    writeTo({.path = QStringLiteral("s3://data/set"),
             .access = {{"storage.endpoint", std::string("http://127.0.0.1:1")}}},
            spec.base);
    form.setSpec(spec);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !form.picker()->isReading(); }, kStorePatience));
    EXPECT_FALSE(form.picker()->isReady());
    auto* endpoint = form.findChild<QLineEdit*>(QStringLiteral("storage.endpoint"));
    ASSERT_NE(endpoint, nullptr);
    endpoint->setFocus();
    endpoint->selectAll();
    QTest::keyClicks(endpoint, QString::fromStdString(lab_.endpoint()));
    QTest::keyClick(endpoint, Qt::Key_Tab);
    EXPECT_TRUE(QTest::qWaitFor([&] { return form.picker()->isReady(); }, kStorePatience));
}

}  // namespace
}  // namespace throughline::ui

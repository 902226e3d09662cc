// SPDX-License-Identifier: GPL-3.0-or-later
// Adding data in a store from the window, with the real child process and the fault server.
#include "ui/measure/remote_dialog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "tests/engine/remote/lab_store.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/ui/kept_picture.h"
#include "ui/measure/measure_form.h"

namespace throughline::ui {
namespace {

using testing::HasSubstr;
using testing::Not;

const QString kStoreEngine = QStringLiteral(THROUGHLINE_TEST_ENGINE);
constexpr int kStorePatience = 30'000;  // a liveness limit

class RemoteDialogs : public testing::Test {
protected:
    RemoteDialogs() {
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        qputenv("HOME", folder_.path().toLocal8Bit());
        qputenv("AWS_ACCESS_KEY_ID", "lab");
        qputenv("AWS_SECRET_ACCESS_KEY", "labsecret");
        std::filesystem::create_directories(lab_.folder() + "/set");
        fixtures::write_jpegs(lab_.folder() + "/set", 12);
        lab_.start();
    }
    RemotePlace place(const char* bucket = "data") const {
        return {.path = QStringLiteral("s3://%1/set").arg(QLatin1String(bucket)),
                .access = {{"storage.endpoint", lab_.endpoint()}}};
    }
    static QString answerOf(RemoteDialog& dialog) {
        dialog.testButton()->click();
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return dialog.testButton()->isEnabled(); }, kStorePatience));
        QStringList words;
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            words << label->text();
        }
        return words.join(u'\n');
    }
    static QLineEdit* lineBelow(const QWidget& dialog, const QString& title) {
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            if (label->text() == title) {
                return qobject_cast<QLineEdit*>(label->buddy());
            }
        }
        return nullptr;
    }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
    remote::LabStore lab_;
};

TEST_F(RemoteDialogs, TheTestTellsHowManyObjectsThereAre) {
    RemoteDialog dialog(kStoreEngine, place());
    dialog.show();
    const std::string words = answerOf(dialog).toStdString();
    EXPECT_THAT(words, HasSubstr("It works: 12 object"));
    EXPECT_THAT(words, HasSubstr("Its first byte came after"));
    keepPicture(dialog, QStringLiteral("remote-works"));
}

TEST_F(RemoteDialogs, TheTestTellsWhatIsWrong) {
    RemoteDialog no_bucket(kStoreEngine, place("other"));
    EXPECT_THAT(answerOf(no_bucket).toStdString(), HasSubstr("there is no bucket other"));
    keepPicture(no_bucket, QStringLiteral("remote-no-bucket"));
    qputenv("AWS_SECRET_ACCESS_KEY", "wrong");
    RemoteDialog wrong(kStoreEngine, place());
    const std::string words = answerOf(wrong).toStdString();
    EXPECT_THAT(words, HasSubstr("the secret key is wrong"));
    qunsetenv("AWS_SECRET_ACCESS_KEY");
    RemoteDialog half(kStoreEngine, place());
    EXPECT_THAT(answerOf(half).toStdString(), HasSubstr("AWS_SECRET_ACCESS_KEY is not"));
}

// Goal: what a place is shown as is the place again; what was pasted goes where it belongs.
TEST_F(RemoteDialogs, FieldsAndPlaceAreTheSame) {
    for (const RemotePlace& shown : std::initializer_list<RemotePlace>{
             {.path = QStringLiteral("s3://b/p/q"), .access = {}},
             {.path = QStringLiteral("gs://b/"),
              .access = {{"storage.profile", std::string("work")}}},
             {.path = QStringLiteral("https://host/a.tar?x=1"), .access = {}},
             {.path = QStringLiteral("s3://b/p"),
              .access = {{"storage.endpoint", std::string("http://127.0.0.1:9000")},
                         {"storage.region", std::string("lab")},
                         {"storage.addressing", std::string("host")},
                         {"storage.sign_in", std::string("anonymous")},
                         {"storage.ca_file", std::string("/etc/ca.pem")},
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

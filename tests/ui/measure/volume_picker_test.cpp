// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/volume_picker.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "engine/spec/spec.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 30'000;

class VolumePickerTest : public testing::Test {
protected:
    VolumePickerTest() {
        picker_.setEngine(QStringLiteral(THROUGHLINE_TEST_ENGINE));
        picker_.resize(900, 200);
        picker_.show();
    }
    WordChooser* box(const char* key) {
        return picker_.findChild<WordChooser*>(QStringLiteral("picker.") + QLatin1String(key));
    }
    void type(const char* key, const char* words) {
        box(key)->setFocus();
        box(key)->lineEdit()->selectAll();
        QTest::keyClicks(box(key)->lineEdit(), QLatin1String(words));
        QTest::keyClick(box(key), Qt::Key_Return);
    }
    void waitForFacts() {
        QSignalSpy described(&picker_, &VolumePicker::described);
        ASSERT_TRUE(described.wait(kPatienceMs));
    }
    QString text() {
        QString all;
        for (const QLabel* label : picker_.findChildren<QLabel*>()) {
            all += label->isVisibleTo(&picker_) ? label->text() + u'\n' : QString();
        }
        return all;
    }
    std::string written(const char* key) {
        spec::Settings settings = spec::default_settings();
        picker_.writeTo(settings);
        return spec::text_or_empty(settings, key);
    }
    VolumePicker picker_{VolumePicker::Offers::VolumesAndStores};
};

TEST_F(VolumePickerTest, NothingIsEmulatedUnlessAsked) {
    EXPECT_EQ(written("storage.volume"), "");
    EXPECT_EQ(box("storage.volume")->shown(), QStringLiteral("This disk as it is"));
    EXPECT_FALSE(box("storage.volume_credits")->isVisible());
    EXPECT_EQ(picker_.obstacle(), QString());
}

TEST_F(VolumePickerTest, OfDataInAStoreNothingIsEmulated) {
    picker_.setFar(true);
    EXPECT_EQ(box("storage.volume")->shown(), QStringLiteral("The store as it is"));
    picker_.setFar(false);
    EXPECT_EQ(box("storage.volume")->shown(), QStringLiteral("This disk as it is"));
}

TEST_F(VolumePickerTest, AVolumeIsFoundByItsNameAndSaidToBeEmulated) {
    QSignalSpy edited(&picker_, &VolumePicker::edited);
    type("storage.volume", "1 tib gp2");
    EXPECT_EQ(edited.count(), 1);
    EXPECT_EQ(written("storage.volume"), "aws-gp2:1TiB");
    waitForFacts();
    EXPECT_TRUE(
        text().contains(QStringLiteral("This disk emulates the volume aws-gp2:1TiB (AWS EBS "
                                       "gp2): 3.07 k IOPS")))
        << text().toStdString();
    EXPECT_TRUE(text().contains(QStringLiteral("marked emulated")));
    EXPECT_EQ(picker_.obstacle(), QString());
}

TEST_F(VolumePickerTest, CreditsAreAskedForWhereTheVolumeHasThem) {
    type("storage.volume", "aws-gp2:334GiB");
    waitForFacts();
    EXPECT_TRUE(box("storage.volume_credits")->isVisible());
    type("storage.volume_credits", "no credits");
    EXPECT_EQ(written("storage.volume_credits"), "empty");
    type("storage.volume_credits", "25 %");
    EXPECT_EQ(written("storage.volume_credits"), "25 %");
    EXPECT_EQ(written("storage.volume"), "aws-gp2:334GiB");
    waitForFacts();
    type("storage.volume", "gp3 100 gib");
    waitForFacts();
    EXPECT_FALSE(box("storage.volume_credits")->isVisible());
    EXPECT_EQ(written("storage.volume_credits"), "full") << "another volume begins anew";
}

TEST_F(VolumePickerTest, WhatCannotBeEmulatedIsAnObstacleInTheEnginesWords) {
    type("storage.volume", "aws-gp2:99TiB");
    waitForFacts();
    EXPECT_TRUE(picker_.obstacle().contains(QStringLiteral("1 to 16384 GiB")))
        << picker_.obstacle().toStdString();
    EXPECT_TRUE(text().contains(picker_.obstacle()));
    type("storage.volume", "this disk");
    EXPECT_EQ(picker_.obstacle(), QString());
    EXPECT_EQ(written("storage.volume"), "");
}

TEST_F(VolumePickerTest, ShowsWhatAStudyHasSet) {
    spec::Settings settings = spec::default_settings();
    settings["storage.volume"] = std::string("azure-ultra:100GiB");
    picker_.setValues(settings);
    EXPECT_EQ(box("storage.volume")->shown(), QStringLiteral("Azure Ultra Disk, 100 GiB"));
    waitForFacts();
    EXPECT_TRUE(text().contains(QStringLiteral("azure-ultra:100GiB")));
}

TEST_F(VolumePickerTest, AnObjectStoreIsASettingOfItsOwn) {
    type("storage.volume", "s3 standard");
    EXPECT_EQ(written("storage.store"), "aws-s3");
    EXPECT_EQ(written("storage.volume"), "");
    waitForFacts();
    EXPECT_TRUE(
        text().contains(QStringLiteral("This disk emulates the store aws-s3 (Amazon S3 "
                                       "Standard): the first byte after 100 ms")))
        << text().toStdString();
    EXPECT_FALSE(box("storage.volume_credits")->isVisible());
    type("storage.volume", "aws-gp2:334GiB");
    EXPECT_EQ(written("storage.store"), "");
    EXPECT_EQ(written("storage.volume"), "aws-gp2:334GiB");
}

// Goal: whatever is listed can be used, and what is assumed can be seen and changed.
TEST_F(VolumePickerTest, AStoreWhoseLatencyNobodyPublishedHasAFieldForIt) {
    type("storage.volume", "s3 standard");
    EXPECT_FALSE(box("storage.store.latency")->isVisible()) << "it is published";

    type("storage.volume", "S3 read directly");
    EXPECT_EQ(box("storage.volume")->shown(), QStringLiteral("Amazon S3 read directly (2018)"));
    ASSERT_TRUE(box("storage.store.latency")->isVisible());
    EXPECT_EQ(box("storage.store.latency")->shown(), QStringLiteral("50 ms"));
    EXPECT_EQ(written("storage.store"), "study-s3:latency=50ms");
    waitForFacts();
    EXPECT_EQ(picker_.obstacle(), QString());
    EXPECT_TRUE(text().contains(QStringLiteral("first byte after 50 ms in the median, as set")))
        << text().toStdString();

    type("storage.store.latency", "12 ms");
    EXPECT_EQ(written("storage.store"), "study-s3:latency=12ms");
    EXPECT_EQ(box("storage.volume")->shown(), QStringLiteral("Amazon S3 read directly (2018)"));
    type("storage.volume", "express one");
    EXPECT_EQ(written("storage.store"), "aws-s3-express:latency=5ms")
        << "its maker says single-digit milliseconds";
}

// Goal: a study that names the store alone is refused as ever, and not silently another one.
TEST_F(VolumePickerTest, AStudyWithoutTheLatencyIsAskedForIt) {
    spec::Settings settings = spec::default_settings();
    settings["storage.store"] = std::string("gcp-gcs");
    picker_.setValues(settings);
    waitForFacts();
    EXPECT_TRUE(picker_.obstacle().contains(QStringLiteral("gcp-gcs:latency=50ms")))
        << picker_.obstacle().toStdString();
    ASSERT_TRUE(box("storage.store.latency")->isVisible());
    type("storage.store.latency", "50 ms");
    EXPECT_EQ(written("storage.store"), "gcp-gcs:latency=50ms");
    waitForFacts();
    EXPECT_EQ(picker_.obstacle(), QString());
}

}  // namespace
}  // namespace throughline::ui

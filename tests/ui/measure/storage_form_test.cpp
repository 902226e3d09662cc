// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/storage_form.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 30'000;

class StorageFormTest : public testing::Test {
protected:
    StorageFormTest()
        : settings_(place_.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat) {
        QFile big(file());
        EXPECT_TRUE(big.open(QIODevice::WriteOnly));
        big.write(QByteArray(32 << 20, 'x'));
        form_.setEngine(QStringLiteral(THROUGHLINE_TEST_ENGINE));
    }
    QString file() const { return place_.filePath(QStringLiteral("big")); }
    QCheckBox* box(const char* words) {
        for (QCheckBox* one : form_.findChildren<QCheckBox*>()) {
            if (one->text().remove(u'&').contains(QLatin1String(words))) {
                return one;
            }
        }
        return nullptr;
    }
    QString facts() { return form_.findChild<QLabel*>(QStringLiteral("storage.facts"))->text(); }
    bool waitUntilPlanned() {
        return QTest::qWaitFor([this] { return !form_.isAsking(); }, kPatienceMs);
    }

    QTemporaryDir place_;
    QSettings settings_;
    StorageForm form_{&settings_};
};

TEST_F(StorageFormTest, AFileIsReadAndNotChanged) {
    form_.setPath(file());
    ASSERT_TRUE(waitUntilPlanned());

    EXPECT_EQ(form_.obstacle(), QString());
    EXPECT_TRUE(facts().contains(QStringLiteral("does not change it"))) << facts().toStdString();
    EXPECT_EQ(form_.arguments(),
              QStringList({QStringLiteral("storage"), file(), QStringLiteral("--quick")}));
    EXPECT_FALSE(box("Write a file")->isEnabled()) << "there is one";
}

// Goal: nobody writes without having been told how much. Method: a folder, before and after it is
// agreed that a file is written there.
TEST_F(StorageFormTest, AFolderNeedsConsentAndThenSaysTheBytes) {
    form_.setPath(place_.path());
    EXPECT_TRUE(form_.obstacle().contains(QStringLiteral("agree")))
        << form_.obstacle().toStdString();
    EXPECT_FALSE(form_.arguments().contains(QStringLiteral("--make-file")));

    box("Write a file")->click();
    EXPECT_FALSE(form_.obstacle().isEmpty()) << "the bytes are not known yet";
    ASSERT_TRUE(waitUntilPlanned());

    EXPECT_EQ(form_.obstacle(), QString());
    EXPECT_TRUE(facts().contains(QStringLiteral("Writes at most 1.07 GB")))
        << facts().toStdString();
    EXPECT_TRUE(facts().contains(QStringLiteral("stay free")));
    EXPECT_TRUE(form_.arguments().contains(QStringLiteral("--make-file")));
}

TEST_F(StorageFormTest, WritesAreMeasuredOnlyWhenTicked) {
    form_.setPath(file());
    EXPECT_FALSE(form_.arguments().contains(QStringLiteral("--writes")));
    box("Measure writes")->click();
    ASSERT_TRUE(waitUntilPlanned());
    EXPECT_TRUE(form_.arguments().contains(QStringLiteral("--writes")));
    EXPECT_TRUE(facts().contains(QStringLiteral("small files"))) << facts().toStdString();
}

TEST_F(StorageFormTest, WhatTheEngineRefusesIsSaidAndCannotBeStarted) {
    form_.setPath(QStringLiteral("/dev/null"));
    ASSERT_TRUE(waitUntilPlanned());
    EXPECT_TRUE(form_.obstacle().contains(QStringLiteral("character device")))
        << form_.obstacle().toStdString();
}

}  // namespace
}  // namespace throughline::ui

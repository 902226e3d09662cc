// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "tests/engine/remote/lab_store.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/kept_environment.h"
#include "ui/measure/remote_dialog.h"

namespace throughline::ui {

inline const QString kStoreEngine = QStringLiteral(THROUGHLINE_TEST_ENGINE);
inline constexpr int kStorePatience = 30'000;  ///< a liveness limit

/// A store on this machine with twelve images, and the keys to it.
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
    static QString wordsOf(const RemoteDialog& dialog) {
        QStringList words;
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            words << label->text();
        }
        return words.join(u'\n');
    }
    static QString answerOf(RemoteDialog& dialog) {
        dialog.testButton()->click();
        EXPECT_TRUE(QTest::qWaitFor([&] { return !wordsOf(dialog).contains(u"Asking the store"); },
                                    kStorePatience));
        return wordsOf(dialog);
    }
    static QLineEdit* lineBelow(const QWidget& dialog, const QString& title) {
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            if (label->text() == title) {
                return qobject_cast<QLineEdit*>(label->buddy());
            }
        }
        return nullptr;
    }

    const fixtures::KeptEnvironment kept_{
        "THROUGHLINE_DATA_DIR", "HOME", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"};
    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
    remote::LabStore lab_;
};

}  // namespace throughline::ui

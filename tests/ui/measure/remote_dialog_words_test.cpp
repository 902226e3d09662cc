// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialog of remote data says where something is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QTest>
#include <filesystem>

#include "tests/ui/kept_picture.h"
#include "tests/ui/measure/remote_dialogs.h"
#include "ui/measure/measure_form.h"
#include "ui/style/theme.h"

namespace throughline::ui {
namespace {

using testing::HasSubstr;
using testing::Not;

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

// Goal: what to set is named as the dialog has it, not by a key of the command line. Method: no
// keys, and another region, in the dialog and on the page.
TEST_F(RemoteDialogs, WhatIsWrongNamesTheFieldOfTheDialog) {
    qunsetenv("AWS_ACCESS_KEY_ID");
    qunsetenv("AWS_SECRET_ACCESS_KEY");
    const auto kField = "needs none with “Sign in: Not at all: the data are public”";
    RemoteDialog dialog(kStoreEngine, place());
    dialog.show();
    const std::string words = answerOf(dialog).toStdString();
    EXPECT_THAT(words, HasSubstr(kField));
    EXPECT_THAT(words, Not(HasSubstr("storage.")));
    keepPicture(dialog, QStringLiteral("remote-no-keys"));
    MeasureForm form(kStoreEngine, &settings_);
    form.setEngine(kStoreEngine, 2, QString());
    spec::StudySpec spec = form.spec();
    writeTo(place(), spec.base);
    form.setSpec(spec);
    const auto onPage = [&form] {
        QStringList all;
        for (const QLabel* label : form.findChildren<QLabel*>()) {
            all << label->text();
        }
        return all.join(u'\n');
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return onPage().contains(QLatin1String("Sign in:")); },
                                kStorePatience))
        << onPage().toStdString();
    EXPECT_THAT(onPage().toStdString(), Not(HasSubstr("storage.sign_in")));

    qputenv("AWS_ACCESS_KEY_ID", "lab");
    qputenv("AWS_SECRET_ACCESS_KEY", "labsecret");
    remote::LabStore other({"--region", "eu-west-3"});
    std::filesystem::create_directories(other.folder() + "/set");
    other.start();
    RemoteDialog region(kStoreEngine,
                        {.path = QStringLiteral("s3://data/set"),
                         .access = {{"storage.endpoint", other.endpoint()}}});
    EXPECT_THAT(answerOf(region).toStdString(), HasSubstr("set “Region: eu-west-3”"));
}

// Goal: an address of a wrong kind is told, in the colour of faults once it cannot become right.
TEST_F(RemoteDialogs, AWrongSchemeIsTold) {
    RemoteDialog dialog(kStoreEngine, {.path = QStringLiteral("https://host/a.tar"), .access = {}});
    QLineEdit* address = lineBelow(dialog, QStringLiteral("&Address"));
    const auto inkOf = [&](const char* words) {
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            if (label->text() == QLatin1String(words)) {
                return label->palette().color(QPalette::WindowText);
            }
        }
        return QColor();
    };
    constexpr auto kWrong = "The address must begin with https:// or http://.";
    address->setText(QStringLiteral("htp:/nonsense"));
    EXPECT_EQ(inkOf(kWrong), currentTheme().error) << wordsOf(dialog).toStdString();
    EXPECT_EQ(dialog.testButton()->toolTip(), QLatin1String(kWrong));
    address->setText(QStringLiteral("http"));
    EXPECT_EQ(inkOf(kWrong), currentTheme().mutedText);
    address->clear();
    EXPECT_EQ(inkOf("Type the address of the file."), currentTheme().mutedText);
}

}  // namespace
}  // namespace throughline::ui

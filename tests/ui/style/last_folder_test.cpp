// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/last_folder.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace throughline::ui {
namespace {

class LastFolder : public testing::Test {
protected:
    QString made(const char* name) {
        QDir(scratch_.path()).mkpath(QString::fromLatin1(name));
        return scratch_.filePath(QString::fromLatin1(name));
    }
    QTemporaryDir scratch_;
    QSettings settings_{scratch_.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
};

TEST_F(LastFolder, EachPurposeBeginsWhereItsLastFileLay) {
    const QString charts = made("charts");
    const QString results = made("results");

    rememberFolder(&settings_, FolderFor::Charts, charts + QStringLiteral("/threads.png"));
    rememberFolder(&settings_, FolderFor::Results, results);

    EXPECT_EQ(folderFor(&settings_, FolderFor::Charts), charts);
    EXPECT_EQ(folderFor(&settings_, FolderFor::Results), results) << "a folder itself";
    EXPECT_NE(folderFor(&settings_, FolderFor::Reports), charts) << "another purpose";
}

TEST_F(LastFolder, AFolderThatIsGoneIsNotOffered) {
    const QString gone = made("gone");
    rememberFolder(&settings_, FolderFor::Reports, gone + QStringLiteral("/report.pdf"));
    ASSERT_EQ(folderFor(&settings_, FolderFor::Reports, scratch_.path()), gone);

    ASSERT_TRUE(QDir().rmdir(gone));

    EXPECT_EQ(folderFor(&settings_, FolderFor::Reports, scratch_.path()), scratch_.path());
    EXPECT_TRUE(QDir(folderFor(&settings_, FolderFor::Reports)).exists());
}

TEST_F(LastFolder, ACancelledDialogChangesNothing) {
    const QString charts = made("charts");
    rememberFolder(&settings_, FolderFor::Charts, charts);
    rememberFolder(&settings_, FolderFor::Charts, QString());
    EXPECT_EQ(folderFor(&settings_, FolderFor::Charts), charts);
    EXPECT_TRUE(QDir(folderFor(nullptr, FolderFor::Charts)).exists()) << "without settings";
}

}  // namespace
}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/folder_watch.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "engine/base/file_descriptor.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 10000;

class FolderWatchTest : public testing::Test {
protected:
    QString folder() const { return data_.filePath(QStringLiteral("catalogue")); }
    void write(const char* name, const std::string& text) {
        const QString path = folder() + u'/' + QLatin1String(name);
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
    }
    QTemporaryDir data_;
};

TEST_F(FolderWatchTest, SeesAFileAddedChangedReplacedAndTakenAway) {
    ASSERT_TRUE(QDir().mkpath(folder()));
    FolderWatch watch(folder());
    QSignalSpy changed(&watch, &FolderWatch::changed);

    write("a.json", "{}");
    EXPECT_TRUE(changed.wait(kPatienceMs)) << "added";
    write("a.json", "{\"storage\": []}");
    EXPECT_TRUE(changed.wait(kPatienceMs)) << "written to";
    const std::string path = folder().toStdString() + "/a.json";
    ASSERT_TRUE(write_file_atomically(path, "{ }"));
    EXPECT_TRUE(changed.wait(kPatienceMs)) << "replaced";
    write("a.json", "{\"links\": []}");
    EXPECT_TRUE(changed.wait(kPatienceMs)) << "the one that replaced it";
    ASSERT_TRUE(QFile::remove(folder() + QStringLiteral("/a.json")));
    EXPECT_TRUE(changed.wait(kPatienceMs)) << "taken away";
}

TEST_F(FolderWatchTest, SeesAFolderThatIsMadeLater) {
    FolderWatch watch(folder());
    QSignalSpy changed(&watch, &FolderWatch::changed);

    ASSERT_TRUE(QDir().mkpath(folder()));
    EXPECT_TRUE(changed.wait(kPatienceMs)) << "made";
    write("a.json", "{}");
    EXPECT_TRUE(changed.wait(kPatienceMs)) << "added to it";
}

}  // namespace
}  // namespace throughline::ui

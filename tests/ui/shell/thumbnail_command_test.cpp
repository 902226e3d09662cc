// SPDX-License-Identifier: GPL-3.0-or-later
// The real program `throughline thumbnail`, called as a file manager calls it.
#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>

#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/kept_picture.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 30'000;
constexpr auto kUuid = "0f7c61c9-98a5-4d9b-8a53-0d0f0a7b1c11";

class ThumbnailCommand : public testing::Test {
protected:
    QString file(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    int call(const QStringList& arguments) {
        QProcess program;
        program.start(QStringLiteral(THROUGHLINE_TEST_WINDOW),
                      QStringList{QStringLiteral("thumbnail")} + arguments);
        const bool ended = program.waitForFinished(kPatienceMs);
        words_ = QString::fromUtf8(program.readAllStandardError());
        return ended ? program.exitCode() : -1;
    }
    /// Pixels of a curve: paper, frame and text are grey.
    static int coloured(const QImage& image) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                count += image.pixelColor(x, y).saturation() > 100 ? 1 : 0;
            }
        }
        return count;
    }

    QTemporaryDir folder_;
    QString words_;
};

TEST_F(ThumbnailCommand, DrawsTheCurveInTheAskedSize) {
    writeRecord(file("study.tlrun"), smallStudy(kUuid, "Small study", 4));

    for (const int side : {16, 128, 256}) {
        ASSERT_EQ(call({QStringLiteral("--size"),
                        QString::number(side),
                        file("study.tlrun"),
                        file("small.png")}),
                  0)
            << words_.toStdString();
        const QImage image(file("small.png"));
        EXPECT_EQ(image.size(), QSize(side, side));
        EXPECT_GT(coloured(image), side / 4);
        keepPicture(image, QStringLiteral("thumbnail-%1").arg(side));
    }
}

TEST_F(ThumbnailCommand, AnInterruptedRecordHasOneToo) {
    auto lines = smallStudy(kUuid, "Small study", 4);
    lines.resize(lines.size() / 2);
    writeRecord(file("study.tlrun"), lines);

    EXPECT_EQ(call({file("study.tlrun"), file("small.png")}), 0) << words_.toStdString();
    EXPECT_FALSE(QImage(file("small.png")).isNull());
}

TEST_F(ThumbnailCommand, WhatIsNoRecordHasNone) {
    QFile foreign(file("foreign.tlrun"));
    ASSERT_TRUE(foreign.open(QIODevice::WriteOnly));
    foreign.write("not a record\n");
    foreign.close();

    EXPECT_EQ(call({file("foreign.tlrun"), file("small.png")}), 1);
    EXPECT_TRUE(words_.contains(QLatin1String("foreign.tlrun"))) << words_.toStdString();
    EXPECT_FALSE(QFile::exists(file("small.png")));
}

TEST_F(ThumbnailCommand, MistakesAreUsage) {
    EXPECT_EQ(call({file("study.tlrun")}), 2);
    EXPECT_EQ(call({QStringLiteral("--size"), QStringLiteral("9"), file("a"), file("b")}), 2);
    EXPECT_TRUE(words_.contains(QLatin1String("throughline thumbnail: --size")));
}

}  // namespace
}  // namespace throughline::ui

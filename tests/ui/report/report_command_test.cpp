// SPDX-License-Identifier: GPL-3.0-or-later
// `throughline report` makes what `throughline-engine verify` checks.
#include <gtest/gtest.h>

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include "engine/store/library.h"
#include "tests/ui/bridge/record_maker.h"

namespace throughline::ui {
namespace {

struct Outcome {
    int status = -1;
    QString output;
};

Outcome call(const char* program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QLatin1String(program), arguments);
    EXPECT_TRUE(process.waitForFinished(30'000));
    return {process.exitCode(), QString::fromUtf8(process.readAll())};
}

TEST(ReportCommand, WhatItWritesIsVerifiedAndWhatWasEditedIsNot) {
    const QTemporaryDir folder;
    const QString library = folder.filePath(QStringLiteral("library.sqlite"));
    const QString record = folder.filePath(QStringLiteral("a.tlrun"));
    writeRecord(record, smallStudy("11111111-1111-4111-8111-111111111111", "Alpha", 3));
    {
        auto made = store::Library::open(library.toStdString());
        ASSERT_TRUE(made);
        ASSERT_TRUE((*made)->ingest(record.toStdString()));
    }
    const QString page = folder.filePath(QStringLiteral("report.html"));
    const QStringList arguments{QStringLiteral("report"),
                                QStringLiteral("--library"),
                                library,
                                QStringLiteral("--runs"),
                                QStringLiteral("1"),
                                QStringLiteral("-o"),
                                page};
    const Outcome made =
        call(THROUGHLINE_TEST_WINDOW,
             arguments + QStringList{QStringLiteral("--template"), QStringLiteral("disk")});
    ASSERT_EQ(made.status, 0) << made.output.toStdString();

    const Outcome held = call(THROUGHLINE_TEST_ENGINE, {QStringLiteral("verify"), page});
    EXPECT_EQ(held.status, 0) << held.output.toStdString();
    EXPECT_TRUE(held.output.contains(QStringLiteral("holds:")));

    QFile file(page);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    QByteArray text = file.readAll();
    ASSERT_TRUE(text.contains(">300 images/s</data>"));
    text.replace(">300 images/s</data>", ">390 images/s</data>");
    file.resize(0);
    file.seek(0);
    file.write(text);
    file.close();
    const Outcome broken = call(THROUGHLINE_TEST_ENGINE, {QStringLiteral("verify"), page});
    EXPECT_EQ(broken.status, 1);
    EXPECT_TRUE(
        broken.output.contains(QStringLiteral("says 390 images/s, its record 300 images/s")))
        << broken.output.toStdString();

    EXPECT_EQ(call(THROUGHLINE_TEST_WINDOW, arguments).status, 2);
    const Outcome poem =
        call(THROUGHLINE_TEST_WINDOW,
             arguments + QStringList{QStringLiteral("--template"), QStringLiteral("poem")});
    EXPECT_EQ(poem.status, 2);
    EXPECT_TRUE(poem.output.contains(QStringLiteral("disk"))) << "it names what there is";
    EXPECT_EQ(call(THROUGHLINE_TEST_ENGINE, {QStringLiteral("verify"), record}).status, 1);
}

}  // namespace
}  // namespace throughline::ui

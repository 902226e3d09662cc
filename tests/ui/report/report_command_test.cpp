// SPDX-License-Identifier: GPL-3.0-or-later
// `throughline report` makes what `throughline-engine verify` checks.
#include <gtest/gtest.h>

#include <QCryptographicHash>
#include <QFile>
#include <QProcess>
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

class ReportCommand : public testing::Test {
protected:
    void SetUp() override {
        writeRecord(record_, smallStudy("11111111-1111-4111-8111-111111111111", "Alpha", 3));
        auto made = store::Library::open(library_.toStdString());
        ASSERT_TRUE(made);
        ASSERT_TRUE((*made)->ingest(record_.toStdString()));
    }
    Outcome report(const char* words, const QString& file) const {
        return call(THROUGHLINE_TEST_WINDOW,
                    QStringList{QStringLiteral("report"), QStringLiteral("--library"), library_} +
                        QString::fromLatin1(words).split(u' ', Qt::SkipEmptyParts) +
                        QStringList{QStringLiteral("-o"), file});
    }
    static Outcome verify(const QString& file) {
        return call(THROUGHLINE_TEST_ENGINE, {QStringLiteral("verify"), file});
    }

    QTemporaryDir folder_;
    QString library_ = folder_.filePath(QStringLiteral("library.sqlite"));
    QString record_ = folder_.filePath(QStringLiteral("a.tlrun"));
    QString page_ = folder_.filePath(QStringLiteral("report.html"));
};

TEST_F(ReportCommand, WhatItWritesIsVerifiedAndWhatWasEditedIsNot) {
    const Outcome made = report("--runs 1 --template disk", page_);
    ASSERT_EQ(made.status, 0) << made.output.toStdString();
    const Outcome held = verify(page_);
    EXPECT_EQ(held.status, 0) << held.output.toStdString();
    EXPECT_TRUE(held.output.contains(QStringLiteral("holds:")));

    QFile file(page_);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    QByteArray text = file.readAll();
    ASSERT_TRUE(text.contains(">300 images/s</data>"));
    text.replace(">300 images/s</data>", ">390 images/s</data>");
    file.seek(0);
    file.write(text);
    file.close();
    const Outcome broken = verify(page_);
    EXPECT_EQ(broken.status, 1);
    EXPECT_TRUE(
        broken.output.contains(QStringLiteral("says 390 images/s, its record 300 images/s")))
        << broken.output.toStdString();
    EXPECT_EQ(verify(record_).status, 4) << "no report";
}

TEST_F(ReportCommand, IsWrittenInTheLanguageThatIsAskedFor) {
    for (const char* const name : {"de.html", "de.odt", "de.pdf"}) {
        const QString file = folder_.filePath(QLatin1String(name));
        const Outcome made = report("--runs 1 --template disk --language de", file);
        ASSERT_EQ(made.status, 0) << made.output.toStdString();
        const Outcome held = verify(file);
        EXPECT_EQ(held.status, 0) << held.output.toStdString();
        EXPECT_TRUE(held.output.contains(QStringLiteral("Reicht dieser Datenträger aus?")))
            << held.output.toStdString();
    }
    const QString definition = folder_.filePath(QStringLiteral("de.json"));
    ASSERT_EQ(report("--runs 1 --template disk --language de", definition).status, 0);
    ASSERT_EQ(call(THROUGHLINE_TEST_WINDOW,
                   {QStringLiteral("report"),
                    QStringLiteral("--library"),
                    library_,
                    QStringLiteral("--definition"),
                    definition,
                    QStringLiteral("-o"),
                    page_})
                  .status,
              0);
    QFile file(page_);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("<html lang=\"de\">")) << "the definition keeps it";
    const Outcome refused = report("--runs 1 --template disk --language fr", page_);
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(refused.output.contains(QStringLiteral("--language fr: choose one of en, de")))
        << refused.output.toStdString();
}

TEST_F(ReportCommand, AnOdtIsVerifiedWhateverItIsCalled) {
    const QString odt = folder_.filePath(QStringLiteral("report.odt"));
    const Outcome made = report("--runs 1 --template disk", odt);
    ASSERT_EQ(made.status, 0) << made.output.toStdString();
    const QString renamed = folder_.filePath(QStringLiteral("renamed"));
    ASSERT_TRUE(QFile::rename(odt, renamed));
    const Outcome held = verify(renamed);
    EXPECT_EQ(held.status, 0) << held.output.toStdString();
    EXPECT_TRUE(held.output.contains(QStringLiteral("holds:")));

    QFile file(renamed);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    QByteArray bytes = file.readAll();
    ASSERT_TRUE(bytes.contains(">300 images/s</text:span>"));
    bytes.replace(">300 images/s</text:span>", ">390 images/s</text:span>");
    file.seek(0);
    file.write(bytes);
    file.close();
    const Outcome broken = verify(renamed);
    EXPECT_EQ(broken.status, 4) << "an archive that contradicts itself";
    EXPECT_TRUE(broken.output.contains(QStringLiteral("the part content.xml")))
        << broken.output.toStdString();
}

TEST_F(ReportCommand, APdfIsVerifiedAsItsContentSaysAndMayBeADeck) {
    const QString pdf = folder_.filePath(QStringLiteral("report.pdf"));
    for (const char* words : {"--runs 1 --template disk", "--runs 1 --template disk --deck"}) {
        ASSERT_EQ(report(words, pdf).status, 0);
        const QString renamed = folder_.filePath(QStringLiteral("no ending"));
        QFile::remove(renamed);
        ASSERT_TRUE(QFile::rename(pdf, renamed));
        const Outcome held = verify(renamed);
        EXPECT_EQ(held.status, 0) << held.output.toStdString();
        EXPECT_TRUE(held.output.contains(QStringLiteral("holds:")));

        QFile file(renamed);
        ASSERT_TRUE(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        bytes[bytes.indexOf("stream") + 40] = 'x';
        file.seek(0);
        file.write(bytes);
        file.close();
        EXPECT_EQ(verify(renamed).status, 1);
    }
    EXPECT_EQ(report("--runs 1 --template disk --deck", page_).status, 2) << "no HTML is a deck";
}

// Goal: a page does not depend on the screen or on the order in which a process hashes.
TEST_F(ReportCommand, APdfIsTheSameBytesBesideAnyScreen) {
    const auto made = [&](const char* name, const char* value) {
        qputenv(name, value);
        const QString pdf = folder_.filePath(QLatin1String(name) + QStringLiteral(".pdf"));
        EXPECT_EQ(report("--runs 1 --template disk --date 2026-11-25", pdf).status, 0);
        qunsetenv(name);
        QFile file(pdf);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    };
    const QByteArray plain = made("THROUGHLINE_NONE", "1");
    EXPECT_EQ(made("QT_FONT_DPI", "144"), plain);
    EXPECT_EQ(made("QT_SCALE_FACTOR", "2"), plain);
    EXPECT_EQ(made("QT_HASH_SEED", "0"), plain);
}

/// A report as somebody forges it who computes every digest of an HTML anew.
QByteArray withWord(QByteArray page, const QByteArray& from, const QByteArray& to) {
    static const QByteArray kProof = "id=\"throughline-proof\">";
    const auto proofOf = [&] {
        const qsizetype start = page.indexOf(kProof) + kProof.size();
        return page.mid(start, page.indexOf("</script>", start) - start);
    };
    const auto digestOf = [&] {
        return QCryptographicHash::hash(proofOf(), QCryptographicHash::Sha256).toHex();
    };
    const QByteArray before = digestOf();
    EXPECT_TRUE(page.contains(from)) << from.toStdString();
    page.replace(from, to);
    page.replace(before, digestOf());
    return page;
}

// Goal: a chart that says something else than the records make is found by who can draw it.
TEST_F(ReportCommand, TheWindowsProgramMakesTheDataOfChartsAgain) {
    const QString pdf = folder_.filePath(QStringLiteral("report.pdf"));
    const QString odt = folder_.filePath(QStringLiteral("report.odt"));
    for (const QString& file : {page_, pdf, odt}) {
        ASSERT_EQ(report("--runs 1 --template disk", file).status, 0);
        const Outcome held = call(THROUGHLINE_TEST_WINDOW,
                                  {QStringLiteral("verify"), file, QStringLiteral("--json")});
        EXPECT_EQ(held.status, 0) << held.output.toStdString();
        EXPECT_TRUE(held.output.contains(QStringLiteral("\"redrawn\": true")));
    }
    EXPECT_TRUE(verify(page_).output.contains(QStringLiteral("with their own digests only")));
    EXPECT_TRUE(call(THROUGHLINE_TEST_WINDOW, {QStringLiteral("verify"), page_})
                    .output.contains(QStringLiteral("the same byte by byte")));

    QFile file(page_);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    QByteArray page = file.readAll();
    for (const QByteArray place : {"\"title\":\"", "<figcaption>"}) {
        page = withWord(page, place + "Images per second by", place + "My images per second by");
    }
    file.resize(0);
    file.write(page);
    file.close();
    EXPECT_EQ(verify(page_).status, 0) << "the engine draws nothing";
    const Outcome found = call(THROUGHLINE_TEST_WINDOW, {QStringLiteral("verify"), page_});
    EXPECT_EQ(found.status, 1);
    EXPECT_TRUE(found.output.contains(QStringLiteral("chart 1: Its title is \"My images")))
        << found.output.toStdString();
    const auto germans = [&](const QStringList& more) {
        return call(THROUGHLINE_TEST_WINDOW,
                    QStringList{QStringLiteral("verify"),
                                QStringLiteral("--language"),
                                QStringLiteral("de"),
                                page_} +
                        more)
            .output;
    };
    EXPECT_TRUE(germans({}).contains(QStringLiteral("Diagramm 1: Der Titel ist „My images")))
        << germans({}).toStdString();
    EXPECT_TRUE(germans({QStringLiteral("--json")}).contains(QStringLiteral("chart 1")));
    EXPECT_EQ(call(THROUGHLINE_TEST_WINDOW, {QStringLiteral("verify"), record_}).status, 4);
    EXPECT_EQ(call(THROUGHLINE_TEST_WINDOW, {QStringLiteral("verify")}).status, 2);
}

TEST_F(ReportCommand, ItsDefinitionMakesAnotherReport) {
    const QString definition = folder_.filePath(QStringLiteral("definition.json"));
    ASSERT_EQ(report("--runs 1 --template disk", definition).status, 0);
    const QByteArray words = "--title Tonight --definition " + definition.toLatin1();
    ASSERT_EQ(report(words.constData(), page_).status, 0);
    EXPECT_TRUE(verify(page_).output.startsWith(QStringLiteral("Tonight")));
}

TEST_F(ReportCommand, ListsTheNamesThatItWouldTell) {
    const Outcome names = call(THROUGHLINE_TEST_WINDOW,
                               {QStringLiteral("report"),
                                QStringLiteral("--library"),
                                library_,
                                QStringLiteral("--runs"),
                                QStringLiteral("1"),
                                QStringLiteral("--template"),
                                QStringLiteral("disk"),
                                QStringLiteral("--names")});
    EXPECT_EQ(names.status, 0) << names.output.toStdString();
    EXPECT_TRUE(names.output.contains(QStringLiteral(" -> host-1"))) << names.output.toStdString();
    EXPECT_FALSE(QFile::exists(page_));
}

TEST_F(ReportCommand, SaysWhatIsMissingOrUnknown) {
    EXPECT_EQ(report("--runs 1", page_).status, 2);
    EXPECT_EQ(report("--template disk", page_).status, 2);
    const Outcome poem = report("--runs 1 --template poem", page_);
    EXPECT_EQ(poem.status, 2);
    EXPECT_TRUE(poem.output.contains(QStringLiteral("disk"))) << "it names what there is";
}

}  // namespace
}  // namespace throughline::ui

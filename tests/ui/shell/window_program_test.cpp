// SPDX-License-Identifier: GPL-3.0-or-later
// The real program `throughline` on command lines that open no window.
#include <gtest/gtest.h>

#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 30'000;

struct Outcome {
    QProcess::ExitStatus how = QProcess::CrashExit;
    int status = -1;
    QString output;
    QString errors;
};

enum class Display : std::uint8_t { None, Offscreen };

Outcome call(const QStringList& arguments, Display display) {
    const QTemporaryDir data;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        environment.remove(QLatin1String(name));
    }
    if (display == Display::Offscreen) {
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    }
    environment.insert(QStringLiteral("THROUGHLINE_DATA_DIR"), data.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(THROUGHLINE_TEST_WINDOW), arguments);
    if (!program.waitForFinished(kPatienceMs)) {
        program.kill();
        program.waitForFinished();
    }
    return {.how = program.exitStatus(),
            .status = program.exitCode(),
            .output = QString::fromUtf8(program.readAllStandardOutput()),
            .errors = QString::fromUtf8(program.readAllStandardError())};
}

TEST(WindowProgram, WithoutADisplaySaysWhatWorksWithoutOne) {
    const Outcome outcome = call({}, Display::None);
    EXPECT_EQ(outcome.how, QProcess::NormalExit);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(outcome.errors.contains(QStringLiteral("throughline export")))
        << outcome.errors.toStdString();

    const Outcome help = call({QStringLiteral("--help")}, Display::None);
    EXPECT_EQ(help.status, 0);
    EXPECT_TRUE(help.output.contains(QStringLiteral("[FILE]"))) << help.output.toStdString();
}

TEST(WindowProgram, SpeaksTheLanguageThatItIsAskedFor) {
    const Outcome window =
        call({QStringLiteral("--language"), QStringLiteral("de"), QStringLiteral("--help")},
             Display::Offscreen);
    EXPECT_TRUE(window.output.contains(QStringLiteral("Ergebnisse anderer Werkzeuge")))
        << window.output.toStdString();
    const Outcome verify =
        call({QStringLiteral("verify"), QStringLiteral("--language=de"), QStringLiteral("--help")},
             Display::None);
    EXPECT_TRUE(verify.output.contains(QStringLiteral("JSON ausgeben.")))
        << verify.output.toStdString();
    for (const QStringList& command : {QStringList(), {QStringLiteral("verify")}}) {
        const Outcome unknown =
            call(command + QStringList{QStringLiteral("--language"), QStringLiteral("tlh")},
                 Display::Offscreen);
        EXPECT_EQ(unknown.status, 2);
        EXPECT_TRUE(unknown.errors.contains(QStringLiteral("--language tlh: choose one of")))
            << unknown.errors.toStdString();
    }
}

// Goal: what a session's end or Ctrl+C stops is no crash. Method: the signal while its mark of a
// running window is there.
TEST(WindowProgram, ASignalToEndClosesTheWindow) {
    const QTemporaryDir data;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("THROUGHLINE_DATA_DIR"), data.path());
    const QString mark = data.filePath(QStringLiteral("log/window.running"));
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(THROUGHLINE_TEST_WINDOW), {});
        ASSERT_TRUE(program.waitForStarted(kPatienceMs));
        // Before its window there is nothing to be closed: the library is made when it is.
        const QString library = data.filePath(QStringLiteral("library.sqlite"));
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return QFileInfo::exists(mark) && QFileInfo::exists(library); }, kPatienceMs));
        QTest::qWait(500);
        ::kill(static_cast<pid_t>(program.processId()), signal);
        ASSERT_TRUE(program.waitForFinished(kPatienceMs)) << signal;
        EXPECT_EQ(program.exitStatus(), QProcess::NormalExit) << signal;
        EXPECT_EQ(program.exitCode(), 0) << signal;
        EXPECT_FALSE(QFileInfo::exists(mark)) << signal;
    }
}

// Goal: a picture shows what was read, however busy the computer is; one that could not wait for it
// says so and is no success.
TEST(WindowProgram, APictureWaitsForWhatItShows) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("window.png"));
    const QStringList picture{QStringLiteral("--screenshot"),
                              file,
                              QStringLiteral("--demo"),
                              QStringLiteral("--page"),
                              QStringLiteral("result")};
    const Outcome outcome = call(picture, Display::Offscreen);
    EXPECT_EQ(outcome.status, 0) << outcome.errors.toStdString();
    EXPECT_FALSE(outcome.errors.contains(QStringLiteral("did not wait")));
    EXPECT_TRUE(QFileInfo::exists(file));

    const Outcome hasty =
        call(picture + QStringList{QStringLiteral("--seconds"), QStringLiteral("0")},
             Display::Offscreen);
    EXPECT_EQ(hasty.how, QProcess::NormalExit);
    EXPECT_EQ(hasty.status, 1);
    EXPECT_TRUE(hasty.errors.contains(QStringLiteral("did not wait longer than 0 s for the ")))
        << hasty.errors.toStdString();
}

TEST(WindowProgram, OptionsThatMeanNothingAreUsageErrors) {
    const QString picture = QStringLiteral("--screenshot");
    const QString none = QStringLiteral("/dev/null");
    const QString page = QStringLiteral("--page");
    for (const QStringList& arguments :
         {QStringList{QStringLiteral("--theme"), QStringLiteral("pink")},
          QStringList{QStringLiteral("--size"), QStringLiteral("10x10")},
          QStringList{QStringLiteral("--size"), QStringLiteral("639x480")},
          QStringList{picture, none, page, QStringLiteral("bogus")},
          QStringList{picture, none, page, QStringLiteral("whatif:nope:0")},
          QStringList{picture, none, page, QStringLiteral("import")}}) {
        const Outcome outcome = call(arguments, Display::Offscreen);
        EXPECT_EQ(outcome.how, QProcess::NormalExit) << arguments.join(u' ').toStdString();
        EXPECT_EQ(outcome.status, 2) << arguments.join(u' ').toStdString();
        EXPECT_TRUE(outcome.errors.contains(arguments.value(arguments.size() - 2)))
            << outcome.errors.toStdString();
    }
}

}  // namespace
}  // namespace throughline::ui

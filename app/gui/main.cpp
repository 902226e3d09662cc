// SPDX-License-Identifier: GPL-3.0-or-later
// throughline [FILE]…: the window; throughline export …: a chart without one. Files are taken into
// the library; a second start hands them to the window that runs already.
#include <QCommandLineParser>
#include <QIcon>
#include <QMessageBox>
#include <QRegularExpression>
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "app/gui/export_command.h"
#include "app/gui/screenshot.h"
#include "ui/bridge/paths.h"
#include "ui/shell/english_plurals.h"
#include "ui/shell/event_timer.h"
#include "ui/shell/main_window.h"
#include "ui/shell/single_instance.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace {

using namespace throughline::ui;

QCommandLineOption hidden(const QString& name, const QString& value = {}) {
    QCommandLineOption option(name, QString(), value);
    option.setFlags(QCommandLineOption::HiddenFromHelp);
    return option;
}

/// For developers and for the documentation; see app/gui/screenshot.h.
void addScreenshotOptions(QCommandLineParser& parser) {
    for (const char* name : {"screenshot", "page", "theme", "size", "folder", "seconds"}) {
        parser.addOption(hidden(QLatin1String(name), QStringLiteral("value")));
    }
    for (const char* name : {"demo", "run", "wait"}) {
        parser.addOption(hidden(QLatin1String(name)));
    }
}

ScreenshotOptions screenshotOptions(const QCommandLineParser& parser) {
    ScreenshotOptions options;
    options.file = parser.value(QStringLiteral("screenshot"));
    if (parser.isSet(QStringLiteral("page"))) {
        options.page = parser.value(QStringLiteral("page"));
    }
    if (parser.isSet(QStringLiteral("seconds"))) {
        options.seconds = parser.value(QStringLiteral("seconds")).toDouble();
    }
    options.folder = parser.value(QStringLiteral("folder"));
    options.demo = parser.isSet(QStringLiteral("demo"));
    options.run = parser.isSet(QStringLiteral("run"));
    options.wait = parser.isSet(QStringLiteral("wait"));
    return options;
}

/// The size that was asked for; empty: none was.
QSize sizeOf(const QCommandLineParser& parser) {
    const QStringList sides = parser.value(QStringLiteral("size")).split(u'x');
    return sides.size() == 2 ? QSize(sides[0].toInt(), sides[1].toInt()) : QSize();
}

void resizeAsAsked(MainWindow& window, const QCommandLineParser& parser) {
    if (const QSize size = sizeOf(parser); !size.isEmpty()) {
        window.resize(size);
    }
}

/// In anything smaller the window cannot be used; a small laptop's screen is 1280x720.
constexpr QSize kWindowMin(640, 480);

/// Qt ends a program that finds no display with an abort; some of this one needs none.
/// Returns an exit status when there is nothing to go on with.
std::optional<int> startWithoutDisplay(int argc, char** argv) {
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    const auto given = [&](std::initializer_list<std::string_view> any) {
        return std::find_first_of(words.begin(), words.end(), any.begin(), any.end()) !=
               words.end();
    };
    const bool display = qEnvironmentVariableIsSet("DISPLAY") ||
                         qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
                         qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || given({"-platform"});
    if (display) {
        return std::nullopt;
    }
    if (given({"-h", "--help", "--help-all", "-v", "--version"})) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        return std::nullopt;
    }
    std::fputs(
        "throughline: there is no display (DISPLAY and WAYLAND_DISPLAY are not set).\n"
        "'throughline export' makes charts without one, 'throughline-engine' does the rest.\n",
        stderr);
    return 1;
}

/// Usage errors of the options of pictures, which nobody sees in a window.
std::optional<int> faultOf(const QCommandLineParser& parser, const QStringList& files) {
    static const QRegularExpression kSize(QStringLiteral("^[1-9]\\d{2,4}x[1-9]\\d{2,4}$"));
    QString fault;
    const QString size = parser.value(QStringLiteral("size"));
    const QString theme = parser.value(QStringLiteral("theme"));
    const QSize asked = sizeOf(parser);
    if (!size.isEmpty() && !kSize.match(size).hasMatch()) {
        fault = QStringLiteral("--size %1: like 1280x720").arg(size);
    } else if (!size.isEmpty() && asked.expandedTo(kWindowMin) != asked) {
        fault = QStringLiteral("--size %1: at least %2x%3")
                    .arg(size)
                    .arg(kWindowMin.width())
                    .arg(kWindowMin.height());
    } else if (!QStringList{QString(), QStringLiteral("light"), QStringLiteral("dark")}.contains(
                   theme)) {
        fault = QStringLiteral("--theme %1: light or dark").arg(theme);
    } else if (parser.isSet(QStringLiteral("screenshot"))) {
        fault = screenshotFault(screenshotOptions(parser), files);
    }
    if (fault.isEmpty()) {
        return std::nullopt;
    }
    std::fputs(qPrintable(QStringLiteral("throughline: %1\n").arg(fault)), stderr);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    if (isExportCommand(argc, argv)) {
        return runExportCommand(argc, argv);
    }
    if (const auto status = startWithoutDisplay(argc, argv)) {
        return *status;
    }
    TimedApplication application(argc, argv);
    EnglishPlurals plurals;
    QCoreApplication::installTranslator(&plurals);
    QApplication::setApplicationName(QStringLiteral("throughline"));
    QApplication::setApplicationDisplayName(QStringLiteral("Throughline"));
    QApplication::setApplicationVersion(QStringLiteral(THROUGHLINE_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.throughline.app"));

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Explore storage-to-GPU throughput."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("files"),
        QCoreApplication::translate("main", "Records, results of other tools, or folders of them."),
        QStringLiteral("[FILE]…"));
    addScreenshotOptions(parser);
    parser.process(application);
    const QStringList files = parser.positionalArguments();
    if (const auto status = faultOf(parser, files)) {
        return *status;
    }

    SingleInstance instance(dataFolder());
    if (!instance.claim()) {
        if (instance.handOver(files)) {
            return 0;
        }
        QMessageBox::warning(
            nullptr,
            QStringLiteral("Throughline"),
            QCoreApplication::translate("main",
                                        "Another window of this library is open but does not "
                                        "answer. Close it first."));
        return 1;
    }

    const auto settings = openSettings();
    applyUiScale(settings->value(QStringLiteral("window/scale"), 1.0).toDouble());
    const QString theme = parser.isSet(QStringLiteral("theme"))
                              ? parser.value(QStringLiteral("theme"))
                              : settings->value(QStringLiteral("window/theme")).toString();
    applyTheme(themeChoiceOf(theme));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/org.throughline.app.svg")));

    MainWindow window(settings.get());
    QObject::connect(
        &instance, &SingleInstance::started, &window, [&window](const QStringList& later) {
            window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
            window.show();
            window.raise();
            window.activateWindow();
            window.openFiles(later);
        });
    resizeAsAsked(window, parser);
    window.show();
    window.openFiles(files);
    if (parser.isSet(QStringLiteral("screenshot"))) {
        takeScreenshot(window, screenshotOptions(parser));
    }
    return QApplication::exec();
}

// SPDX-License-Identifier: GPL-3.0-or-later
// throughline [FILE]…: the window; throughline export …: a chart without one. Files are taken into
// the library; a second start hands them to the window that runs already.
#include <QCommandLineParser>
#include <QIcon>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSessionManager>
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "app/build_info/build_info.h"
#include "app/gui/commands.h"
#include "app/gui/screenshot.h"
#include "ui/bridge/paths.h"
#include "ui/library/study_list_model.h"
#include "ui/shell/end_signals.h"
#include "ui/shell/event_timer.h"
#include "ui/shell/language.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences.h"
#include "ui/shell/session_log.h"
#include "ui/shell/single_instance.h"
#include "ui/shell/whats_this.h"
#include "ui/shell/window_layout.h"
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
        "throughline: there is no display (DISPLAY and WAYLAND_DISPLAY are not set).\n'throughline "
        "export' makes charts without one; 'throughline-engine' does the rest.\n",
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
        fault = QStringLiteral("--size %1: give WIDTHxHEIGHT, such as 1280x720").arg(size);
    } else if (!size.isEmpty() && asked.expandedTo(kWindowMin) != asked) {
        fault = QStringLiteral("--size %1: at least %2x%3")
                    .arg(size)
                    .arg(kWindowMin.width())
                    .arg(kWindowMin.height());
    } else if (!QStringList{QString(), QStringLiteral("light"), QStringLiteral("dark")}.contains(
                   theme)) {
        fault = QStringLiteral("--theme %1: choose light or dark").arg(theme);
    } else if (fault = faultOfLanguage(parser.value(QLatin1String(kLanguageOption)));
               fault.isEmpty() && parser.isSet(QStringLiteral("screenshot"))) {
        fault = screenshotFault(screenshotOptions(parser), files);
    }
    if (fault.isEmpty()) {
        return std::nullopt;
    }
    std::fputs(qPrintable(QStringLiteral("throughline: %1\n").arg(fault)), stderr);
    return 2;
}

void describe(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Explore storage-to-GPU throughput."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("files"),
        QCoreApplication::translate("main",
                                    "Records or results of other tools, or folders of them."),
        QStringLiteral("[FILE]…"));
    const QCommandLineOption safe_mode(
        QStringLiteral("safe-mode"),
        QCoreApplication::translate("main",
                                    "Load no GPU plug-in, plot nothing at first, and ignore the "
                                    "stored layout and size of the "
                                    "window."));
    parser.addOption(safe_mode);
    const QCommandLineOption new_measurement(
        QStringLiteral("new-measurement"),
        QCoreApplication::translate("main", "Show the form for a new measurement."));
    parser.addOption(new_measurement);
    parser.addOption(languageOption());
    addScreenshotOptions(parser);
}

void take(MainWindow& window, const StartRequest& request) {
    if (request.measure) {
        window.measurement()->showForm();
    }
    window.importer()->open(request.files);
}

/// Later starts, questions about a control, and the end of the session reach the window.
void connectToDesktop(QGuiApplication& application,
                      SingleInstance& instance,
                      const EndSignals& signals_to_end,
                      const WhatsThis& whats_this,
                      MainWindow& window) {
    QObject::connect(&signals_to_end, &EndSignals::asked, &window, [&window] {
        // Nobody may be there to answer: a measurement goes on by itself, and the next start
        // finds it.
        window.setCloseQuestion([] { return MainWindow::OnClose::Background; });
        window.close();
        QCoreApplication::exit(0);
    });
    QObject::connect(&whats_this, &WhatsThis::helpAsked, &window, [&window] { window.showHelp(); });
    QObject::connect(
        &instance, &SingleInstance::started, &window, [&window](const StartRequest& later) {
            bringToFront(&window);
            take(window, later);
        });
    QObject::connect(&application,
                     &QGuiApplication::commitDataRequest,
                     &window,
                     [&window](QSessionManager& session) {
                         if (session.allowsInteraction() && !window.close()) {
                             session.cancel();
                         }
                     });
}

}  // namespace

int main(int argc, char** argv) {
    if (const auto status = runCommand(argc, argv)) {
        return *status;
    }
    if (const auto status = startWithoutDisplay(argc, argv)) {
        return *status;
    }
    TimedApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("throughline"));
    QApplication::setApplicationDisplayName(QStringLiteral("Throughline"));
    QApplication::setApplicationVersion(QString::fromUtf8(throughline::app::kVersionLine));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.throughline.app"));
    const auto settings = openSettings();
    speakAsPreferred(application, languageAsked(argc, argv), *settings);

    QCommandLineParser parser;
    describe(parser);
    parser.process(application);
    const QStringList files = parser.positionalArguments();
    if (const auto status = faultOf(parser, files)) {
        return *status;
    }

    const bool measure = parser.isSet(QStringLiteral("new-measurement"));
    SingleInstance instance(dataFolder());
    if (!instance.claim()) {
        if (instance.handOver({files, measure})) {
            return 0;
        }
        QMessageBox::warning(
            nullptr,
            QStringLiteral("Throughline"),
            QCoreApplication::translate(
                "main",
                "Another window of this library is open but does not respond. Close it first."));
        return 1;
    }

    const SessionLog log(logFolder());
    const bool safe = parser.isSet(QStringLiteral("safe-mode"));
    if (safe) {
        qputenv("THROUGHLINE_GPU_PLUGIN", "none");  // the engine's, which loads it
        forgetPlotted(*settings);                   // drawing it may be what failed
    }
    Preferences(settings.get()).applyLooks(parser.value(QStringLiteral("theme")));
    if (safe) {
        applyUiScale(1.0);
    }
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/org.throughline.app.svg")));

    const EndSignals signals_to_end;  // before what must be ended in order
    MainWindow window(settings.get());
    if (!safe) {
        restoreLayout(&window, *settings);
    }
    const WhatsThis whats_this;
    connectToDesktop(application, instance, signals_to_end, whats_this, window);
    resizeAsAsked(window, parser);
    window.show();
    take(window, {files, measure});
    if (parser.isSet(QStringLiteral("screenshot"))) {
        takeScreenshot(window, screenshotOptions(parser));
    } else if (log.lastEndedBadly()) {
        offerReport(&window);
    }
    return QApplication::exec();
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands.h"

#include <QApplication>
#include <QTextStream>
#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

#include "app/build_info/build_info.h"
#include "app/gui/export_command.h"
#include "app/gui/report_command.h"
#include "app/gui/thumbnail_command.h"
#include "app/gui/verify_command.h"
#include "app/gui/words.h"
#include "ui/shell/language.h"

namespace throughline::ui {

namespace {

enum ExitStatus { kWritten = 0, kFailed = 1, kUsage = 2 };

constexpr std::array kCommands{kExportCommand, kReportCommand, kThumbnailCommand, kVerifyCommand};

/// Qt's remark about a missing runtime folder, which nothing here uses, is left out.
void handleMessage(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (!text.startsWith(QLatin1String("QStandardPaths:"))) {
        QTextStream(stderr) << qFormatLogMessage(type, context, text) << Qt::endl;
    }
}

int run(const Command& command, int argc, char** argv) {
    qInstallMessageHandler(handleMessage);
    qputenv("QT_QPA_PLATFORM", "offscreen");  // fonts are needed, a display is not
    // Program and command are one word from here on, so that the help names both.
    std::string name = std::string("throughline ") + command.name;
    std::vector<char*> words{name.data()};
    words.insert(words.end(), argv + 2, argv + argc);
    words.push_back(nullptr);
    int count = argc - 1;
    QApplication application(count, words.data());
    QApplication::setApplicationName(QString::fromStdString(name));
    QApplication::setApplicationVersion(QString::fromUtf8(throughline::app::kVersionLine));
    const QString asked = languageAsked(argc, argv);
    speak(application, languageOf(asked));
    QCommandLineParser parser;
    parser.setApplicationDescription(tr(command.description));
    parser.addHelpOption();
    command.addOptions(parser);
    const bool has_own_language = std::string_view(command.name) == kReportCommand.name;
    if (!has_own_language) {
        parser.addOption(languageOption());
    }
    if (!parser.parse(QApplication::arguments())) {
        complain(parser.errorText());
        return kUsage;
    }
    if (const QString fault = faultOfLanguage(asked); !has_own_language && !fault.isEmpty()) {
        complain(fault);
        return kUsage;
    }
    if (parser.isSet(QStringLiteral("help"))) {
        parser.showHelp(kWritten);
    }
    if (command.answer != nullptr) {
        return command.answer(parser);
    }
    if (const auto done = command.run(parser); !done) {
        complain(QString::fromStdString(describe(done.error())));
        return done.error().code == ErrorCode::Usage ? kUsage : kFailed;
    }
    return kWritten;
}

}  // namespace

std::optional<int> runCommand(int argc, char** argv) {
    const auto command = std::ranges::find_if(kCommands, [&](const Command& one) {
        return argc > 1 && std::string_view(argv[1]) == one.name;
    });
    return command == kCommands.end() ? std::nullopt : std::optional(run(*command, argc, argv));
}

}  // namespace throughline::ui

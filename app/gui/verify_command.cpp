// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/verify_command.h"

#include <unistd.h>

#include "app/gui/words.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/language.h"
#include "engine/base/visible_text.h"
#include "engine/report/verification_words.h"
#include "ui/report/report_redraw.h"

namespace throughline::ui {

namespace {

/// As throughline-engine ends; README.md tells users.
enum VerifyStatus { kHolds = 0, kDoesNotHold = 1, kWrongUsage = 2, kNoReport = 4 };

int failed(const QString& file, const Error& error, VerifyStatus status) {
    const std::string said = visible_line(describe(error));
    complain(QStringLiteral("'%1': %2").arg(file, QString::fromStdString(said)));
    return status;
}

}  // namespace

void addVerifyOptions(QCommandLineParser& parser) {
    parser.addPositionalArgument(
        QStringLiteral("FILE"), tr("A report (.pdf, .html or .odt)."), QStringLiteral("FILE"));
    parser.addOption(QCommandLineOption(QStringLiteral("json"), tr("Print JSON.")));
}

int verifyReportCommand(const QCommandLineParser& parser) {
    const QStringList files = parser.positionalArguments();
    if (files.size() != 1) {
        complain(tr("name one report"));
        return kWrongUsage;
    }
    const auto bytes = read_whole_file(files.front().toStdString());
    if (!bytes) {
        complain(QString::fromStdString(describe(bytes.error())));
        return kDoesNotHold;
    }
    const bool json = parser.isSet(QStringLiteral("json"));
    const Speaking speaking(json ? Language::English : spoken());  // JSON is read by programs
    const auto verified = verifyWithCharts(*bytes);
    if (!verified) {
        return failed(files.front(),
                      verified.error(),
                      verified.error().code == ErrorCode::Format ? kNoReport : kDoesNotHold);
    }
    const std::string text = json ? report::verification_json(*verified)
                                  : visible_text(report::verification_text(*verified));
    if (const auto written = write_all(STDOUT_FILENO, text); !written) {
        return failed(files.front(), written.error(), kDoesNotHold);
    }
    return verified->holds() ? kHolds : kDoesNotHold;
}

}  // namespace throughline::ui

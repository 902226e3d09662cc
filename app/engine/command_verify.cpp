// SPDX-License-Identifier: Apache-2.0
// Whether a report says what the records in it say.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "engine/base/counted.h"
#include "engine/base/file_descriptor.h"
#include "engine/report/verify.h"

namespace throughline::app {
namespace {

struct VerifyOptions {
    std::string file;
    bool json = false;
};

Json verification_json(const report::Verification& verified) {
    Json findings = Json::array();
    for (const report::Finding& finding : verified.findings) {
        findings.push_back({{"where", finding.where}, {"what", finding.what}});
    }
    return {{"holds", verified.holds()},
            {"title", verified.title},
            {"date", verified.date},
            {"studies", verified.studies},
            {"figures", verified.figures},
            {"points", verified.points},
            {"other_points", verified.other_points},
            {"drawings", verified.drawings},
            {"findings", std::move(findings)}};
}

void print_verification(const report::Verification& verified) {
    std::string text = verified.title + (verified.date.empty() ? "" : ", " + verified.date) + "\n";
    for (const report::Finding& finding : verified.findings) {
        text += "  " + finding.where + ": " + finding.what + "\n";
    }
    if (!verified.holds()) {
        print(text + "does not hold: " + counted(verified.findings.size(), "finding", "findings") +
              "\n");
        return;
    }
    text += "holds: " + counted(verified.figures, "figure", "figures") + " and " +
            counted(verified.points, "point", "points") + " of " +
            counted(verified.drawings, "chart", "charts") + " computed again from " +
            counted(verified.studies, "record", "records") + "\n";
    if (verified.other_points > 0) {
        text += counted(verified.other_points, "point", "points") +
                " of charts are of no single run: only their drawing was compared\n";
    }
    print(text);
}

ExitCode verify(const VerifyOptions& options) {
    const auto bytes = read_whole_file(options.file);
    if (!bytes) {
        return report(bytes.error());
    }
    const auto verified = report::verify_report(*bytes);
    if (!verified) {
        Error error = verified.error();
        error.what = "'" + options.file + "': " + error.what;
        return report(
            error,
            "Reports are the .pdf, .html and .odt files that 'throughline report' writes; "
            "ask for the file as it was made.");
    }
    if (options.json) {
        print_json(verification_json(*verified));
    } else {
        print_verification(*verified);
    }
    return verified->holds() ? kDone : kFailed;
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "verify", "Compute every number of a report again from the records in it");
    const auto options = std::make_shared<VerifyOptions>();
    command->add_option("FILE", options->file, "A report (.pdf, .html or .odt)")->required();
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &exit_code] { exit_code = verify(*options); });
}

}  // namespace throughline::app

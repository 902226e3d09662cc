// SPDX-License-Identifier: Apache-2.0
// Whether a report says what the records in it say.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/engine/commands.h"
#include "app/engine/report.h"
#include "engine/base/file_descriptor.h"
#include "engine/report/verification_words.h"
#include "engine/report/verify.h"

namespace throughline::app {
namespace {

struct VerifyOptions {
    std::string file;
    bool json = false;
};

ExitCode verify(const VerifyOptions& options) {
    const auto bytes = read_whole_file(options.file);
    if (!bytes) {
        return report(bytes.error());
    }
    const auto verified = report::verify_report(*bytes);
    if (!verified) {
        Error error = verified.error();
        error.what = "'" + options.file + "': " + error.what;
        if (error.code != ErrorCode::Format) {
            return report(error);
        }
        report(error,
               "Reports are the .pdf, .html and .odt files that 'throughline report' writes; ask "
               "for the file as it was made.");
        return kNoReport;
    }
    if (options.json) {
        print_data(report::verification_json(*verified));
    } else {
        print(report::verification_text(*verified));
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

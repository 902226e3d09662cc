// SPDX-License-Identifier: Apache-2.0
// Whether a report says what the records in it say, and who signed it.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/engine/commands.h"
#include "app/engine/report.h"
#include "app/engine/report_signature.h"
#include "engine/base/file_descriptor.h"
#include "engine/report/verification_words.h"
#include "engine/report/verify.h"

namespace throughline::app {
namespace {

struct VerifyOptions {
    std::string file;
    std::string signers;
    bool json = false;
};

ExitCode verify(const VerifyOptions& options) {
    const auto bytes = read_whole_file(options.file);
    if (!bytes) {
        return report(bytes.error());
    }
    auto verified = report::verify_report(*bytes);
    if (!verified) {
        return report_no_report(options.file, verified.error());
    }
    if (!options.signers.empty()) {
        if (const auto readable = read_whole_file(options.signers); !readable) {
            return report(readable.error());
        }
    }
    const auto signature = check_signature(*bytes, options.file, options.signers, *verified);
    if (options.json) {
        print_data(report::verification_json(*verified));
    } else {
        print(report::verification_text(*verified));
    }
    if (!signature) {
        const ExitCode failed = report(signature.error());
        return options.signers.empty() && verified->holds() ? kDone : failed;
    }
    return verified->holds() ? kDone : kFailed;
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "verify", "Compute every number of a report again from the records in it");
    const auto options = std::make_shared<VerifyOptions>();
    command->add_option("FILE", options->file, "A report (.pdf, .html or .odt)")->required();
    command->add_option("--signers",
                        options->signers,
                        "Who may have signed it: an allowed-signers file as of ssh-keygen(1); "
                        "without one the key of FILE.sig is shown");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &exit_code] { exit_code = verify(*options); });
}

}  // namespace throughline::app

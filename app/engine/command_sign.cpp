// SPDX-License-Identifier: Apache-2.0
// Signs a report with the user's SSH key, so that others can tell who made it.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "app/engine/commands.h"
#include "app/engine/held_report.h"
#include "app/engine/report.h"
#include "app/engine/report_signature.h"
#include "engine/base/file_descriptor.h"

namespace throughline::app {
namespace {

struct SignOptions {
    std::string file;
    std::string key;
    bool overwrite = false;
};

ExitCode sign(const SignOptions& options) {
    const HeldReport held = read_held_report(options.file, ", so it was not signed");
    if (held.exit_code != kDone) {
        return held.exit_code;
    }
    const std::string file = signature_file_of(options.file);
    if (std::error_code none; !options.overwrite && std::filesystem::exists(file, none)) {
        return report(usage_error("'" + file + "' exists; use --overwrite to replace it"));
    }
    const auto signature = sign_report(held.bytes, options.key);
    if (!signature) {
        return report(signature.error());
    }
    if (const auto written = write_file_atomically(file, *signature); !written) {
        return report(written.error());
    }
    print("Signature: " + file + "\n");
    return kDone;
}

}  // namespace

void add_sign_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "sign", "Sign a report with your SSH key; the signature is written to REPORT.sig");
    const auto options = std::make_shared<SignOptions>();
    command->add_option("REPORT", options->file, "A report (.pdf, .html or .odt)")->required();
    command
        ->add_option("--key",
                     options->key,
                     "Your key, such as ~/.ssh/id_ed25519; a .pub file where ssh-agent has the key")
        ->required();
    command->add_flag("--overwrite", options->overwrite, "Replace an existing signature");
    command->callback([options, &exit_code] { exit_code = sign(*options); });
}

}  // namespace throughline::app

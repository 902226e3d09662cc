// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "app/build_info/build_info.h"
#include "app/engine/remote_commands.h"
#include "app/engine/report.h"
#include "engine/record/this_machine.h"
#include "engine/remote_run/job_folder.h"
#include "engine/remote_run/keeper.h"
#include "engine/remote_run/server.h"
#include "engine/store/data_folder.h"

namespace throughline::app {
namespace {

std::string this_program() {
    std::error_code none;
    return std::filesystem::read_symlink("/proc/self/exe", none).string();
}

int serve() {
    std::signal(SIGPIPE, SIG_IGN);  // a connection that breaks is a write error
    const std::string root = store::data_folder() + "/remote";
    if (const auto made = store::make_private_folder(root); !made) {
        return report(made.error());
    }
    const auto served = remote_run::serve({.in = STDIN_FILENO,
                                           .out = STDOUT_FILENO,
                                           .program = this_program(),
                                           .root = root,
                                           .version = kVersion,
                                           .facts = record::this_machine_facts()});
    return served ? kDone : report(served.error());
}

}  // namespace

void add_remote_serve_commands(CLI::App& app, int& exit_code) {
    constexpr const char* kHidden = "";
    auto* const served =
        app.add_subcommand("remote-serve", "What 'remote' starts on the other computer");
    served->group(kHidden)->callback([&exit_code] { exit_code = serve(); });

    const auto folder = std::make_shared<std::string>();
    auto* const kept = app.add_subcommand("remote-keep", "Carries out a run of 'remote'");
    kept->group(kHidden)->add_option("FOLDER", *folder)->required();
    kept->callback([folder, &exit_code] {
        exit_code = remote_run::keep(remote_run::JobFolder(*folder), this_program());
    });
}

}  // namespace throughline::app

// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "app/build_info/build_info.h"
#include "app/engine/commands.h"
#include "app/engine/remote_commands.h"
#include "app/engine/report.h"
#include "app/engine/settle_process.h"

namespace throughline::app {
namespace {

int run_command_line(int argc, char** argv) {
    CLI::App app("Measures what starves a GPU of training images: storage, JPEG decode, GPU.",
                 kProgramName);
    int exit_code = kDone;
    app.set_version_flag("--version", std::string(kProgramName) + " " + kVersionLine);
    app.require_subcommand(1);
    app.failure_message([](const CLI::App*, const CLI::Error& error) {
        return std::string(kProgramName) + ": " + error.what() +
               "\n  'throughline-engine --help' and 'throughline-engine COMMAND --help' list what "
               "is allowed.\n";
    });
    add_run_command(app, exit_code);
    add_storage_command(app, exit_code);
    add_study_command(app, exit_code);
    add_observe_command(app, exit_code);
    add_selftest_command(app, exit_code);
    add_show_command(app, exit_code);
    add_compare_command(app, exit_code);
    add_inspect_command(app, exit_code);
    add_dataset_command(app, exit_code);
    add_import_command(app, exit_code);
    add_library_command(app, exit_code);
    add_whatif_command(app, exit_code);
    add_catalog_command(app, exit_code);
    add_volume_command(app, exit_code);
    add_store_command(app, exit_code);
    add_settings_command(app, exit_code);
    add_metrics_command(app, exit_code);
    add_gpu_command(app, exit_code);
    add_verify_command(app, exit_code);
    add_sign_command(app, exit_code);
    add_rerun_command(app, exit_code);
    add_remote_command(app, exit_code);
    add_remote_serve_commands(app, exit_code);
    add_version_command(app, exit_code);
    add_completion_command(app);
    add_manual_command(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        // CLI11 says "A subcommand is required" of a misspelt one too.
        const std::string_view first = argc > 1 ? argv[1] : "";
        if (app.get_subcommands().empty() && !first.empty() && !first.starts_with('-')) {
            return report(usage_error("there is no command '" + std::string(first) + "'"),
                          "'throughline-engine --help' lists the commands.");
        }
        app.exit(error);
        return kUsage;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? kDone : kUsage;  // help and version are "errors" of code 0
    }
    return exit_code;
}

}  // namespace
}  // namespace throughline::app

int main(int argc, char** argv) {
    using namespace throughline;
    try {
        app::settle_process();
        return app::run_command_line(argc, argv);
    } catch (const std::bad_alloc&) {
        return app::report(Error{.code = ErrorCode::Limit, .what = "out of memory"});
    } catch (const std::system_error& error) {  // a thread that could not be started
        return app::report(errno_error("start a thread", error.code().value()));
    } catch (const std::exception& error) {  // last resort, for third-party code
        return app::report(Error{.code = ErrorCode::Internal, .what = error.what()});
    }
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace throughline::app {

// One function per command: adds it with its options to the program's command line. When the
// command was asked for it runs while the command line is parsed, and leaves how it ended in
// `exit_code` (exit_code.h). Both references live as long as the program.

void add_run_command(CLI::App& app, int& exit_code);
void add_storage_command(CLI::App& app, int& exit_code);
void add_study_command(CLI::App& app, int& exit_code);
void add_observe_command(CLI::App& app, int& exit_code);
void add_selftest_command(CLI::App& app, int& exit_code);
void add_show_command(CLI::App& app, int& exit_code);
void add_compare_command(CLI::App& app, int& exit_code);
void add_inspect_command(CLI::App& app, int& exit_code);
void add_gpu_command(CLI::App& app, int& exit_code);
void add_metrics_command(CLI::App& app, int& exit_code);
void add_settings_command(CLI::App& app, int& exit_code);
void add_dataset_command(CLI::App& app, int& exit_code);
void add_dataset_make_command(CLI::App& dataset, int& exit_code);     ///< below `dataset`
void add_dataset_list_command(CLI::App& dataset, int& exit_code);     ///< below `dataset`
void add_dataset_sync_command(CLI::App& dataset, int& exit_code);     ///< below `dataset`
void add_dataset_test_command(CLI::App& dataset, int& exit_code);     ///< below `dataset`
void add_dataset_convert_command(CLI::App& dataset, int& exit_code);  ///< below `dataset`
void add_import_command(CLI::App& app, int& exit_code);
void add_library_command(CLI::App& app, int& exit_code);
void add_whatif_command(CLI::App& app, int& exit_code);
void add_catalog_command(CLI::App& app, int& exit_code);
void add_catalog_presets_command(CLI::App& catalog);  ///< below `catalog`
void add_library_organise_commands(CLI::App& library, int& exit_code);
void add_library_record_commands(CLI::App& library, int& exit_code);  ///< below `library`
void add_volume_command(CLI::App& app, int& exit_code);
void add_volume_serve_command(CLI::App& volume, int& exit_code);  ///< below `volume`
void add_store_command(CLI::App& app, int& exit_code);
void add_rerun_command(CLI::App& app, int& exit_code);
void add_sign_command(CLI::App& app, int& exit_code);
void add_verify_command(CLI::App& app, int& exit_code);
void add_version_command(CLI::App& app, int& exit_code);
void add_completion_command(CLI::App& app);  ///< after all others: it names them
void add_manual_command(CLI::App& app);      ///< likewise

}  // namespace throughline::app

// SPDX-License-Identifier: Apache-2.0
// The commands below `library` on the records that lie beside it.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/library_access.h"
#include "app/engine/report.h"
#include "app/engine/text_table.h"
#include "engine/base/counted.h"
#include "engine/base/format.h"
#include "engine/store/find_study.h"

namespace throughline::app {
namespace {

struct RecordOptions {
    std::string library;
    std::vector<std::string> studies;
    std::string before;  ///< a date
    bool yes = false;
    bool json = false;
};

ExitCode info(store::Library& library, const RecordOptions& options) {
    const auto space = library.space();
    if (!space) {
        return report(space.error());
    }
    if (options.json) {
        print_json({{"library", json_text(space->path)},
                    {"index_bytes", space->index_bytes},
                    {"record_folder", json_text(space->record_folder)},
                    {"record_bytes", space->record_bytes},
                    {"studies", space->studies},
                    {"published", space->published},
                    {"records", space->records},
                    {"records_dropped", space->dropped},
                    {"records_to_be_made", space->not_kept}});
        return kDone;
    }
    const auto count = [](std::int64_t number) {
        return format_count(static_cast<std::uint64_t>(number));
    };
    print(aligned({{"index", space->path, bytes_text(space->index_bytes)},
                   {"records", space->record_folder, bytes_text(space->record_bytes)}},
                  {}));
    print(counted(static_cast<std::uint64_t>(space->studies), "study", "studies") + ": " +
          count(space->records) + " with a record, " + count(space->dropped) +
          " whose record was dropped, " + count(space->not_kept) +
          " whose record is still to be made, and " + count(space->published) +
          " published, which need none.\n");
    return kDone;
}

/// Those that were named, or that began before the date.
Result<std::vector<std::int64_t>> chosen_studies(store::Library& library,
                                                 const RecordOptions& options) {
    std::vector<std::int64_t> ids;
    for (const std::string& name : options.studies) {
        const auto id = store::find_study(library, name);
        if (!id) {
            return id.error();
        }
        ids.push_back(*id);
    }
    for (const bool in_bin : {false, true}) {
        const auto rows = library.studies(in_bin);
        if (!rows) {
            return rows.error();
        }
        for (const store::StudyRow& row : *rows) {
            if (row.origin != record::Origin::Published && row.started_at < options.before) {
                ids.push_back(row.id);
            }
        }
    }
    return ids;
}

ExitCode drop_records(store::Library& library, const RecordOptions& options) {
    if (options.studies.empty() && options.before.empty()) {
        return report(usage_error("no study was named: give numbers of studies, or --before DATE"));
    }
    if (auto writable = library.check_writable(); !writable) {
        return report(writable.error());
    }
    const auto ids = chosen_studies(library, options);
    if (!ids) {
        return report(ids.error());
    }
    const std::string studies = counted(ids->size(), "study", "studies");
    const auto sure =
        options.yes || ids->empty()
            ? Result<bool>(true)
            : is_sure(
                  "Drop the records of " + studies +
                      "? The studies stay in the library, but a rescue of a damaged library may "
                      "lose them.",
                  "the records of " + studies + " would be dropped");
    if (!sure) {
        return report(sure.error());
    }
    if (!*sure) {
        print("Nothing was dropped.\n");
        return kDone;
    }
    const auto dropped = library.drop_records(*ids);
    if (!dropped) {
        return report(dropped.error());
    }
    print("dropped " + counted(static_cast<std::uint64_t>(dropped->records), "record", "records") +
          ", " + bytes_text(dropped->bytes) + "\n");
    return kDone;
}

CLI::App* add_command(CLI::App& parent,
                      const char* name,
                      const char* words,
                      const std::shared_ptr<RecordOptions>& options,
                      int& exit_code,
                      ExitCode (*act)(store::Library&, const RecordOptions&)) {
    CLI::App* const command = parent.add_subcommand(name, words);
    command->add_option("--library", options->library, "Library file instead of the user's own");
    command->callback([options, act, &exit_code] {
        exit_code = with_library(options->library,
                                 [&](store::Library& library) { return act(library, *options); });
    });
    return command;
}

}  // namespace

void add_library_record_commands(CLI::App& library, int& exit_code) {
    const auto options = std::make_shared<RecordOptions>();
    add_command(library,
                "info",
                "Show where the library and its records are, and how large they are",
                options,
                exit_code,
                info)
        ->add_flag("--json", options->json, "Print JSON");
    CLI::App* const drop =
        add_command(library,
                    "drop-records",
                    "Delete records to save space; the studies stay, but a rescue may lose them",
                    options,
                    exit_code,
                    drop_records);
    drop->add_option(
        "IDS", options->studies, "Numbers of studies, or the beginnings of their uuids");
    drop->add_option(
            "--before",
            options->before,
            "Also drop the records of studies that began before this date, such as 2026-01-31")
        ->option_text("DATE");
    drop->add_flag("--yes", options->yes, "Do not ask for confirmation");
}

}  // namespace throughline::app

// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/library_access.h"
#include "app/engine/report.h"
#include "app/engine/study_table.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/analysis/derive.h"
#include "engine/analysis/emulation.h"
#include "engine/base/format.h"
#include "engine/record/this_machine.h"
#include "engine/store/find_study.h"
#include "engine/store/library.h"

namespace throughline::app {
namespace {

struct LibraryOptions {
    std::string library;
    std::vector<std::string> studies;  ///< numbers in the library, or beginnings of uuids
    std::string output;
    std::string search;
    std::string group_by;
    std::string tag;
    bool json = false;
    bool overwrite = false;
    bool without_hosts = false;
};

struct Listed {
    store::StudyRow row;
    bool in_bin = false;
    std::string computer{};  ///< the host's name, with what tells computers of one name apart
};

Json row_json(const Listed& each) {
    const store::StudyRow& row = each.row;
    return {{"id", row.id},
            {"study", row.uuid},
            {"title", json_text(row.title)},
            {"origin", record::name_of(row.origin)},
            {"demo", row.machine.demo},
            {"this_computer",
             record::name_of(record::same_machine(row.machine, record::this_machine()))},
            {"started_at", row.started_at},
            {"host", json_text(row.host)},
            {"computer", json_text(each.computer)},
            {"emulated", analysis::emulated_mark(row.emulated)},
            {"interrupted", row.interrupted},
            {"runs", row.run_count},
            {"verdict", json_text(row.verdict)},
            {"grade", record::name_of(row.grade)},
            {"source_path", json_text(row.source_path)},
            {"device", json_text(row.device)},
            {"model", json_text(row.model)},
            {"tags", json_texts(row.tags)},
            {"note", json_text(row.note)},
            {"baseline", row.baseline},
            {"target", row.target},
            {"price_per_hour", row.price_per_hour ? Json(*row.price_per_hour) : Json()},
            {"in_bin", each.in_bin}};
}

/// What was asked for: all with the bin, or those that a search found, best first.
Result<std::vector<Listed>> listed(store::Library& library, const LibraryOptions& options) {
    std::vector<Listed> all;
    for (const bool in_bin : {false, true}) {
        auto rows = library.studies(in_bin);
        if (!rows) {
            return std::move(rows).error();
        }
        for (store::StudyRow& row : *rows) {
            const bool tagged =
                options.tag.empty() || std::ranges::find(row.tags, options.tag) != row.tags.end();
            if (tagged && (!in_bin || options.search.empty())) {
                all.push_back({.row = std::move(row), .in_bin = in_bin});
            }
        }
    }
    if (options.search.empty()) {
        return all;
    }
    const auto found = library.search(options.search);
    if (!found) {
        return found.error();
    }
    std::vector<Listed> matching;
    for (const std::int64_t id : *found) {
        const auto place =
            std::ranges::find_if(all, [&](const Listed& each) { return each.row.id == id; });
        if (place != all.end()) {
            matching.push_back(std::move(*place));
        }
    }
    return matching;
}

/// Of what was measured, where: a host's name does not tell.
std::string origin_group(const store::StudyRow& row) {
    if (row.origin != record::Origin::Measured) {
        return record::name_of(row.origin);
    }
    switch (record::place_of(row.machine, record::this_machine())) {
        case record::Place::Here:
            return "measured here";
        case record::Place::Elsewhere:
            return "measured elsewhere";
        case record::Place::Unknown:
            return "measured, unknown where";
        case record::Place::Demo:
            break;
    }
    return "demo";
}

std::string group_of(const Listed& each, const std::string& by) {
    const store::StudyRow& row = each.row;
    return by == "host"     ? each.computer
           : by == "device" ? row.device
           : by == "model"  ? row.model
           : by == "origin" ? origin_group(row)
                            : row.title;
}

void name_computers(std::vector<Listed>& all) {
    std::vector<record::Machine> machines;
    machines.reserve(all.size());
    for (const Listed& each : all) {
        machines.push_back(each.row.machine);
    }
    const auto names = record::machine_names(machines);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].computer = names[i];
    }
}

std::string remarks_of(const Listed& each) {
    std::string words = each.in_bin ? "in the bin" : each.row.interrupted ? "interrupted" : "";
    if (each.row.machine.demo) {
        words += words.empty() ? "demo" : ", demo";
    }
    if (each.row.emulated) {
        words += (words.empty() ? "" : ", ") + analysis::emulated_mark(each.row.emulated);
    }
    if (each.row.baseline) {
        words += words.empty() ? "baseline" : ", baseline";
    }
    for (const std::string& tag : each.row.tags) {
        words += (words.empty() ? "#" : " #") + tag;
    }
    return words;
}

// "2026-11-22T09:32"; the whole of everything is in --json.
constexpr std::size_t kMinuteBytes = 16;
constexpr std::size_t kHostColumns = 16;
constexpr std::size_t kGroupColumns = 24;
constexpr std::size_t kLineColumns = 100;

/// What tells computers of one name apart is not cut off, where no group says it.
std::string host_cell(const Listed& each, const std::string& by) {
    return by == "host" || each.computer == each.row.host ? shortened(each.row.host, kHostColumns)
                                                          : each.computer;
}

ExitCode list(store::Library& library, const LibraryOptions& options) {
    auto rows = listed(library, options);
    if (!rows) {
        return report(rows.error());
    }
    const std::string& by = options.group_by;
    name_computers(*rows);
    if (!by.empty()) {
        std::ranges::stable_sort(*rows, [&](const Listed& a, const Listed& b) {
            return group_of(a, by) < group_of(b, by);
        });
    }
    Json documents = Json::array();
    // The title comes last: a long one then takes no room from the others.
    std::vector<std::vector<std::string>> table{{"id", "started", "host", "runs", "", "title"}};
    if (!by.empty()) {
        table[0].insert(table[0].begin(), by);
    }
    std::string group;
    for (const Listed& each : *rows) {
        const store::StudyRow& row = each.row;
        documents.push_back(row_json(each));
        std::vector<std::string> cells{std::to_string(row.id),
                                       row.started_at.substr(0, kMinuteBytes),
                                       host_cell(each, by),
                                       std::to_string(row.run_count),
                                       remarks_of(each),
                                       row.title};
        if (!by.empty()) {
            const std::string mine = group_of(each, by);
            documents.back()["group"] = json_text(mine);
            cells.insert(cells.begin(),
                         mine.empty()    ? "(none)"
                         : mine == group ? ""
                                         : shortened(mine, kGroupColumns));
            group = mine;
        }
        table.push_back(std::move(cells));
    }
    if (options.json) {
        print_json({{"studies", std::move(documents)}});
    } else if (table.size() == 1) {
        print(options.search.empty() && options.tag.empty() ? "The library is empty.\n"
                                                            : "Nothing was found.\n");
    } else {
        const std::size_t columns = output_columns();
        shorten_last(table, columns == kAnyWidth ? kLineColumns : columns);
        print(aligned(table, {.heading = true}));
    }
    return kDone;
}

/// The user's own library before anything was put into it.
ExitCode list_none(const Error& error, const LibraryOptions& options) {
    if (options.json) {
        print_json({{"studies", Json::array()}});
    } else {
        print("The library is empty: " + error.what + " yet.\n");
    }
    return kDone;
}

ExitCode show_one(store::Library& library, std::int64_t id, const LibraryOptions& options) {
    const auto row = library.study(id);
    auto study = library.load(id);
    if (!row || !study) {
        return report(row ? study.error() : row.error());
    }
    study->header.title = row->title;  // it may have been renamed since it was recorded
    analysis::derive(*study);
    if (options.json) {
        print_data(app::study_json(*study) + "\n");
    } else {
        print(app::study_table(*study, output_columns()));
    }
    return kDone;
}

constexpr const char* kListHint = "'throughline-engine library list' shows what is there.";

ExitCode show_all(store::Library& library, const LibraryOptions& options) {
    ExitCode code = kDone;
    for (const std::string& name : options.studies) {
        const auto id = store::find_study(library, name);
        const ExitCode one = id ? show_one(library, *id, options) : report(id.error(), kListHint);
        code = one == kDone ? code : one;
    }
    return code;
}

ExitCode done_or_report(const Result<void>& outcome, const std::string& words) {
    if (!outcome) {
        return report(outcome.error());
    }
    print(words + "\n");
    return kDone;
}

/// All that can be found, in one step; whether each was there already is said in its turn.
ExitCode set_in_bin(store::Library& library, const LibraryOptions& options, bool in_bin) {
    const auto binned = library.studies(true);
    if (!binned) {
        return report(binned.error());
    }
    ExitCode code = kDone;
    std::string words;
    std::vector<std::int64_t> moved;
    for (const std::string& name : options.studies) {
        const auto id = store::find_study(library, name);
        if (!id) {
            code = report(id.error(), kListHint);
            continue;
        }
        const bool there =
            std::ranges::any_of(*binned, [&](const auto& row) { return row.id == *id; });
        if (there == in_bin) {
            words += "study " + std::to_string(*id) +
                     (in_bin ? " is already in the bin\n" : " is not in the bin\n");
            continue;
        }
        moved.push_back(*id);
        words += "study " + std::to_string(*id) +
                 (in_bin ? " moved to the bin; 'library restore' restores it\n" : " restored\n");
    }
    if (auto changed = library.set_in_bin(moved, in_bin); !changed) {
        return report(changed.error());
    }
    if (!words.empty()) {
        print(words);
    }
    return code;
}

/// One study or several, as one record.
ExitCode export_studies(store::Library& library, const LibraryOptions& options) {
    std::error_code none;
    if (!options.overwrite && std::filesystem::exists(options.output, none)) {
        return report(
            usage_error("'" + options.output + "' exists; use --overwrite to replace it"));
    }
    std::vector<std::int64_t> ids;
    for (const std::string& name : options.studies) {
        const auto id = store::find_study(library, name);
        if (!id) {
            return report(id.error());
        }
        ids.push_back(*id);
    }
    const auto left_out = library.export_leaves_out(ids);
    if (!left_out) {
        return report(left_out.error());
    }
    const ExitCode code = done_or_report(
        library.export_records(ids, options.output, {.host_names = !options.without_hosts}),
        "wrote " + options.output);
    if (code == kDone && !left_out->empty()) {
        print("The studies do not agree on " +
              (left_out->size() == 1 ? left_out->front()
                                     : left_out->front() + " and " + left_out->back()) +
              ", so that is left out of the record.\n");
    }
    return code;
}

/// A command below `library` that acts on studies.
CLI::App* add_study_command(
    CLI::App& parent,
    const char* name,
    const char* words,
    const std::shared_ptr<LibraryOptions>& options,
    int& exit_code,
    const std::function<ExitCode(store::Library&, const LibraryOptions&)>& act) {
    CLI::App* const command = parent.add_subcommand(name, words);
    command
        ->add_option(
            "IDS", options->studies, "Numbers of studies, or the beginnings of their uuids")
        ->required();
    command->callback([options, act, &exit_code] {
        exit_code = with_library(options->library,
                                 [&](store::Library& library) { return act(library, *options); });
    });
    command->add_option("--library", options->library, "Library file instead of the user's own");
    return command;
}

}  // namespace

void add_library_command(CLI::App& app, int& exit_code) {
    CLI::App* const library =
        app.add_subcommand("library", "Manage the studies kept on this computer");
    library->require_subcommand(1);
    const auto options = std::make_shared<LibraryOptions>();

    CLI::App* const list_command =
        library->add_subcommand("list", "List the studies, newest first");
    list_command->add_option(
        "--library", options->library, "Library file instead of the user's own");
    list_command->add_flag("--json", options->json, "Print JSON");
    list_command->add_option(
        "--search", options->search, "List only studies that contain these words");
    list_command->add_option("--tag", options->tag, "List only studies with this tag");
    list_command
        ->add_option(
            "--group-by", options->group_by, "Group by study, host, device, model or origin")
        ->check(CLI::IsMember({"study", "host", "device", "model", "origin"}));
    list_command->callback([options, &exit_code] {
        if (options->library.empty()) {
            const auto own = store::Library::open_existing("");
            if (!own && own.error().code == ErrorCode::NotFound) {
                exit_code = list_none(own.error(), *options);
                return;
            }
        }
        exit_code = with_library(options->library,
                                 [&](store::Library& opened) { return list(opened, *options); });
    });

    add_study_command(*library, "show", "Print a study", options, exit_code, show_all)
        ->add_flag("--json", options->json, "Print JSON");
    add_study_command(*library,
                      "delete",
                      "Move a study to the bin",
                      options,
                      exit_code,
                      [](store::Library& opened, const LibraryOptions& given) {
                          return set_in_bin(opened, given, true);
                      });
    add_study_command(*library,
                      "restore",
                      "Restore a study from the bin",
                      options,
                      exit_code,
                      [](store::Library& opened, const LibraryOptions& given) {
                          return set_in_bin(opened, given, false);
                      });
    CLI::App* const export_command =
        add_study_command(*library,
                          "export",
                          "Write studies as one record, with tags, notes, storage target and "
                          "price; the baseline mark is not written",
                          options,
                          exit_code,
                          export_studies);
    export_command->add_flag("--without-hosts",
                             options->without_hosts,
                             "Replace host names by numbers, also in notes, tags and labels; leave "
                             "out users, addresses, mount "
                             "sources and command lines; cut paths to their last part");
    export_command->add_option("-o,--output", options->output, "File to write (.tlrun)")
        ->required();
    export_command->add_flag("--overwrite", options->overwrite, "Replace an existing file");
    add_library_organise_commands(*library, exit_code);
    add_library_record_commands(*library, exit_code);
}

}  // namespace throughline::app

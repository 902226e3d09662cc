// SPDX-License-Identifier: Apache-2.0
// The commands below `library` that change what is said of studies, or act on the library itself.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/library_access.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "engine/base/counted.h"
#include "engine/base/format.h"
#include "engine/base/visible_text.h"
#include "engine/catalog/catalog.h"
#include "engine/importers/published/published.h"
#include "engine/store/find_study.h"
#include "engine/store/rescue.h"

namespace throughline::app {
namespace {

struct SetOptions {
    std::string library;
    std::vector<std::string> studies;
    std::optional<std::string> title;
    std::optional<std::string> note;
    std::optional<std::string> target;
    std::optional<double> price;
    std::vector<std::string> add_tags;
    std::vector<std::string> remove_tags;
    bool baseline = false;
    bool no_baseline = false;
    bool no_price = false;
};

store::StudyChange change_for(const SetOptions& options, const store::StudyRow& row) {
    store::StudyChange change{
        .title = options.title, .note = options.note, .target = options.target};
    if (!options.add_tags.empty() || !options.remove_tags.empty()) {
        std::vector<std::string> tags = row.tags;
        tags.insert(tags.end(), options.add_tags.begin(), options.add_tags.end());
        std::erase_if(tags, [&](const std::string& tag) {
            return std::ranges::find(options.remove_tags, tag) != options.remove_tags.end();
        });
        change.tags = std::move(tags);
    }
    if (options.baseline || options.no_baseline) {
        change.baseline = options.baseline;
    }
    if (options.price || options.no_price) {
        change.price_per_hour = options.price;
    }
    return change;
}

bool asks_more_than_untag(const SetOptions& options) {
    return !options.add_tags.empty() || options.title || options.note || options.target ||
           options.price || options.baseline || options.no_baseline || options.no_price;
}

/// Tags that were to be taken off and are not there; whether nothing else was asked for.
bool only_says_absent_tags(const SetOptions& options, const store::StudyRow& row) {
    bool all = true;
    for (const std::string& tag : options.remove_tags) {
        const bool there = std::ranges::find(row.tags, tag) != row.tags.end();
        all = all && !there;
        if (!there) {
            print("study " + std::to_string(row.id) + " has no tag '" + visible_line(tag) + "'\n");
        }
    }
    return all && !options.remove_tags.empty() && !asks_more_than_untag(options);
}

ExitCode set(store::Library& library, const SetOptions& options) {
    if (options.remove_tags.empty() && !asks_more_than_untag(options)) {
        return report(usage_error("nothing to change: give an option such as --title"));
    }
    if (options.target && !options.target->empty() &&
        catalog::Catalog::built_in().find_storage(*options.target) == nullptr) {
        return report(usage_error("the catalogue has no storage target '" + *options.target + "'"));
    }
    std::vector<std::pair<std::int64_t, store::StudyChange>> changes;
    for (const std::string& name : options.studies) {
        const auto id = store::find_study(library, name);
        if (!id) {
            return report(id.error());
        }
        const auto row = library.study(*id);
        if (!row) {
            return report(row.error());
        }
        if (!only_says_absent_tags(options, *row)) {
            changes.emplace_back(*id, change_for(options, *row));
        }
    }
    if (auto changed = library.change_all(changes); !changed) {
        return report(changed.error());
    }
    for (const auto& [id, change] : changes) {
        print("changed study " + std::to_string(id) + "\n");
    }
    return kDone;
}

void add_set_command(CLI::App& parent, int& exit_code) {
    const auto options = std::make_shared<SetOptions>();
    CLI::App* const command =
        parent.add_subcommand("set", "Edit studies: title, tags, note, price …");
    command
        ->add_option(
            "IDS", options->studies, "Numbers of studies, or the beginnings of their uuids")
        ->required();
    command->add_option("--title", options->title, "New title");
    command->add_option("--note", options->note, "Note; \"\" removes it");
    command->add_option("--tag", options->add_tags, "Add a tag; repeatable")
        ->allow_extra_args(false)
        ->option_text("TAG");
    command->add_option("--untag", options->remove_tags, "Remove a tag; repeatable")
        ->allow_extra_args(false)
        ->option_text("TAG");
    command->add_option("--target",
                        options->target,
                        "Id of the catalogue's storage target that held the data; \"\" removes it");
    command->add_option("--price", options->price, "Machine cost in USD per hour");
    command->add_flag("--no-price", options->no_price, "Remove the price");
    CLI::Option* const baseline = command->add_flag(
        "--baseline", options->baseline, "Make it the baseline that others are compared with");
    command->add_flag("--no-baseline", options->no_baseline, "No longer use it as the baseline")
        ->excludes(baseline);
    command->add_option("--library", options->library, "Library file instead of the user's own");
    command->callback([options, &exit_code] {
        exit_code = with_library(options->library,
                                 [&](store::Library& library) { return set(library, *options); });
    });
}

/// A command without a study: NAME [FILE].
struct WholeOptions {
    std::string library;
    std::string file;
    bool force = false;
    bool json = false;
};

CLI::App* add_whole_command(CLI::App& parent,
                            const char* name,
                            const char* words,
                            const std::shared_ptr<WholeOptions>& options,
                            int& exit_code,
                            ExitCode (*act)(store::Library&, const WholeOptions&),
                            decltype(&with_library) open = &with_library) {
    CLI::App* const command = parent.add_subcommand(name, words);
    command->add_option("--library", options->library, "Library file instead of the user's own");
    command->callback([options, act, open, &exit_code] {
        exit_code =
            open(options->library, [&](store::Library& library) { return act(library, *options); });
    });
    return command;
}

ExitCode backup(store::Library& library, const WholeOptions& options) {
    if (auto done = library.backup(options.file); !done) {
        return report(done.error());
    }
    print("wrote " + options.file + "\n");
    return kDone;
}

ExitCode restore_backup(store::Library& library, const WholeOptions& options) {
    const auto kept = library.restore(options.file);
    if (!kept) {
        return report(kept.error());
    }
    print("restored; the previous library is kept in " + *kept + "\n");
    return kDone;
}

ExitCode check(store::Library& library, const WholeOptions& /*options*/) {
    const auto problems = library.check();
    if (!problems) {
        return report(problems.error());
    }
    if (problems->empty()) {
        print("The library is intact.\n");
        return kDone;
    }
    return report(
        format_error("damaged: " + *problems),
        "'throughline-engine library rescue' sets it aside and makes a new one from its records.");
}

Result<bool> may_purge(store::Library& library, bool force) {
    const auto binned = library.studies(true);
    if (force || !binned || binned->empty()) {
        return true;
    }
    const std::string studies = counted(binned->size(), "study", "studies");
    return is_sure("Remove " + studies + " permanently? They cannot be restored.",
                   studies + " would be deleted permanently");
}

ExitCode purge(store::Library& library, const WholeOptions& options) {
    const auto sure = may_purge(library, options.force);
    if (!sure) {
        return report(sure.error());
    }
    if (!*sure) {
        print("nothing was removed\n");
        return kDone;
    }
    const auto purged = library.purge_bin();
    if (!purged) {
        return report(purged.error());
    }
    print("removed " + counted(static_cast<std::uint64_t>(*purged), "study", "studies") +
          " permanently\n");
    return kDone;
}

ExitCode add_published(store::Library& library, const WholeOptions& /*options*/) {
    const auto changed =
        library.keep_published(importers::published_studies(catalog::Catalog::built_in()));
    if (!changed) {
        return report(changed.error());
    }
    print(*changed == 0
              ? "the published studies are already there\n"
              : counted(
                    static_cast<std::uint64_t>(*changed), "published study", "published studies") +
                    " brought up to date\n");
    return kDone;
}

void print_rescue_json(const store::RescueReport& outcome) {
    Json incomplete = Json::array();
    for (const store::IncompleteStudy& study : outcome.incomplete) {
        incomplete.push_back(
            {{"title", json_text(study.title)}, {"losses", json_texts(study.losses)}});
    }
    print_json({{"set_aside", json_text(outcome.aside)},
                {"studies_from_records", json_texts(outcome.from_records)},
                {"studies_whole", outcome.whole},
                {"studies_incomplete", std::move(incomplete)},
                {"studies_lost", json_texts(outcome.lost)},
                {"published_whole", outcome.published},
                {"published_incomplete", outcome.published_incomplete},
                {"unreadable", outcome.unreadable}});
}

/// Says first where the damaged library goes, then how far it is.
void show_rescue(ProgressLine& line, const store::RescueProgress& progress) {
    if (progress.studies == 0) {
        warn("the damaged library will be set aside as " + visible_line(progress.aside));
    } else {
        line.show(static_cast<double>(progress.done) / static_cast<double>(progress.studies),
                  format_count(progress.done) + " of " + format_count(progress.studies) +
                      " studies rescued");
    }
}

/// Published studies that lost something are as they were once the catalogue is read again.
Result<void> make_published_whole(const std::string& path) {
    const auto library = store::Library::open(path);
    if (!library) {
        return library.error();
    }
    const auto made =
        (*library)->keep_published(importers::published_studies(catalog::Catalog::built_in()));
    return made ? Result<void>() : Result<void>(made.error());
}

ExitCode rescue(const WholeOptions& options) {
    ProgressLine line;
    const auto outcome = store::rescue(
        options.library,
        {.whatever_it_is = options.force,
         .progress = [&](const store::RescueProgress& each) { show_rescue(line, each); }});
    line.clear();
    if (!outcome) {
        return report(outcome.error());
    }
    if (outcome->published_incomplete > 0) {
        if (auto made = make_published_whole(options.library); !made) {
            return report(made.error());
        }
    }
    if (options.json) {
        print_rescue_json(*outcome);
    } else {
        for (const std::string& sentence : store::rescue_sentences(*outcome)) {
            print(visible_line(sentence) + "\n");
        }
    }
    if (outcome->unreadable) {
        return report(format_error("no study could be read from the damaged library"),
                      "Import records and result files again to bring their studies back.");
    }
    return outcome->lost.empty() && outcome->incomplete.empty() ? kDone : kFailed;
}

}  // namespace

void add_library_organise_commands(CLI::App& library, int& exit_code) {
    add_set_command(library, exit_code);
    const auto options = std::make_shared<WholeOptions>();
    add_whole_command(
        library,
        "backup",
        "Back up the whole library to one file, from which the records beside it can be made again",
        options,
        exit_code,
        backup)
        ->add_option("FILE", options->file, "File to write; must not exist")
        ->required();
    add_whole_command(library,
                      "restore-backup",
                      "Replace the library with a backup; the current one is kept",
                      options,
                      exit_code,
                      restore_backup,
                      &with_new_library)
        ->add_option("FILE", options->file, "A file that 'library backup' wrote")
        ->required();
    add_whole_command(
        library, "check", "Check whether the library is intact", options, exit_code, check);
    add_whole_command(library,
                      "purge",
                      "Delete the studies in the bin permanently; published studies stay in it",
                      options,
                      exit_code,
                      purge)
        ->add_flag("--yes", options->force, "Do not ask for confirmation");
    add_whole_command(library,
                      "add-published",
                      "Add the published studies of the catalogue to the library",
                      options,
                      exit_code,
                      add_published,
                      &with_new_library);
    CLI::App* const rescue_command = library.add_subcommand(
        "rescue", "Set a damaged library aside and make a new one from its records");
    rescue_command->add_option(
        "--library", options->library, "Library file instead of the user's own");
    rescue_command->add_flag(
        "--force", options->force, "Accept a file that does not look like a library");
    rescue_command->add_flag("--json", options->json, "Print JSON");
    rescue_command->callback([options, &exit_code] { exit_code = rescue(*options); });
}

}  // namespace throughline::app

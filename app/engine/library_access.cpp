// SPDX-License-Identifier: Apache-2.0
#include "app/engine/library_access.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <utility>

#include "app/engine/report.h"
#include "engine/store/find_study.h"

namespace throughline::app {
namespace {

ExitCode act_on(const Result<std::unique_ptr<store::Library>>& library,
                const std::function<ExitCode(store::Library&)>& act) {
    if (library) {
        return act(**library);
    }
    const Error& error = library.error();
    return error.code == ErrorCode::NotFound
               ? report(error,
                        "'throughline-engine import' and 'library add-published' make one; "
                        "--library names another.")
               : report(error);
}

/// A study without its samples and histograms, of which a long one has many.
Result<run::Study> load_figures(store::Library& library, std::int64_t id) {
    run::Study study;
    auto header = library.header(id);
    auto runs = library.runs(id);
    auto notes = library.notes(id);
    if (!header || !runs || !notes) {
        return !header ? header.error() : !runs ? runs.error() : notes.error();
    }
    study.header = *std::move(header);
    for (store::RunRow& row : *runs) {
        run::RunData run;
        run.started = {.run = row.number,
                       .settings = std::move(row.settings),
                       .at = std::move(row.started_at)};
        run.status = row.status;
        run.metrics = std::move(row.metrics);
        run.absent = std::move(row.absent);
        std::copy_if(notes->begin(),
                     notes->end(),
                     std::back_inserter(run.notes),
                     [&](const run::Note& note) { return note.run == row.number; });
        study.runs.push_back(std::move(run));
    }
    return study;
}

}  // namespace

Result<run::Study> read_study(const std::string& path_or_name,
                              const std::string& library_path,
                              Parts parts) {
    std::error_code none;
    if (!std::filesystem::exists(path_or_name, none) &&
        path_or_name.find('/') == std::string::npos && !path_or_name.ends_with(".tlrun")) {
        auto library = store::Library::open_existing(library_path);
        if (!library) {
            return std::move(library).error();
        }
        const auto id = store::find_study(**library, path_or_name);
        if (!id) {
            return id.error();
        }
        auto study = parts == Parts::All ? (*library)->load(*id) : load_figures(**library, *id);
        if (const auto row = (*library)->study(*id); study && row) {
            study->header.title = row->title;  // it may have been renamed since it was recorded
        }
        return study;
    }
    auto record = run::read_record(path_or_name);
    if (!record) {
        return std::move(record).error();
    }
    if (record->damage) {
        warn(path_or_name + ": " + record->damage->text);
    }
    if (record->study.header.title.empty()) {
        record->study.header.title = path_or_name;
    }
    return std::move(record->study);
}

ExitCode with_library(const std::string& path,
                      const std::function<ExitCode(store::Library&)>& act) {
    return act_on(store::Library::open_existing(path), act);
}

ExitCode with_new_library(const std::string& path,
                          const std::function<ExitCode(store::Library&)>& act) {
    return act_on(store::Library::open(path), act);
}

}  // namespace throughline::app

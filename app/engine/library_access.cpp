// SPDX-License-Identifier: Apache-2.0
#include "app/engine/library_access.h"

#include <filesystem>
#include <vector>

#include "app/engine/report.h"

namespace throughline::app {

Result<std::int64_t> find_study(store::Library& library, const std::string& name) {
    std::vector<std::int64_t> matches;
    for (const bool in_bin : {false, true}) {
        const auto rows = library.studies(in_bin);
        if (!rows) {
            return rows.error();
        }
        for (const store::StudyRow& row : *rows) {
            if (std::to_string(row.id) == name) {
                return row.id;
            }
            if (row.uuid.starts_with(name)) {
                matches.push_back(row.id);
            }
        }
    }
    if (matches.size() == 1) {
        return matches.front();
    }
    return Error{.code = ErrorCode::NotFound,
                 .what = matches.empty() ? "study '" + name + "': not in the library"
                                         : "study '" + name + "': several begin like that"};
}

Result<run::Study> read_study(const std::string& path_or_name) {
    std::error_code none;
    if (!std::filesystem::exists(path_or_name, none) &&
        path_or_name.find('/') == std::string::npos && !path_or_name.ends_with(".tlrun")) {
        auto library = store::Library::open("");
        if (!library) {
            return std::move(library).error();
        }
        const auto id = find_study(**library, path_or_name);
        if (!id) {
            return id.error();
        }
        auto study = (*library)->load(*id);
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
    auto library = store::Library::open(path);
    if (library) {
        return act(**library);
    }
    return library.error().code == ErrorCode::Format
               ? report(library.error(),
                        "'throughline-engine library rescue' keeps what can be read of a damaged "
                        "library.")
               : report(library.error());
}

}  // namespace throughline::app

// SPDX-License-Identifier: Apache-2.0
#include "app/engine/library_access.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "engine/record/read_record.h"
#include "engine/store/find_study.h"

namespace throughline::app {
namespace {

constexpr std::chrono::milliseconds kKeepBudget{500};

ExitCode act_on(const Result<std::unique_ptr<store::Library>>& library,
                const std::function<ExitCode(store::Library&)>& act) {
    if (library) {
        const ExitCode code = act(**library);
        // A library of an older program gets its records bit by bit. What stands in the way of one
        // is told by `library info`, which counts those that are still to be made.
        static_cast<void>((*library)->keep_missing_records(kKeepBudget));
        return code;
    }
    const Error& error = library.error();
    return error.code == ErrorCode::NotFound
               ? report(error,
                        "'throughline-engine import' and 'library add-published' make one; "
                        "--library names another.")
               : report(error);
}

}  // namespace

Result<record::Study> read_study(const std::string& path_or_name,
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
        auto study = parts == Parts::All ? (*library)->load(*id) : (*library)->load_figures(*id);
        if (const auto row = (*library)->study(*id); study && row) {
            study->header.title = row->title;  // it may have been renamed since it was recorded
        }
        return study;
    }
    auto record = record::read_record(path_or_name);
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

Result<bool> is_sure(const std::string& question, const std::string& what_happens) {
    if (!is_terminal(STDIN_FILENO)) {
        return usage_error(what_happens + ": use --yes to go ahead without being asked");
    }
    print(question + " [y/N] ");
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace throughline::app

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/engine/report.h"
#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/store/library.h"

namespace throughline::app {

/// Of a study in a library: everything, or what Library::load_figures() gives. A record is one file
/// and is read whole.
enum class Parts : std::uint8_t { All, Figures };

/// A record by its path or, where there is no such file, a study of the library ("" = the user's
/// own) by its number or the beginning of its uuid. Damage of a record is a warning on stderr.
Result<record::Study> read_study(const std::string& path_or_name,
                                 const std::string& library_path = {},
                                 Parts parts = Parts::All);

/// Opens the library ("" = the user's own) and acts on it; reports why it cannot be opened, or that
/// there is none.
ExitCode with_library(const std::string& path, const std::function<ExitCode(store::Library&)>& act);
/// The same for what fills a library: one that is not there is made.
ExitCode with_new_library(const std::string& path,
                          const std::function<ExitCode(store::Library&)>& act);

/// Asks where somebody sits. Errors: Usage where nobody does, with what would happen: a script says
/// --yes.
Result<bool> is_sure(const std::string& question, const std::string& what_happens);

}  // namespace throughline::app

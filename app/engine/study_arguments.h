// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/study_words/study_words.h"
#include "engine/base/result.h"
#include "engine/spec/spec.h"

namespace CLI {
class App;
}

// What is measured, as it is typed behind `run` and behind `remote HOST run`.
namespace throughline::app {

struct StudyArguments {
    std::string spec{};  ///< a file; "-": stdin; "": the default
    StudyWords words{};  ///< --set and --sweep
    std::vector<std::string> loaders{};
    bool ways = false;
};

/// Adds SPEC, --set, --sweep, --ways and --loader to a command. `arguments` outlives it.
void add_study_options(CLI::App* command, StudyArguments* arguments);

/// The spec with all that was typed in it. Errors: Usage, and those of reading the file.
/// `threads_given`, where it is not null, is told whether anybody said how many threads decode:
/// else the spec has those of this computer.
Result<spec::StudySpec> read_spec(const StudyArguments& arguments, bool* threads_given = nullptr);

}  // namespace throughline::app

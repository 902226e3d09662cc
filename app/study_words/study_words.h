// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/spec/spec.h"

namespace CLI {
class App;
}

namespace throughline::app {

/// What of a study is typed as words, in every command that measures one.
struct StudyWords {
    std::vector<std::string> sets{};    ///< KEY=VALUE
    std::vector<std::string> sweeps{};  ///< KEY=V1,V2,…
};

/// Adds --set and --sweep to a command. `words` outlives it. `more`: what else stands behind
/// --sweep there, for its help.
void add_study_words(CLI::App* command, StudyWords* words, const std::string& more = {});

/// Into the spec, in their order. Errors: Usage.
Result<void> put_study_words(const StudyWords& words, spec::StudySpec& spec);

}  // namespace throughline::app

// SPDX-License-Identifier: Apache-2.0
#include "app/study_words/study_words.h"

#include <CLI/CLI.hpp>
#include <utility>

namespace throughline::app {

void add_study_words(CLI::App* command, StudyWords* words, const std::string& more) {
    command
        ->add_option("--set",
                     words->sets,
                     "Set KEY=VALUE, one per flag; 'throughline-engine settings' lists the keys")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    command
        ->add_option("--sweep",
                     words->sweeps,
                     "Sweep KEY=V1,V2,…, up to three keys, one per flag; the first varies slowest; "
                     "'KEY=V1,V2 with KEY=W1,W2' changes both together" +
                         more)
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
}

Result<void> put_study_words(const StudyWords& words, spec::StudySpec& spec) {
    for (const std::string& assignment : words.sets) {
        if (auto set = spec::apply_set(spec, assignment); !set) {
            return set;
        }
    }
    for (const std::string& axis : words.sweeps) {
        if (auto swept = spec::apply_sweep(spec, axis); !swept) {
            return swept;
        }
    }
    return {};
}

}  // namespace throughline::app

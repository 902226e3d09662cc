// SPDX-License-Identifier: Apache-2.0
// The lists of experiments as one.
#include <algorithm>
#include <iterator>

#include "engine/panels/experiment.h"
#include "engine/panels/experiment_parts.h"

namespace throughline::panels {
namespace {

std::vector<Experiment> listed_experiments() {
    std::vector<Experiment> all;
    for (std::vector<Experiment> (*const list)() :
         {disk_experiments, loader_experiments, store_experiments}) {
        std::vector<Experiment> some = list();
        std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace

const std::vector<Experiment>& all_experiments() {
    static const std::vector<Experiment> kAll = listed_experiments();
    return kAll;
}

const Experiment* find_experiment(std::string_view id) {
    const std::vector<Experiment>& all = all_experiments();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Experiment& experiment) { return experiment.id == id; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace throughline::panels

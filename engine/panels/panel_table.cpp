// SPDX-License-Identifier: Apache-2.0
// The lists of panels as one.
#include <algorithm>
#include <iterator>

#include "engine/panels/panel_lists.h"
#include "engine/panels/panels.h"

namespace throughline::panels {
namespace {

std::vector<Panel> panels_of_all_studies() {
    std::vector<Panel> all;
    for (std::vector<Panel> (*const list)() : {io_study_panels,
                                               io_study_device_panels,
                                               cloud_study_disk_panels,
                                               cloud_study_system_panels,
                                               training_study_panels,
                                               own_panels}) {
        std::vector<Panel> some = list();
        std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace

const std::vector<Panel>& all_panels() {
    static const std::vector<Panel> kAll = panels_of_all_studies();
    return kAll;
}

}  // namespace throughline::panels

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/record/read_record.h"
#include "engine/record/study.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// What the two recordings that come with the program say together.
inline StudyBasePtr demoBase() {
    std::vector<record::Study> studies;
    for (const char* name : {"decode-threads.tlrun", "queue-depth.tlrun"}) {
        auto record = record::read_record(std::string(THROUGHLINE_RESOURCES "/demo/") + name);
        if (record) {
            studies.push_back(std::move(record->study));
        }
    }
    return std::make_shared<const StudyBase>(*whatif::study_base(studies, {}));
}

}  // namespace throughline::ui

// SPDX-License-Identifier: Apache-2.0
#include "app/engine/event_outlet.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"

namespace throughline::app {

std::string progress_event(const measure::StudyProgress& progress) {
    nlohmann::json event{{"type", "progress"},
                         {"phase", progress.phase},
                         {"run", progress.run},
                         {"runs", progress.runs},
                         {"repeat", progress.repeat},
                         {"seconds_left", progress.seconds_left}};
    return event.dump();
}

std::string begun_event(const measure::RepeatBegun& begun) {
    const nlohmann::json event{{"type", "begun"},
                               {"run", begun.run},
                               {"repeat", begun.repeat},
                               {"steady_s", in_seconds(begun.at.time_since_epoch())},
                               {"t_s", in_seconds(begun.into_run)}};
    return event.dump();
}

void EventOutlet::print_event(const std::string& json) const {
    if (on_) {
        const std::string line = json.substr(0, json.size() - 1) + ",\"seq\":0}\n";
        static_cast<void>(write_all(STDOUT_FILENO, line).has_value());
    }
}

}  // namespace throughline::app

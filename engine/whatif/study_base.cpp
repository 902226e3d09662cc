// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/study_base.h"

#include <utility>

namespace throughline::whatif {

Result<StudyBase> study_base(std::span<const run::Study> own, std::span<const run::Study> others) {
    auto calibration = calibrate(own);
    if (!calibration) {
        return std::move(calibration).error();
    }
    StudyBase base{.calibration = *std::move(calibration)};
    for (const auto& study : own) {
        const run::Header& header = study.header;
        base.title += (base.title.empty() ? "" : " + ") + header.title;
        base.studies.push_back(
            {.uuid = header.study, .title = header.title, .started_at = header.started_at});
    }
    base.test = back_test(base.calibration, own, others);
    bound_by(base.calibration, base.test);
    return base;
}

std::string source_of(const StudyBase& base, const run::Machine& here) {
    const run::Machine& machine = base.calibration.machine;
    const std::string named = machine.host.empty() ? "" : " (" + machine.host + ")";
    switch (run::place_of(machine, here)) {
        case run::Place::Here:
            return base.title + ", measured on this computer";
        case run::Place::Elsewhere:
            return base.title + ", measured on another computer" + named;
        case run::Place::Demo:
            return base.title + ", a demo recording: not this computer";
        case run::Place::Unknown:
            break;
    }
    return base.title + ", measured on a computer that the record does not identify" + named;
}

bool is_of(const StudyBase& base, const run::Machine& here) {
    return run::place_of(base.calibration.machine, here) == run::Place::Here;
}

}  // namespace throughline::whatif

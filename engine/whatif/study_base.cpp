// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/study_base.h"

#include <utility>

namespace throughline::whatif {

Result<StudyBase> study_base(std::span<const record::Study> own,
                             std::span<const record::Study> others) {
    auto calibration = calibrate(own);
    if (!calibration) {
        return std::move(calibration).error();
    }
    StudyBase base{.calibration = *std::move(calibration)};
    for (const auto& study : own) {
        const record::Header& header = study.header;
        base.title += (base.title.empty() ? "" : " + ") + header.title;
        base.studies.push_back(
            {.uuid = header.study, .title = header.title, .started_at = header.started_at});
    }
    base.test = back_test(base.calibration, own, others);
    bound_by(base.calibration, base.test);
    return base;
}

std::string source_of(const StudyBase& base, const record::Machine& here) {
    const record::Machine& machine = base.calibration.machine;
    const std::string named = machine.host.empty() ? "" : " (" + machine.host + ")";
    switch (record::place_of(machine, here)) {
        case record::Place::Here:
            return base.title + ", measured on this computer";
        case record::Place::Elsewhere:
            return base.title + ", measured on another computer" + named;
        case record::Place::Demo:
            return base.title + ", a demo recording: not this computer";
        case record::Place::Unknown:
            break;
    }
    return base.title + ", measured on a computer that the record does not identify" + named;
}

bool is_of(const StudyBase& base, const record::Machine& here) {
    return record::place_of(base.calibration.machine, here) == record::Place::Here;
}

}  // namespace throughline::whatif

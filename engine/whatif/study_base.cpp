// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/study_base.h"

#include <utility>

#include "engine/base/say.h"

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
    const std::string& host = machine.host;
    switch (record::place_of(machine, here)) {
        case record::Place::Here:
            return say("%1, measured on this computer", base.title);
        case record::Place::Elsewhere:
            return host.empty() ? say("%1, measured on another computer", base.title)
                                : say("%1, measured on another computer (%2)", base.title, host);
        case record::Place::Demo:
            return say("%1, a demo recording: not this computer", base.title);
        case record::Place::Unknown:
            break;
    }
    return host.empty()
               ? say("%1, measured on a computer that the record does not identify", base.title)
               : say("%1, measured on a computer that the record does not identify (%2)",
                     base.title,
                     host);
}

bool is_of(const StudyBase& base, const record::Machine& here) {
    return record::place_of(base.calibration.machine, here) == record::Place::Here;
}

}  // namespace throughline::whatif

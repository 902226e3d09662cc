// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/study_base.h"

#include <utility>

#include "engine/base/say.h"
#include "engine/whatif/scaling.h"

namespace throughline::whatif {

namespace {

std::string joined_title(const std::vector<BaseStudy>& studies) {
    std::string title;
    for (const BaseStudy& study : studies) {
        title += (title.empty() ? "" : " + ") + study.title;
    }
    return title;
}

}  // namespace

analysis::Emulated emulated_in(const StudyBase& base) {
    analysis::Emulated result;
    for (const BaseStudy& study : base.studies) {
        result |= study.emulated;
    }
    return result;
}

Result<StudyBase> study_base(std::span<const record::Study> own,
                             std::span<const record::Study> others) {
    auto calibration = calibrate(own);
    if (!calibration) {
        return std::move(calibration).error();
    }
    StudyBase base{.calibration = *std::move(calibration)};
    for (const auto& study : own) {
        const record::Header& header = study.header;
        base.studies.push_back({.uuid = header.study,
                                .title = header.title,
                                .started_at = header.started_at,
                                .emulated = analysis::emulated_in(study)});
    }
    base.title = joined_title(base.studies);
    base.test = back_test(base.calibration, own, others);
    bound_by(base.calibration, base.test);
    base.slow_reads = read_tail_in(own);
    return base;
}

std::string marked_title(const StudyBase& base) {
    return analysis::marked_title(base.title, emulated_in(base));
}

std::string emulation_text(const StudyBase& base) {
    const analysis::Emulated emulated = emulated_in(base);
    if (!emulated) {
        return {};
    }
    std::string text = say("Calibrated on %1.", marked_title(base));
    const model::Knowledge& known = base.calibration.base.knowledge;
    const bool own_storage =
        known.is_calibrated(model::Input::StoBw) || known.is_calibrated(model::Input::StoIops);
    if (own_storage || !(emulated.volume || emulated.store)) {
        return text;
    }
    return text + " " +
           say(!emulated.store
                   ? to_say("The emulated volume is left out, because it is not the computer's own "
                            "storage: predictions are for storage without a limit until you choose "
                            "one.")
               : !emulated.volume
                   ? to_say("The emulated store is left out, because it is not the computer's own "
                            "storage: predictions are for storage without a limit until you choose "
                            "one.")
                   : to_say("The emulated storage is left out, because it is not the computer's "
                            "own: predictions are for storage without a limit until you choose "
                            "one."));
}

void name_studies(StudyBase& base, const std::map<std::string, std::string>& titles) {
    const auto name = [&titles](const std::string& uuid, std::string& title) {
        if (const auto found = titles.find(uuid); found != titles.end()) {
            title = found->second;
        }
    };
    for (BaseStudy& study : base.studies) {
        name(study.uuid, study.title);
    }
    base.title = joined_title(base.studies);
    for (BackTestPoint& tested : base.test.points) {
        name(tested.point.uuid, tested.point.study);
    }
    for (std::vector<StudyPoint>* points : {&base.test.not_predicted, &base.calibration.unusable}) {
        for (StudyPoint& point : *points) {
            name(point.uuid, point.study);
        }
    }
}

std::string source_of(const StudyBase& base, const record::Machine& here) {
    const record::Machine& machine = base.calibration.machine;
    const std::string& host = machine.host;
    const std::string title = marked_title(base);
    switch (record::place_of(machine, here)) {
        case record::Place::Here:
            return say("%1, measured on this computer", title);
        case record::Place::Elsewhere:
            return host.empty() ? say("%1, measured on another computer", title)
                                : say("%1, measured on another computer (%2)", title, host);
        case record::Place::Demo:
            return say("%1, a demo recording: not this computer", title);
        case record::Place::Unknown:
            break;
    }
    return host.empty() ? say("%1, measured on a computer that the record does not identify", title)
                        : say("%1, measured on a computer that the record does not identify (%2)",
                              title,
                              host);
}

bool is_of(const StudyBase& base, const record::Machine& here) {
    return record::place_of(base.calibration.machine, here) == record::Place::Here;
}

}  // namespace throughline::whatif

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/analysis/emulation.h"
#include "engine/base/result.h"
#include "engine/model/node_events.h"
#include "engine/record/machine.h"
#include "engine/whatif/calibration.h"

namespace throughline::whatif {

/// A study that a base was calibrated on.
struct BaseStudy {
    std::string uuid{};
    std::string title{};
    std::string started_at{};  ///< UTC, ISO 8601
    analysis::Emulated emulated{};
};

/// What runs say of a machine, and how well others of its runs are predicted: what scenarios are
/// changes of. It goes into the file with them, so that they give the same figures, intervals and
/// grades where the runs are not at hand. Read from a file it holds of the calibration what answers
/// and people need (base, inputs, remark, machine, what was left out) and no fits of its own.
struct StudyBase {
    std::string title{};  ///< of the studies: "photos + disks"
    std::vector<BaseStudy> studies{};
    Calibration calibration{};
    BackTest test{};
    model::ReadTail slow_reads{};  ///< of read_tail_in()
};

/// Calibrates on `own` and predicts what was not used of them and of `others`; grades are bounded
/// by how well that went. Errors: as calibrate().
Result<StudyBase> study_base(std::span<const record::Study> own,
                             std::span<const record::Study> others);

/// What was emulated in any of its studies.
analysis::Emulated emulated_in(const StudyBase& base);
/// The title with that mark: "photos (emulated store)".
std::string marked_title(const StudyBase& base);

/// On what an emulated base rests, and that emulated storage is left out of it, which is not the
/// computer's own; "": nothing was emulated.
std::string emulation_text(const StudyBase& base);

/// Gives each study the title that `titles` has for its uuid; the others keep theirs.
void name_studies(StudyBase& base, const std::map<std::string, std::string>& titles);

/// "photos, measured on this computer"; "photos (emulated store), …"; "…, measured on another
/// computer (vm)"; "…, a demo recording: not this computer". `here`: the computer that asks.
std::string source_of(const StudyBase& base, const record::Machine& here);

/// As a JSON document, for the command line. `here`: as source_of().
std::string calibration_json(const StudyBase& base, const record::Machine& here);

/// Whether the runs may be measured again on the computer that asks.
bool is_of(const StudyBase& base, const record::Machine& here);

}  // namespace throughline::whatif

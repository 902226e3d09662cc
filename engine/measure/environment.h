// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/measure/study_sources.h"
#include "engine/spec/settings.h"

namespace throughline::measure {

/// What the study is measured on, flat: machine.id, host.name, host.kernel, host.os,
/// cpu.model, cpu.cores, cpu.governor, memory_bytes, memory_lock_bytes, engine.version, and for
/// each data set and device dataset.1.path, dataset.1.file_system, …, device.vda.model,
/// device.vda.id, …. machine.id and device.*.id are hashes (run/this_machine.h). What cannot be
/// read is left out.
spec::Settings environment(const StudySources& sources);
/// The same of one path without a data set.
spec::Settings environment(const storage::PathTarget& target);

}  // namespace throughline::measure

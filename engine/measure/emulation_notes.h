// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/measure/accelerator_pace.h"
#include "engine/measure/run_sink.h"
#include "engine/measure/store_choice.h"
#include "engine/measure/volume_choice.h"
#include "engine/spec/settings.h"

namespace throughline::measure {

/// What a study's points may name.
struct Emulation {
    const PacePresets& presets;
    const VolumeChoices& volumes;
    const StoreChoices& stores;
};

/// Says in the record what of a run is emulated, and by whose figures: accelerators that a preset
/// paces, and the volume or store that is read from. Only of stages that the run has.
void note_emulated(const Emulation& emulation,
                   const spec::Settings& settings,
                   int run,
                   RunSink& sink);

}  // namespace throughline::measure

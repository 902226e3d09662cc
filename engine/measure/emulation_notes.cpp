// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/emulation_notes.h"

#include "engine/analysis/emulation.h"
#include "engine/record/record.h"
#include "engine/spec/choices.h"

namespace throughline::measure {

void note_emulated(const Emulation& emulation,
                   const spec::Settings& settings,
                   int run,
                   RunSink& sink) {
    const auto stages = spec::stages_of(settings);
    const bool full = stages == spec::Stages::Full;
    const auto preset = emulation.presets.find(spec::text_of(settings, "consumer.preset"));
    if ((full || stages == spec::Stages::Consumer) && preset != emulation.presets.end()) {
        sink.note(run,
                  record::kPaceNote,
                  record::Level::Info,
                  pace_text(preset->second, settings),
                  preset->second.gpu);
    }
    if (!full && stages != spec::Stages::Storage) {
        return;
    }
    if (const ChosenVolume* volume = volume_of(emulation.volumes, settings)) {
        sink.note(run, record::kVolumeNote, record::Level::Info, volume->text, volume->name);
    }
    if (const ChosenStore* store = store_of(emulation.stores, settings)) {
        sink.note(run, analysis::kStoreNote, record::Level::Info, store->text, store->name);
    }
}

}  // namespace throughline::measure

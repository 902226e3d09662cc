// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/spec/spec.h"

namespace throughline::ui {

/// Ways: copy first, stream, or cache? NetworkRates is for a GPU with cuDNN. Play measures on until
/// it is stopped and records nothing. Storage and Observe are no studies of the pipeline: see
/// CommandForm.
enum class Preset : std::uint8_t {
    Quick,
    Standard,
    ThreadSweep,
    Ways,
    NetworkRates,
    Study,
    Custom,
    Play,
    Storage,
    Observe
};
inline constexpr std::array kPresets{Preset::Quick,
                                     Preset::Standard,
                                     Preset::ThreadSweep,
                                     Preset::Ways,
                                     Preset::NetworkRates,
                                     Preset::Study,
                                     Preset::Custom,
                                     Preset::Play,
                                     Preset::Storage,
                                     Preset::Observe};

QString titleOf(Preset preset);
/// What it measures, in one line; without a number where the cores are not known, which is 0.
QString meaningOf(Preset preset, int cores);

/// Thread counts from 1 to `most`: all of them while they are few, then a geometric choice that
/// keeps 1, the number of cores and `most`, so that a large machine is not measured for hours.
std::vector<std::int64_t> threadCounts(int cores, int most);

/// Whether it brings its own data, accelerators and volumes, so that those chosen stay aside: an
/// experiment of the published studies, which StudyPicker chooses.
constexpr bool isWhole(Preset preset) {
    return preset == Preset::Study;
}
/// Whether it brings its own accelerators.
constexpr bool bringsConsumer(Preset preset) {
    return isWhole(preset) || preset == Preset::NetworkRates;
}

/// The store that Ways emulates over data of this computer.
inline constexpr const char* kWaysStore = "aws-s3";

/// How long NetworkRates measures, without opening the GPU for each network.
inline constexpr double kNetworkRatesSeconds = 100.0;

/// The study of a preset. Custom and what is no study give the defaults without a sweep, Study
/// its first experiment, whose data are below `folder`.
spec::StudySpec presetSpec(Preset preset, const QString& folder, int cores);

/// How long a study takes and what it reads, as far as that can be known before.
struct Estimate {
    int points = 0;
    double seconds = 0;  ///< warm-up and measured time; preparing the cache comes on top
    /// Points that read the data set once to its end: their time is not known before.
    int wholeEpochs = 0;
    double epochBytes = 0;  ///< what those read
};
Estimate estimateOf(const spec::StudySpec& spec, double datasetBytes);

}  // namespace throughline::ui

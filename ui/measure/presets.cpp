// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/presets.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/catalog/catalog.h"
#include "engine/panels/experiment.h"
#include "engine/panels/ways.h"
#include "engine/spec/gpu_network.h"
#include "ui/measure/accelerator_picker.h"

namespace throughline::ui {

namespace {

QString words(const char* text) {
    return QCoreApplication::translate("throughline::ui::Presets", text);
}

/// Up to this many cores every thread count is measured.
constexpr int kEveryCountMax = 8;
/// Seconds that the Standard preset may measure in all.
constexpr double kStandardSeconds = 300.0;
constexpr double kWarmupSeconds = 2.0;
/// Nobody plays longer; the engine wants an end.
constexpr double kPlaySeconds = 3600.0;

spec::SweepAxis threadAxis(int cores, int most) {
    spec::SweepAxis axis{.key = "decode.threads", .values = {}};
    for (const std::int64_t count : threadCounts(cores, most)) {
        axis.values.emplace_back(count);
    }
    return axis;
}

/// Networks of the catalogue that take images of the usual size, in inference and in training.
/// Small batches, so that the largest of them fits a GPU with 12 GB.
void sweepNetworks(spec::StudySpec& spec) {
    constexpr std::int64_t kBatchImages = 64;
    spec.base["stages"] = std::string(spec::name_of(spec::Stages::Consumer));
    spec.base["consumer.kind"] = std::string("gpu");
    spec.base["batch.images"] = kBatchImages;
    spec.base["warmup_seconds"] = 1.0;
    spec.base["duration_seconds"] = 4.0;
    const auto side = [&](const char* key) {
        return static_cast<double>(spec::integer_of(spec.base, key));
    };
    const double image_bytes = 3.0 * side("decode.width_px") * side("decode.height_px");
    spec::SweepAxis networks{.key = "consumer.network", .values = {}};
    for (const char* id : spec::find_setting("consumer.network")->choices) {
        const catalog::Network* known = publishedFacts().find_network(id);
        if (spec::needs_cudnn(id) && known != nullptr &&
            known->tensor_bytes.value.value_or(0.0) == image_bytes) {
            networks.values.emplace_back(std::string(id));
        }
    }
    spec.base["consumer.network"] = networks.values.front();
    spec.sweep.push_back(std::move(networks));
    spec.sweep.push_back(
        {.key = "consumer.phase", .values = {std::string("inference"), std::string("training")}});
}

}  // namespace

QString titleOf(Preset preset) {
    switch (preset) {
        case Preset::Quick:
            return words("Quick");
        case Preset::Standard:
            return words("Standard");
        case Preset::ThreadSweep:
            return words("Thread sweep");
        case Preset::Ways:
            return words("Copy or stream?");
        case Preset::Study:
            return words("A study again");
        case Preset::NetworkRates:
            return words("Network rates");
        case Preset::Custom:
            return words("Custom");
        case Preset::Play:
            return words("Play");
        case Preset::Storage:
            return words("Storage baseline");
        case Preset::Observe:
            return words("Observe a job");
    }
    return {};
}

/// Of a computer that has not said how many cores it has.
static QString meaningWithoutCores(Preset preset) {
    return preset == Preset::Quick
               ? words(
                     "Storage alone, decode alone and both together on all cores: finds the "
                     "bottleneck.")
           : preset == Preset::Standard
               ? words(
                     "The same on more and more decode threads, three times each: gives "
                     "confidence intervals.")
               : words("More and more decode threads: shows where more of them stop helping.");
}

QString meaningOf(Preset preset, int cores) {
    if (cores < 1 &&
        (preset == Preset::Quick || preset == Preset::Standard || preset == Preset::ThreadSweep)) {
        return meaningWithoutCores(preset);
    }
    switch (preset) {
        case Preset::Quick:
            return words(
                       "Storage alone, decode alone and both together on all %1 cores: finds "
                       "the bottleneck.")
                .arg(cores);
        case Preset::Standard:
            return words(
                       "The same on 1 to %1 decode threads, three times each: gives confidence "
                       "intervals.")
                .arg(cores);
        case Preset::ThreadSweep:
            return words("1 to %1 decode threads: shows where more of them stop helping.")
                .arg(cores * 2);
        case Preset::Ways:
            return words(
                "Your data copied first, streamed from a store, and through a cache, in turn: time "
                "to the first batch and of each epoch.");
        case Preset::Study:
            return words(
                "What a published study showed, measured here: on emulated parts where this "
                "computer "
                "has none, with data of its own.");
        case Preset::NetworkRates:
            return words(
                "Each network in inference and training on the GPU, with one batch from its own "
                "memory.");
        case Preset::Custom:
            return words("Change every setting below, and sweep up to three of them.");
        case Preset::Play:
            return words(
                "Change the decode threads while it runs and watch. Nothing is "
                "recorded.");
        case Preset::Storage:
            return words(
                "The disk alone, request by request: sizes, depths and jobs, as fio measures "
                "them.");
        case Preset::Observe:
            return words("What holds back a training that already runs, without a restart.");
    }
    return {};
}

std::vector<std::int64_t> threadCounts(int cores, int most) {
    cores = std::max(cores, 1);
    most = std::max(most, 1);
    std::set<std::int64_t> counts{1, most};
    if (cores <= most) {
        counts.insert(cores);
    }
    if (most <= kEveryCountMax) {
        for (int i = 1; i <= most; ++i) {
            counts.insert(i);
        }
    } else {
        // Two steps per doubling: 1 2 3 4 6 8 12 16 24 32 …
        for (std::int64_t power = 1; power <= most; power *= 2) {
            counts.insert(power);
            if (power >= 2 && power * 3 / 2 <= most) {
                counts.insert(power * 3 / 2);
            }
        }
    }
    return {counts.begin(), counts.end()};
}

spec::StudySpec presetSpec(Preset preset, const QString& folder, int cores) {
    spec::StudySpec spec = spec::default_spec();
    spec.base["dataset.path"] = folder.toStdString();
    spec.base["decode.threads"] = std::int64_t{std::max(cores, 1)};
    spec.base["warmup_seconds"] = kWarmupSeconds;
    switch (preset) {
        case Preset::Quick:
            spec.ceilings = true;
            spec.base["duration_seconds"] = 15.0;
            break;
        case Preset::Standard: {
            spec.ceilings = true;
            spec.base["repeats"] = std::int64_t{3};
            spec.sweep.push_back(threadAxis(cores, cores));
            const double runs = 3.0 * static_cast<double>(spec::expand(spec).size());
            spec.base["duration_seconds"] =
                std::clamp(std::floor(kStandardSeconds / runs - kWarmupSeconds), 3.0, 20.0);
            break;
        }
        case Preset::ThreadSweep:
            spec.ceilings = true;
            spec.sweep.push_back(threadAxis(cores, cores * 2));
            break;
        case Preset::Ways:
            panels::sweep_ways(spec);
            break;
        case Preset::Study:
            spec = panels::spec_of(panels::all_experiments().front(), folder.toStdString(), true);
            break;
        case Preset::NetworkRates:
            sweepNetworks(spec);
            break;
        case Preset::Custom:
        case Preset::Storage:
        case Preset::Observe:
            break;
        case Preset::Play:
            spec.base["duration_seconds"] = kPlaySeconds;
            break;
    }
    return spec;
}

Estimate estimateOf(const spec::StudySpec& spec, double datasetBytes) {
    Estimate estimate;
    for (const spec::Settings& point : spec::expand(spec)) {
        ++estimate.points;
        const auto repeats = static_cast<double>(spec::integer_of(point, "repeats"));
        const double duration = spec::real_of(point, "duration_seconds");
        estimate.seconds += repeats * (spec::real_of(point, "warmup_seconds") + duration);
        if (duration <= 0) {
            const double epochs = repeats * static_cast<double>(spec::integer_of(point, "epochs"));
            estimate.wholeEpochs += static_cast<int>(epochs);
            estimate.epochBytes += epochs * datasetBytes;
        }
    }
    return estimate;
}

}  // namespace throughline::ui

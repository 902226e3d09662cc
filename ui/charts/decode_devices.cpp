// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/decode_devices.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/say.h"
#include "engine/spec/choices.h"
#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/run_flaws.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

constexpr const char* kThreads = "decode.threads";
constexpr const char* kDevice = "decode.device";

/// Whether it decoded, and how fast is known.
bool isDecoding(const RunForPlot& run, const PlotChoice& choice) {
    const auto value = measuredOf(run, choice.y);
    return whyNoResult(run).isEmpty() && isSetting(run, kThreads) && bearsOn(run, kThreads) &&
           value && value->value > 0.0;
}

struct OfAWay {
    double best = 0.0;
    int runs = 0;
    std::set<double> threads{};
};

/// "8 JPEG engines of the GPU", as the run's note has it; of older records "the GPU".
QString wayOf(const RunForPlot& run) {
    return run.decodedBy.isEmpty()
               ? tr("the GPU")
               : QString::fromStdString(say_recorded(run.decodedBy.toStdString()));
}

}  // namespace

std::vector<PlotLevel> gpuDecodingLines(const std::vector<StudyForPlot>& studies,
                                        const PlotChoice& choice) {
    std::vector<PlotLevel> levels;
    if (choice.y != "images_per_second" || choice.x != kThreads ||
        choice.partOrNone<AlongX>().yAs != YAs::Value) {
        return levels;
    }
    for (const StudyForPlot& study : studies) {
        std::map<QString, OfAWay> ways;
        for (const RunForPlot* run : meantRuns(study, choice)) {
            if (spec::decodes_on_gpu(run->settings) && isDecoding(*run, choice)) {
                OfAWay& way = ways[wayOf(*run)];
                way.best = std::max(way.best, measuredOf(*run, choice.y)->value);
                way.threads.insert(numberOf(*run, kThreads).value_or(0.0));
                ++way.runs;
            }
        }
        for (const auto& [name, way] : ways) {
            if (way.threads.size() > 1) {
                continue;
            }
            const QString text = way.runs > 1
                                     ? tr("decoded by %1, best of %2:").arg(name).arg(way.runs)
                                     : tr("decoded by %1:").arg(name);
            levels.push_back({.y = way.best,
                              .text = studies.size() > 1
                                          ? QStringLiteral("%1 \u00B7 %2").arg(study.title, text)
                                          : text,
                              .colourSlot = study.colourSlot,
                              .group = study.uuid});
        }
    }
    return levels;
}

bool comparesDecoders(const PlotChoice& choice) {
    return std::ranges::any_of(choice.published, [](const RunCondition& one) {
        return one.key == kDevice && !one.absent;
    });
}

QStringList missingDecoders(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    QStringList missing;
    if (!comparesDecoders(choice)) {
        return missing;
    }
    bool on_gpu = false;
    bool on_processor = false;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            const bool gpu = spec::decodes_on_gpu(run->settings);
            (gpu ? on_gpu : on_processor) |= isDecoding(*run, choice);
        }
    }
    if (!on_gpu) {
        missing << tr(
            "None of these runs was decoded on a GPU: measure with decode.device=gpu and "
            "consumer.kind=gpu.");
    }
    if (!on_processor) {
        missing << tr(
            "None of these runs was decoded on the CPU: measure with decode.device=cpu, "
            "and sweep decode.threads.");
    }
    return missing;
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/charts/synthetic_studies.h"

#include <cmath>

#include "engine/spec/settings.h"

namespace throughline::ui::synthetic {

namespace {

RunForPlot fullRun(int number,
                   std::int64_t threads,
                   std::int64_t depth,
                   const std::string& device) {
    RunForPlot run;
    run.id = number;
    run.number = number;
    run.settings = spec::default_settings();
    run.settings["decode.threads"] = threads;
    run.settings["storage.queue_depth"] = depth;
    run.settings["dataset.path"] = std::string("/data/imagenet");
    run.settings["stages"] = std::string("full");
    const double limit = 1200.0 + 300.0 * std::log2(static_cast<double>(depth));
    const double rate = limit * (1.0 - std::exp(-static_cast<double>(threads) / 3.5));
    const std::string label = "{device=" + device + "}";
    run.metrics["images_per_second"] = {
        .value = rate, .low = rate * 0.97, .high = rate * 1.03, .n = 3};
    run.metrics["read_bytes_per_second" + label] = {.value = rate * 110e3, .low = {}, .high = {}};
    run.metrics["read_iops" + label] = {.value = rate * 1.2, .low = {}, .high = {}};
    run.metrics["disk_utilisation" + label] = {.value = 95.0 * rate / limit, .low = {}, .high = {}};
    run.metrics["read_latency_p99"] = {.value = 0.0021 + 1e-4 * depth, .low = {}, .high = {}};
    return run;
}

}  // namespace

StudyForPlot threadStudy(const QString& title,
                         int slot,
                         const std::vector<int>& queue_depths,
                         const std::string& device) {
    StudyForPlot study;
    study.uuid = QStringLiteral("uuid-") + title;
    study.title = title;
    study.colourSlot = slot;
    int number = slot * 1000;
    for (const int depth : queue_depths) {
        for (const int threads : {1, 2, 4, 8}) {
            study.runs.push_back(fullRun(++number, threads, depth, device));
            for (auto& [key, summary] : study.runs.back().metrics) {
                const double share = 1.0 - 0.22 * slot;  // studies differ
                summary.value *= share;
                if (summary.low && summary.high) {
                    *summary.low *= share;
                    *summary.high *= share;
                }
            }
        }
    }
    return study;
}

StudyForPlot studyWithCeilings() {
    StudyForPlot study = threadStudy(QStringLiteral("Ceilings"), 0);
    RunForPlot storage = study.runs.front();
    storage.id = storage.number = 90;
    storage.settings["stages"] = std::string("storage");
    storage.metrics["images_per_second"] = {.value = 2900.0, .low = {}, .high = {}};
    study.runs.push_back(storage);
    for (std::size_t i = 0; i < 4; ++i) {
        RunForPlot decode = study.runs[i];
        decode.id = decode.number = 91 + static_cast<int>(i);
        decode.settings["stages"] = std::string("decode");
        decode.metrics["images_per_second"].value *= 1.2;
        decode.metrics["images_per_second"].low.reset();
        study.runs.push_back(decode);
    }
    return study;
}

StudyForPlot nodeStudy() {
    StudyForPlot study;
    study.uuid = QStringLiteral("uuid-nodes");
    study.title = QStringLiteral("Nodes");
    for (const std::int64_t nodes : {1, 2, 4}) {
        RunForPlot run = fullRun(static_cast<int>(nodes), 4, 32, "n1/vda");
        run.settings["node_count"] = nodes;
        run.settings["dataset.nodes"] = nodes;
        double sum = 0.0;
        for (std::int64_t node = 1; node <= nodes; ++node) {
            const double rate = node == 3 ? 580.0 : 1000.0 - 20.0 * double(nodes);
            run.metrics["images_per_second{node=n" + std::to_string(node) + "}"] = {.value = rate};
            run.metrics["cpu_utilisation{node=n" + std::to_string(node) + "}"] = {.value = 50.0};
            sum += rate;
        }
        run.metrics["images_per_second"] = {.value = sum};
        run.metrics["cpu_utilisation"] = {.value = 50.0};
        run.metrics["scaling_efficiency"] = {.value = 100.0 * sum / (980.0 * double(nodes))};
        run.straggler = nodes == 4 ? "n3" : "";
        study.runs.push_back(std::move(run));
    }
    return study;
}

SampleSeries samplesOf(double level) {
    SampleSeries samples;
    for (int i = 1; i <= 60; ++i) {
        samples.t_s.push_back(i);
        samples.values.push_back(level *
                                 (1.0 + 0.06 * std::sin(i * 0.9) + 0.03 * std::cos(i * 2.3)));
    }
    return samples;
}

}  // namespace throughline::ui::synthetic

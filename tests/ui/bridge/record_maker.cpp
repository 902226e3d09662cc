// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/bridge/record_maker.h"

#include <QFile>

#include "engine/record/record_json.h"
#include "engine/spec/spec.h"

namespace throughline::ui {

std::vector<record::Line> smallStudy(const std::string& uuid, const std::string& title, int runs) {
    std::vector<record::Line> lines;
    spec::StudySpec spec = spec::default_spec();
    spec.base["dataset.path"] = std::string("/data/photos");
    spec::SweepAxis axis{.key = "decode.threads", .values = {}};
    for (int run = 1; run <= runs; ++run) {
        axis.values.emplace_back(std::int64_t{run});
    }
    spec.sweep.push_back(axis);
    record::Header header;
    header.study = uuid;
    header.title = title;
    header.started_at = "2026-11-21T10:00:00Z";
    header.spec_json = spec::spec_to_json(spec);
    header.environment["host.name"] = std::string("workstation");
    header.plan = {.runs = runs, .seconds = 3.0 * runs, .read_bytes = 0, .memory_bytes = 0};
    lines.emplace_back(header);
    for (int run = 1; run <= runs; ++run) {
        record::RunStarted started;
        started.run = run;
        started.settings = spec.base;
        started.settings["decode.threads"] = std::int64_t{run};
        lines.emplace_back(started);
        for (int second = 1; second <= 3; ++second) {
            record::Sample sample;
            sample.run = run;
            sample.t_s = second;
            sample.dt_s = 1.0;
            sample.phase = second == 1 ? record::Phase::Warmup : record::Phase::Measured;
            sample.metrics = {{"images_per_second", 100.0 * run},
                              {"disk_utilisation{device=vda}", 40.0},
                              {"disk_utilisation{device=vdb}", 70.0},
                              {"read_iops{device=vda}", 1000.0},
                              {"read_iops{device=vdb}", 500.0},
                              {"stage_busy{stage=decode}", 90.0},
                              {"stage_starved{stage=decode}", 10.0},
                              {"queue_fill{queue=encoded}", 55.0}};
            lines.emplace_back(sample);
        }
        record::RunEnded ended;
        ended.run = run;
        ended.metrics["images_per_second"] = {.value = 100.0 * run};
        ended.absent["gpu_utilisation"] = "no GPU was found";
        lines.emplace_back(ended);
    }
    record::Verdict verdict;
    verdict.sentence = "Decode limits at every thread count.";
    verdict.grade = record::Grade::Indicated;
    lines.emplace_back(verdict);
    record::Footer footer;
    footer.runs_done = runs;
    footer.lines = static_cast<std::int64_t>(lines.size());
    lines.emplace_back(footer);
    return lines;
}

std::string linesAsText(const std::vector<record::Line>& lines) {
    std::string text;
    std::uint64_t seq = 1;
    for (const record::Line& line : lines) {
        text += record::line_to_json(line, seq++) + "\n";
    }
    return text;
}

void writeRecord(const QString& path, const std::vector<record::Line>& lines) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(QByteArray::fromStdString(linesAsText(lines)));
    }
}

}  // namespace throughline::ui

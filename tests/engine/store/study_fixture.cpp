// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/store/study_fixture.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "engine/record/record_json.h"
#include "engine/store/database.h"

namespace throughline::store {
namespace {

record::Header example_header(const std::string& uuid) {
    return record::Header{
        .study = uuid,
        .title = "Lesen über zwei Platten",
        .origin = record::Origin::Measured,
        .started_at = "2026-11-21T10:00:00.000Z",
        .spec_json = R"({"decode":{"threads":[1,2]}})",
        .environment = {{"host.name", std::string("bench-01")}, {"cpu.cores", std::int64_t{2}}},
        .metrics = {{"images_per_second", "1/s", "Images per second"}},
        .plan = {.runs = 4, .seconds = 48.0, .read_bytes = 1.5e9, .memory_bytes = 64'000'000}};
}

record::MetricValues sample_metrics(int second, double rate) {
    record::MetricValues values{{"images_per_second", rate + 0.1 * second},
                                {"disk_utilisation{device=vda}", 55.5 + second}};
    if (second % 2 == 0) {
        values.emplace("queue_fill{queue=encoded}", 0.25 * second);
    }
    return values;
}

void add_samples(std::vector<record::Line>& lines, int number, double rate) {
    for (int repeat = 1; repeat <= 2; ++repeat) {
        for (int second = 1; second <= 5; ++second) {
            lines.emplace_back(record::Sample{
                .run = number,
                .repeat = repeat,
                .t_s = (repeat - 1) * 5 + second * 1.0001,
                .dt_s = 1.0001,
                .phase = second < 3 ? record::Phase::Warmup : record::Phase::Measured,
                .metrics = sample_metrics(second, rate)});
        }
    }
}

void add_run(std::vector<record::Line>& lines,
             int number,
             const std::string& stages,
             std::int64_t threads,
             double rate) {
    spec::Settings settings = spec::default_settings();
    settings["stages"] = stages;
    settings["decode.threads"] = threads;
    lines.emplace_back(
        record::RunStarted{.run = number, .settings = settings, .at = "2026-11-21T10:00:01.000Z"});
    add_samples(lines, number, rate);
    lines.emplace_back(record::HistogramLine{.run = number,
                                             .metric = "read_latency",
                                             .scheme = "log-linear-128",
                                             .counts = {{40, 7}, {41, 7}, {900, 1}}});
    lines.emplace_back(record::Note{.run = number,
                                    .code = "decode.corrupt",
                                    .level = record::Level::Warning,
                                    .text = "1 image could not be decoded",
                                    .item = "n%FF01.jpg",
                                    .count = 3});
    lines.emplace_back(record::RunEnded{
        .run = number,
        .status = record::RunStatus::Done,
        .metrics = {{"images_per_second",
                     record::Summary{.value = rate, .low = rate - 4, .high = rate + 4, .n = 2}},
                    {"cpu_utilisation", record::Summary{.value = 91.25}}},
        .absent = {{"gpu_utilisation{gpu=0}", "no GPU was found"}}});
}

}  // namespace

std::vector<record::Line> example_lines(const std::string& uuid) {
    std::vector<record::Line> lines;
    lines.emplace_back(example_header(uuid));
    lines.emplace_back(record::Note{.run = std::nullopt,
                                    .code = "host.busy",
                                    .level = record::Level::Info,
                                    .text = "another program used 20 % of the CPU"});
    add_run(lines, 1, "storage", 1, 1600.0);
    add_run(lines, 2, "decode", 1, 500.0);
    add_run(lines, 3, "full", 1, 480.0);
    add_run(lines, 4, "full", 2, 900.0);
    lines.emplace_back(record::Verdict{.sentence = "Decode limits this machine.",
                                       .grade = record::Grade::Measured,
                                       .rule_version = 1,
                                       .evidence = {{"fed_share", 96.0}}});
    lines.emplace_back(record::Footer{.runs_done = 4,
                                      .lines = static_cast<std::int64_t>(lines.size()),
                                      .notes_by_code = {{"decode.corrupt", 4}, {"host.busy", 1}}});
    return lines;
}

std::vector<record::Line> long_lines(std::size_t samples, const std::string& uuid) {
    std::vector<record::Line> lines;
    lines.reserve(samples + 4);
    lines.emplace_back(example_header(uuid));
    lines.emplace_back(record::RunStarted{
        .run = 1, .settings = spec::default_settings(), .at = "2026-11-21T10:00:01.000Z"});
    for (std::size_t i = 0; i < samples; ++i) {
        const auto line = static_cast<double>(i);
        record::Sample sample{.run = 1,
                              .repeat = 1,
                              .t_s = line + 0.5,
                              .dt_s = 1.0,
                              .phase = i < 10 ? record::Phase::Warmup : record::Phase::Measured,
                              .metrics = {{"images_per_second", 100.0 + line}}};
        if (i % 3 == 0) {
            sample.metrics.emplace("epoch", line / 3);
        }
        lines.emplace_back(std::move(sample));
    }
    lines.emplace_back(record::RunEnded{.run = 1,
                                        .status = record::RunStatus::Done,
                                        .metrics = {{"images_per_second", {.value = 321.0}}},
                                        .absent = {}});
    lines.emplace_back(
        record::Footer{.runs_done = 1, .lines = static_cast<std::int64_t>(lines.size())});
    return lines;
}

std::string record_of(const std::vector<record::Line>& lines, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < std::min(count, lines.size()); ++i) {
        text += record::line_to_json(lines[i], i + 1) + '\n';
    }
    return text;
}

void write_text(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

std::string read_text(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

std::unique_ptr<Library> open_library(const std::string& path) {
    auto library = Library::open(path);
    EXPECT_TRUE(library) << (library ? "" : describe(library.error()));
    return library ? *std::move(library) : nullptr;
}

IngestReport ingest_text(Library& library, const std::string& path, const std::string& text) {
    write_text(path, text);
    auto report = library.ingest(path);
    EXPECT_TRUE(report) << (report ? "" : describe(report.error()));
    return report ? *report : IngestReport{};
}

std::string fingerprint(const record::Study& study) {
    std::string text;
    const auto add = [&](const record::Line& line) {
        text += record::line_to_json(line, 0) + '\n';
    };
    add(study.header);
    for (const auto& note : study.notes) {
        add(note);
    }
    for (const auto& run : study.runs) {
        add(run.started);
        for (const auto& sample : run.samples) {
            add(sample);
        }
        for (const auto& histogram : run.histograms) {
            add(histogram);
        }
        for (const auto& note : run.notes) {
            add(note);
        }
        add(record::RunEnded{.run = run.started.run,
                             .status = run.status,
                             .metrics = run.metrics,
                             .absent = run.absent});
    }
    if (study.verdict) {
        add(*study.verdict);
    }
    if (study.footer) {
        add(*study.footer);
    }
    return text + std::to_string(study.lines) + " lines";
}

std::string integrity_of(const std::string& path) {
    auto database = Database::open(path);
    if (!database) {
        return describe(database.error());
    }
    Statement check = database->prepare("PRAGMA integrity_check");
    const auto row = check.step();
    return row && *row ? check.text(0) : "no answer";
}

}  // namespace throughline::store

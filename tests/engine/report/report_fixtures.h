// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/derive.h"
#include "engine/base/result.h"
#include "engine/record/record_text.h"
#include "engine/record/sha256.h"
#include "engine/report/compose.h"
#include "engine/report/proof.h"
#include "engine/report/seal.h"
#include "engine/report/verify.h"

// Studies, and reports that are made of them.
namespace throughline::report {

/// Storage and decoding alone, then the whole pipeline at 1 to 3 threads; each repeated.
inline record::Study study_of(const std::string& uuid, const std::string& title, double faster) {
    record::Study study;
    study.header.study = uuid;
    study.header.title = title;
    study.header.started_at = "2026-11-25T10:00:00Z";
    study.header.environment["host.name"] = std::string("ws42");
    study.header.environment["dataset.1.path"] = std::string("/data");
    study.header.environment["dataset.1.bytes"] = std::int64_t{100'000'000};
    study.header.environment["dataset.1.images"] = std::int64_t{1'000};
    study.header.environment["cpu.model"] = std::string("A <processor> & more");
    const auto add = [&](const char* stages, std::int64_t threads, double rate) {
        record::RunData run;
        run.started.run = static_cast<int>(study.runs.size()) + 1;
        run.started.settings = {{"stages", std::string(stages)},
                                {"decode.threads", threads},
                                {"dataset.path", std::string("/data")},
                                {"page_cache", std::string("cold")},
                                {"consumer.kind", std::string("null")}};
        run.status = record::RunStatus::Done;
        run.metrics["images_per_second"] = {
            .value = rate, .low = rate * 0.98, .high = rate * 1.02, .n = 3};
        run.metrics["disk_utilisation{device=vda}"] = {.value = rate / 100.0};
        study.runs.push_back(std::move(run));
    };
    add("storage", 1, 8492.0);
    add("decode", 3, 1600.0 * faster);
    for (std::int64_t threads = 1; threads <= 3; ++threads) {
        add("full", threads, 511.3 * static_cast<double>(threads) * faster);
    }
    study.footer = record::Footer{.runs_done = 5};
    return study;
}

inline ChartData chart_of(const std::vector<record::Study>& studies) {
    ChartData chart{.title = "Images per second by decode threads",
                    .x_key = "decode.threads",
                    .y_key = "images_per_second",
                    .x_title = "Decode threads",
                    .y_title = "Images per second"};
    for (const record::Study& study : studies) {
        ChartSeries series{.name = study.header.title};
        for (const record::RunData& run : study.runs) {
            series.points.push_back({.study = study.header.study,
                                     .run = run.started.run,
                                     .x = *value_of(run, chart.x_key),
                                     .y = *value_of(run, chart.y_key)});
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

inline Definition definition_of(const char* name,
                                const std::vector<record::Study>& studies,
                                Language language = Language::English) {
    Definition definition = definition_from(*find_template(name), language);
    for (const record::Study& study : studies) {
        definition.studies.push_back(study.header.study);
    }
    return definition;
}

inline constexpr const char* kSvg = "<svg width=\"10\" height=\"10\"><path d=\"M1 2L3 4\"/></svg>";

/// What a report is written from.
struct MadeOfFixtures {
    Content content{};
    std::vector<std::string> drawings{};
    Seal seal{};
};

/// Each chart block shows chart_of() the studies.
inline MadeOfFixtures made_of(const Definition& definition,
                              std::vector<record::Study> studies,
                              const std::string& drawing = kSvg) {
    Proof proof{
        .date = "2026-11-25T12:00:00Z", .program = "Throughline 0.1.0", .definition = definition};
    for (record::Study& study : studies) {
        proof.records.push_back(record::record_text(study));
        analysis::derive(study);
    }
    MadeOfFixtures made;
    std::vector<ChartData> charts;
    for (const Block& block : definition.blocks) {
        if (block.kind == BlockKind::Chart) {
            charts.push_back(chart_of(studies));
            proof.charts.push_back({charts.back(), record::sha256_hex(drawing)});
            made.drawings.push_back(drawing);
        }
    }
    const auto content = compose(definition, studies, charts);
    EXPECT_TRUE(content) << content.error().what;
    const auto text = proof_text(proof);
    EXPECT_TRUE(text);
    made.content = *content;
    made.seal = {proof.date, proof.program, *text};
    return made;
}

inline MadeOfFixtures made_disk_report() {
    const std::vector<record::Study> studies{study_of("u1", "photos, 1–3 threads", 1.0)};
    return made_of(definition_of("disk", studies), studies);
}

inline MadeOfFixtures made_machines_report() {
    const std::vector<record::Study> studies{study_of("u1", "old </script> box", 1.0),
                                             study_of("u2", "new box", 1.5)};
    return made_of(definition_of("machines", studies), studies);
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The findings of an edited report, or why it is none; "" = it holds.
inline std::string said_of(const std::string& bytes) {
    const auto verified = verify_report(bytes);
    if (!verified) {
        return verified.error().what;
    }
    std::string text;
    for (const Finding& finding : verified->findings) {
        text += finding.where + ": " + finding.what + "\n";
    }
    return text;
}

}  // namespace throughline::report

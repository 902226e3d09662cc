// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/derive.h"
#include "engine/record/record_text.h"
#include "engine/report/compose.h"
#include "engine/report/pdf.h"
#include "engine/report/printed_text.h"
#include "tests/engine/report/pdf_editor.h"

// A PDF report that is drawn without a window.
namespace throughline::report {

inline record::Study measured_study() {
    record::Study study;
    study.header.study = "u1";
    study.header.title = "photos, 1\u20133 threads (\u00FC)";
    study.header.started_at = "2026-11-25T10:00:00Z";
    study.header.environment["host.name"] = std::string("ws42");
    for (std::int64_t threads = 1; threads <= 3; ++threads) {
        record::RunData run;
        run.started.run = static_cast<int>(threads);
        run.started.settings = {{"stages", std::string("full")}, {"decode.threads", threads}};
        run.status = record::RunStatus::Done;
        const double rate = 511.3 * static_cast<double>(threads);
        run.metrics["images_per_second"] = {
            .value = rate, .low = rate * 0.98, .high = rate * 1.02, .n = 3};
        study.runs.push_back(std::move(run));
    }
    study.footer = record::Footer{.runs_done = 3};
    return study;
}

/// A proof, and a drawing of it that has all texts on one page.
struct MadePdf {
    Proof proof{};
    PdfDraft draft{};
};
inline MadePdf made_pdf_report(Language language = Language::English) {
    std::vector<record::Study> studies{measured_study()};
    MadePdf made;
    made.proof = {.date = "2026-11-25T12:00:00Z",
                  .program = "Throughline 0.1.0",
                  .definition = definition_from(*find_template("disk"), language),
                  .records = {record::record_text(studies.front())}};
    made.proof.definition.studies = {"u1"};
    analysis::derive(studies.front());
    ChartData chart{.title = "Rate by threads",
                    .x_key = "decode.threads",
                    .y_key = "images_per_second",
                    .x_title = "Threads",
                    .y_title = "Rate",
                    .series = {{.name = "a", .points = {}}}};
    for (const record::RunData& run : studies.front().runs) {
        chart.series.front().points.push_back({.study = "u1",
                                               .run = run.started.run,
                                               .x = *value_of(run, chart.x_key),
                                               .y = *value_of(run, chart.y_key)});
    }
    made.proof.charts = {{chart, ""}};
    name_record_files(made.proof, studies);
    const auto content = compose(made.proof.definition, studies, std::vector<ChartData>{chart});
    EXPECT_TRUE(content);
    std::vector<std::string> lines;
    for (const PrintedPiece& piece :
         printed_text(*content, check_words(made.proof.program, made.proof.date, content->language))
             .pieces) {
        lines.push_back(piece.text);
    }
    lines.push_back(foot_title(content->title) + page_number_text(0, 1, content->language));
    made.draft = {
        .drawn = drawn_text_pdf({{"0 500 1000 images/s"}, lines}),
        .charts = {{.page = 0, .place = {40, 40, 300, 400}, .alt = "Chart of 3 points."}},
        .bookmarks = {{"The answer", 0}},
        .digest = {40, 700, 500, 20},
        .draw_digest = [](const std::string& digits) { return drawn_text_pdf({{digits}}); }};
    return made;
}
inline std::string pdf_report(Language language = Language::English) {
    const MadePdf made = made_pdf_report(language);
    const auto bytes = pdf_of(made.proof, made.draft);
    EXPECT_TRUE(bytes) << bytes.error().what;
    return *bytes;
}

}  // namespace throughline::report

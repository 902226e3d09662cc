// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_redraw.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/record/sha256.h"
#include "engine/report/verify.h"
#include "engine/report/verify_pdf.h"
#include "ui/report/report_charts.h"
#include "ui/report/report_sources.h"

namespace throughline::ui {

namespace {

/// What a report's charts show, and the digests of their drawings.
struct ChartsAgain {
    std::vector<report::ChartData> data;
    std::vector<std::string> digests;
};

Result<ChartsAgain> chartsOfRecords(const report::Definition& definition,
                                    const std::vector<std::string>& records) {
    const auto sources = sourcesOfRecords(records);
    auto charts = sources ? reportCharts(definition, *sources)
                          : Result<std::vector<ReportChart>>(sources.error());
    if (!charts) {
        return std::move(charts).error();
    }
    ChartsAgain again;
    for (ReportChart& chart : *charts) {
        again.digests.push_back(record::sha256_hex(drawingOf(chart)));
        again.data.push_back(std::move(chart.data));
    }
    return again;
}

}  // namespace

Result<report::Verification> verifyWithCharts(std::string_view bytes) {
    std::vector<std::string> digests;
    const auto redraw = [&](const report::Definition& definition,
                            const std::vector<std::string>& records) {
        auto again = chartsOfRecords(definition, records);
        if (!again) {
            return Result<std::vector<report::ChartData>>(std::move(again).error());
        }
        digests = std::move(again->digests);
        return Result<std::vector<report::ChartData>>(std::move(again->data));
    };
    auto verified = report::verify_report(bytes, redraw);
    if (!verified || !verified->redrawn || report::is_pdf(bytes)) {
        return verified;  // a PDF has the digests of what it draws, not of an SVG
    }
    if (const auto proof = report::proof_in(bytes)) {
        std::size_t same = 0;
        for (std::size_t i = 0; i < std::min(digests.size(), proof->charts.size()); ++i) {
            same += digests[i] == proof->charts[i].svg_sha256 ? 1 : 0;
        }
        verified->drawings_same = std::min(same, verified->drawings);
    }
    return verified;
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_redraw.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/report/html.h"
#include "engine/report/odt.h"
#include "engine/report/svg_aspect.h"
#include "engine/report/verify.h"
#include "engine/report/verify_pdf.h"
#include "ui/report/report_charts.h"
#include "ui/report/report_sources.h"

namespace throughline::ui {

namespace {

/// What a report's charts show, and their drawings.
struct ChartsAgain {
    std::vector<report::ChartData> data;
    std::vector<std::string> drawings;
};

/// A drawing without the comment that says which build of the program made it.
std::string withoutMaker(std::string drawing) {
    const std::size_t start = drawing.find("<!--");
    const std::size_t end = drawing.find("-->", start);
    return end == std::string::npos ? drawing : drawing.erase(start, end - start);
}

/// Those of an HTML or ODT; of a PDF none.
std::vector<std::string> drawingsIn(std::string_view bytes) {
    if (report::is_pdf(bytes)) {
        return {};
    }
    if (const auto page = report::html_parts(bytes)) {
        return page->drawings;
    }
    const auto text = report::odt_parts(bytes);
    return text ? text->drawings : std::vector<std::string>();
}

/// As high as those that were printed.
Result<ChartsAgain> chartsOfRecords(const report::Definition& definition,
                                    const std::vector<std::string>& records,
                                    const std::vector<std::string>& printed) {
    const auto sources = sourcesOfRecords(records);
    auto charts = sources ? reportCharts(definition, *sources)
                          : Result<std::vector<ReportChart>>(sources.error());
    if (!charts) {
        return std::move(charts).error();
    }
    ChartsAgain again;
    for (ReportChart& chart : *charts) {
        const std::size_t number = again.drawings.size();
        const double aspect =
            number < printed.size() ? report::svg_aspect(printed[number]) : kDrawingAspect;
        again.drawings.push_back(withoutMaker(drawingOf(chart.chart, definition.language, aspect)));
        again.data.push_back(std::move(chart.data));
    }
    return again;
}

}  // namespace

Result<report::Verification> verifyWithCharts(std::string_view bytes) {
    const std::vector<std::string> printed = drawingsIn(bytes);
    std::vector<std::string> drawings;
    const auto redraw = [&](const report::Definition& definition,
                            const std::vector<std::string>& records) {
        auto again = chartsOfRecords(definition, records, printed);
        if (!again) {
            return Result<std::vector<report::ChartData>>(std::move(again).error());
        }
        drawings = std::move(again->drawings);
        return Result<std::vector<report::ChartData>>(std::move(again->data));
    };
    auto verified = report::verify_report(bytes, redraw);
    if (!verified || !verified->redrawn || report::is_pdf(bytes)) {
        return verified;  // a PDF has no SVG
    }
    std::size_t same = 0;
    for (std::size_t i = 0; i < std::min(drawings.size(), printed.size()); ++i) {
        same += withoutMaker(printed[i]) == drawings[i] ? 1 : 0;
    }
    verified->drawings_same = std::min(same, verified->drawings);
    return verified;
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_redraw.h"

#include <utility>

#include "ui/report/report_charts.h"
#include "ui/report/report_sources.h"

namespace throughline::ui {

Result<std::vector<report::ChartData>> chartsOfRecords(const report::Definition& definition,
                                                       const std::vector<std::string>& records) {
    const auto sources = sourcesOfRecords(records);
    auto charts = sources ? reportCharts(definition, *sources)
                          : Result<std::vector<ReportChart>>(sources.error());
    if (!charts) {
        return std::move(charts).error();
    }
    std::vector<report::ChartData> data;
    for (ReportChart& chart : *charts) {
        data.push_back(std::move(chart.data));
    }
    return data;
}

}  // namespace throughline::ui

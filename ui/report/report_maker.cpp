// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_maker.h"

#include <QFileInfo>

#include "engine/analysis/derive.h"
#include "engine/base/file_descriptor.h"
#include "engine/record/anonymise.h"
#include "engine/record/record_text.h"
#include "engine/record/sha256.h"
#include "engine/report/compose.h"
#include "engine/report/markdown.h"
#include "engine/report/proof.h"
#include "engine/store/find_study.h"
#include "ui/report/report_charts.h"

namespace throughline::ui {

namespace {

/// As they were recorded.
Result<std::vector<record::Study>> readStudies(store::Library& library,
                                               const report::Definition& definition) {
    std::vector<record::Study> studies;
    for (const std::string& uuid : definition.studies) {
        const auto id = store::find_study(library, uuid);
        auto study = id ? library.load(*id) : Result<record::Study>(id.error());
        if (!study) {
            return std::move(study).error();
        }
        if (definition.is_private) {
            record::anonymise(*study);
        }
        studies.push_back(*std::move(study));
    }
    return studies;
}

Result<void> writeMarkdown(const MadeReport& report, const QString& path) {
    const QString base = path.left(path.size() - 3);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < report.drawings.size(); ++i) {
        const QString picture = QStringLiteral("%1-%2.svg").arg(base).arg(i + 1);
        names.push_back(QFileInfo(picture).fileName().toStdString());
        if (auto written = write_file_atomically(picture.toStdString(), report.drawings[i]);
            !written) {
            return written;
        }
    }
    const std::string made = "Made by " + report.seal.program + " on " + report.seal.date + ".";
    return write_file_atomically(path.toStdString(),
                                 report::markdown_of(report.content, names, made));
}

}  // namespace

Result<MadeReport> makeReport(store::Library& library,
                              const report::Definition& definition,
                              const std::string& date,
                              const std::string& program) {
    auto studies = readStudies(library, definition);
    if (!studies) {
        return std::move(studies).error();
    }
    report::Proof proof{
        .date = date, .program = program, .definition = definition, .records = {}, .charts = {}};
    proof.definition.studies.clear();  // by their whole uuids, as the records have them
    for (record::Study& study : *studies) {
        proof.definition.studies.push_back(study.header.study);
        proof.records.push_back(record::record_text(study));
        analysis::derive(study);
    }
    auto charts = drawReportCharts(proof.definition, *studies);
    if (!charts) {
        return std::move(charts).error();
    }
    MadeReport made;
    std::vector<report::ChartData> data;
    for (report::DrawnChart& chart : *charts) {
        proof.charts.push_back({chart.data, record::sha256_hex(chart.svg)});
        data.push_back(std::move(chart.data));
        made.drawings.push_back(std::move(chart.svg));
    }
    auto content = report::compose(proof.definition, *studies, data);
    auto text = content ? report::proof_text(proof) : Result<std::string>(content.error());
    if (!text) {
        return std::move(text).error();
    }
    made.content = *std::move(content);
    made.seal = {.date = date, .program = program, .proof = *std::move(text)};
    return made;
}

Result<void> writeReport(const MadeReport& report, const QString& path) {
    if (path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive)) {
        return write_file_atomically(path.toStdString(),
                                     report::html_of(report.content, report.drawings, report.seal));
    }
    if (path.endsWith(QLatin1String(".md"), Qt::CaseInsensitive)) {
        return writeMarkdown(report, path);
    }
    return usage_error("'" + path.toStdString() + "': a report is written as .html or .md");
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_maker.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <utility>
#include <variant>

#include "engine/base/file_descriptor.h"
#include "engine/record/sha256.h"
#include "engine/report/compose.h"
#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/report/odt.h"
#include "engine/report/odt_body.h"
#include "engine/report/pdf.h"
#include "engine/report/printed_text.h"
#include "engine/report/proof.h"
#include "engine/report/svg_aspect.h"
#include "ui/report/report_charts.h"
#include "ui/report/report_panels.h"
#include "ui/report/report_pdf.h"

namespace throughline::ui {

namespace {

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
    const std::string made =
        report::made_text(report.seal.program, report.seal.date, report.content.language);
    return write_file_atomically(path.toStdString(),
                                 report::markdown_of(report.content, names, made));
}

/// The charts of a text's first page are drawn as low as it takes to be one page: pictures that the
/// word processor made lower would be narrower, too.
Result<std::string> odtOf(const MadeReport& report) {
    const auto aspect = report::odt_first_chart_aspect(report.content);
    if (!aspect) {
        return report::odt_of(report.content, report.drawings, report.seal);
    }
    report::Proof proof = report.proof;
    std::vector<std::string> drawings = report.drawings;
    for (const report::Item& item : report.content.items) {
        if (std::holds_alternative<report::PageBreak>(item)) {
            break;
        }
        if (const auto* place = std::get_if<report::ChartPlace>(&item)) {
            std::string& drawing = drawings[place->chart];
            if (report::svg_aspect(drawing) <= *aspect) {
                continue;
            }
            drawing = drawingOf(report.charts[place->chart], report.content.language, *aspect);
            proof.charts[place->chart].svg_sha256 = record::sha256_hex(drawing);
        }
    }
    auto text = report::proof_text(proof);
    if (!text) {
        return std::move(text).error();
    }
    report::Seal seal = report.seal;
    seal.proof = *std::move(text);
    return report::odt_of(report.content, drawings, seal);
}

}  // namespace

MadeBy madeNow() {
    return {.date = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString(),
            .program = "Throughline " + QCoreApplication::applicationVersion().toStdString()};
}

/// By their whole uuids, as the records have them, and block by block.
static UnfoldedDefinition definitionOf(const ReportSources& sources,
                                       const report::Definition& definition) {
    report::Definition own = cleanedDefinition(definition, sources);
    own.studies.clear();
    for (const record::Study& study : sources.studies) {
        own.studies.push_back(study.header.study);
    }
    return unfolded(own, sources);
}

Result<ComposedReport> composeReport(const ReportSources& sources,
                                     const report::Definition& definition) {
    const UnfoldedDefinition own_blocks = definitionOf(sources, definition);
    const report::Definition& own = own_blocks.definition;
    auto charts = reportCharts(own, sources);
    if (!charts) {
        return std::move(charts).error();
    }
    std::vector<report::ChartData> data;
    for (const ReportChart& chart : *charts) {
        data.push_back(chart.data);
    }
    auto content = report::compose(own, sources.studies, data);
    if (!content) {
        return std::move(content).error();
    }
    for (std::size_t& block : content->blocks) {
        block = own_blocks.of[block];
    }
    return ComposedReport{.content = *std::move(content), .charts = *std::move(charts)};
}

Result<MadeReport> makeReport(const ReportSources& sources,
                              const report::Definition& definition,
                              const std::string& date,
                              const std::string& program) {
    auto composed = composeReport(sources, definition);
    if (!composed) {
        return std::move(composed).error();
    }
    report::Proof proof{.date = date,
                        .program = program,
                        .definition = definitionOf(sources, definition).definition,
                        .records = sources.records,
                        .charts = {}};
    MadeReport made;
    for (ReportChart& chart : composed->charts) {
        made.drawings.push_back(drawingOf(chart.chart, definition.language));
        proof.charts.push_back({std::move(chart.data), record::sha256_hex(made.drawings.back())});
        made.charts.push_back(std::move(chart.chart));
    }
    auto text = report::proof_text(proof);
    if (!text) {
        return std::move(text).error();
    }
    made.content = std::move(composed->content);
    made.seal = {.date = date, .program = program, .proof = *std::move(text)};
    report::name_record_files(proof, sources.studies);
    made.record_files = std::exchange(proof.record_files, {});
    made.proof = std::move(proof);
    return made;
}

Result<MadeReport> makeReport(store::Library& library,
                              const report::Definition& definition,
                              const std::string& date,
                              const std::string& program) {
    const auto sources = readSources(library, definition);
    return sources ? makeReport(*sources, definition, date, program)
                   : Result<MadeReport>(sources.error());
}

Result<void> writeReport(const MadeReport& report, const QString& path, bool deck) {
    if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
        const auto bytes = pdfOf(report, deck);
        return bytes ? write_file_atomically(path.toStdString(), *bytes)
                     : Result<void>(bytes.error());
    }
    if (deck) {
        return usage_error("'" + path.toStdString() + "': a deck is written as .pdf");
    }
    if (path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive)) {
        return write_file_atomically(path.toStdString(),
                                     report::html_of(report.content, report.drawings, report.seal));
    }
    if (path.endsWith(QLatin1String(".odt"), Qt::CaseInsensitive)) {
        const auto bytes = odtOf(report);
        return bytes ? write_file_atomically(path.toStdString(), *bytes)
                     : Result<void>(bytes.error());
    }
    if (path.endsWith(QLatin1String(".md"), Qt::CaseInsensitive)) {
        return writeMarkdown(report, path);
    }
    return usage_error("'" + path.toStdString() +
                       "': a report is written as .pdf, .html, .odt or .md");
}

}  // namespace throughline::ui

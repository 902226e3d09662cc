// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_pdf.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <functional>
#include <vector>

#include "engine/report/compose.h"
#include "engine/report/pdf.h"
#include "engine/report/printed_text.h"

namespace throughline::ui {

namespace {

/// A page to be drawn, in points.
struct Sheet {
    QSizeF size;
    std::function<void(QPainter& painter)> paint;
};

QPageSize exactly(const QSizeF& size) {
    return QPageSize(size, QPageSize::Point, QString(), QPageSize::ExactMatch);
}

std::string drawnPdf(const std::vector<Sheet>& sheets) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kPageDpi);
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(exactly(sheets.front().size));
    QPainter painter(&writer);
    for (std::size_t i = 0; i < sheets.size(); ++i) {
        if (i > 0) {
            writer.setPageSize(exactly(sheets[i].size));
            writer.newPage();
        }
        painter.save();
        constexpr double kUnit = kPageDpi / kPointsPerInchOfPage;
        painter.scale(kUnit, kUnit);
        sheets[i].paint(painter);
        painter.restore();
    }
    painter.end();
    return bytes.toStdString();
}

report::PageRect rectOf(const QRectF& place) {
    return {.x = place.x(), .y = place.y(), .width = place.width(), .height = place.height()};
}

/// The charts by their numbers, then the pages.
std::string drawn(const ReportPages& pages) {
    std::vector<Sheet> sheets;
    for (const ReportPages::ChartOnPage& chart : pages.charts()) {
        sheets.push_back({chart.place.size(), [&pages, number = chart.chart](QPainter& painter) {
                              pages.paintChart(painter, number);
                          }});
    }
    for (std::size_t page = 0; page < pages.count(); ++page) {
        sheets.push_back({pages.form().size,
                          [&pages, page](QPainter& painter) { pages.paintTexts(painter, page); }});
    }
    return drawnPdf(sheets);
}

report::PdfDraft draftOf(const ReportPages& pages) {
    report::PdfDraft draft{.drawn = drawn(pages), .digest = rectOf(pages.digestPlace())};
    for (const ReportPages::ChartOnPage& chart : pages.charts()) {
        draft.charts.push_back({chart.page, rectOf(chart.place), chart.alt.toStdString()});
    }
    for (const ReportPages::Bookmark& bookmark : pages.bookmarks()) {
        draft.bookmarks.push_back({bookmark.title.toStdString(), bookmark.page});
    }
    for (const ReportPages::LinkOnPage& link : pages.links()) {
        draft.links.push_back({link.page, rectOf(link.place), link.address.toStdString()});
    }
    draft.draw_digest = [&pages](const std::string& digits) {
        return drawnPdf({{pages.digestPlace().size(), [&](QPainter& painter) {
                              pages.paintDigest(painter, QString::fromStdString(digits));
                          }}});
    };
    return draft;
}

}  // namespace

ReportPages pagesOf(const MadeReport& report, bool deck) {
    std::vector<const ChartOfView*> charts;
    for (const ChartOfView& chart : report.charts) {
        charts.push_back(&chart);
    }
    const report::Proof& proof = report.proof;
    return {deck ? report::deck_of(report.content) : report.content,
            std::move(charts),
            report::check_words(proof.program, proof.date, report.content.language),
            deck ? PageForm::deckForm() : PageForm::paper()};
}

Result<std::string> pdfOf(const MadeReport& report, bool deck) {
    const ReportPages pages = pagesOf(report, deck);
    report::Proof proof = report.proof;
    proof.deck = deck;
    proof.record_files = report.record_files;
    return report::pdf_of(std::move(proof), draftOf(pages));
}

}  // namespace throughline::ui

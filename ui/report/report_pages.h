// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMarginsF>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/content.h"
#include "ui/charts/library_chart.h"
#include "ui/plot/plot_page.h"
#include "ui/report/page_flow.h"
#include "ui/report/page_rows.h"

namespace throughline::ui {

/// A report on pages: one layout for the preview, the PDF and the printer. All lengths are in
/// points, from the top left of a page. The same for the same contents, whatever the screen.
/// Thread: GUI.
class ReportPages {
public:
    struct Bookmark {
        QString title;
        std::size_t page = 0;
    };
    struct ChartOnPage {
        std::size_t chart = 0;
        std::size_t page = 0;
        QRectF place;
        QString alt;
    };
    struct LinkOnPage {
        std::size_t page = 0;
        QRectF place;
        QString address;
    };
    /// What of an item of the contents stands on a page.
    struct ItemOnPage {
        std::size_t item = 0;
        std::size_t page = 0;
        QRectF place;
    };

    /// `charts`: by ChartPlace::chart; they outlive this. `end_words`: report::check_words().
    ReportPages(const report::Content& content,
                std::vector<const ChartOfView*> charts,
                const std::vector<std::string>& end_words,
                const PageForm& form);

    const PageForm& form() const noexcept { return form_; }
    std::size_t count() const noexcept { return pages_.size(); }
    const std::vector<Bookmark>& bookmarks() const noexcept { return bookmarks_; }
    const std::vector<ChartOnPage>& charts() const noexcept { return charts_on_page_; }
    const std::vector<LinkOnPage>& links() const noexcept { return links_; }
    const std::vector<ItemOnPage>& items() const noexcept { return items_; }
    std::optional<std::size_t> itemAt(std::size_t page, const QPointF& point) const;
    /// Where the digest stands on the last page.
    const QRectF& digestPlace() const noexcept { return digest_; }

    /// The whole page. The painter's units are points, and its device has kPageDpi: a QImage's
    /// dots per metre, a printer's resolution. `digits`: the digest of the proof, if there is one.
    void paint(QPainter& painter, std::size_t page, const QString& digits) const;

    /// The parts of pages, for a PDF that has each as an object of its own: texts with their lines,
    /// a chart at (0, 0) as large as its place, the digest likewise.
    void paintTexts(QPainter& painter, std::size_t page) const;
    void paintChart(QPainter& painter, std::size_t chart) const;
    void paintDigest(QPainter& painter, const QString& digits) const;

private:
    double neededHeight(const ChartOfView& of) const;
    PageRows rowsOf(const report::Content& content) const;
    PageRows deckRows(const report::Content& content) const;
    bool flow(const report::Content& content);
    void layOut(const report::Content& content);
    void note(const RowOnPage& row, std::size_t page, const report::Content& content);
    void noteItem(const PageRow& row, std::size_t page, const QRectF& place);
    void paintFoot(QPainter& painter, std::size_t page) const;

    PageForm form_;
    std::vector<const ChartOfView*> charts_;
    std::vector<std::string> end_words_;
    std::string title_;
    Language language_;
    std::vector<RowsOfPage> pages_;
    std::vector<Bookmark> bookmarks_;
    std::vector<ChartOnPage> charts_on_page_;
    std::vector<LinkOnPage> links_;
    std::vector<ItemOnPage> items_;
    QRectF digest_;
};

}  // namespace throughline::ui

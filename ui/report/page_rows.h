// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QMarginsF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ui/report/page_text.h"

namespace throughline::ui {

/// A page and its type. Lengths in points.
struct PageForm {
    static constexpr double kChartType = 8.5;

    QSizeF size;
    QMarginsF margins;
    double base = 10.0;         ///< type size of a paragraph
    double table = 8.5;         ///< likewise of tables
    double number = 15.5;       ///< likewise of figures in boxes
    double chart = kChartType;  ///< likewise of charts
    double chartShare = 0.55;   ///< of a chart's width: its height, a third of a page
    double firstType = 1.0;     ///< share of the types on the first page: until a page is begun
    bool deck = false;          ///< each block starts a page, and a table is no longer than one
    bool joinedNotes = false;   ///< those of a chart are one paragraph, not one each
    double footBase = 0.0;      ///< what the foot's type is measured by; 0: `base`
    /// How high charts are at least, by their number: those with a long legend. None: any height.
    std::vector<double> chartHeights{};

    static PageForm paper();     ///< A4
    static PageForm deckForm();  ///< 16:9

    /// With all types but the foot's at this share.
    PageForm smaller(double share) const;

    QRectF body() const;      ///< where contents stand
    QRectF foot() const;      ///< where title and number of the page stand
    double footType() const;  ///< its size
};

/// A line of text in a row, from the row's top left.
struct PlacedLine {
    std::shared_ptr<const TextLines> text;
    int line = 0;
    QPointF at;
};

/// A rectangle that is filled or framed, likewise.
struct PlacedMark {
    QRectF box;
    QColor ink;
    bool filled = true;
};

/// A piece of a page that is never cut.
struct PageRow {
    double height = 0.0;
    double above = 0.0;     ///< a gap, which there is not at the top of a page
    bool withNext = false;  ///< stands on the page of the next row
    bool startsPage = false;
    std::size_t item = kNoItem;  ///< of the contents
    std::vector<PlacedMark> marks{};
    std::vector<PlacedLine> lines{};
    std::optional<std::size_t> chart{};
    bool isDigest = false;  ///< the digest of the proof stands there
    QString bookmark{};
    /// Of a table: its heading, which is repeated above a row that starts a page.
    std::shared_ptr<const PageRow> heading{};
    std::size_t table = 0;     ///< of those in a report, from 1; 0: no row of its body
    std::size_t rowsLeft = 0;  ///< of its table, with this one; 0: a row that goes on

    static constexpr std::size_t kNoItem = static_cast<std::size_t>(-1);
};

/// Adds the lines of a text, below each other from `at`; returns where the next one would be.
double addLines(PageRow& row, const std::shared_ptr<const TextLines>& text, const QPointF& at);

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>

#include "engine/base/result.h"
#include "ui/plot/plot_page.h"

namespace throughline::ui {

/// What a chart can be written as; the file's ending says which.
enum class ChartFormat : std::uint8_t { Png, Svg, Pdf, Csv };
std::optional<ChartFormat> chartFormatOf(const QString& path);

/// All formats are in the light print style; Csv is the charts' data, one block below the other.
QByteArray chartBytes(const ChartExport& chart, ChartFormat format);

/// Writes a whole file or nothing: QSaveFile.
/// Errors: Usage for an ending that is no format, Io with the path and the system's words.
Result<void> saveChart(const QString& path, const ChartExport& chart);

/// The sizes that charts are wanted in, in 1/96 inch: "slide" (16:9, 13.3 x 7.5 in), "column"
/// (3.5 in wide, of a two-column report, and as high as its texts need), "page" (A4 within 20 mm
/// margins, landscape).
QStringList pageSizeNames();
std::optional<QSize> pageSizeOf(const QString& name);

/// In anything smaller the words leave no room for the data.
inline constexpr QSize kPageSizeMin(300, 240);

/// "images-per-second-by-decode-threads": for a file, from what a chart is of or called.
QString fileNameOf(const QString& title);
QString fileNameOf(const PlotModel& model);

}  // namespace throughline::ui

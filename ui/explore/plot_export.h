// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include "engine/base/result.h"
#include "ui/plot/plot_image.h"

namespace throughline::ui {

/// Writes a whole file or nothing: QSaveFile.
/// Errors: Io with the path and the system's words.
Result<void> saveBytes(const QString& path, const QByteArray& bytes);

/// The chart in the light print style as PNG.
QByteArray plotPng(const PlotModel& model, const PlotRange* range, const PlotPage& page);

/// "images-per-second-by-decode-threads": for a file.
QString fileNameOf(const PlotModel& model);

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <Qt>
#include <span>
#include <vector>

namespace throughline::ui {

/// A dense line in pieces, dashed or dotted along x: Qt's pen measures the way up and down, which
/// costs more than all the rest and of a dense line shows no dashes. Between two pieces nothing is
/// left out that stands out from both, so that no spike is lost.
/// `pixels` never go back along x. Qt::SolidLine: one piece.
std::vector<QPolygonF> dashesAlongX(std::span<const QPointF> pixels, Qt::PenStyle style);

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFont>

namespace throughline::ui {

/// The texts of an SVG as QSvgGenerator writes them, drawn as outlines of `font`, so that they look
/// the same where that font is not installed: viewers other than browsers use no font that is
/// embedded in an SVG. Each outline is in the file once. The texts stay where they were, without
/// ink, to be searched, selected and read aloud.
QByteArray withTextAsOutlines(const QByteArray& svg, const QFont& font);

}  // namespace throughline::ui

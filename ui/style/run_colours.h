// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainterPath>
#include <QPixmap>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <map>
#include <vector>

namespace throughline::ui {

/// Colour is never the only cue: each slot also has a marker.
enum class MarkerShape : std::uint8_t {
    Circle,
    Square,
    TriangleUp,
    Diamond,
    TriangleDown,
    Cross,
    Star,
    Saltire,
    TriangleLeft,
    TriangleRight,
    Hourglass
};
inline constexpr int kRunColourCount = 8;
inline constexpr int kMarkerShapeCount = 11;
inline constexpr int kShadeCount = 2;  ///< of each colour
/// Slots that look different: 16 colours with their shades and 11 shapes have no common divisor.
inline constexpr int kLookCount = kRunColourCount * kShadeCount * kMarkerShapeCount;
inline constexpr int kTintCount = 5;  ///< of each colour, for the curves of one study

/// The colour of a slot on the theme in use (black on paper is near-white on a dark screen).
/// Source: Okabe & Ito, "Color Universal Design", 2008: told apart with all common colour
/// blindness. The next eight slots have them in another shade.
QColor runColour(int slot);
QColor runColour(int slot, bool onDark);

/// The colour of one of a study's curves: 0 is that of the slot itself, the others are lighter or
/// darker. `muted`: of published figures, whose colours are pale beside the user's own.
QColor curveColour(int slot, int tint, bool muted, bool onDark);

MarkerShape runMarker(int slot);

/// The outline of a marker around (0, 0) that fills a square of `size`.
QPainterPath markerPath(MarkerShape shape, qreal size);

/// The marker in its colour, for lists and legends.
QPixmap markerPixmap(int slot, int size, qreal devicePixelRatio, bool muted = false);

/// Which slot a study has for as long as it is plotted, in every chart, list and export. It is
/// written to the settings, and taken again by others once the study is not plotted any more. One
/// that comes back (by Undo, for one) has the slot it had since the program started, if it is free.
/// Thread: GUI.
class RunColours {
public:
    explicit RunColours(QSettings* settings);  // borrowed

    /// These studies (their uuids) are plotted, and no others.
    void keep(const QStringList& plotted);
    /// Of studies that are to be shown together: those that are plotted have theirs, each other one
    /// the first that is free.
    std::vector<int> slotsOf(const QStringList& uuids) const;
    int slotOf(const QString& uuid) const { return slotsOf({uuid}).front(); }

private:
    QSettings* settings_;
    std::map<QString, int> former_;  ///< of studies that were plotted
};

}  // namespace throughline::ui

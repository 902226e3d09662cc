// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainterPath>
#include <QPixmap>
#include <QSettings>
#include <QString>
#include <cstdint>

namespace throughline::ui {

/// Colour is never the only cue: each slot also has a marker.
enum class MarkerShape : std::uint8_t {
    Circle,
    Square,
    TriangleUp,
    Diamond,
    TriangleDown,
    Cross,
    Star
};
inline constexpr int kRunColourCount = 8;
inline constexpr int kMarkerShapeCount = 7;
inline constexpr int kShadeCount = 2;  ///< of each colour
/// Slots that look different: 16 colours with their shades and 7 shapes have no common divisor.
inline constexpr int kLookCount = kRunColourCount * kShadeCount * kMarkerShapeCount;
inline constexpr int kGreyCount = 3;  ///< of published figures
/// Which of the greys a slot has; curves of a study have different ones in turn.
constexpr int greyOf(int slot) noexcept {
    return (slot + slot / kMarkerShapeCount) % kGreyCount;
}

/// The colour of a slot on the theme in use (black on paper is near-white on a dark screen).
/// Source: Okabe & Ito, "Color Universal Design", 2008: told apart with all common colour
/// blindness. The next eight slots have them in another shade.
QColor runColour(int slot);
QColor runColour(int slot, bool onDark);

MarkerShape runMarker(int slot);

/// The outline of a marker around (0, 0) that fills a square of `size`.
QPainterPath markerPath(MarkerShape shape, qreal size);

/// The marker in its colour, for lists and legends.
QPixmap markerPixmap(int slot, int size, qreal devicePixelRatio);

/// Which slot a study has, for life: written to the settings on first sight. The least used slot
/// is taken, so that neighbours differ.
/// Thread: GUI.
class RunColours {
public:
    explicit RunColours(QSettings* settings);  // borrowed

    /// `uuid` of a study, or any other lasting key ("uuid/3" for one run of it).
    int slotOf(const QString& uuid);
    /// Of a published study, which is drawn grey and takes no colour from the user's own: its shape
    /// follows from its key.
    static int greySlotOf(const QString& uuid);
    void setSlot(const QString& uuid, int slot);

private:
    QSettings* settings_;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/run_colours.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr std::array<QRgb, kRunColourCount> kOkabeIto = {
    0xFF0072B2, 0xFFE69F00, 0xFF009E73, 0xFFCC79A7, 0xFF56B4E9, 0xFFD55E00, 0xFFF0E442, 0xFF000000};

/// Points on a circle, joined; every second one at `inner` when that is above 0.
QPainterPath polygon(int corners, qreal radius, qreal inner, qreal start_degrees) {
    QPolygonF points;
    const int count = inner > 0 ? corners * 2 : corners;
    for (int i = 0; i < count; ++i) {
        const qreal angle = (start_degrees + 360.0 * i / count) * std::numbers::pi / 180.0;
        const qreal r = inner > 0 && i % 2 == 1 ? inner : radius;
        points << QPointF(r * std::cos(angle), r * std::sin(angle));
    }
    QPainterPath path;
    path.addPolygon(points);
    path.closeSubpath();
    return path;
}

QColor paletteColour(int index, bool onDark) {
    if (onDark && index == 7) {
        return {0xE8, 0xE8, 0xE8};
    }
    if (onDark && index == 0) {
        return {0x3D, 0x9B, 0xDB};  // the same hue, lighter: 0072B2 has 3.0 : 1 on the dark ground
    }
    return QColor::fromRgb(kOkabeIto[static_cast<std::size_t>(index)]);
}

/// The shade of the second round: away from the ground, but for the colour that is farthest
/// already.
QColor mixed(const QColor& colour, bool onDark) {
    constexpr double kShare = 0.42;
    const bool is_ink = onDark ? colour.lightness() > 220 : colour.lightness() < 20;
    const int ink = onDark == is_ink ? 0 : 255;
    const auto mix = [&](int part) {
        return static_cast<int>(std::lround(part + (ink - part) * kShare));
    };
    return {mix(colour.red()), mix(colour.green()), mix(colour.blue())};
}

QString settingsKey(QString uuid) {
    return QStringLiteral("colours/") + uuid.replace(u'/', u'_');
}

}  // namespace

QColor runColour(int slot) {
    return runColour(slot, currentTheme().dark);
}

QColor runColour(int slot, bool onDark) {
    const int number = std::abs(slot);
    const QColor colour = paletteColour(number % kRunColourCount, onDark);
    const bool second_round = number / kRunColourCount % kShadeCount == 1;
    return second_round ? mixed(colour, onDark) : colour;
}

MarkerShape runMarker(int slot) {
    return static_cast<MarkerShape>(std::abs(slot) % kMarkerShapeCount);
}

QPainterPath markerPath(MarkerShape shape, qreal size) {
    const qreal r = size / 2.0;
    QPainterPath path;
    switch (shape) {
        case MarkerShape::Circle:
            path.addEllipse(QPointF(0, 0), r * 0.9, r * 0.9);
            return path;
        case MarkerShape::Square:
            path.addRect(QRectF(-r * 0.8, -r * 0.8, r * 1.6, r * 1.6));
            return path;
        case MarkerShape::TriangleUp:
            return polygon(3, r, 0, -90);
        case MarkerShape::Diamond:
            return polygon(4, r, 0, 0);
        case MarkerShape::TriangleDown:
            return polygon(3, r, 0, 90);
        case MarkerShape::Cross:
            path.addRect(QRectF(-r * 0.9, -r * 0.3, r * 1.8, r * 0.6));
            path.addRect(QRectF(-r * 0.3, -r * 0.9, r * 0.6, r * 1.8));
            return path.simplified();
        case MarkerShape::Star:
            return polygon(5, r, r * 0.45, -90);
    }
    return path;
}

QPixmap markerPixmap(int slot, int size, qreal devicePixelRatio) {
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(size / 2.0, size / 2.0);
    painter.fillPath(markerPath(runMarker(slot), size - 2.0), runColour(slot));
    return pixmap;
}

RunColours::RunColours(QSettings* settings) : settings_(settings) {}

int RunColours::slotOf(const QString& uuid) {
    const QVariant known = settings_->value(settingsKey(uuid));
    if (known.isValid()) {
        return known.toInt();
    }
    std::array<int, kLookCount> used{};
    settings_->beginGroup(QStringLiteral("colours"));
    const QStringList keys = settings_->childKeys();
    for (const QString& key : keys) {
        const int slot = settings_->value(key).toInt();
        if (slot >= 0 && static_cast<std::size_t>(slot) < used.size()) {
            ++used[static_cast<std::size_t>(slot)];
        }
    }
    settings_->endGroup();
    const auto least = std::min_element(used.begin(), used.end());
    const int slot = static_cast<int>(least - used.begin());
    setSlot(uuid, slot);
    return slot;
}

int RunColours::greySlotOf(const QString& uuid) {
    int sum = 0;
    for (const QChar c : uuid) {
        sum += c.unicode();
    }
    return sum % kMarkerShapeCount;
}

void RunColours::setSlot(const QString& uuid, int slot) {
    settings_->setValue(settingsKey(uuid), slot);
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/run_colours.h"

#include <QPainter>
#include <QTransform>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

/// Both rounds of colours on light ground. Source: Okabe & Ito, but for their yellow, which is too
/// pale for lines on white and, where it is not, too like their orange: purple takes its place; the
/// second round has darker shades, and olive for black, of which a shade would be the grey of
/// published figures.
constexpr std::array<QRgb, kRunColourCount * kShadeCount> kOnLight = {0xFF0072B2,
                                                                      0xFFE69F00,
                                                                      0xFF009E73,
                                                                      0xFFCC79A7,
                                                                      0xFF56B4E9,
                                                                      0xFFD55E00,
                                                                      0xFFAA2299,
                                                                      0xFF000000,
                                                                      0xFF00334F,
                                                                      0xFF855C00,
                                                                      0xFF005C43,
                                                                      0xFF764661,
                                                                      0xFF326887,
                                                                      0xFF8A1C1C,
                                                                      0xFF7E8F1E,
                                                                      0xFFBFAE00};
/// On dark ground: the same hues, lighter where they would not stand out; the second round paler,
/// and yellow for white.
constexpr std::array<QRgb, kRunColourCount * kShadeCount> kOnDark = {0xFF4F86E8,
                                                                     0xFFE69F00,
                                                                     0xFF009E73,
                                                                     0xFFCC79A7,
                                                                     0xFF56B4E9,
                                                                     0xFFD55E00,
                                                                     0xFFB57BFF,
                                                                     0xFFE8E8E8,
                                                                     0xFF9AA8F0,
                                                                     0xFFFFD08A,
                                                                     0xFF7ED9BC,
                                                                     0xFFF2B8D8,
                                                                     0xFFB5E3FA,
                                                                     0xFFFF9E7B,
                                                                     0xFFA89F2A,
                                                                     0xFFF0E442};

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

constexpr auto kGroup = "colours";

QString settingsKey(const QString& uuid) {
    return QLatin1String(kGroup) + u'/' + uuid;
}

}  // namespace

QColor runColour(int slot) {
    return runColour(slot, currentTheme().dark);
}

QColor runColour(int slot, bool onDark) {
    const auto& colours = onDark ? kOnDark : kOnLight;
    return QColor::fromRgb(colours[static_cast<std::size_t>(std::abs(slot)) % colours.size()]);
}

QColor curveColour(int slot, int tint, bool muted, bool onDark) {
    const Theme theme = onDark ? darkTheme() : lightTheme();
    constexpr double kMutedShare = 0.6;
    QColor colour = runColour(slot, onDark);
    if (muted) {
        colour = mixedColour(colour, theme.mutedText, kMutedShare);
    }
    // Towards the text it is easier to see, towards the ground only so far as it still is.
    switch (std::abs(tint) % kTintCount) {
        case 1:
            return mixedColour(colour, theme.text, 0.45);
        case 2:
            return mixedColour(colour, theme.surface, 0.35);
        case 3:
            return mixedColour(colour, theme.text, 0.7);
        case 4:
            return mixedColour(colour, theme.surface, 0.55);
        default:
            return colour;
    }
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
            path.setFillRule(Qt::WindingFill);  // no hole where the arms cross
            path.addRect(QRectF(-r * 0.95, -r * 0.38, r * 1.9, r * 0.76));
            path.addRect(QRectF(-r * 0.38, -r * 0.95, r * 0.76, r * 1.9));
            return path.simplified();
        case MarkerShape::Star:
            return polygon(5, r, r * 0.45, -90);
        case MarkerShape::Saltire:
            return QTransform().rotate(45).map(markerPath(MarkerShape::Cross, size));
        case MarkerShape::TriangleLeft:
            return polygon(3, r, 0, 180);
        case MarkerShape::TriangleRight:
            return polygon(3, r, 0, 0);
        case MarkerShape::Hourglass:
            path.addPolygon(QPolygonF({{-r * 0.8, -r * 0.9},
                                       {r * 0.8, -r * 0.9},
                                       {r * 0.15, 0},
                                       {r * 0.8, r * 0.9},
                                       {-r * 0.8, r * 0.9},
                                       {-r * 0.15, 0}}));
            path.closeSubpath();
            return path;
    }
    return path;
}

QPixmap markerPixmap(int slot, int size, qreal devicePixelRatio, bool muted) {
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(size / 2.0, size / 2.0);
    painter.fillPath(markerPath(runMarker(slot), size - 2.0),
                     curveColour(slot, 0, muted, currentTheme().dark));
    return pixmap;
}

RunColours::RunColours(QSettings* settings) : settings_(settings) {}

void RunColours::keep(const QStringList& plotted) {
    settings_->beginGroup(QLatin1String(kGroup));
    const QStringList known = settings_->childKeys();
    for (const QString& uuid : known) {
        if (!plotted.contains(uuid)) {
            former_[uuid] = settings_->value(uuid).toInt();
            settings_->remove(uuid);
        }
    }
    settings_->endGroup();
    const std::vector<int> slots_of = slotsOf(plotted);
    for (qsizetype i = 0; i < plotted.size(); ++i) {
        settings_->setValue(settingsKey(plotted[i]), slots_of[static_cast<std::size_t>(i)]);
    }
}

std::vector<int> RunColours::slotsOf(const QStringList& uuids) const {
    std::array<int, kLookCount> used{};
    const auto take = [&used](int slot) {
        ++used[static_cast<std::size_t>(std::abs(slot)) % used.size()];
        return slot;
    };
    settings_->beginGroup(QLatin1String(kGroup));
    const QStringList known = settings_->childKeys();
    for (const QString& uuid : known) {
        take(settings_->value(uuid).toInt());
    }
    settings_->endGroup();
    std::vector<std::optional<int>> slots_of;
    for (const QString& uuid : uuids) {
        const QVariant own = settings_->value(settingsKey(uuid));
        const auto former = former_.find(uuid);
        slots_of.push_back(own.isValid() ? std::optional(own.toInt()) : std::nullopt);
        if (!own.isValid() && former != former_.end() &&
            used[static_cast<std::size_t>(std::abs(former->second)) % used.size()] == 0) {
            slots_of.back() = take(former->second);
        }
    }
    std::vector<int> all;
    for (const std::optional<int>& slot : slots_of) {
        all.push_back(slot ? *slot
                           : take(static_cast<int>(std::ranges::min_element(used) - used.begin())));
    }
    return all;
}

}  // namespace throughline::ui

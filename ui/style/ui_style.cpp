// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/ui_style.h"

#include <QApplication>
#include <QFontDatabase>
#include <algorithm>
#include <cmath>

namespace throughline::ui {

namespace {

/// The font size that the platform gave, before any scaling.
double basePointSize() {
    static const double size = std::max(QApplication::font().pointSizeF(), 9.0);
    return size;
}

QFont scaledFont(double factor, QFont::Weight weight) {
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setWeight(weight);
    return font;
}

}  // namespace

UiStyle::UiStyle(double scale) : QProxyStyle(QStringLiteral("Fusion")), scale_(scale) {}

int UiStyle::pixelMetric(PixelMetric metric,
                         const QStyleOption* option,
                         const QWidget* widget) const {
    const int size = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_ToolBarIconSize:
        case PM_ListViewIconSize:
        case PM_TabBarIconSize:
        case PM_LineEditIconSize:
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
        case PM_ExclusiveIndicatorWidth:
        case PM_ExclusiveIndicatorHeight:
        case PM_ScrollBarExtent:
            return static_cast<int>(std::lround(size * scale_));
        default:  // the rest follows from the font
            return size;
    }
}

int UiStyle::styleHint(StyleHint hint,
                       const QStyleOption* option,
                       const QWidget* widget,
                       QStyleHintReturn* data) const {
    if (hint == SH_UnderlineShortcut) {
        return 1;
    }
    return QProxyStyle::styleHint(hint, option, widget, data);
}

void applyUiScale(double scale) {
    scale = std::clamp(scale, kUiScaleMin, kUiScaleMax);
    QFont font = QApplication::font();
    font.setPointSizeF(basePointSize() * scale);
    const QPalette palette = QApplication::palette();
    QApplication::setStyle(new UiStyle(scale));
    QApplication::setPalette(palette);  // a new style brings its own
    QApplication::setFont(font);
}

QFont titleFont() {
    return scaledFont(1.6, QFont::DemiBold);
}
QFont headingFont() {
    return scaledFont(1.15, QFont::DemiBold);
}
QFont figureFont() {
    return scaledFont(2.0, QFont::DemiBold);
}
QFont smallFont() {
    return scaledFont(0.88, QFont::Normal);
}

QFont codeFont() {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(QApplication::font().pointSizeF());
    return font;
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/ui_style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QPointer>
#include <QStyleOption>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/style/theme.h"
#include "ui/style/ui_scale.h"

namespace throughline::ui {

namespace {

/// The font size that the platform gave, before any scaling.
double basePointSize() {
    static const double kSize = std::max(QApplication::font().pointSizeF(), 9.0);
    return kSize;
}

QFont scaledFont(double factor, QFont::Weight weight) {
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setWeight(weight);
    return font;
}

/// A widget whose type has a size of its own, such as a heading.
struct SizedFont {
    QPointer<QWidget> widget;
    double points = 0.0;
};

std::vector<SizedFont> ownSizes() {
    std::vector<SizedFont> own;
    for (QWidget* widget : QApplication::allWidgets()) {
        const bool sized = (widget->font().resolveMask() & QFont::SizeResolved) != 0;
        if (widget->testAttribute(Qt::WA_SetFont) && sized && widget->font().pointSizeF() > 0.0) {
            own.push_back({widget, widget->font().pointSizeF()});
        }
    }
    return own;
}

/// But for those that have followed the application's font themselves.
void scaleOwnSizes(const std::vector<SizedFont>& own, double factor) {
    for (const SizedFont& one : own) {
        if (one.widget != nullptr && one.widget->font().pointSizeF() == one.points) {
            QFont font = one.widget->font();
            font.setPointSizeF(one.points * factor);
            one.widget->setFont(font);
        }
    }
}

/// Over Fusion's edge, which is darker than the window; one with the focus has a bright edge.
void drawFieldEdge(const QStyleOption& option, QPainter* painter) {
    const Theme& theme = currentTheme();
    if (!theme.dark || option.state.testFlag(QStyle::State_HasFocus)) {
        return;
    }
    constexpr double kRadiusPx = 2.0;  // as Fusion's
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(mixedColour(theme.border, theme.axis, 0.5), 1));
    painter->drawRoundedRect(
        QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadiusPx, kRadiusPx);
    painter->restore();
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

void UiStyle::drawPrimitive(PrimitiveElement element,
                            const QStyleOption* option,
                            QPainter* painter,
                            const QWidget* widget) const {
    const bool radio = element == PE_IndicatorRadioButton;
    if (!radio && element != PE_IndicatorCheckBox) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_FrameLineEdit) {
            drawFieldEdge(*option, painter);
        }
        return;
    }
    const Theme& theme = currentTheme();
    const bool enabled = option->state.testFlag(State_Enabled);
    const bool on = option->state.testFlag(State_On);
    const bool partly = option->state.testFlag(State_NoChange);
    const QColor accent = enabled ? theme.accent : theme.axis;
    const QRectF box = QRectF(option->rect).adjusted(0.75, 0.75, -0.75, -0.75);
    const qreal side = std::min(box.width(), box.height());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool marked = on || partly;
    painter->setPen(QPen(marked ? accent : theme.axis, 1.2));
    painter->setBrush(marked && !radio ? accent : theme.surface);
    if (radio) {
        painter->drawEllipse(box.center(), side / 2, side / 2);
        if (on) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(accent);
            painter->drawEllipse(box.center(), side * 0.27, side * 0.27);
        }
    } else {
        painter->drawRoundedRect(box, side * 0.2, side * 0.2);
        painter->setPen(QPen(theme.accentText, side * 0.14, Qt::SolidLine, Qt::RoundCap));
        const auto at = [&box](double x, double y) {
            return QPointF(box.left() + box.width() * x, box.top() + box.height() * y);
        };
        if (partly) {
            painter->drawLine(at(0.27, 0.5), at(0.73, 0.5));
        } else if (on) {
            const QPointF corner = at(0.43, 0.71);
            painter->drawLine(at(0.24, 0.52), corner);
            painter->drawLine(corner, at(0.77, 0.3));
        }
    }
    painter->restore();
}

void UiStyle::drawComplexControl(ComplexControl control,
                                 const QStyleOptionComplex* option,
                                 QPainter* painter,
                                 const QWidget* widget) const {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_ComboBox || control == CC_SpinBox) {
        drawFieldEdge(*option, painter);
    }
}

int UiStyle::styleHint(StyleHint hint,
                       const QStyleOption* option,
                       const QWidget* widget,
                       QStyleHintReturn* data) const {
    if (hint == SH_UnderlineShortcut) {
        return 1;
    }
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) {
        return 0;  // Fusion's are black on both grounds
    }
    return QProxyStyle::styleHint(hint, option, widget, data);
}

void applyUiScale(double scale) {
    scale = std::clamp(scale, kUiScaleMin, kUiScaleMax);
    QFont font = QApplication::font();
    const double before = font.pointSizeF();
    const std::vector<SizedFont> own = ownSizes();
    font.setPointSizeF(basePointSize() * scale);
    const QPalette palette = QApplication::palette();
    QApplication::setStyle(new UiStyle(scale));
    QApplication::setPalette(palette);  // a new style brings its own
    QApplication::setFont(font);
    scaleOwnSizes(own, font.pointSizeF() / before);
}

double uiScale() {
    return QApplication::font().pointSizeF() / basePointSize();
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

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QProxyStyle>

namespace throughline::ui {

inline constexpr double kUiScaleMin = 0.8;
inline constexpr double kUiScaleMax = 2.5;

/// Fusion whose sizes follow the UI scale (Ctrl+plus, Ctrl+minus), so that icons, check boxes and
/// scroll bars grow with the text.
class UiStyle : public QProxyStyle {
    Q_OBJECT
public:
    explicit UiStyle(double scale);

    int pixelMetric(PixelMetric metric,
                    const QStyleOption* option,
                    const QWidget* widget) const override;
    /// Check boxes, radio buttons and fields with an edge that is seen on both grounds; Fusion's is
    /// darker than the window, so it vanishes in the dark.
    void drawPrimitive(PrimitiveElement element,
                       const QStyleOption* option,
                       QPainter* painter,
                       const QWidget* widget) const override;
    /// Boxes with such an edge, too.
    void drawComplexControl(ComplexControl control,
                            const QStyleOptionComplex* option,
                            QPainter* painter,
                            const QWidget* widget) const override;
    int styleHint(StyleHint hint,
                  const QStyleOption* option,
                  const QWidget* widget,
                  QStyleHintReturn* data) const override;

private:
    double scale_;
};

/// Sets style and font of the application for a scale within the limits above.
void applyUiScale(double scale);

// Fonts relative to the application's font.
QFont titleFont();    ///< of a page
QFont headingFont();  ///< of a card
QFont figureFont();   ///< large live figures
QFont smallFont();    ///< captions

}  // namespace throughline::ui

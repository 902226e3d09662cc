// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSize>
#include <memory>

namespace throughline::ui {

/// Of a page: CSS Values 3, section 5.2.
inline constexpr int kUnitsPerInch = 96;
inline constexpr double kPointsPerInch = 72.0;

/// Keeps what is painted on it as SVG 1.1. Unlike Qt's generator (6.4) it clips, and it draws texts
/// as outlines, each glyph once in the file, so that they look the same where their font is not
/// installed: viewers other than browsers use no font that is embedded in an SVG. The texts stand
/// there a second time, without ink, to be searched, selected and read aloud. Pixmaps are left out.
/// Thread: GUI. Units: 1/96 inch.
class SvgWriter final : public QPaintDevice {
public:
    explicit SvgWriter(const QSize& size);
    ~SvgWriter() override;

    QPaintEngine* paintEngine() const override;
    /// The whole file, once the painter has ended.
    QByteArray file(const QString& title, const QString& description, const QString& creator) const;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;
    QSize size_;
    std::unique_ptr<Engine> engine_;
};

}  // namespace throughline::ui

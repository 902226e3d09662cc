// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

/// Renders a monochrome SVG and paints it over with a colour chosen when it is drawn, so that the
/// same QIcon is right before and after a change of theme.
class SvgIconEngine : public QIconEngine {
public:
    SvgIconEngine(QString name, QColor colour) : name_(std::move(name)), colour_(colour) {}

    void paint(QPainter* painter,
               const QRect& rect,
               QIcon::Mode mode,
               QIcon::State /*state*/) override {
        const qreal ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, render(rect.size(), ratio, mode));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State /*state*/) override {
        return render(size, 1.0, mode);
    }

    QPixmap scaledPixmap(const QSize& size,
                         QIcon::Mode mode,
                         QIcon::State /*state*/,
                         qreal /*scale*/) override {
        return render(size, 1.0, mode);  // `size` is in device pixels already
    }

    QIconEngine* clone() const override { return new SvgIconEngine(name_, colour_); }
    QString key() const override { return QStringLiteral("throughline-svg"); }

private:
    QPixmap render(const QSize& size, qreal ratio, QIcon::Mode mode) const {
        QColor colour = colour_.isValid() ? colour_ : currentTheme().text;
        if (mode == QIcon::Disabled) {
            colour.setAlphaF(0.35F);
        } else if (mode == QIcon::Selected) {
            colour = currentTheme().accentText;  // as the text beside it; no other is legible there
        }
        const QString cache_key = QStringLiteral("tl-icon/%1/%2x%3@%4/%5")
                                      .arg(name_)
                                      .arg(size.width())
                                      .arg(size.height())
                                      .arg(ratio)
                                      .arg(colour.rgba());
        QPixmap pixmap;
        if (QPixmapCache::find(cache_key, &pixmap)) {
            return pixmap;
        }
        pixmap = QPixmap(size * ratio);
        pixmap.fill(Qt::transparent);
        QSvgRenderer renderer(QStringLiteral(":/icons/%1.svg").arg(name_));
        QPainter painter(&pixmap);
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        renderer.render(&painter, QRectF(pixmap.rect()));
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), colour);
        painter.end();
        pixmap.setDevicePixelRatio(ratio);
        QPixmapCache::insert(cache_key, pixmap);
        return pixmap;
    }

    QString name_;
    QColor colour_;
};

}  // namespace

QIcon icon(const QString& name) {
    return icon(name, QColor());
}

QIcon icon(const QString& name, const QColor& colour) {
    if (!QFile::exists(QStringLiteral(":/icons/%1.svg").arg(name))) {
        return {};
    }
    return QIcon(new SvgIconEngine(name, colour));
}

}  // namespace throughline::ui

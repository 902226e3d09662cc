// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/view_tiles.h"

#include <QPainter>

#include "ui/plot/plot_text.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

constexpr int kTextLines = 2;  ///< of the title, and again of what it shows

void paintPicture(QPainter* painter, const QRect& place, const QPixmap& picture) {
    painter->setPen(currentTheme().border);
    painter->setBrush(currentTheme().surface);
    painter->drawRect(QRectF(place).adjusted(-0.5, -0.5, 0.5, 0.5));
    if (!picture.isNull()) {
        painter->drawPixmap(place, picture);
    }
}

void paintLines(QPainter* painter,
                const QRect& place,
                const QFont& font,
                const QColor& ink,
                const QString& text) {
    const QStringList lines = wrappedLines(text, font, place.width());
    const QFontMetrics metrics(font);
    painter->setFont(font);
    painter->setPen(ink);
    QString shown = lines.value(0);
    if (lines.size() > 1) {
        shown += u'\n' + metrics.elidedText(
                             text.mid(lines[0].size()).trimmed(), Qt::ElideRight, place.width());
    }
    painter->drawText(place, static_cast<int>(Qt::AlignLeft | Qt::AlignTop), shown);
}
}  // namespace

QFont tileTitleFont(const QFont& font) {
    QFont bold = font;
    bold.setBold(true);
    return bold;
}

QSize tileSize(const QFont& font) {
    const int small = QFontMetrics(smallFont()).lineSpacing();
    const int lines =
        kTextLines * (QFontMetrics(tileTitleFont(font)).lineSpacing() + small) + small;
    return {kTilePicturePx.width() + 2 * kTileMarginPx,
            kTilePicturePx.height() + lines + 5 * kTileMarginPx};
}

QSize TileDelegate::sizeHint(const QStyleOptionViewItem& option,
                             const QModelIndex& /*index*/) const {
    return tileSize(option.font);
}

void TileDelegate::paint(QPainter* painter,
                         const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const Theme& theme = currentTheme();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    if (chosen || option.state.testFlag(QStyle::State_MouseOver)) {
        QColor ground = chosen ? theme.accent : theme.grid;
        ground.setAlphaF(chosen ? 0.2F : 1.0F);
        painter->setPen(chosen ? QPen(theme.accent, 2.0) : QPen(Qt::NoPen));
        painter->setBrush(ground);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), 4, 4);
    }
    const QRect picture(option.rect.topLeft() + QPoint(kTileMarginPx, kTileMarginPx),
                        kTilePicturePx);
    paintPicture(painter, picture, index.data(kPictureRole).value<QPixmap>());
    QRect text(picture.left(),
               picture.bottom() + kTileMarginPx,
               picture.width(),
               kTextLines * QFontMetrics(tileTitleFont(option.font)).lineSpacing());
    paintLines(painter, text, tileTitleFont(option.font), theme.text, index.data().toString());
    text = QRect(text.left(),
                 text.bottom() + kTileMarginPx / 2,
                 text.width(),
                 kTextLines * QFontMetrics(smallFont()).lineSpacing());
    paintLines(painter, text, smallFont(), theme.mutedText, index.data(kWhatRole).toString());
    text.moveTop(text.bottom() + kTileMarginPx / 2);
    paintLines(painter, text, smallFont(), theme.text, index.data(kDataRole).toString());
    painter->restore();
}

}  // namespace throughline::ui

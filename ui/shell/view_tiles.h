// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QSize>
#include <QStyledItemDelegate>

// The cards of the gallery.
namespace throughline::ui {

inline constexpr QSize kTilePicturePx(256, 160);
inline constexpr int kTileMarginPx = 8;

// Of an item; its text is the title.
inline constexpr int kWhatRole = Qt::UserRole;
inline constexpr int kPictureRole = Qt::UserRole + 1;
inline constexpr int kDataRole = Qt::UserRole + 2;  ///< how much there is to draw
inline constexpr int kFirstOtherRole = Qt::UserRole + 3;

QFont tileTitleFont(const QFont& font);
QSize tileSize(const QFont& font);

/// Picture, title, what it shows and of how much.
class TileDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

}  // namespace throughline::ui

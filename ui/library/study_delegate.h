// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace throughline::ui {

/// Draws a row of the list of studies: a folder with how many are in it; a study with its dot, in
/// its colour when it is plotted, its name, what is wrong with it and its key figure.
class StudyDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Where the mouse finds the dot of a row.
    static QRect dotOf(const QRect& row);

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor,
                              const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
};

}  // namespace throughline::ui

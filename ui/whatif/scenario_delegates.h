// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include "ui/whatif/input_table_model.h"

namespace throughline::ui {

/// Editors of the inputs: number fields whose keys step at once, lists for choices and entries of
/// the catalogue.
class InputDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    InputDelegate(ScenarioDocument* document, InputTableModel* model, QObject* parent);

    QWidget* createEditor(QWidget* parent,
                          const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor,
                      QAbstractItemModel* model,
                      const QModelIndex& index) const override;

private:
    QWidget* makeList(QWidget* parent, const QModelIndex& index) const;

    ScenarioDocument* document_;  // borrowed
    InputTableModel* model_;      // borrowed
};

/// Answers: the rate large, the ladder with a bar for each rung, hatched
/// where the model is asked beyond what was measured.
class AnswerDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace throughline::ui

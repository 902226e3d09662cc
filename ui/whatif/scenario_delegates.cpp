// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/scenario_delegates.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QPainter>

#include "ui/style/said.h"
#include "ui/style/theme.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/quantity_edit.h"

namespace throughline::ui {

InputDelegate::InputDelegate(ScenarioDocument* document, InputTableModel* model, QObject* parent)
    : QStyledItemDelegate(parent), document_(document), model_(model) {}

QWidget* InputDelegate::makeList(QWidget* parent, const QModelIndex& index) const {
    const InputRow& row = model_->row(index.row());
    auto* list = new QComboBox(parent);
    if (row.entry) {
        list->addItem(tr("typed in"), QString());
        for (const auto& [id, name] : catalogEntries(document_->catalog(), *row.entry)) {
            list->addItem(name, id);
            list->setItemData(list->count() - 1,
                              catalogTip(document_->catalog(), *row.entry, id.toStdString()),
                              Qt::ToolTipRole);
        }
        list->setEditable(true);  // to search: typing narrows the list
        list->setInsertPolicy(QComboBox::NoInsert);
        list->completer()->setFilterMode(Qt::MatchContains);
        list->completer()->setCompletionMode(QCompleter::PopupCompletion);
    } else if (const auto choices = model::choices_of(*row.input); !choices.empty()) {
        for (const char* choice : choices) {
            list->addItem(said(choice), QLatin1String(choice));
        }
    } else {
        list->addItem(tr("yes"), QStringLiteral("true"));
        list->addItem(tr("no"), QStringLiteral("false"));
    }
    // A choice is made when it is made, not when the cell is left.
    connect(list, &QComboBox::activated, this, [this, list] {
        auto* self = const_cast<InputDelegate*>(this);
        Q_EMIT self->commitData(list);
        Q_EMIT self->closeEditor(list);
    });
    return list;
}

QWidget* InputDelegate::createEditor(QWidget* parent,
                                     const QStyleOptionViewItem& /*option*/,
                                     const QModelIndex& index) const {
    const InputRow& row = model_->row(index.row());
    if (row.volume != nullptr) {
        auto* field = new QLineEdit(parent);
        field->setAlignment(Qt::AlignRight);
        return field;
    }
    if (!row.input || !model::is_number(*row.input)) {
        return makeList(parent, index);
    }
    auto* field = new QuantityEdit(*row.input, parent);
    connect(field,
            &QuantityEdit::stepped,
            this,
            [this, column = index.column(), input = *row.input](double value) {
                document_->setInput(column, input, value);
            });
    return field;
}

void InputDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* list = qobject_cast<QComboBox*>(editor)) {
        list->setCurrentIndex(std::max(0, list->findData(text)));
        return;
    }
    auto* field = qobject_cast<QLineEdit*>(editor);
    if (field != nullptr && field->text() != text) {
        field->setText(text);
        field->selectAll();
    }
}

void InputDelegate::setModelData(QWidget* editor,
                                 QAbstractItemModel* model,
                                 const QModelIndex& index) const {
    if (auto* list = qobject_cast<QComboBox*>(editor)) {
        const int at =
            list->isEditable() ? list->findText(list->currentText()) : list->currentIndex();
        if (at >= 0) {
            model->setData(index, list->itemData(at), Qt::EditRole);
        }
        return;
    }
    QStyledItemDelegate::setModelData(editor, model, index);
}

void AnswerDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(AnswerTableModel::kLargeRole).toBool()) {
        option->font.setPointSizeF(option->font.pointSizeF() * 1.35);
        option->fontMetrics = QFontMetrics(option->font);
    }
}

void AnswerDelegate::paint(QPainter* painter,
                           const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    const double rung = index.data(AnswerTableModel::kRungRole).toDouble();
    if (rung >= 0.0) {
        const Theme& theme = currentTheme();
        const bool binds = index.data(AnswerTableModel::kBindsRole).toBool();
        QRectF bar = QRectF(option.rect).adjusted(2, 3, -2, -3);
        bar.setWidth(std::max(bar.width() * rung, 3.0));
        QColor colour = binds ? theme.starved : theme.axis;
        colour.setAlphaF(binds ? 0.55F : 0.22F);
        painter->fillRect(bar, colour);
        if (binds) {
            painter->setPen(QPen(theme.text, 2));
            painter->drawLine(bar.topRight(), bar.bottomRight());
        }
    }
    if (index.data(AnswerTableModel::kOutsideRole).toBool()) {
        QColor colour = currentTheme().warning;
        colour.setAlphaF(0.35F);
        painter->fillRect(option.rect, QBrush(colour, Qt::BDiagPattern));
    }
    QStyledItemDelegate::paint(painter, option, index);
}

}  // namespace throughline::ui

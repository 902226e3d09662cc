// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/field_list.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QVBoxLayout>
#include <optional>

namespace throughline::ui {

namespace {

constexpr int kCharactersShown = 22;

QString keyOf(const QListWidgetItem* item) {
    return item == nullptr ? QString() : item->data(Qt::UserRole).toString();
}

/// A list whose entries carry their key with them when they are dragged.
class DragList : public QListWidget {
public:
    using QListWidget::QListWidget;

protected:
    QStringList mimeTypes() const override { return {QLatin1String(kFieldMimeType)}; }
    QMimeData* mimeData(const QList<QListWidgetItem*>& items) const override {
        auto* carried = new QMimeData;  // owned by the drag
        for (const QListWidgetItem* item : items) {
            carried->setData(QLatin1String(kFieldMimeType), keyOf(item).toUtf8());
            carried->setText(item->text());
        }
        return carried;
    }
    Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }
};

std::optional<PlotSide> sideOf(int key) {
    switch (key) {
        case Qt::Key_X:
            return PlotSide::X;
        case Qt::Key_Y:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return PlotSide::Y;
        case Qt::Key_2:
            return PlotSide::SecondY;
        default:
            return std::nullopt;
    }
}

}  // namespace

FieldList::FieldList(QWidget* parent)
    : QWidget(parent), search_(new QLineEdit(this)), list_(new DragList(this)) {
    search_->setPlaceholderText(tr("Search quantities"));
    search_->setAccessibleName(tr("Search quantities"));
    search_->setClearButtonEnabled(true);
    list_->setAccessibleName(tr("Quantities"));
    list_->setToolTip(tr("Drag a quantity onto an axis, or press X, Y or 2 (second y)"));
    list_->setDragDropMode(QAbstractItemView::DragOnly);
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    list_->installEventFilter(this);
    list_->setMinimumWidth(fontMetrics().averageCharWidth() * kCharactersShown);
    connect(search_, &QLineEdit::textChanged, this, &FieldList::showMatching);
    connect(list_, &QListWidget::customContextMenuRequested, this, &FieldList::showMenu);
    auto* down = new QVBoxLayout(this);
    down->setContentsMargins(0, 0, 0, 0);
    down->addWidget(search_);
    down->addWidget(list_, 1);
    setFocusProxy(list_);
}

void FieldList::setFields(const std::vector<Field>& fields) {
    if (fields == fields_) {
        return;
    }
    fields_ = fields;
    const QString before = keyOf(list_->currentItem());
    list_->clear();
    std::optional<FieldGroup> last;
    for (const Field& field : fields) {
        if (last != field.group) {
            const QString title = field.group == FieldGroup::Varied     ? tr("Varied")
                                  : field.group == FieldGroup::Measured ? tr("Measured")
                                                                        : tr("Same in all runs");
            auto* heading = new QListWidgetItem(title, list_);  // owned by the list
            heading->setFlags(Qt::NoItemFlags);
            last = field.group;
        }
        auto* item = new QListWidgetItem(field.title, list_);
        item->setData(Qt::UserRole, QString::fromStdString(field.key));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
        if (keyOf(item) == before) {
            list_->setCurrentItem(item);
        }
    }
    showMatching();
}

void FieldList::showMatching() {
    const QString words = search_->text().trimmed();
    for (int row = 0; row < list_->count(); ++row) {
        QListWidgetItem* item = list_->item(row);
        const bool heading = keyOf(item).isEmpty();
        item->setHidden(!words.isEmpty() &&
                        (heading || !item->text().contains(words, Qt::CaseInsensitive)));
    }
}

void FieldList::showMenu(const QPoint& at) {
    if (keyOf(list_->currentItem()).isEmpty()) {
        return;
    }
    QMenu menu(list_);
    const std::pair<QString, PlotSide> sides[] = {{tr("On &x\tX"), PlotSide::X},
                                                  {tr("On &y\tY"), PlotSide::Y},
                                                  {tr("On the &second y\t2"), PlotSide::SecondY}};
    for (const auto& [text, side] : sides) {
        menu.addAction(text, this, [this, chosen = side] { put(chosen); });
    }
    menu.exec(list_->viewport()->mapToGlobal(at));
}

void FieldList::put(PlotSide side) {
    if (const QString key = keyOf(list_->currentItem()); !key.isEmpty()) {
        Q_EMIT wanted(key, side);
    }
}

bool FieldList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const auto side = sideOf(key->key());
        const bool plain = (key->modifiers() & ~Qt::KeypadModifier) == 0;
        if (side && plain) {
            put(*side);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace throughline::ui

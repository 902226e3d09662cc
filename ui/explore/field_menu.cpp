// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/field_menu.h"

namespace throughline::ui {

FieldMenu::FieldMenu(const QString& title, QString none, QWidget* parent)
    : QMenu(title, parent), none_(std::move(none)), group_(new QActionGroup(this)) {
    // Queued: the answer may be setFields(), which deletes the action that is still being told.
    connect(group_, &QActionGroup::triggered, this, &FieldMenu::keyChosen, Qt::QueuedConnection);
}

void FieldMenu::setFields(const std::vector<Field>& fields, const std::string& current) {
    clear();  // deletes the actions, which leave their group then
    add(none_, {}, current.empty());
    addSeparator();
    bool offered = current.empty();
    for (const Field& field : fields) {
        if (field.group == FieldGroup::Varied || field.key == current) {
            add(field.title, field.key, field.key == current);
            offered = offered || field.key == current;
        }
    }
    if (!offered) {
        add(axisOf(current).title, current, true);
    }
}

std::string FieldMenu::currentKey() const {
    const QAction* chosen = group_->checkedAction();
    return chosen == nullptr ? std::string() : chosen->data().toString().toStdString();
}

void FieldMenu::add(const QString& text, const std::string& key, bool chosen) {
    QString shown = text;
    auto* action = new QAction(shown.replace(u'&', QStringLiteral("&&")), this);
    action->setCheckable(true);
    action->setChecked(chosen);
    action->setData(QString::fromStdString(key));
    group_->addAction(action);
    addAction(action);
}

}  // namespace throughline::ui

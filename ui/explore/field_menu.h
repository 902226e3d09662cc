// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <QMenu>
#include <string>
#include <vector>

#include "ui/charts/fields.h"

namespace throughline::ui {

/// Conditions to choose one of, or none.
/// Thread: GUI.
class FieldMenu : public QMenu {
    Q_OBJECT
public:
    /// `none`: what the choice of none is called.
    FieldMenu(const QString& title, QString none, QWidget* parent = nullptr);

    /// Offers what was varied, and `current` in any case. Silent.
    void setFields(const std::vector<Field>& fields, const std::string& current);
    std::string currentKey() const;

Q_SIGNALS:
    void keyChosen();

private:
    void add(const QString& text, const std::string& key, bool chosen);

    QString none_;
    QActionGroup* group_;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPlainTextEdit>

#include "engine/store/library.h"

namespace throughline::ui {

/// What is said of a study: title, tags, note, storage target, price, baseline.
/// Thread: GUI.
class StudyDialog : public QDialog {
    Q_OBJECT
public:
    explicit StudyDialog(const store::StudyRow& study, QWidget* parent = nullptr);

    /// Only what differs from what the study says now.
    store::StudyChange change() const;
    QLineEdit* tagsField() { return tags_; }
    QLineEdit* priceField() { return price_; }
    QPlainTextEdit* noteField() { return note_; }
    QComboBox* targetBox() { return target_; }

private:
    store::StudyRow study_;
    QLineEdit* title_ = nullptr;
    QLineEdit* tags_ = nullptr;
    QPlainTextEdit* note_ = nullptr;
    QComboBox* target_ = nullptr;
    QLineEdit* price_ = nullptr;
    QCheckBox* baseline_ = nullptr;
};

}  // namespace throughline::ui

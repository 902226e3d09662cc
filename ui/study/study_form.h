// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

#include "engine/store/library.h"

namespace throughline::ui {

/// What is said of a study: title, tags, note, storage target, price, baseline. What is typed is
/// said when a field is left.
/// Thread: GUI.
class StudyForm : public QWidget {
    Q_OBJECT
public:
    explicit StudyForm(QWidget* parent = nullptr);

    /// What is being typed for the study before is said first; for the same study it stays.
    void setStudy(const store::StudyRow& study);
    const store::StudyRow& study() const noexcept { return study_; }
    /// Only what differs from what the study says now.
    store::StudyChange change() const;
    QLineEdit* titleField() { return title_; }
    QLineEdit* tagsField() { return tags_; }
    QLineEdit* priceField() { return price_; }
    QPlainTextEdit* noteField() { return note_; }
    QComboBox* targetBox() { return target_; }
    QCheckBox* baselineBox() { return baseline_; }

Q_SIGNALS:
    void changeAsked(const throughline::store::StudyRow& study,
                     const throughline::store::StudyChange& change);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeFields();
    void say();

    store::StudyRow study_;
    QLineEdit* title_ = nullptr;
    QLineEdit* tags_ = nullptr;
    QPlainTextEdit* note_ = nullptr;
    QComboBox* target_ = nullptr;
    QLineEdit* price_ = nullptr;
    QCheckBox* baseline_ = nullptr;
    QLabel* source_ = nullptr;
};

}  // namespace throughline::ui

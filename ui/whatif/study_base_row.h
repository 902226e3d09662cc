// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <optional>
#include <set>
#include <string>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// What is to be known of the studies of the base: a busy computer, runs that are gone. Hidden
/// where there is nothing. Thread: GUI.
class StudyBaseRow : public QWidget {
    Q_OBJECT
public:
    explicit StudyBaseRow(ScenarioDocument* document, QWidget* parent = nullptr);

    QString text() const { return words_->text(); }
    QPushButton* measureAgainButton() { return again_; }
    /// Uuids of what the library holds; before the first call none is said to be gone.
    void setLibrary(std::set<std::string> uuids);

Q_SIGNALS:
    /// A study of the base is to be measured once more.
    void measureAgainAsked(const std::string& uuid);

private:
    void showBase();
    QStringList gone(const StudyBase& base) const;

    ScenarioDocument* document_;
    std::optional<std::set<std::string>> library_;
    QLabel* words_;
    QPushButton* again_;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>
#include <map>
#include <string>
#include <vector>

#include "engine/importers/importer.h"

namespace throughline::ui {

/// The questions that a file leaves open, with a field for each answer.
/// Thread: GUI.
class ImportAnswers : public QWidget {
    Q_OBJECT
public:
    explicit ImportAnswers(QWidget* parent = nullptr);

    /// Shows these questions, and what was answered before, so that it can be corrected; nothing of
    /// either hides the form.
    void ask(const std::vector<importers::Question>& questions,
             const importers::Assumptions& before);
    QLineEdit* field(const std::string& key) const;
    QPushButton* button() const { return again_; }
    QCheckBox* everywhere() const { return everywhere_; }

Q_SIGNALS:
    void answered(const throughline::importers::Assumptions& answers, bool everywhere);

private:
    QFormLayout* form_ = nullptr;
    std::map<std::string, QLineEdit*> fields_;
    QCheckBox* everywhere_ = nullptr;
    QPushButton* again_ = nullptr;
};

}  // namespace throughline::ui

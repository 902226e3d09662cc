// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QToolButton>
#include <cstdint>
#include <vector>

#include "ui/whatif/scenario_document.h"
#include "ui/whatif/study_choice.h"

namespace throughline::ui {

/// What the scenarios are changes of: typed-in figures, or what stored studies measured. Says
/// which, and its menu offers the others. Thread: GUI.
class StudyBaseButton : public QToolButton {
    Q_OBJECT
public:
    explicit StudyBaseButton(ScenarioDocument* document, QWidget* parent = nullptr);

    void setStudies(std::vector<StudyChoice> studies) { studies_ = std::move(studies); }
    /// Those that "the plotted studies together" would calibrate on.
    std::vector<std::int64_t> checkedStudies() const;

Q_SIGNALS:
    void studyBaseAsked(const std::vector<std::int64_t>& studies);

private:
    void showBase();
    void fillMenu();
    bool isBase(const StudyChoice& study) const;
    void addStudies();

    ScenarioDocument* document_;
    std::vector<StudyChoice> studies_;
    QMenu* menu_;
};

}  // namespace throughline::ui

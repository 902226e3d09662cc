// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

#include "engine/record/study.h"

namespace throughline::ui {

/// What helps, with lines to be pasted, and what the model expects of one change; of a job that was
/// observed what was seen as well. Thread: GUI.
class StudyAdvice : public QTextBrowser {
    Q_OBJECT
public:
    explicit StudyAdvice(QWidget* parent = nullptr);

    /// Returns: false: there is nothing to be said.
    bool setStudy(const record::Study& study);
};

}  // namespace throughline::ui

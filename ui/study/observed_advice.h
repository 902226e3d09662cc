// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

#include "engine/record/study.h"

namespace throughline::ui {

/// Of a job that was observed: what was seen, and what helps, with lines to be pasted.
/// Thread: GUI.
class ObservedAdvice : public QTextBrowser {
    Q_OBJECT
public:
    explicit ObservedAdvice(QWidget* parent = nullptr);

    /// Empty for a study that was not observed.
    void setStudy(const record::Study& study);
};

}  // namespace throughline::ui

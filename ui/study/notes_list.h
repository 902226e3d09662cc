// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

#include "engine/record/study.h"

namespace throughline::ui {

/// Its words as a sentence begins.
QString sentenceOf(const record::Note& note);

/// What a study notes beside its figures: errors first, then warnings, each with its run.
/// Thread: GUI.
class NotesList : public QListWidget {
    Q_OBJECT
public:
    explicit NotesList(QWidget* parent = nullptr);

    void setStudy(const record::Study& study);
    bool hasErrors() const { return has_errors_; }

private:
    bool has_errors_ = false;
};

}  // namespace throughline::ui

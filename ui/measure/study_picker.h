// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "engine/panels/experiment.h"
#include "ui/bridge/engine_command.h"

namespace throughline::ui {

/// Where the data of experiments lie: in a folder beside the images that are made by default.
/// "": beside those of the program.
QString studyFolder(const QString& images);

/// Which experiment of the published studies is measured again, with what of it is emulated; makes
/// its data. Thread: GUI.
class StudyPicker : public QWidget {
    Q_OBJECT
public:
    explicit StudyPicker(QWidget* parent = nullptr);

    const panels::Experiment& chosen() const;
    /// By its id; one that is not there changes nothing.
    void choose(const QString& experiment);
    /// What is measured, in its quick form, with data below `root`.
    spec::StudySpec spec(const QString& root) const;

    void makeData(const QString& engine, const QString& root);
    void cancel() { making_.cancel(); }
    bool isMaking() const { return making_.isRunning(); }

Q_SIGNALS:
    /// By the user.
    void choiceMade();
    /// The data are there, unless there is an error.
    void made(const QString& error);

private:
    void describe();

    EngineCommand making_;
    QComboBox* experiments_;
    QLabel* about_;
};

}  // namespace throughline::ui

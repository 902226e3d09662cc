// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QDialogButtonBox>
#include <QSettings>
#include <QTableWidget>

#include "engine/base/result.h"
#include "engine/store/library_space.h"
#include "ui/bridge/engine_command.h"
#include "ui/bridge/engine_info.h"

namespace throughline::ui {

/// What the program found on this computer, and why not: to be read, and to be copied into a mail.
class DiagnosticsDialog : public QDialog {
    Q_OBJECT
public:
    /// `settings`: where the folder of saved reports is remembered; borrowed.
    DiagnosticsDialog(EngineInfo info,
                      const QString& libraryState,
                      QSettings* settings,
                      QWidget* parent = nullptr);

    void showSpace(const Result<store::LibrarySpace>& space);

    /// "Engine: /usr/…\nio_uring: yes\n…"
    QString plainText() const;
    /// The same with the end of the log, and without private data: for a mail to the developers.
    QString report() const;

Q_SIGNALS:
    /// The questions about the GPU and the library's size were answered: everything is there.
    void complete();

private:
    QDialogButtonBox* makeButtons();
    void askWhereToSave();
    void add(const QString& name, const QString& value);
    /// The answer to one of the two questions.
    void answer(int row, const QString& value);
    void takeGpu(const QJsonObject& answer, const QString& error);

    EngineInfo info_;
    QSettings* settings_;  // borrowed
    QTableWidget* table_ = nullptr;
    EngineCommand gpu_command_;
    int gpu_row_ = 0;
    int space_row_ = 0;
    int awaited_ = 2;  ///< answers
};

/// "NVIDIA H100, driver 550.54" or why there is none.
QString gpuText(const QJsonObject& answer, const QString& error);

}  // namespace throughline::ui

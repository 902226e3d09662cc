// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>

#include "ui/bridge/engine_command.h"
#include "ui/measure/command_form.h"

namespace throughline::ui {

/// Which running job is observed, for how long, by what log, and whether it may be nudged. Above,
/// the processes that may be a training, and why, as the engine lists them.
class ObserveForm : public CommandForm {
    Q_OBJECT
public:
    explicit ObserveForm(QWidget* parent = nullptr);

    void setEngine(const QString& engine) override;
    QStringList arguments() const override;
    QString obstacle() const override;
    /// The job may have ended since it was chosen.
    bool canStillStart() override;
    QString estimate() const override;
    bool isAsking() const override { return command_.isRunning(); }
    /// Looks for jobs.
    void begin(const QString& images) override;

protected:
    /// Jobs end while another page is in front.
    void showEvent(QShowEvent* event) override;

private:
    void build();
    QWidget* buildProcess();
    QWidget* buildLog();
    void look();
    void takeList(const QJsonObject& answer, const QString& error);
    void showRow(int row, const QJsonObject& job);
    void browseLog();

    QString engine_;
    EngineCommand command_;
    QTableWidget* jobs_ = nullptr;
    QLabel* found_ = nullptr;
    QPushButton* again_ = nullptr;
    QLineEdit* process_ = nullptr;
    QLineEdit* log_ = nullptr;
    QSpinBox* seconds_ = nullptr;
    QCheckBox* nudge_ = nullptr;
    bool job_ended_ = false;  ///< the one that was chosen; to be said once it was looked anew
};

}  // namespace throughline::ui

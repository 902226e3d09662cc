// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>

#include "ui/bridge/engine_command.h"

namespace throughline::ui {

/// Makes a data set through the engine: where, how many, what it will take; then the progress.
class MakeDatasetDialog : public QDialog {
    Q_OBJECT
public:
    MakeDatasetDialog(QString engine, const QString& suggested, QWidget* parent = nullptr);

    QString folder() const;
    void reject() override;  // cancels the making first

private:
    void build(const QString& suggested);
    void buildFields(const QString& suggested);
    QStringList arguments(bool dry_run) const;
    void plan();
    void takePlan(const QJsonObject& answer, const QString& error);
    void make();
    void takeProgress(const QJsonObject& line);
    void takeEnd(const QJsonObject& answer, const QString& error);
    void setMaking(bool making);

    QString engine_;
    QLineEdit* folder_ = nullptr;
    QPushButton* browse_ = nullptr;
    QSpinBox* images_ = nullptr;
    QCheckBox* repeat_ = nullptr;
    QSpinBox* unique_ = nullptr;
    QLabel* plan_label_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QPushButton* make_ = nullptr;
    QPushButton* cancel_ = nullptr;
    QTimer plan_later_;
    EngineCommand plan_command_;
    EngineCommand make_command_;
    QStringList planned_;
};

}  // namespace throughline::ui

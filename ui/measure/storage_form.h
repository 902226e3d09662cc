// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSettings>
#include <QTimer>

#include "ui/bridge/engine_command.h"
#include "ui/measure/command_form.h"
#include "ui/measure/volume_picker.h"

namespace throughline::ui {

/// What a storage baseline measures: a file or folder, how much, whether anything is written, and
/// the volume that it behaves as. Below, what will be read and written, as a dry run of the engine
/// says it.
/// Thread: GUI.
class StorageForm : public CommandForm {
    Q_OBJECT
public:
    explicit StorageForm(QSettings* settings, QWidget* parent = nullptr);

    void setEngine(const QString& engine) override;
    QString path() const;
    void setPath(const QString& path);
    void remember() override;
    QStringList arguments() const override;
    QString obstacle() const override;
    QString estimate() const override;
    bool isAsking() const override { return asking_; }
    /// Without a path of its own it is that of the images.
    void begin(const QString& images) override;

private:
    QWidget* buildPlace();
    void build();
    void browseFile();
    void browseFolder();
    void edit();
    void ask();
    void takePlan(const QJsonObject& plan, const QString& error);
    bool isFolder() const;
    bool lacksConsent() const;
    void showFacts();

    QString engine_;
    QSettings* settings_;  // borrowed
    QLineEdit* path_ = nullptr;
    QRadioButton* quick_ = nullptr;
    QRadioButton* full_ = nullptr;
    QCheckBox* make_file_ = nullptr;
    QCheckBox* writes_ = nullptr;
    VolumePicker* volume_ = nullptr;
    QLabel* facts_ = nullptr;
    QTimer ask_later_;
    EngineCommand command_;
    bool asking_ = false;
    bool outdated_ = false;  ///< something else was chosen while the engine answered
    QStringList lines_;      ///< of the last plan
    QString error_;
};

}  // namespace throughline::ui

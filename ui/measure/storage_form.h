// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSettings>
#include <QTimer>
#include <QWidget>

#include "ui/bridge/engine_command.h"
#include "ui/measure/volume_picker.h"

namespace throughline::ui {

/// What a storage baseline measures: a file or folder, how much, whether anything is written, and
/// the volume that it behaves as. Below, what will be read and written, as a dry run of the engine
/// says it.
/// Thread: GUI.
class StorageForm : public QWidget {
    Q_OBJECT
public:
    explicit StorageForm(QSettings* settings, QWidget* parent = nullptr);

    void setEngine(const QString& engine);
    QString path() const;
    void setPath(const QString& path);
    /// Remembers the path for the next start.
    void remember();
    /// Of `throughline-engine storage`, for what is chosen, without the record.
    QStringList arguments() const;
    /// Why it cannot be measured; "" = it can.
    QString obstacle() const;
    /// Whether the engine is still asked what it would do.
    bool isAsking() const { return asking_; }

Q_SIGNALS:
    /// What is chosen, or what is known of it.
    void changed();

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

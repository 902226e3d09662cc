// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include "engine/spec/settings.h"
#include "ui/bridge/engine_command.h"
#include "ui/style/word_chooser.h"

namespace throughline::ui {

/// Whether the disk is to behave as a block volume of a cloud, which one, and how full its burst
/// credits are when a run begins; below, what that means, in the engine's words.
/// Thread: GUI. The facts come from `volume describe`.
class VolumePicker : public QWidget {
    Q_OBJECT
public:
    explicit VolumePicker(QWidget* parent = nullptr);

    void setEngine(const QString& engine);
    void setValues(const spec::Settings& settings);
    /// storage.volume and storage.volume_credits.
    void writeTo(spec::Settings& settings) const;
    /// Why such a volume cannot be emulated; "" = it can, or nothing is to be emulated.
    const QString& obstacle() const { return obstacle_; }

Q_SIGNALS:
    void edited();
    /// The facts came: there may be an obstacle now, or none any more.
    void described();

private:
    void choose(const QString& volume, const QString& credits);
    void ask();
    void takeFacts(const QJsonObject& facts, const QString& error);

    QString engine_;
    QString volume_;  ///< as in storage.volume; "" = none
    QString credits_;
    QString instance_;  ///< as set elsewhere; its limits are said, too
    WordChooser* kind_ = nullptr;
    WordChooser* full_ = nullptr;
    QLabel* facts_ = nullptr;
    EngineCommand command_;
    bool outdated_ = false;  ///< something else was chosen while the engine answered
    QString obstacle_;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QWidget>
#include <map>

#include "ui/measure/command_form.h"
#include "ui/measure/presets.h"

namespace throughline::ui {

class StorageForm;

/// The forms of what is measured by another command than `run`, of which that of the chosen preset
/// is shown; none for other presets.
/// Thread: GUI.
class CommandBoxes : public QWidget {
    Q_OBJECT
public:
    explicit CommandBoxes(QSettings* settings, QWidget* parent = nullptr);

    StorageForm* storage() { return storage_; }
    void setEngine(const QString& engine);
    /// `images`: the folder that is chosen for other measurements.
    void choose(Preset preset, const QString& images);
    /// That is shown; null: `run` measures.
    CommandForm* form() const;

Q_SIGNALS:
    void changed();

private:
    struct Box {
        CommandForm* form;
        QWidget* box;
    };
    void add(Preset preset, const QString& title, CommandForm* form);

    std::map<Preset, Box> boxes_;
    StorageForm* storage_;
    CommandForm* shown_ = nullptr;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

#include "ui/shell/preferences.h"

namespace throughline::ui {

/// All preferences on one page; each holds as soon as it is chosen. Thread: GUI.
class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    PreferencesDialog(Preferences* preferences, QWidget* parent);

private:
    /// The field of a preference, whose object name is its key.
    QWidget* makeField(const PreferenceInfo& info);
    QWidget* makeChoice(const PreferenceInfo& info);
    QWidget* makeFolder(const PreferenceInfo& info);
    void restoreDefaults();

    Preferences* preferences_;                  // borrowed
    std::vector<std::function<void()>> shown_;  ///< each shows what holds now
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QVariant>
#include <cstdint>
#include <vector>

#include "ui/style/theme.h"

namespace throughline::ui {

enum class Preference : std::uint8_t {
    Language,
    Theme,
    Scale,
    StartWith,
    DataSets,
    NotifyOfEnd,
    Published
};

/// What can be preferred, with its key in the settings and what holds where nothing is set.
struct PreferenceInfo {
    enum class Kind : std::uint8_t { Choice, Switch, Folder };
    struct Choice {
        QVariant value;
        QString title;
    };
    Preference preference;
    Kind kind;
    const char* key;
    QVariant fallback;
    QString title;
    QString tip;
    std::vector<Choice> choices{};
};
const std::vector<PreferenceInfo>& allPreferences();

/// Values of Preference::StartWith.
inline constexpr const char* kStartWhereLeft = "last";
inline constexpr const char* kStartWithWelcome = "welcome";
inline constexpr const char* kStartWithResult = "result";

/// What the user prefers: the one place that reads and writes it. Thread: GUI.
class Preferences : public QObject {
    Q_OBJECT
public:
    explicit Preferences(QSettings* settings, QObject* parent = nullptr);  // borrowed

    QVariant value(Preference preference) const;
    void set(Preference preference, const QVariant& value);

    /// Theme and size of the program; `theme` in place of the preferred one where it is given.
    void applyLooks(const QString& theme = {}) const;

Q_SIGNALS:
    void changed(throughline::ui::Preference preference);

private:
    QSettings* settings_;
};

}  // namespace throughline::ui

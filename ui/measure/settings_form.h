// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QWidget>
#include <functional>
#include <map>

#include "engine/spec/spec.h"

namespace throughline::ui {

/// "decode.width_px" -> "Decode: width"; for labels, pickers and tables.
QString settingTitle(std::string_view key);
/// The last part only: "Width".
QString settingShortTitle(std::string_view key);

/// Every setting as a field, made from spec::all_settings(), the one home of type, limits and
/// words. The data set's folder is left to its own picker.
class SettingsForm : public QWidget {
    Q_OBJECT
public:
    explicit SettingsForm(QWidget* parent = nullptr);

    void setValues(const spec::Settings& settings);
    void writeTo(spec::Settings& settings) const;
    /// Settings whose key has a sweep are shown as swept.
    void setSwept(const std::vector<spec::SweepAxis>& axes);

Q_SIGNALS:
    void edited();

private:
    struct Field {
        QWidget* editor = nullptr;
        std::function<spec::SettingValue()> read;
        std::function<void(const spec::SettingValue&)> write;
    };
    Field makeField(const spec::SettingInfo& info);
    Field makePresetField();

    std::map<std::string, Field> fields_;
    bool setting_ = false;
};

/// Up to three swept settings, each with its values: "1,2,4".
class SweepForm : public QWidget {
    Q_OBJECT
public:
    static constexpr int kAxesMax = 3;

    explicit SweepForm(QWidget* parent = nullptr);

    void setAxes(const std::vector<spec::SweepAxis>& axes);
    /// Applies the rows to `spec`. Errors: Usage, as apply_sweep() says it.
    Result<void> applyTo(spec::StudySpec& spec) const;

Q_SIGNALS:
    void edited();

private:
    struct Row {
        QComboBox* key = nullptr;
        QLineEdit* values = nullptr;
    };
    std::vector<Row> rows_;
    bool setting_ = false;
};

}  // namespace throughline::ui

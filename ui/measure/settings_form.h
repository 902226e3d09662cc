// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QWidget>
#include <functional>
#include <vector>

#include "engine/spec/people.h"
#include "engine/spec/spec.h"
#include "ui/study/setting_words.h"

namespace throughline::ui {

/// Every setting that has no place elsewhere in the form, as a list: what was changed first, then
/// by groups; found by words. Made from spec::all_settings(), the one home of type, limits, titles.
/// Thread: GUI.
class SettingsForm : public QWidget {
    Q_OBJECT
public:
    explicit SettingsForm(QWidget* parent = nullptr);

    void setValues(const spec::Settings& settings);
    void writeTo(spec::Settings& settings) const;
    /// Settings whose key has a sweep say so in place of a field.
    void setSwept(const std::vector<spec::SweepAxis>& axes);
    QLineEdit* search() { return search_; }

Q_SIGNALS:
    void edited();

private:
    struct Row {
        const spec::SettingInfo* info = nullptr;
        QLabel* title = nullptr;
        QWidget* editor = nullptr;
        QLabel* swept = nullptr;  ///< in place of the editor
        QToolButton* reset = nullptr;
        QLabel* meaning = nullptr;
        std::function<spec::SettingValue()> read{};
        std::function<void(const spec::SettingValue&)> write{};
        bool is_swept = false;
    };
    Row makeRow(const spec::SettingInfo& info);
    void makeEditor(Row& row);
    void makeChoice(Row& row);
    bool isChanged(const Row& row) const;
    void showChange(const Row& row);
    /// What is changed comes first; not while something is being typed, or it would jump.
    void arrange();
    void addHeading(QLabel* heading, const std::vector<const Row*>& rows, int& line);
    void changed(const spec::SettingInfo& info);

    QLineEdit* search_ = nullptr;
    QGridLayout* grid_ = nullptr;
    std::vector<QLabel*> headings_;  ///< that of what was changed, then one of each group
    QLabel* nothing_ = nullptr;
    std::vector<Row> rows_;
    bool setting_ = false;
};

}  // namespace throughline::ui

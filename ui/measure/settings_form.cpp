// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/settings_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <algorithm>
#include <array>

#include "engine/base/text.h"
#include "ui/measure/amount_box.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

enum Column : int { kTitle, kEditor, kReset, kMeaning, kColumns };
constexpr int kEditorCharacters = 26;

/// These have a place of their own in the form: the folder, the volume or store that its disk is to
/// be, and what takes the images.
constexpr std::array<std::string_view, 11> kElsewhere{"dataset.path",
                                                      "storage.store",
                                                      "storage.volume",
                                                      "storage.volume_credits",
                                                      "consumer.kind",
                                                      "consumer.preset",
                                                      "consumer.batch_seconds",
                                                      "consumer.network",
                                                      "consumer.phase",
                                                      "consumer.device",
                                                      "consumer.transfer"};

QString tipOf(const spec::SettingInfo& info) {
    return settingMeaning(info) + u'\n' + QLatin1String(info.key);
}

}  // namespace

SettingsForm::SettingsForm(QWidget* parent) : QWidget(parent) {
    auto* column = bareLayout<QVBoxLayout>(this);
    search_ = new QLineEdit;
    search_->setPlaceholderText(tr("Find a setting by words"));
    search_->setAccessibleName(tr("Find a setting"));
    search_->setToolTip(tr("Type words of a setting's title, explanation or key, in any order"));
    search_->setClearButtonEnabled(true);
    column->addWidget(search_);
    grid_ = new QGridLayout;
    grid_->setHorizontalSpacing(12);
    grid_->setColumnStretch(kMeaning, 1);
    column->addLayout(grid_);
    const auto heading = [this](const QString& text) {
        auto* label = new QLabel(text, this);
        label->setFont(headingFont());
        label->setContentsMargins(0, 8, 0, 0);
        headings_.push_back(label);
    };
    heading(tr("Changed"));
    for (const spec::SettingGroup& group : spec::setting_groups()) {
        heading(settingGroup(group));
        for (const spec::SettingInfo& info : spec::all_settings()) {
            const bool here = std::ranges::find(kElsewhere, info.key) == kElsewhere.end();
            if (here && &spec::group_of(info.key) == &group) {
                rows_.push_back(makeRow(info));
            }
        }
    }
    nothing_ = new QLabel(tr("No setting has all of these words."), this);
    setInk(nothing_, &Theme::mutedText);
    connect(search_, &QLineEdit::textChanged, this, &SettingsForm::arrange);
    arrange();
}

SettingsForm::Row SettingsForm::makeRow(const spec::SettingInfo& info) {
    Row row{.info = &info};
    makeEditor(row);
    row.editor->setParent(this);
    const bool choice = info.type == spec::SettingType::Choice;  // whose texts are not cut
    row.editor->setFixedWidth(std::max(fontMetrics().averageCharWidth() * kEditorCharacters,
                                       choice ? row.editor->sizeHint().width() : 0));
    row.editor->setToolTip(tipOf(info));
    row.editor->setAccessibleName(settingTitle(info.key));
    row.editor->setObjectName(QLatin1String(info.key));
    row.title = new QLabel(settingTitle(info.key), this);
    row.title->setBuddy(row.editor);
    row.title->setToolTip(tipOf(info));
    row.swept = new QLabel(this);
    row.swept->setToolTip(tr("This setting is swept: see its values under “Sweep”."));
    row.swept->setVisible(false);
    row.meaning = new QLabel(settingMeaning(info), this);
    row.meaning->setWordWrap(true);
    row.meaning->setFont(smallFont());
    setInk(row.meaning, &Theme::mutedText);
    row.reset = new QToolButton(this);
    row.reset->setText(tr("Reset"));
    row.reset->setAutoRaise(true);
    row.reset->setToolTip(
        tr("Set it back to the default, %1").arg(settingValue(info.key, info.default_value)));
    row.reset->setAccessibleName(tr("Reset %1").arg(settingTitle(info.key)));
    connect(row.reset, &QToolButton::clicked, this, [this, &info, write = row.write] {
        write(info.default_value);
        changed(info);
    });
    return row;
}

void SettingsForm::makeEditor(Row& row) {
    const auto tell = [this, info = row.info] { changed(*info); };
    switch (row.info->type) {
        case spec::SettingType::Boolean: {
            auto* box = new QCheckBox;
            connect(box, &QCheckBox::toggled, this, tell);
            row.editor = box;
            row.read = [box] { return spec::SettingValue(box->isChecked()); };
            row.write = [box](const auto& value) { box->setChecked(std::get<bool>(value)); };
            break;
        }
        case spec::SettingType::Integer:
        case spec::SettingType::Real: {
            auto* box = new AmountBox(*row.info);
            connect(box, &AmountBox::valueChanged, this, tell);
            row.editor = box;
            row.read = [box] { return box->value(); };
            row.write = [box](const auto& value) { box->setValue(value); };
            break;
        }
        case spec::SettingType::Text: {
            auto* edit = new QLineEdit;
            connect(edit, &QLineEdit::textChanged, this, tell);
            row.editor = edit;
            row.read = [edit] { return spec::SettingValue(edit->text().toStdString()); };
            row.write = [edit](const auto& value) {
                edit->setText(QString::fromStdString(std::get<std::string>(value)));
            };
            break;
        }
        case spec::SettingType::Choice:
            makeChoice(row);
            break;
    }
}

void SettingsForm::makeChoice(Row& row) {
    auto* box = new QComboBox;
    for (const char* choice : row.info->choices) {
        const spec::SettingValue value{std::string(choice)};
        box->addItem(settingValue(row.info->key, value), QLatin1String(choice));
    }
    connect(
        box, &QComboBox::currentIndexChanged, this, [this, info = row.info] { changed(*info); });
    row.editor = box;
    row.read = [box] { return spec::SettingValue(box->currentData().toString().toStdString()); };
    row.write = [box](const auto& value) {
        box->setCurrentIndex(box->findData(QString::fromStdString(std::get<std::string>(value))));
    };
}

bool SettingsForm::isChanged(const Row& row) const {
    return row.is_swept || row.read() != row.info->default_value;
}

void SettingsForm::showChange(const Row& row) {
    const bool changed = isChanged(row);
    QFont font = row.title->font();
    font.setBold(changed);
    row.title->setFont(font);
    row.reset->setVisible(changed && !row.is_swept && row.title->isVisibleTo(this));
}

void SettingsForm::changed(const spec::SettingInfo& info) {
    if (setting_) {
        return;
    }
    showChange(*std::ranges::find(rows_, &info, &Row::info));
    Q_EMIT edited();
}

void SettingsForm::setValues(const spec::Settings& settings) {
    setting_ = true;
    bool another = false;
    for (const Row& row : rows_) {
        const auto value = settings.find(row.info->key);
        if (value == settings.end()) {
            continue;
        }
        const auto checked = spec::check_setting(row.info->key, value->second);
        if (checked && *checked != row.read()) {
            row.write(*checked);
            another = true;
        }
    }
    setting_ = false;
    if (another) {
        arrange();
    }
}

void SettingsForm::writeTo(spec::Settings& settings) const {
    for (const Row& row : rows_) {
        settings[row.info->key] = row.read();
    }
}

void SettingsForm::setSwept(const std::vector<spec::SweepAxis>& axes) {
    bool another = false;
    for (Row& row : rows_) {
        const auto axis = std::ranges::find_if(
            axes, [&row](const spec::SweepAxis& one) { return one.sets(row.info->key); });
        const bool is_swept = axis != axes.end();
        QStringList values;
        if (is_swept) {
            for (const spec::SettingValue& value : axis->values_of(row.info->key)) {
                values << settingValue(row.info->key, value);
            }
        }
        row.swept->setText(tr("swept: %1").arg(values.join(QStringLiteral(", "))));
        another = another || row.is_swept != is_swept;
        row.is_swept = is_swept;
        row.editor->setEnabled(!row.is_swept);
    }
    if (another) {
        arrange();
    }
}

void SettingsForm::addHeading(QLabel* heading, const std::vector<const Row*>& rows, int& line) {
    heading->setVisible(!rows.empty());
    if (rows.empty()) {
        return;
    }
    grid_->addWidget(heading, line++, 0, 1, kColumns);
    QWidget* before = line == 1 ? search_ : nullptr;
    for (const Row* row : rows) {
        grid_->addWidget(row->title, line, kTitle);
        grid_->addWidget(row->is_swept ? row->swept : row->editor, line, kEditor);
        grid_->addWidget(row->reset, line, kReset);
        grid_->addWidget(row->meaning, line, kMeaning);
        row->title->setVisible(true);
        row->editor->setVisible(!row->is_swept);
        row->swept->setVisible(row->is_swept);
        row->meaning->setVisible(true);
        showChange(*row);
        if (before != nullptr) {
            setTabOrder(before, row->editor);
        }
        setTabOrder(row->editor, row->reset);
        before = row->reset;
        ++line;
    }
}

void SettingsForm::arrange() {
    while (QLayoutItem* item = grid_->takeAt(0)) {
        delete item;  // the widgets stay
    }
    std::vector<const Row*> changed_rows;
    std::vector<std::vector<const Row*>> by_group(spec::setting_groups().size());
    const std::string wanted = search_->text().trimmed().toStdString();
    for (const Row& row : rows_) {
        for (QWidget* part : std::initializer_list<QWidget*>{
                 row.title, row.editor, row.swept, row.reset, row.meaning}) {
            part->setVisible(false);
        }
        const std::string searched = spec::search_text(*row.info) + ' ' +
                                     row.title->text().toStdString() + ' ' +
                                     row.meaning->text().toStdString();
        if (!matches(searched, wanted)) {
            continue;
        }
        const auto group = &spec::group_of(row.info->key) - spec::setting_groups().data();
        (isChanged(row) ? changed_rows : by_group[static_cast<std::size_t>(group)]).push_back(&row);
    }
    int line = 0;
    addHeading(headings_.front(), changed_rows, line);
    for (std::size_t i = 0; i < by_group.size(); ++i) {
        addHeading(headings_[i + 1], by_group[i], line);
    }
    nothing_->setVisible(line == 0);
    if (line == 0) {
        grid_->addWidget(nothing_, 0, 0, 1, kColumns);
    }
}

}  // namespace throughline::ui

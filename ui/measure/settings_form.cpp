// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/settings_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFormLayout>
#include <QGridLayout>
#include <QGroupBox>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>

#include "ui/measure/accelerator_box.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kColumns = 3;
constexpr std::string_view kPresetKey = "consumer.preset";
/// Microseconds: the step time of an emulated accelerator may be below a millisecond.
constexpr int kDecimals = 6;

/// Six decimals, of which only those are shown that say something.
class RealBox : public QDoubleSpinBox {
public:
    RealBox() { setDecimals(kDecimals); }
    QString textFromValue(double value) const override {
        return locale().toString(value, 'g', QLocale::FloatingPointShortest);
    }
};

/// The wheel scrolls the form; it must not change a setting that happens to pass below it.
class WheelGuard : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::Wheel && widget != nullptr && !widget->hasFocus()) {
            event->ignore();
            return true;
        }
        return QObject::eventFilter(watched, event);
    }
};

void guardFromWheel(QWidget* editor) {
    if (editor->focusPolicy() == Qt::WheelFocus) {
        editor->setFocusPolicy(Qt::StrongFocus);
    }
    editor->installEventFilter(new WheelGuard(editor));
}

QString fromKey(std::string_view text) {
    QString title = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    for (const char* unit : {"_px", "_bytes", "_seconds"}) {
        if (title.endsWith(QLatin1String(unit))) {
            title.chop(static_cast<qsizetype>(std::string_view(unit).size()));
        }
    }
    title.replace(u'_', u' ');
    if (!title.isEmpty()) {
        title[0] = title[0].toUpper();
    }
    return QCoreApplication::translate("throughline::settings", title.toUtf8().constData());
}

QString meaningOfSetting(const spec::SettingInfo& info) {
    return QCoreApplication::translate("throughline::settings", info.meaning) + u'\n' +
           QLatin1String(info.key);
}

std::string_view groupOf(std::string_view key) {
    const auto dot = key.find('.');
    return dot == std::string_view::npos ? std::string_view("measurement") : key.substr(0, dot);
}

bool isInForm(const spec::SettingInfo& info) {
    return std::string_view(info.key) != "dataset.path";
}

}  // namespace

QString settingShortTitle(std::string_view key) {
    const auto dot = key.find('.');
    return fromKey(dot == std::string_view::npos ? key : key.substr(dot + 1));
}

QString settingTitle(std::string_view key) {
    const auto dot = key.find('.');
    if (dot == std::string_view::npos) {
        return fromKey(key);
    }
    return QCoreApplication::translate("throughline::settings", "%1: %2")
        .arg(fromKey(key.substr(0, dot)), settingShortTitle(key).toLower());
}

SettingsForm::SettingsForm(QWidget* parent) : QWidget(parent) {
    auto* grid = bareLayout<QGridLayout>(this);
    std::map<std::string, QFormLayout*> groups;
    std::vector<int> heights(kColumns, 0);
    for (const spec::SettingInfo& info : spec::all_settings()) {
        if (!isInForm(info)) {
            continue;
        }
        QFormLayout*& form = groups[std::string(groupOf(info.key))];
        if (form == nullptr) {
            auto* box = new QGroupBox(fromKey(groupOf(info.key)));
            form = new QFormLayout(box);
            form->setRowWrapPolicy(QFormLayout::DontWrapRows);
            const int index = static_cast<int>(groups.size()) - 1;
            grid->addWidget(box, index / kColumns, index % kColumns);
        }
        Field field =
            std::string_view(info.key) == kPresetKey ? makePresetField() : makeField(info);
        auto* label = new QLabel(settingShortTitle(info.key));
        label->setBuddy(field.editor);
        label->setToolTip(meaningOfSetting(info));
        guardFromWheel(field.editor);
        field.editor->setToolTip(meaningOfSetting(info));
        field.editor->setAccessibleName(settingTitle(info.key));
        field.editor->setObjectName(QLatin1String(info.key));
        form->addRow(label, field.editor);
        fields_.emplace(info.key, std::move(field));
    }
    for (int column = 0; column < kColumns; ++column) {
        grid->setColumnStretch(column, 1);
    }
}

SettingsForm::Field SettingsForm::makeField(const spec::SettingInfo& info) {
    const auto changed = [this] {
        if (!setting_) {
            Q_EMIT edited();
        }
    };
    const QString suffix = info.unit[0] == '\0' ? QString() : u' ' + QString::fromUtf8(info.unit);
    switch (info.type) {
        case spec::SettingType::Boolean: {
            auto* box = new QCheckBox;
            connect(box, &QCheckBox::toggled, this, changed);
            return {.editor = box,
                    .read = [box] { return spec::SettingValue(box->isChecked()); },
                    .write = [box](const auto& value) { box->setChecked(std::get<bool>(value)); }};
        }
        case spec::SettingType::Integer: {
            // Seeds go beyond int; a double holds every integer that a setting may have exactly.
            auto* box = new QDoubleSpinBox;
            box->setDecimals(0);
            box->setRange(info.minimum, info.maximum);
            box->setSuffix(suffix);
            box->setMaximumWidth(box->fontMetrics().horizontalAdvance(u'0') * 22);
            connect(box, &QDoubleSpinBox::valueChanged, this, changed);
            return {
                .editor = box,
                .read =
                    [box] { return spec::SettingValue(static_cast<std::int64_t>(box->value())); },
                .write =
                    [box](const auto& value) {
                        box->setValue(static_cast<double>(std::get<std::int64_t>(value)));
                    }};
        }
        case spec::SettingType::Real: {
            auto* box = new RealBox;
            box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
            box->setRange(info.minimum, info.maximum);
            box->setSuffix(suffix);
            connect(box, &QDoubleSpinBox::valueChanged, this, changed);
            return {.editor = box,
                    .read = [box] { return spec::SettingValue(box->value()); },
                    .write = [box](const auto& value) { box->setValue(std::get<double>(value)); }};
        }
        case spec::SettingType::Text: {
            auto* edit = new QLineEdit;
            connect(edit, &QLineEdit::textChanged, this, changed);
            return {.editor = edit,
                    .read = [edit] { return spec::SettingValue(edit->text().toStdString()); },
                    .write =
                        [edit](const auto& value) {
                            edit->setText(QString::fromStdString(std::get<std::string>(value)));
                        }};
        }
        case spec::SettingType::Choice: {
            auto* box = new QComboBox;
            for (const char* choice : info.choices) {
                box->addItem(QLatin1String(choice));
            }
            connect(box, &QComboBox::currentIndexChanged, this, changed);
            return {
                .editor = box,
                .read = [box] { return spec::SettingValue(box->currentText().toStdString()); },
                .write =
                    [box](const auto& value) {
                        box->setCurrentText(QString::fromStdString(std::get<std::string>(value)));
                    }};
        }
    }
    return {};
}

SettingsForm::Field SettingsForm::makePresetField() {
    auto* box = new AcceleratorBox;
    connect(box, &AcceleratorBox::presetChanged, this, [this, box] {
        if (setting_) {
            return;
        }
        if (!box->preset().empty()) {
            // What a preset stands for, so that choosing one is enough.
            setting_ = true;
            fields_.at("consumer.kind").write(std::string("paced"));
            fields_.at("consumer.batch_seconds").write(0.0);
            setting_ = false;
        }
        Q_EMIT edited();
    });
    return {.editor = box,
            .read = [box] { return spec::SettingValue(box->preset()); },
            .write = [box](const auto& value) { box->setPreset(std::get<std::string>(value)); }};
}

void SettingsForm::setValues(const spec::Settings& settings) {
    setting_ = true;
    for (const auto& [key, field] : fields_) {
        const auto value = settings.find(key);
        if (value == settings.end()) {
            continue;
        }
        if (auto checked = spec::check_setting(key, value->second)) {
            field.write(*checked);
        }
    }
    setting_ = false;
}

void SettingsForm::writeTo(spec::Settings& settings) const {
    for (const auto& [key, field] : fields_) {
        settings[key] = field.read();
    }
}

void SettingsForm::setSwept(const std::vector<spec::SweepAxis>& axes) {
    for (const auto& [key, field] : fields_) {
        const bool swept =
            std::ranges::any_of(axes, [&key](const auto& axis) { return axis.key == key; });
        field.editor->setEnabled(!swept);
        const auto* info = spec::find_setting(key);
        field.editor->setToolTip(swept ? tr("Swept: see the values under “Sweep”.")
                                       : meaningOfSetting(*info));
    }
}

SweepForm::SweepForm(QWidget* parent) : QWidget(parent) {
    auto* grid = bareLayout<QGridLayout>(this);
    const auto changed = [this] {
        if (!setting_) {
            Q_EMIT edited();
        }
    };
    for (int i = 0; i < kAxesMax; ++i) {
        Row row{.key = new QComboBox, .values = new QLineEdit};
        row.key->addItem(tr("(nothing)"), QString());
        for (const spec::SettingInfo& info : spec::all_settings()) {
            row.key->addItem(settingTitle(info.key), QString::fromLatin1(info.key));
        }
        guardFromWheel(row.key);
        row.key->setAccessibleName(tr("Swept setting %1").arg(i + 1));
        row.key->setToolTip(
            tr("Choose a setting to measure at several values; the first one varies slowest"));
        row.values->setPlaceholderText(tr("values, such as 1,2,4"));
        row.values->setAccessibleName(tr("Values of swept setting %1").arg(i + 1));
        row.values->setToolTip(
            tr("Type values separated by commas; write \\, for a comma inside a value"));
        connect(row.key, &QComboBox::currentIndexChanged, this, changed);
        connect(row.values, &QLineEdit::textChanged, this, changed);
        grid->addWidget(row.key, i, 0);
        grid->addWidget(row.values, i, 1);
        rows_.push_back(row);
    }
    grid->setColumnStretch(1, 1);
}

void SweepForm::setAxes(const std::vector<spec::SweepAxis>& axes) {
    setting_ = true;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (i >= axes.size()) {
            rows_[i].key->setCurrentIndex(0);
            rows_[i].values->clear();
            continue;
        }
        rows_[i].key->setCurrentIndex(rows_[i].key->findData(QString::fromStdString(axes[i].key)));
        QStringList values;
        for (const spec::SettingValue& value : axes[i].values) {
            values << QString::fromStdString(spec::setting_text(value))
                          .replace(u',', QStringLiteral("\\,"));
        }
        rows_[i].values->setText(values.join(u','));
    }
    setting_ = false;
}

Result<void> SweepForm::applyTo(spec::StudySpec& spec) const {
    spec.sweep.clear();
    for (const Row& row : rows_) {
        const QString key = row.key->currentData().toString();
        if (key.isEmpty()) {
            continue;
        }
        const QString assignment = key + u'=' + row.values->text().simplified();
        if (auto applied = spec::apply_sweep(spec, assignment.toStdString()); !applied) {
            return applied;
        }
    }
    return {};
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/bridge/paths.h"
#include "ui/style/icons.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {
constexpr int kFolderCharacters = 32;
}  // namespace

PreferencesDialog::PreferencesDialog(Preferences* preferences, QWidget* parent)
    : QDialog(parent), preferences_(preferences) {
    setWindowTitle(tr("Preferences"));
    setObjectName(QStringLiteral("preferences"));
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(10);
    for (const PreferenceInfo& info : allPreferences()) {
        QWidget* field = makeField(info);
        if (info.kind == PreferenceInfo::Kind::Switch) {
            form->addRow(QString(), field);
        } else {
            auto* label = new QLabel(info.title);
            label->setBuddy(field);
            label->setToolTip(info.tip);
            form->addRow(label, field);
        }
    }
    auto* buttons = new QDialogButtonBox;
    auto* defaults = buttons->addButton(tr("&Restore defaults"), QDialogButtonBox::ResetRole);
    defaults->setToolTip(tr("Set everything on this page back to what it was at first (Alt+R)"));
    defaults->setAutoDefault(false);
    connect(defaults, &QPushButton::clicked, this, &PreferencesDialog::restoreDefaults);
    QPushButton* close = buttons->addButton(QDialogButtonBox::Close);
    close->setDefault(true);  // what Enter takes, and never what sets everything back
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(20);
    layout->addLayout(form);
    layout->addStretch(1);
    layout->addWidget(buttons);
    connect(preferences_, &Preferences::changed, this, [this] {
        for (const auto& show : shown_) {
            show();
        }
    });
}

QWidget* PreferencesDialog::makeField(const PreferenceInfo& info) {
    QWidget* field = nullptr;
    switch (info.kind) {
        case PreferenceInfo::Kind::Choice:
            field = makeChoice(info);
            break;
        case PreferenceInfo::Kind::Folder:
            field = makeFolder(info);
            break;
        case PreferenceInfo::Kind::Switch: {
            auto* box = new QCheckBox(info.title);
            connect(box, &QCheckBox::toggled, this, [this, &info](bool on) {
                preferences_->set(info.preference, on);
            });
            shown_.emplace_back([this, box, &info] {
                box->setChecked(preferences_->value(info.preference).toBool());
            });
            field = box;
            break;
        }
    }
    shown_.back()();
    field->setObjectName(QLatin1String(info.key));
    field->setToolTip(info.tip);
    return field;
}

QWidget* PreferencesDialog::makeChoice(const PreferenceInfo& info) {
    auto* box = new QComboBox;
    for (const auto& [value, title] : info.choices) {
        box->addItem(title, value);
    }
    connect(box, &QComboBox::activated, this, [this, box, &info] {
        preferences_->set(info.preference, box->currentData());
    });
    shown_.emplace_back([this, box, &info] {
        // Sizes are added up step by step, and no more exact than that.
        const QVariant now = preferences_->value(info.preference);
        for (int row = 0; row < box->count(); ++row) {
            const QVariant one = box->itemData(row);
            const bool is_near = one.typeId() == QMetaType::Double &&
                                 qFuzzyCompare(one.toDouble() + 1.0, now.toDouble() + 1.0);
            if (one == now || is_near) {
                box->setCurrentIndex(row);
                return;
            }
        }
    });
    return box;
}

QWidget* PreferencesDialog::makeFolder(const PreferenceInfo& info) {
    auto* field = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(field);
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(tr("Beside the library"));
    edit->setMinimumWidth(fontMetrics().averageCharWidth() * kFolderCharacters);
    edit->setClearButtonEnabled(true);
    auto* browse = new QPushButton(icon(QStringLiteral("folder")), tr("C&hoose…"));
    browse->setToolTip(tr("Choose the folder (Alt+H)"));
    browse->setAutoDefault(false);  // Close is what Enter takes
    row->addWidget(edit, 1);
    row->addWidget(browse);
    field->setFocusProxy(edit);
    connect(edit, &QLineEdit::editingFinished, this, [this, edit, &info] {
        preferences_->set(info.preference, folderFromText(edit->text()));
    });
    connect(browse, &QPushButton::clicked, this, [this, edit, &info] {
        const QString from = edit->text().isEmpty() ? QDir::homePath() : edit->text();
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Choose a folder"), from);
        if (!chosen.isEmpty()) {
            preferences_->set(info.preference, chosen);
        }
    });
    shown_.emplace_back(
        [this, edit, &info] { edit->setText(preferences_->value(info.preference).toString()); });
    return field;
}

void PreferencesDialog::restoreDefaults() {
    for (const PreferenceInfo& info : allPreferences()) {
        preferences_->set(info.preference, info.fallback);
    }
}

}  // namespace throughline::ui

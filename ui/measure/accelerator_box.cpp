// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/accelerator_box.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QSignalBlocker>

#include "engine/catalog/accelerator_preset.h"

namespace throughline::ui {
namespace {

constexpr int kWidthShown = 12;  ///< characters of the closed box
constexpr int kWidthListed =
    170;  ///< of the list: chip, board, network, rate and source on one line

}  // namespace

AcceleratorBox::AcceleratorBox(QWidget* parent) : QComboBox(parent) {
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(kWidthShown);
    lineEdit()->setPlaceholderText(tr("none"));
    lineEdit()->setClearButtonEnabled(true);
    connect(this, &QComboBox::editTextChanged, this, [this](const QString& text) {
        lineEdit()->setToolTip(text);  // the source stands at the end, where the box is too short
        Q_EMIT presetChanged();
    });
}

std::string AcceleratorBox::preset() const {
    const int index = findText(currentText(), Qt::MatchFixedString);
    return index < 0 ? currentText().trimmed().toStdString()
                     : itemData(index).toString().toStdString();
}

void AcceleratorBox::setPreset(const std::string& id) {
    const QString text = QString::fromStdString(id);
    const int index = id.empty() ? -1 : findData(text);
    if (index >= 0) {
        setCurrentIndex(index);
    } else {
        setEditText(text);
    }
    lineEdit()->setCursorPosition(0);
}

void AcceleratorBox::load() {
    if (loaded_) {
        return;
    }
    loaded_ = true;
    const std::string before = preset();
    const QSignalBlocker quiet(this);
    const auto catalog = catalog::Catalog::built_in();
    for (const auto& preset : catalog::accelerator_presets(catalog)) {
        addItem(QString::fromStdString(describe(preset)), QString::fromStdString(preset.id));
        setItemData(count() - 1,
                    QString::fromStdString(preset.id + "\n" + preset.source.address),
                    Qt::ToolTipRole);
    }
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    const int width = fontMetrics().averageCharWidth() * kWidthListed;
    view()->setMinimumWidth(width);
    completer()->popup()->setMinimumWidth(width);
    setCurrentIndex(-1);
    setPreset(before);
}

void AcceleratorBox::showPopup() {
    load();
    QComboBox::showPopup();
}

void AcceleratorBox::focusInEvent(QFocusEvent* event) {
    load();
    QComboBox::focusInEvent(event);
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QWidget>
#include <optional>

#include "ui/whatif/quantity_edit.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// The chosen cell with a slider and a number field: for turning a knob while others look on.
/// Thread: GUI.
class AdjustStrip : public QWidget {
    Q_OBJECT
public:
    explicit AdjustStrip(ScenarioDocument* document, QWidget* parent = nullptr);

    /// None: nothing to turn.
    void setCell(int column, std::optional<model::Input> input);
    QSlider* slider() { return slider_; }
    QuantityEdit* field() { return field_; }

Q_SIGNALS:
    void refused(const QString& why);

private:
    void refresh();
    void takeSlider(int position);
    void takeText();
    double valueAt(int position) const;
    int positionOf(double value) const;
    bool isShare() const;

    ScenarioDocument* document_;  // borrowed
    int column_ = 0;
    std::optional<model::Input> input_;
    double centre_ = 1.0;  ///< the value in the middle of the slider
    QLabel* label_ = nullptr;
    QSlider* slider_ = nullptr;
    QuantityEdit* field_ = nullptr;
    QPushButton* reset_ = nullptr;
};

}  // namespace throughline::ui

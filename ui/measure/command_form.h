// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace throughline::ui {

/// What to measure with another command of the engine than `run`: it has choices of its own, and
/// neither images nor settings of a study.
/// Thread: GUI.
class CommandForm : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual void setEngine(const QString& engine) = 0;
    /// Of the engine, for what is chosen, without the record.
    virtual QStringList arguments() const = 0;
    /// Why it cannot be measured; "" = it can.
    virtual QString obstacle() const = 0;
    /// Start was pressed: whether it still can. Says what changed and looks anew where not.
    virtual bool canStillStart() { return obstacle().isEmpty(); }
    /// How long it takes, or what comes of it: beside Start.
    virtual QString estimate() const = 0;
    /// Whether the engine is still asked what it would do.
    virtual bool isAsking() const { return false; }
    /// It is chosen now. `images`: the folder that is chosen for other measurements.
    virtual void begin(const QString& images) = 0;
    /// Remembers the choice for the next start.
    virtual void remember() {}

Q_SIGNALS:
    /// What is chosen, or what is known of it.
    void changed();
};

}  // namespace throughline::ui

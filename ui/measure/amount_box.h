// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSpinBox>

#include "engine/spec/settings.h"

namespace throughline::ui {

/// A number of a setting as people write it: "128 KiB", "2 min", "by queue depth". What is typed is
/// in force at once where it can be; where it cannot, the tooltip says what is allowed, and the
/// last value comes back when the box is left. Steps double and halve bytes.
/// Thread: GUI.
class AmountBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit AmountBox(const spec::SettingInfo& info, QWidget* parent = nullptr);

    const spec::SettingValue& value() const { return value_; }
    void setValue(const spec::SettingValue& value);
    void stepBy(int steps) override;
    /// Why what stands there is not allowed, while it is typed; "": it is.
    const QString& problem() const noexcept { return problem_; }
    /// Wide enough for what stands there and for what is usually typed.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void valueChanged();  ///< or whether there is a problem

protected:
    StepEnabled stepEnabled() const override;
    QValidator::State validate(QString& text, int& position) const override;

private:
    void take(const QString& text);
    void showValue();
    double number() const;

    const spec::SettingInfo& info_;
    spec::SettingValue value_;
    QString problem_;
    QString meaning_;  ///< the tooltip, while an error stands in its place
};

}  // namespace throughline::ui

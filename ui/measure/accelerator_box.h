// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <string>

namespace throughline::ui {

/// Which published figure an emulated accelerator runs by: every preset of the catalogue with its
/// source, found by any of its words; none; or the id of an entry of one's own, typed.
/// The catalogue is read when the box is first used: it takes some 10 ms.
class AcceleratorBox : public QComboBox {
    Q_OBJECT
public:
    explicit AcceleratorBox(QWidget* parent = nullptr);

    /// The preset's id; "" = none.
    std::string preset() const;
    void setPreset(const std::string& id);

    void showPopup() override;

Q_SIGNALS:
    void presetChanged();

protected:
    void focusInEvent(QFocusEvent* event) override;

private:
    void load();

    bool loaded_ = false;
};

}  // namespace throughline::ui

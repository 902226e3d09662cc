// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <string>
#include <vector>

#include "ui/charts/fields.h"

namespace throughline::ui {

/// A list of quantities to choose from; typing searches anywhere in their titles.
/// Thread: GUI.
class FieldPicker : public QComboBox {
    Q_OBJECT
public:
    explicit FieldPicker(QWidget* parent = nullptr);

    /// `allowNone`: the first entry is "none" with the key "". `allowText`: settings that are names
    /// may be chosen too. `allowSeveral`: so may what is a curve for each device of a run.
    struct Options {
        bool allowNone = false;
        bool allowText = false;
        bool allowSeveral = false;
        bool operator==(const Options&) const = default;
    };
    void setFields(const std::vector<Field>& fields, Options options);

    std::string currentKey() const;
    /// Silent. A key that is not offered leaves nothing chosen.
    void setCurrentKey(const std::string& key);

    QSize minimumSizeHint() const override;
    void showPopup() override;  ///< as wide as its longest entry

Q_SIGNALS:
    void keyChosen(const QString& key);  ///< by the user

private:
    /// The entry of this name, or the first that holds all of these words; < 0: none.
    int meantBy(const QString& text) const;

    std::vector<Field> fields_;
    Options options_;
};

}  // namespace throughline::ui

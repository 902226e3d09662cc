// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them, with the thousands mark of the engine's formatter.
#pragma once

#include <QSpinBox>
#include <QString>

namespace throughline::ui {

/// "1 281 167".
QString countText(double count);
/// "133 MB".
QString bytesText(double bytes);
/// `value` with `decimals` places, groups of three and a true minus sign.
QString numberText(double value, int decimals);
/// "12 800", "4 199", "0.85", "44.13 M": rounded to its digits, without zeros at its end. "no
/// limit" for infinity.
QString figureText(double value, int digits = 4);

/// For computing with, as tables are copied: `digits` significant ones with a decimal point and
/// without groups, "1036383330"; with an exponent only where nobody writes it out.
QString copiedText(double value, int digits);

/// "48 000 IOPS" of "48000 IOPS": the whole numbers of a text that a space and a unit follow, in
/// groups of three.
QString groupedBeforeUnits(QString text);

/// A text whose figures somebody wrote by hand, "2,026" or in German "2.026", with the mark of
/// countText().
QString withOneMark(QString text);

/// A text that may be wrapped, but not within "images/s": a word joiner after each slash between
/// letters.
QString wholeUnits(QString text);

/// A field for a whole number that is shown as countText() has it. Thread: GUI.
class CountBox : public QSpinBox {
    Q_OBJECT
public:
    using QSpinBox::QSpinBox;

protected:
    QString textFromValue(int value) const override;
    int valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;

private:
    /// Without prefix, suffix and marks.
    QString digitsOf(QString text) const;
};

}  // namespace throughline::ui

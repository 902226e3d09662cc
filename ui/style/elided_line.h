// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace throughline::ui {

/// A plain text in one line, whatever its length: what is beyond its room is shown by dots and
/// stands in the tooltip, so that nothing below it moves when it grows. Or all of it, in lines.
/// Thread: GUI.
class ElidedLine : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLine(QWidget* parent = nullptr);

    /// `whole`: in as many lines as it takes.
    void setWhole(bool whole);
    bool isWhole() const { return wordWrap(); }
    /// True when it is longer than one line of this width.
    bool isCut() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include "engine/whatif/headline.h"
#include "ui/style/elided_line.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// A text that asks for one line and takes as many as it needs where there is less room. It is
/// never cut, and breaks in no number and no interval.
class WrappedLine : public QLabel {
    Q_OBJECT
public:
    explicit WrappedLine(QWidget* parent = nullptr);

    void setLine(const QString& text);
    const QString& line() const { return line_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    QString line_;
};

/// What the model says of the chosen scenario, to be read from the back of a room: the rate and
/// its interval, what limits, how long the GPUs wait, the difference to now, the price. What cannot
/// be had is a dash with its reason. Predicted: italic with "≈", hatched where the model is asked
/// beyond what was measured. Each reason under them is one line, so that nothing below moves when
/// it grows; all of it stands in its tooltip, and below the figures where setWhole() says so.
/// Thread: GUI.
class AnswerBanner : public QWidget {
    Q_OBJECT
public:
    explicit AnswerBanner(ScenarioDocument* document, QWidget* parent = nullptr);

    /// What the figures rest on, under them.
    void setSource(const QString& text);
    /// Whether the reasons stand under the figures in full.
    void setWhole(bool whole);
    /// All of it as read out: "≈ 1 600 images/s; …".
    QString text() const;
    /// What decides the number without having been measured; "": nothing.
    QString assumed() const { return assumed_->text(); }
    QLabel* rate() { return tiles_[Rate].figure; }
    /// Where there is less room than the figures ask for, their type is smaller.
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Tile { Rate, LimitedBy, GpusWait, Against, Price, TileCount };
    struct Figure {
        QLabel* figure = nullptr;
        WrappedLine* caption = nullptr;
    };
    void setFonts();
    /// Of the type of the rate: type that is larger on demand makes it no smaller.
    double rateScale() const;
    /// In a narrow window smaller type rather than figures that are cut.
    void fit();
    void say(Tile tile, const QString& figure, const QString& caption);
    void refresh();
    void showAnswer(const whatif::Answer& answer, const whatif::Headline& said);
    /// What the difference is a difference to, by name.
    QString againstWhat() const;
    QString gradeText(const whatif::Answer& answer) const;

    ScenarioDocument* document_;  // borrowed
    Figure tiles_[TileCount];
    ElidedLine* foot_;
    ElidedLine* assumed_;
    ElidedLine* source_;
    bool outside_ = false;  ///< what was measured
    double scale_ = 1.0;    ///< of the type of the figures
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QButtonGroup>
#include <QGridLayout>
#include <QWidget>

#include "ui/measure/presets.h"

namespace throughline::ui {

/// One preset: its title, what it measures, how long it takes.
class PresetCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit PresetCard(Preset preset, QWidget* parent = nullptr);

    void setWords(const QString& meaning, const QString& time);
    /// Greyed where there is a reason; "" = it can be chosen.
    void setUnavailable(const QString& reason);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    /// In pixels: so that no word of it is cut.
    int widthOfWords() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void describe();
    int heightOfTitle(int width) const;
    /// How long it takes, or that it cannot be measured here.
    int pictureRoom() const;  ///< right of the foot
    QString foot() const;

    QString meaning_;
    QString time_;
    QString unavailable_;
};

/// The presets as cards side by side, of which one is chosen: by a click, the arrow keys or their
/// letters. Return starts.
/// Thread: GUI.
class PresetCards : public QWidget {
    Q_OBJECT
public:
    explicit PresetCards(QWidget* parent = nullptr);

    Preset chosen() const { return static_cast<Preset>(group_.checkedId()); }
    void choose(Preset preset);
    /// On a machine with so many cores; 0 = not known.
    void setCores(int cores);
    int cores() const { return cores_; }
    /// Why it cannot be measured here; "" = it can.
    void setUnavailable(Preset preset, const QString& reason);

Q_SIGNALS:
    /// By the user.
    void choiceMade(throughline::ui::Preset preset);
    void startAsked();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    PresetCard* cardOf(Preset preset) const;
    /// As many columns as there is room for, with each word whole.
    void fit();
    void place(int columns);

    QButtonGroup group_;
    QGridLayout* grid_ = nullptr;
    int columns_ = 0;
    int cores_ = 0;
};

}  // namespace throughline::ui

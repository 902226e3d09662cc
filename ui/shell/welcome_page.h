// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QWidget>

namespace throughline::ui {

/// A large button: icon, title and what happens.
class WelcomeTile : public QAbstractButton {
    Q_OBJECT
public:
    WelcomeTile(QString iconName,
                const QString& title,
                const QString& words,
                QWidget* parent = nullptr);
    void setWords(const QString& words);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;  ///< all its words are seen

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Parts {
        QRect icon;
        QString title;
        QRect title_box;
        QRect words_box;
    };
    Parts partsAt(int width) const;

    QString icon_name_;
    QString words_;
};

/// The first page: measure, open, look at the demo.
class WelcomePage : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePage(QWidget* parent = nullptr);

    /// Empty: the demo can be opened; else why not.
    void setDemoObstacle(const QString& reason);
    /// Why nothing can be measured here, or "".
    void setEngineProblem(const QString& problem);

Q_SIGNALS:
    void measureAsked();
    void openAsked();
    void demoAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refreshFonts();

    QLabel* title_ = nullptr;
    QLabel* words_ = nullptr;
    QLabel* problem_ = nullptr;
    WelcomeTile* measure_ = nullptr;
    WelcomeTile* demo_ = nullptr;
    QString demo_words_;
};

}  // namespace throughline::ui

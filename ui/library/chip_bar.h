// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <vector>

#include "ui/library/study_list_model.h"

namespace throughline::ui {

/// What is plotted, as a row of chips in the order in which it was: a click opens the study's page,
/// its cross takes it out of the charts. What has no room is in a menu at the end.
/// Thread: GUI.
class ChipBar : public QWidget {
    Q_OBJECT
public:
    explicit ChipBar(StudyListModel* studies, QWidget* parent = nullptr);

    /// Of the studies that have room, in their order.
    std::vector<QToolButton*> chips() const { return chips_; }
    QToolButton* moreButton() const { return more_; }
    QToolButton* compareButton() const { return compare_; }
    QToolButton* clearButton() const { return clear_; }

Q_SIGNALS:
    void opened(qint64 study);
    void unplotAsked(qint64 study);
    void compareAsked();  ///< all of them
    void clearAsked();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    /// Delete takes the chip that has the keyboard out.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    /// `shown`: its name as the chip has room for it.
    QToolButton* makeChip(const QModelIndex& study, const QString& shown);
    void fillMenu(const std::vector<std::int64_t>& studies);

    StudyListModel* studies_;  // borrowed
    std::vector<QToolButton*> chips_;
    QWidget* row_;
    QLabel* hint_;
    QToolButton* more_;
    QToolButton* compare_;
    QToolButton* clear_;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMouseEvent>
#include <QSettings>
#include <QTreeView>

#include "ui/library/study_tree.h"

namespace throughline::ui {

/// The list of studies as mouse and keyboard find it. Which folders are folded is kept.
/// Thread: GUI.
class StudyTreeView : public QTreeView {
    Q_OBJECT
public:
    StudyTreeView(StudyTree* tree, QSettings* settings, QWidget* parent = nullptr);

    /// The selected studies, in the order of the list.
    std::vector<std::int64_t> selected() const;
    /// Makes it the current one and unfolds what it lies in.
    void setCurrentStudy(qint64 study);
    /// Selects these and no others; the one that stands furthest up becomes the current one.
    void select(const std::vector<std::int64_t>& studies);
    /// The study below the last of these, else the one above the first; 0: there is no other.
    std::int64_t besideThese(const std::vector<std::int64_t>& studies) const;
    /// Gives it the keyboard, and a current study where it has none.
    void enter();

Q_SIGNALS:
    void selectedChanged();
    void dotClicked(qint64 study);  ///< what says whether it is plotted
    void studyClicked(qint64 study);
    void studyDoubleClicked(qint64 study);
    void draggedOut();  ///< the selected studies

protected:
    /// None: the row of a folder has its own arrow.
    void drawBranches(QPainter*, const QRect&, const QModelIndex&) const override {}
    /// What is dragged are files, which are written first.
    void startDrag(Qt::DropActions actions) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void unfold();
    void keepFolded(const QModelIndex& folder, bool folded);
    /// The study whose row, or whose dot, the left button was pressed on; 0: none.
    qint64 studyAt(const QMouseEvent& event, bool onDot) const;

    StudyTree* tree_;      // borrowed
    QSettings* settings_;  // borrowed
    bool unfolding_ = false;
    bool dragging_ = false;
    bool on_dot_ = false;  ///< the button was pressed there
};

}  // namespace throughline::ui

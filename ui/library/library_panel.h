// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QUndoStack>
#include <QWidget>

#include "ui/library/study_list_model.h"

namespace throughline::ui {

/// The list of studies with its filter, its actions and their undo.
/// Thread: GUI.
class LibraryPanel : public QWidget {
    Q_OBJECT
public:
    LibraryPanel(LibraryService* library, QSettings* settings, QWidget* parent = nullptr);

    StudyListModel* model() { return &model_; }
    QUndoStack* undoStack() { return &undo_; }
    /// Rename, delete, save as, show alone, select in chart: for menus.
    QList<QAction*> studyActions() const;
    QLineEdit* filterBox() { return filter_; }
    /// Makes a study the current one and checks it.
    void plotStudy(qint64 study, bool alone);
    /// Checks these and no others.
    void plotStudies(const std::vector<std::int64_t>& studies);
    /// The same once the list holds it: it was just taken in.
    void showWhenListed(qint64 study);
    /// Asks for a file name and writes the study there.
    void saveAs(qint64 study);
    void forgetUndo() { undo_.clear(); }

Q_SIGNALS:
    void checkedChanged(const std::vector<std::int64_t>& studies);
    /// Double click or Enter: show it in the chart.
    void activated(qint64 study);

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeActions();
    void takeStudies(const std::vector<StudyItem>& studies);
    std::vector<std::int64_t> selected() const;
    void deleteSelected();
    void updateActions();
    void updateEmptyState();

    LibraryService* library_;  // borrowed
    QSettings* settings_;      // borrowed
    RunColours colours_;
    StudyListModel model_;
    QSortFilterProxyModel filtered_;
    QUndoStack undo_;
    QLineEdit* filter_ = nullptr;
    QListView* view_ = nullptr;
    QLabel* empty_ = nullptr;
    QStackedLayout* stack_ = nullptr;
    qint64 awaited_ = 0;  ///< to be shown when it is listed; 0 = none
    QAction* rename_ = nullptr;
    QAction* delete_ = nullptr;
    QAction* save_ = nullptr;
    QAction* alone_ = nullptr;
    QAction* plot_ = nullptr;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QStackedLayout>
#include <QUndoStack>
#include <QWidget>
#include <functional>

#include "ui/library/study_filter.h"
#include "ui/library/study_list_model.h"
#include "ui/library/study_list_view.h"

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
    QList<QAction*> studyActions() const { return study_actions_; }
    /// Bin, backup, restore, check: for menus.
    QList<QAction*> libraryActions() const { return library_actions_; }
    QLineEdit* filterBox() { return filter_; }
    QComboBox* groupBox() { return groups_; }
    /// Makes a study the current one and checks it.
    void plotStudy(qint64 study, bool alone);
    /// Checks these and no others.
    void plotStudies(const std::vector<std::int64_t>& studies);
    /// Checks the studies with these uuids and no others; those that are gone are left out.
    void plotUuids(const QStringList& uuids);
    /// Checks the published studies with these titles, and no other published ones; one's own stay
    /// as they are.
    void plotPublished(const QStringList& uuids);
    /// The same once the list holds it: it was just taken in.
    void showWhenListed(qint64 study);
    /// Asks for a file name and writes the studies there as one record.
    void saveAs(const std::vector<std::int64_t>& studies);
    /// Changes a study so that it can be undone.
    void change(const store::StudyRow& study, const store::StudyChange& change);
    void forgetUndo() { undo_.clear(); }

Q_SIGNALS:
    void checkedChanged(const std::vector<std::int64_t>& studies);
    /// It alone is selected.
    void chosen(qint64 study);
    /// Double click or Enter: show its result.
    void opened(qint64 study);
    /// Show it in the chart.
    void activated(qint64 study);
    /// What was done, and how it is taken back.
    void said(const QString& message);

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeActions();
    void makeLibraryActions();
    void makeFilter();
    void search(const QString& text);
    void editProperties(qint64 study);
    void toggleBaseline(qint64 study);
    void askBackup();
    void askRestore();
    void checkThose(const std::function<bool(const store::StudyRow& item)>& wanted);
    void takeStudies(const std::vector<store::StudyRow>& studies);
    std::vector<std::int64_t> selected() const;
    /// The selected studies as a record each, once the library has written them.
    void dragOutSelected();
    void deleteStudies(const std::vector<std::int64_t>& ids);
    void updateActions();
    void updateEmptyState();

    LibraryService* library_;  // borrowed
    QSettings* settings_;      // borrowed
    RunColours colours_;
    StudyListModel model_;
    StudyFilter filtered_;
    QUndoStack undo_;
    QLineEdit* filter_ = nullptr;
    QComboBox* groups_ = nullptr;
    std::uint64_t question_ = 0;  ///< only the answer to the last search counts
    StudyListView* view_ = nullptr;
    QLabel* empty_ = nullptr;
    QStackedLayout* stack_ = nullptr;
    qint64 awaited_ = 0;  ///< to be shown when it is listed; 0 = none
    QList<QAction*> study_actions_;
    QList<QAction*> library_actions_;
};

}  // namespace throughline::ui

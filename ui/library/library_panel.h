// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QStackedLayout>
#include <QUndoStack>
#include <QWidget>
#include <functional>

#include "ui/library/chip_bar.h"
#include "ui/library/study_list_model.h"
#include "ui/library/study_search.h"
#include "ui/library/study_tree.h"
#include "ui/library/study_tree_view.h"

namespace throughline::ui {

/// How many studies were plotted, and how many no longer are.
struct Replotted {
    int added = 0;
    int takenOut = 0;
};

/// The list of studies with its filter, its actions and their undo.
/// Thread: GUI.
class LibraryPanel : public QWidget {
    Q_OBJECT
public:
    using Ids = std::vector<std::int64_t>;

    LibraryPanel(LibraryService* library, QSettings* settings, QWidget* parent = nullptr);

    StudyListModel* model() { return &model_; }
    QUndoStack* undoStack() { return &undo_; }
    /// Rename, delete, save as, show alone, select in chart: for menus.
    QList<QAction*> studyActions() const { return study_actions_; }
    /// Bin, backup, restore, check: for menus.
    QList<QAction*> libraryActions() const { return library_actions_; }
    QLineEdit* filterBox() { return filter_; }
    /// What the list is folded by: for the view menu.
    QList<QAction*> arrangementActions() const { return arrangement_actions_; }
    /// A row of what is plotted; the caller puts it into a layout.
    ChipBar* makeChips();
    void setPublishedShown(bool shown) { tree_.setPublishedShown(shown); }
    /// In the order of the list.
    Ids selected() const;
    /// Makes a study the current one and plots it.
    void plotStudy(qint64 study, bool alone);
    /// Plots these and no others.
    void plotStudies(const Ids& studies);
    /// Plots these beside what is plotted.
    void plotBeside(const Ids& studies);
    /// Plots the studies with these uuids in place of `insteadOf`; others stay as they are, and
    /// those that are gone are left out. No step of undo: it is part of somebody else's.
    Replotted plotInstead(const QStringList& uuids, const QStringList& insteadOf);
    void togglePlotted(const Ids& studies);
    /// Makes it the study that others are compared with, or none.
    void toggleBaseline(qint64 study);
    /// The selected studies, or where fewer than two are, those that are plotted.
    void compare();
    /// Takes all studies out of the charts, which can be undone.
    void clearPlotted();
    /// The same once the list holds it: it was just taken in. `current`: else it is plotted only.
    void showWhenListed(qint64 study, bool current = true);
    /// Selects them once the list holds them; the charts stay as they are.
    void selectWhenListed(const Ids& studies);
    /// Asks for a file name and writes the studies there as one record.
    void saveAs(const Ids& studies);
    /// Changes a study so that it can be undone.
    void change(const store::StudyRow& study, const store::StudyChange& change);

Q_SIGNALS:
    void plottedChanged(const Ids& studies);
    /// What is selected, at least one; its page is not asked for.
    void chosen(const Ids& studies);
    /// Show the figures of these side by side.
    void compareAsked(const Ids& studies);
    /// Show where what is said of it is changed.
    void editAsked(qint64 study);
    /// A click: show it, on a page that shows one study.
    void opened(qint64 study);
    /// A double click or Enter: show its result, whatever page is in front.
    void resultAsked(qint64 study);
    /// They were plotted: show the chart.
    void chartAsked(qint64 study);
    void said(const QString& message);
    /// What was done, which the undo stack can take back.
    void done(const QString& message);

private:
    void makeActions();
    void takeAwaited();
    /// Does `what` with the selected studies.
    QAction* addStudyAction(const char* icon_name,
                            const QString& text,
                            const QKeySequence& keys,
                            const QString& tip,
                            const std::function<void(const Ids&)>& what,
                            bool ofOneStudy = false);
    void makeLibraryActions();
    void takeOut(const Ids& studies);
    /// One step of undo; `change` says to the model what is plotted. Without a change there is
    /// none.
    bool replot(const QString& text, const std::function<void()>& change);
    void askBackup();
    void askRestore();
    void takeStudies(const std::vector<store::StudyRow>& studies);
    void makeView();
    void makeArrangements();
    /// The selected studies as a record each, once the library has written them.
    void dragOutSelected();
    void deleteStudies(const std::vector<std::int64_t>& ids);
    void takeDeleted(const Ids& ids, int count);
    void updateActions();
    void updateEmptyState();

    LibraryService* library_;  // borrowed
    QSettings* settings_;      // borrowed
    RunColours colours_;
    StudyListModel model_;
    StudyTree tree_;
    QUndoStack undo_;
    StudySearch* filter_ = nullptr;
    StudyTreeView* view_ = nullptr;
    QLabel* empty_ = nullptr;
    QStackedLayout* stack_ = nullptr;
    struct {
        Ids studies;  ///< to be selected when they are listed
        bool plotted = false;
        bool current = true;
    } awaited_;
    QList<QAction*> study_actions_;
    QList<QAction*> arrangement_actions_;
    QList<QAction*> library_actions_;
};

}  // namespace throughline::ui

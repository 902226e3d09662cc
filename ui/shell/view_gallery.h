// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTimer>
#include <map>
#include <set>

#include "engine/panels/panels.h"
#include "ui/explore/view_previews.h"
#include "ui/shell/view_keeper.h"
#include "ui/style/words_filter.h"

namespace throughline::ui {

/// The cards that contain all words typed and are in the chosen group; those that are called by
/// these words come first, else they stand in the order of the model.
/// Thread: GUI.
class CardFilter : public WordsFilter {
public:
    using WordsFilter::WordsFilter;

    /// Only rows whose list of texts in `role` has this one; "": all.
    void setGroup(int role, const QString& group);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    int group_role_ = Qt::UserRole;
    QString group_;
};

/// The saved views and the charts of the published studies as pictures to choose from, by question
/// and by study, with what is to be learnt of the chosen one. The pictures are drawn while one
/// looks at them. Thread: GUI.
class ViewGallery : public QDialog {
    Q_OBJECT
public:
    /// Takes the previews over.
    ViewGallery(ViewKeeper* keeper,
                ExploreDocument* document,
                ViewPreviews* previews,
                QUndoStack* undo,
                QWidget* parent);

    QLineEdit* search() const noexcept { return search_; }
    QListView* list() const noexcept { return list_; }
    QListWidget* groups() const noexcept { return groups_; }
    QLabel* lesson() const noexcept { return lesson_; }
    QPushButton* measureButton() const noexcept { return measure_; }
    QStringList titlesShown() const;
    /// Whether all cards in view that can be drawn are.
    bool isDrawn() const;

Q_SIGNALS:
    void pictureShown(const QString& title);
    /// The gallery is closed; this experiment (engine/panels) is to be got ready.
    void measureAsked(const QString& experiment);
    /// The same of a setting to be changed, and of a ready scenario to be looked at.
    void settingAsked(const QString& key);
    void scenarioAsked(const QString& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeList();
    void makeGroups();
    /// What a card teaches, below the cards: its text is never cut.
    QWidget* makeLesson();
    void showGroup();
    QWidget* makeFoot(QUndoStack* undo);
    void fill();
    void addSaved(const SavedView& view);
    void addPanel(const panels::Panel& panel);
    QStandardItem* addItem(const QString& title, const QString& what, PreviewOrder order);
    void orderVisible();
    void takePicture(const QString& key, const QPixmap& picture);
    void choose();
    void showChosen();
    void measureChosen();
    void follow(const QString& link);
    void renameChosen();
    void removeChosen();
    const SavedView* chosenSaved() const;
    /// Null: a saved view is chosen, or nothing.
    const panels::Panel* chosenPanel() const;

    ViewKeeper* keeper_;         // borrowed
    ExploreDocument* document_;  // borrowed
    ViewPreviews* previews_;
    std::vector<SavedView> saved_;
    std::vector<PreviewOrder> orders_;  ///< in the order of the items
    std::set<QString> ordered_;
    std::map<QString, QPixmap> pictures_;
    QStandardItemModel items_;
    CardFilter shown_;
    QTimer look_;  ///< for what came into view
    QLineEdit* search_;
    QListView* list_;
    QListWidget* groups_;
    QLabel* lesson_;
    QLabel* said_;
    QPushButton* measure_ = nullptr;
    QPushButton* show_ = nullptr;
    QPushButton* rename_ = nullptr;
    QPushButton* remove_ = nullptr;
};

}  // namespace throughline::ui

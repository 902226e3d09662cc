// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTimer>
#include <map>
#include <set>

#include "ui/explore/view_previews.h"
#include "ui/shell/view_keeper.h"
#include "ui/style/words_filter.h"

namespace throughline::ui {

/// The saved views and the charts of the published studies as pictures to choose from. The
/// pictures are drawn while one looks at them.
/// Thread: GUI.
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
    QStringList titlesShown() const;

Q_SIGNALS:
    void pictureShown(const QString& title);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeList();
    QWidget* makeFoot(QUndoStack* undo);
    void fill();
    void addSaved(const SavedView& view);
    void addReady(const StudyView& view);
    void addItem(const QString& title, const QString& what, PreviewOrder order, bool saved);
    void orderVisible();
    void takePicture(const QString& key, const QPixmap& picture);
    void choose();
    void showChosen();
    void renameChosen();
    void removeChosen();
    const SavedView* chosenSaved() const;

    ViewKeeper* keeper_;         // borrowed
    ExploreDocument* document_;  // borrowed
    ViewPreviews* previews_;
    std::vector<SavedView> saved_;
    std::vector<StudyView> ready_;
    std::vector<PreviewOrder> orders_;  ///< in the order of the items
    std::set<QString> ordered_;
    std::map<QString, QPixmap> pictures_;
    QStandardItemModel items_;
    WordsFilter shown_;
    QTimer look_;  ///< for what came into view
    QLineEdit* search_;
    QListView* list_;
    QLabel* said_;
    QPushButton* show_ = nullptr;
    QPushButton* rename_ = nullptr;
    QPushButton* remove_ = nullptr;
};

}  // namespace throughline::ui

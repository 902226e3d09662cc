// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>

#include "ui/bridge/library_service.h"
#include "ui/library/study_tree.h"

namespace throughline::ui {

/// The words that the list of studies is narrowed by: what the list itself shows answers at once,
/// the library's full text follows.
/// Thread: GUI.
class StudySearch : public QLineEdit {
    Q_OBJECT
public:
    /// Both are borrowed.
    StudySearch(LibraryService* library, StudyTree* tree, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The list shows others.
    void narrowed();
    /// Enter, or Down: on into the list.
    void listWanted();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void search(const QString& text);

    LibraryService* library_;
    StudyTree* tree_;
    std::uint64_t question_ = 0;  ///< only the answer to the last search counts
};

/// "12 of 1 022 studies", below the filter; hidden while nothing is sought, or found: the list says
/// so then. Thread: GUI.
class HitCount : public QLabel {
    Q_OBJECT
public:
    /// Both borrowed.
    HitCount(const StudySearch* search, const StudyTree* tree, QWidget* parent = nullptr);
};

}  // namespace throughline::ui

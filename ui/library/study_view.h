// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace throughline::ui {

/// The list of studies as the mouse finds it: what is dragged from it are files, which are written
/// first.
/// Thread: GUI.
class StudyView : public QListView {
    Q_OBJECT
public:
    using QListView::QListView;

Q_SIGNALS:
    void draggedOut();  ///< the selected studies

protected:
    void startDrag(Qt::DropActions) override { Q_EMIT draggedOut(); }
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>
#include <QMouseEvent>

namespace throughline::ui {

/// The list of studies as the mouse finds it: what is dragged from it are files, which are written
/// first.
/// Thread: GUI.
class StudyListView : public QListView {
    Q_OBJECT
public:
    using QListView::QListView;

Q_SIGNALS:
    void draggedOut();  ///< the selected studies

protected:
    void startDrag(Qt::DropActions) override {
        dragging_ = true;
        Q_EMIT draggedOut();
    }
    /// While the files are written the mouse must not select others.
    void mouseMoveEvent(QMouseEvent* event) override {
        dragging_ = dragging_ && (event->buttons() & Qt::LeftButton) != 0;
        if (!dragging_) {
            QListView::mouseMoveEvent(event);
        }
    }
    void mousePressEvent(QMouseEvent* event) override {
        dragging_ = false;
        QListView::mousePressEvent(event);
    }

private:
    bool dragging_ = false;
};

}  // namespace throughline::ui

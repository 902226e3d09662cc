// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChildEvent>
#include <QDrag>
#include <QMimeData>
#include <QTest>
#include <QUrl>

namespace throughline::ui {

/// Waits for the drag that starts from `source` and keeps what it carries. Without a desktop it
/// ends at once: what it was is read when Qt is about to delete it.
class CaughtDrag : public QObject {
public:
    explicit CaughtDrag(QWidget* source) { source->installEventFilter(this); }

    bool wait() {
        constexpr int kPatienceMs = 10'000;
        return QTest::qWaitFor([this] { return caught_; }, kPatienceMs);
    }
    const QList<QUrl>& urls() const { return urls_; }
    const QStringList& formats() const { return formats_; }

    /// The left button, pressed in `widget` and moved; it stays pressed.
    static void drag(QWidget* widget, const QPoint& from) {
        QWindow* window = widget->window()->windowHandle();
        const auto in_window = [&](const QPoint& at) {
            return widget->mapTo(widget->window(), at);
        };
        QTest::mousePress(window, Qt::LeftButton, {}, in_window(from));
        for (int step = 1; step <= 4; ++step) {
            QTest::mouseMove(window, in_window(from + QPoint(step * 6, step * 4)));
        }
    }
    static void release(QWidget* widget, const QPoint& at) {
        QTest::mouseRelease(widget->window()->windowHandle(),
                            Qt::LeftButton,
                            {},
                            widget->mapTo(widget->window(), at));
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::ChildAdded) {
            static_cast<QChildEvent*>(event)->child()->installEventFilter(this);
        }
        const auto* drag = qobject_cast<QDrag*>(watched);
        if (event->type() == QEvent::DeferredDelete && drag != nullptr) {
            urls_ = drag->mimeData()->urls();
            formats_ = drag->mimeData()->formats();
            caught_ = true;
        }
        return false;
    }

private:
    bool caught_ = false;
    QList<QUrl> urls_;
    QStringList formats_;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDrag>
#include <QImage>
#include <QMimeData>
#include <QPointer>
#include <QTest>
#include <QTimer>
#include <QUrl>

namespace throughline::ui {

/// Waits for a drag that starts from `source`, keeps what it carries and gives it up.
class CaughtDrag {
public:
    explicit CaughtDrag(QWidget* source) {
        QObject::connect(&look_, &QTimer::timeout, source, [this, source] {
            if (const auto* drag = source->findChild<QDrag*>()) {
                look_.stop();
                urls_ = drag->mimeData()->urls();
                formats_ = drag->mimeData()->formats();
                QDrag::cancel();
            }
        });
        look_.start(1);
    }
    bool wait() {
        constexpr int kPatienceMs = 10'000;
        return QTest::qWaitFor([this] { return !look_.isActive(); }, kPatienceMs);
    }
    const QList<QUrl>& urls() const { return urls_; }
    const QStringList& formats() const { return formats_; }

    /// The left button, pressed in `widget` and moved; it stays pressed.
    static void drag(QWidget* widget, const QPoint& from) {
        QWindow* window = widget->window()->windowHandle();
        const auto in_window = [&](const QPoint& at) { return widget->mapTo(widget->window(), at); };
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

private:
    QTimer look_;
    QList<QUrl> urls_;
    QStringList formats_;
};

}  // namespace throughline::ui

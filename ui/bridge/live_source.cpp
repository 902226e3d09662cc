// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/live_source.h"

namespace throughline::ui {

void LiveSource::changeSetting(const QString& /*key*/, qint64 /*value*/) {}

void LiveSource::publish(SnapshotPtr snapshot) {
    const MutexLock lock(mutex_);
    newest_ = std::move(snapshot);
    if (!delivery_pending_) {
        delivery_pending_ = true;
        QMetaObject::invokeMethod(this, [this] { deliver(); }, Qt::QueuedConnection);
    }
}

void LiveSource::deliver() {
    {
        const MutexLock lock(mutex_);
        delivery_pending_ = false;
        shown_ = newest_;
    }
    Q_EMIT snapshotChanged();
}

void LiveSource::publishEnd(LiveOutcome outcome) {
    QMetaObject::invokeMethod(
        this,
        [this, outcome = std::move(outcome)] {
            if (!ended_) {
                ended_ = true;
                outcome_ = outcome;
                Q_EMIT ended();
            }
        },
        Qt::QueuedConnection);
}

void LiveSource::publishRefusal(const QString& reason) {
    QMetaObject::invokeMethod(
        this, [this, reason] { Q_EMIT refused(reason); }, Qt::QueuedConnection);
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "engine/base/result.h"
#include "engine/store/library.h"

namespace throughline::ui {

/// The records in the spool folder.
struct SpoolContents {
    QStringList live;   ///< still locked: a process measures on
    QStringList ended;  ///< to be taken in
};

/// Blocks: on the disk; never on the GUI thread.
SpoolContents scanSpool(const QString& folder);

/// Puts a record that the library has taken in aside, and deletes those put aside over a week ago.
/// Blocks: on the disk.
void putAside(const QString& recordPath);

/// A name for a new record that sorts by time and that no other window picks.
QString newRecordName();

/// The record of a study in the spool folder, to be finished: the one that was put aside while it
/// is kept, else made again from the library.
/// Blocks: on the disk. Errors: the library's; Io.
Result<QString> recordToFinish(store::Library& library, qint64 study, const QString& folder);

/// The process that holds the lock of a file, from /proc/locks; 0 when it cannot be told.
/// Blocks: briefly, on /proc.
qint64 lockOwner(const QString& path);

}  // namespace throughline::ui

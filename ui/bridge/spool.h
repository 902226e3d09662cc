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

/// A record that the library has taken in whole goes: it is kept beside the library. Blocks: on the
/// disk.
void removeSpooled(const QString& recordPath);

/// Puts a record aside of which something could not be read, and deletes those put aside over a
/// week ago. Blocks: on the disk.
void putAside(const QString& recordPath);

/// A name for a new record that sorts by time and that no other window picks.
QString newRecordName();

/// A record of the study in the spool folder, to be finished: made from the library.
/// Blocks: on the disk. Errors: the library's; Io.
Result<QString> recordToFinish(store::Library& library, qint64 study, const QString& folder);

/// The process that holds the lock of a file, from /proc/locks; 0 when it cannot be told.
/// Blocks: briefly, on /proc.
qint64 lockOwner(const QString& path);

}  // namespace throughline::ui

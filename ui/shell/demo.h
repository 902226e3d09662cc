// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace throughline::ui {

/// The recordings that came with the program, as resource paths; empty when it was built without.
QStringList demoRecordings();

/// Where they are copied to.
QString demoFolder();

/// Copies them to `folder`, from where the library takes them in, with titles in the reader's
/// language. Returns the files.
/// Blocks: on the disk.
QStringList unpackDemo(const QString& folder);

}  // namespace throughline::ui

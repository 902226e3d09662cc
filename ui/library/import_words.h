// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

#include "ui/bridge/import_run.h"

namespace throughline::ui {

/// What became of a file in a word or two, its mark, and all that is to be said of it.
QString wordOf(const ImportOutcome& outcome);
QIcon iconOf(const ImportOutcome& outcome);
QString detailsOf(const ImportOutcome& outcome);

}  // namespace throughline::ui

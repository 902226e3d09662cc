// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>
#include <vector>

#include "ui/bridge/import_run.h"

namespace throughline::ui {

/// What became of a file in a word or two, its mark, and all that is to be said of it.
QString wordOf(const ImportOutcome& outcome);
QIcon iconOf(const ImportOutcome& outcome);
QString detailsOf(const ImportOutcome& outcome);
/// What became of the files that were not taken in, in a sentence a kind; "" where all were.
QString othersText(const std::vector<ImportOutcome>& outcomes);

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "engine/record/record.h"

namespace throughline::ui {

/// Lines of a small study: `runs` runs of the full pipeline at 1, 2, … decode threads, three
/// samples each, run r at 100 r images/s.
std::vector<record::Line> smallStudy(const std::string& uuid, const std::string& title, int runs);

std::string linesAsText(const std::vector<record::Line>& lines);

/// Writes a record to a new file.
void writeRecord(const QString& path, const std::vector<record::Line>& lines);

}  // namespace throughline::ui

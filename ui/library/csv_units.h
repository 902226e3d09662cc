// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace throughline::ui {

/// A unit that a column may be written in, and its factor to the stored unit.
struct CsvUnit {
    QString name;
    double factor = 1.0;
};

/// The units offered for a metric stored in `stored` ("bytes/s"); the stored one first. One entry
/// when there is nothing to choose.
std::vector<CsvUnit> csvUnitsFor(const std::string& stored);

/// What a column may be by its name ("imgs per sec", "lat_ms"): a target as a mapping spells it,
/// "" when the name says nothing. Only ever a suggestion.
std::string suggestedTarget(const std::string& column);

}  // namespace throughline::ui

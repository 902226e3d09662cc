// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/analysis/validity.h"
#include "engine/catalog/published_rate.h"
#include "engine/record/study.h"

namespace throughline::ui {

/// A run as a row: what was set, what came out.
struct RunTableRow {
    int number = 0;
    record::RunStatus status = record::RunStatus::Done;
    spec::Settings settings;
    record::Summaries metrics;
    std::map<std::string, std::string, std::less<>> absent;
    bool touched = false;  ///< a live setting was changed while it was measured
    /// Why it is no result, in the record's words; empty where it is one.
    QString remark{};
    /// None: another tool measured it, or the study goes on.
    std::optional<analysis::RunValidity> validity{};
    /// Of the network that a GPU ran, for its ceiling to be read beside.
    std::optional<catalog::PublishedRate> published{};
    /// What is done of it, of a run that is measured in turn with others; empty: it has ended.
    QString underWay{};
};

}  // namespace throughline::ui

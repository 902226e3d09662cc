// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <vector>

#include "ui/study/run_selection.h"

namespace throughline::ui {

/// What one run has of a figure or a setting.
struct FactCell {
    QString value{};           ///< with its unit; "" where there is none
    QString absent{};          ///< why there is none, or ""
    bool byAllStages = false;  ///< the full pipeline and each stage alone bring what is absent
    QString change{};          ///< against the baseline: "−83.5 %"; "" where runs are not compared
    analysis::ChangeKind kind = analysis::ChangeKind::None;
    QString details{};  ///< the value and the difference in whole, with their intervals
};

/// One figure or setting of all columns.
struct FactRow {
    QString title;
    QString group;  ///< of settings
    std::string key;
    QString meaning;  ///< what it is, how it is computed, where it comes from
    std::vector<FactCell> cells;
    bool differs = false;    ///< and not within noise
    bool standsOut = false;  ///< for certain: beyond noise, or a setting
    /// It stands here for who searches it: no column has it, or it is one of many that a row above
    /// puts together.
    bool onlyFound = false;
    QString members{};  ///< the words by which the many that it puts together are found; "" = none
};

/// Every figure that one of the columns has, those that the records say to be lacking, and all
/// others that the program knows, which are only found; each that is lacking with the reason.
std::vector<FactRow> figureRows(const RunSelection& runs);
/// The settings, those that differ first; then what the records say of computer and data.
std::vector<FactRow> settingRows(const RunSelection& runs);

/// "better", "within noise", …; "" where nothing is to be said.
QString wordsOf(analysis::ChangeKind kind);

}  // namespace throughline::ui

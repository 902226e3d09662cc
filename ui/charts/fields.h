// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// The x axis of samples. Not in the registry: it is where a sample stands, not what it says.
inline constexpr const char* kTimeKey = "time";
/// The condition of imported runs whose samples are numbered, not timed: what the numbers count.
inline constexpr const char* kStepAxisKey = "step_axis";

/// When a run began. Not in the registry: it is neither measured nor set.
inline constexpr const char* kStartKey = "started_at";

/// The version of the tool that measured.
inline constexpr const char* kVersionKey = "tool_version";
/// Whether x is the time or the version at which runs were made, along which studies follow each
/// other.
bool isTrend(const std::string& x);

enum class FieldGroup : std::uint8_t { Varied, Measured, Fixed };

/// A quantity that can go on an axis. A key without its label ("read_iops" where runs have
/// "read_iops{device=…}") stands for the only device, interface or GPU that each run has; on y,
/// where runs have several, for each of them.
struct Field {
    std::string key;
    QString title;  ///< with unit, as pickers show it
    FieldGroup group = FieldGroup::Measured;
    bool isText = false;  ///< has names, not numbers: an x axis of categories
    int runs = 0;         ///< how many have it
    /// Of several devices, GPUs … of a run at once, a curve for each: for y axes only.
    bool isSeveral = false;
    bool operator==(const Field&) const = default;
};

/// What the runs of these studies really have: first what was varied, then what was measured in the
/// registry's order, then what was the same everywhere.
std::vector<Field> availableFields(const std::vector<StudyForPlot>& studies);
bool hasField(const std::vector<Field>& fields, std::string_view key);

/// Key of a setting in the runs' settings, of a measured figure in their metrics.
bool isSetting(const RunForPlot& run, std::string_view key);
/// A figure of a run; nothing when it is absent, or there for several devices.
std::optional<record::Summary> measuredOf(const RunForPlot& run, std::string_view key);
/// Setting or measured figure as a number; nothing for texts.
std::optional<double> numberOf(const RunForPlot& run, std::string_view key);
/// A setting as people read it: "32", "cold", "true".
QString settingText(const RunForPlot& run, std::string_view key);
/// Why a run lacks a figure, in the record's own words.
QString reasonAbsent(const RunForPlot& run, std::string_view key);

/// Whether it is published as what its authors estimate or extrapolate, not as a measurement.
bool isEstimate(const RunForPlot& run);
/// Whether it is what the listed limits of a storage allow at most, which nobody measured.
bool isListedLimit(const RunForPlot& run);

/// Settings that say how long and how often, not what: they never make a curve of their own.
bool isBookkeeping(std::string_view key);

/// Keys whose values differ between these runs, those that count first: most values first. That
/// some are estimates, which measurements do not say of themselves, sets them apart as well.
std::vector<std::string> variedKeys(const std::vector<const RunForPlot*>& runs);

/// "Decode threads" as it stands within a sentence: "decode threads", but "GPUs".
QString withinSentence(const QString& title);

/// Title and unit of a key, linear, no range. Categories are left to the caller.
PlotAxis axisOf(std::string_view key);

/// "QD 32", "8 threads", "cold": a setting as the name of a curve.
QString settingName(std::string_view key, const QString& value);

}  // namespace throughline::ui

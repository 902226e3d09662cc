// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/study.h"

namespace throughline::analysis {

/// What else can be told apart beside a baseline.
inline constexpr std::size_t kComparedMax = 12;

/// A run as a comparison needs it; borrowed for the call.
struct ComparedRun {
    const spec::Settings& settings;
    const record::Summaries& metrics;
};

/// Whether a rate is of data that were read and measured: neither an estimate of authors nor a
/// limit, nor of synthetic data, which no pipeline had to bring.
bool is_of_read_data(const spec::Settings& settings);

/// The order of "the fastest run": any of the whole pipeline before any stage alone, any of data
/// that were read before others, then by images/s. A run without the setting counts as whole, one
/// without the figure as 0.
bool is_slower(const ComparedRun& a, const ComparedRun& b);

/// The fastest run that is a result; of a study without one the fastest of all. Null: no runs.
const record::RunData* fastest_run(const record::Study& study);

/// What one run's figure is against the baseline's. What cannot be had is empty.
struct Difference {
    std::optional<double> value{};
    std::optional<double> absolute{};  ///< value - baseline, in the metric's unit
    std::optional<double> percent{};   ///< of the baseline; empty where that is 0
    /// The 95 % interval of `absolute`, where both were repeated: their half widths h in
    /// quadrature, sqrt(h1^2 + h2^2), as for independent means (Welch's interval without its
    /// correction of the degrees of freedom, which both half widths already carry).
    std::optional<double> half_width{};

    /// Whether the interval excludes 0; nothing where there is no interval.
    std::optional<bool> excludes_zero() const;
};

/// What a difference says to who wants more images a second.
enum class ChangeKind : std::uint8_t {
    None,         ///< one of the two does not have the figure
    Equal,        ///< both have the same value
    Unsure,       ///< not both were repeated: it cannot be told from noise
    WithinNoise,  ///< the 95 % interval contains 0
    BeyondNoise,  ///< it does not, of a figure that is neither better nor worse for being higher
    Better,       ///< the same, of one that is
    Worse,
};
ChangeKind kind_of(std::string_view key, const Difference& difference);
/// "better", "within noise", ...; "" for None, Equal and Unsure.
const char* name_of(ChangeKind kind) noexcept;

struct ComparedMetric {
    std::string key{};  ///< without its label where `members` says of which device each is
    std::optional<record::Summary> baseline{};
    std::vector<Difference> others{};  ///< by run
    /// Where the runs have the quantity of one device, interface or GPU each, and not all of the
    /// same: which, the baseline's first, then by run; "" = it has none, "all" = of no single one.
    /// Otherwise empty.
    std::vector<std::string> members{};

    /// Whether any run that has the figure differs from the baseline, and not within noise.
    bool differs() const;
};

struct ComparedSetting {
    std::string key{};
    std::vector<std::string> texts{};  ///< the baseline's first, then by run; "" = it has none
    bool differs = false;
};

struct Comparison {
    std::vector<ComparedSetting> settings{};  ///< those that differ first, each part by key
    std::vector<ComparedMetric> metrics{};    ///< in the registry's order
};

/// "Disk utilisation (vda)"; of different devices "Disk utilisation", and each value says whose it
/// is.
std::string compared_title(const ComparedMetric& metric);
/// What stands behind the value of a run (0: the baseline), "vda", where the title does not name
/// it; else "".
std::string member_beside(const ComparedMetric& metric, std::size_t run);
/// For where no cell has room for more than its number: in the order of the runs "Disk utilisation
/// (vda / nvme0n1)". The others' device stands once where all of them have the same.
std::string title_with_members(const ComparedMetric& metric);

/// "+2.06 %", "−48.2 %"; from ten times on "849 times".
std::string change_text(double percent);

/// "12.3 images/s": between two values of a metric, such as Difference::half_width; of per cents
/// "3.20 pp" (percentage points), which are not per cent of the baseline.
std::string length_text(std::string_view key, double length);

/// "+34.5 images/s", "−3.20 pp": Difference::absolute of a metric.
std::string absolute_text(std::string_view key, double absolute);

/// What a difference that has Difference::absolute is read as: of shares in points, as a per cent
/// of a per cent would be mistaken for them; else in per cent of the baseline, where that is not 0.
std::string difference_text(std::string_view key, const Difference& difference);

/// At most kComparedMax of `others`. A disk and the disk of another name in another run are held
/// against each other where each run has just one.
Comparison compare(const ComparedRun& baseline, std::span<const ComparedRun> others);

}  // namespace throughline::analysis

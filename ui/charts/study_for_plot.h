// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/analysis/distribution.h"
#include "engine/analysis/emulation.h"
#include "engine/base/result.h"
#include "engine/record/machine.h"
#include "engine/record/study.h"
#include "engine/store/library.h"
#include "ui/charts/storage_limits.h"

namespace throughline::ui {

/// A run as the explorer needs it: what was set, what came out, what is missing and why.
struct RunForPlot {
    std::int64_t id = 0;  ///< the library's, or the run's number where there is no library
    int number = 0;
    record::RunStatus status = record::RunStatus::Done;
    spec::Settings settings;
    record::Summaries metrics;
    std::map<std::string, std::string, std::less<>> absent;  ///< key -> reason
    analysis::Distributions spreads{};                       ///< of its histograms
    std::map<std::string, QString> warnings{};               ///< code -> the first note's text
    std::string straggler{};  ///< the node that held the others back; "" = none did
    QString decodedBy{};      ///< what of a GPU decoded, in English; "" = nothing, or nobody says
    /// Keys of the metrics that it has samples of; nothing: that is not known.
    std::optional<std::set<std::string, std::less<>>> sampled{};
    /// Of a run of our own: its settings as foreign and published runs name them. They repeat
    /// `settings`: an axis can have them, and no curve is set apart by them.
    spec::Settings foreignNames{};
    /// Metric -> relation of what is published as a bound or an approximation: "<=", ">=", "~".
    std::map<std::string, std::string, std::less<>> relations{};
    std::optional<StorageLimits> storage{};  ///< that a published run names
    std::optional<double> startedAt{};       ///< seconds since 1970, UTC
};

struct StudyForPlot {
    QString uuid;
    QString title;
    QString apart{};  ///< what sets it apart from others of its title, see tellStudiesApart()
    record::Origin origin = record::Origin::Measured;
    int colourSlot = 0;             ///< for life, see RunColours
    QString startedAt{};            ///< UTC, ISO 8601
    QString sourceDate{};           ///< of published figures, as precise as the source says: "2018"
    analysis::Emulated emulated{};  ///< in any of its runs: its mark stands behind its title
    record::Machine machine{};      ///< that it was measured on; its name in `host`
    bool isBaseline = false;        ///< has the library's star
    std::optional<StorageLimits> storage{};  ///< that it is linked to in the library
    std::vector<RunForPlot> runs;
    std::vector<RunForPlot> leftOut{};  ///< those that somebody chose not to show
};

/// The origin that its curves are drawn by: a demo is no more of this computer than an import is.
record::Origin drawnAs(const StudyForPlot& study) noexcept;

/// "ImageNet on nvme0 (2026-03-01)": its title, that it was emulated and what sets it apart;
/// "Untitled study" for none.
QString titleOf(const StudyForPlot& study);
/// Of a part of it, in which less may be emulated.
QString titleOf(const StudyForPlot& study, analysis::Emulated emulated);
/// Its title alone.
QString plainTitleOf(const StudyForPlot& study);
/// "ImageNet on nvme0 2026-03-01": its title and what sets it apart, without its mark.
QString titleApartOf(const StudyForPlot& study);
/// As titleOf(), short enough to stand before the name of a curve.
QString shortTitleOf(const StudyForPlot& study);
/// Sets `apart` of studies whose short titles are the same, as StudyNames says it: when they began,
/// in local time, or the date of a source. Of all others it is empty.
void tellStudiesApart(std::vector<StudyForPlot>& studies);

/// A run and the study that it is of; null pointers for none.
struct RunOfStudy {
    const StudyForPlot* study = nullptr;
    const RunForPlot* run = nullptr;
};
RunOfStudy findRun(const std::vector<StudyForPlot>& studies, std::int64_t id);

/// A study of the library with colour slot 0. Blocks: on the library. Errors: the library's.
Result<StudyForPlot> readStudyForPlot(store::Library& library, std::int64_t id);
/// Those with these uuids that are still there, in their order.
Result<std::vector<StudyForPlot>> readStudiesForPlot(store::Library& library,
                                                     const QStringList& uuids);
/// One that is in memory: just measured, or made by an importer.
StudyForPlot studyForPlot(const record::Study& study, int colourSlot);

/// In how many cells a whole run is read at first: some for each pixel of a wide chart.
inline constexpr std::size_t kCellsOfWholeRun = 4096;

/// Samples of one metric of one run, or what a chart can show of many.
struct SampleSeries {
    std::vector<double> t_s;
    std::vector<double> values;
    /// The extremes of the samples of which a value is the mean; empty where each is one sample.
    std::vector<double> low{};
    std::vector<double> high{};
    /// Of each value's first sample; empty where nobody says.
    std::vector<record::Phase> phases{};
    std::vector<int> repeats{};
    QString error{};  ///< not empty: why there are none, or not in more detail
    /// Which sample lines of the run each is of, as store::Envelope has them.
    std::vector<std::int64_t> lines{};
    std::int64_t linesOfCell = 1;
    std::int64_t firstLine = 0;
    std::int64_t endLine = 0;
    std::int64_t leftOut = 0;  ///< store::Envelope::left_out, of the whole run

    bool isRaw() const noexcept { return low.empty(); }
};
struct SampleRequest {
    QString study;  ///< uuid
    std::int64_t run = 0;
    std::string metric;
    store::Stretch stretch{};
};
/// Blocks: on the library. Errors: the library's.
Result<SampleSeries> readSamples(store::Library& library, const SampleRequest& request);

/// Fetches samples off the GUI thread and calls back on it, once; the one who asked may be gone by
/// then, which the callback takes care of.
using SampleProvider =
    std::function<void(const SampleRequest&, std::function<void(SampleSeries)> done)>;

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/run_table.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "engine/metrics/registry.h"
#include "engine/record/touched.h"
#include "engine/spec/choices.h"
#include "engine/spec/spec.h"
#include "ui/charts/figure_words.h"
#include "ui/study/run_status.h"
#include "ui/study/setting_words.h"
#include "ui/study/stage_names.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

/// Of a GPU run, which has it of its own.
constexpr const char* kGpuCeiling = "ceiling_images_per_second{stage=consumer}";
constexpr const char* kPublished = "published";  ///< beside it; no metric of the run
/// Of the lowest ceiling, whichever that is. Beside an accelerator it would be read as how well
/// that is fed, which is the accelerator's utilisation.
constexpr const char* kFedShare = "fed_share";
constexpr const char* kAccelerator = "accelerator_utilisation";
constexpr std::array<const char*, 10> kFigures = {"images_per_second",
                                                  kGpuCeiling,
                                                  "gpu_fed_share",
                                                  kAccelerator,
                                                  kFedShare,
                                                  "read_bytes_per_second",
                                                  "read_iops",
                                                  "disk_utilisation",
                                                  "cpu_utilisation",
                                                  "cache_served_share"};
/// In place of the device's figures, where there are none: of benchmarks.
constexpr std::array<const char*, 2> kRequested = {"requested_read_bytes_per_second",
                                                   "read_requests_per_second"};

/// Of several nodes that measured together, which have an efficiency.
constexpr const char* kNodeCount = "node_count";
constexpr const char* kEfficiency = "scaling_efficiency";

constexpr const char* kBlockBytes = "storage.block_bytes";
/// Of a storage baseline, which asks storage alone: settings in the order in which people say them,
/// then what it delivered.
constexpr std::array<const char*, 5> kCellSettings = {
    "pattern", kBlockBytes, "storage.queue_depth", "storage.threads", "storage.direct"};
constexpr std::array<const char*, 15> kCellFigures = {"requested_read_bytes_per_second",
                                                      "read_requests_per_second",
                                                      "read_latency_p50",
                                                      "read_latency_p99",
                                                      "requested_write_bytes_per_second",
                                                      "write_requests_per_second",
                                                      "write_latency_p50",
                                                      "write_latency_p99",
                                                      "samples_per_second",
                                                      "create_per_second",
                                                      "stat_per_second",
                                                      "open_per_second",
                                                      "readdir_per_second",
                                                      "delete_per_second",
                                                      "cache_served_share"};

/// Rows that decide how wide a column is, so that long studies stay quick.
constexpr int kRowsLookedAt = 50;

/// Titles short enough for a column; the tooltip has the registry's words.
QString columnTitle(const std::string& metric) {
    if (metric == kGpuCeiling) {
        return RunTableModel::tr("GPU ceiling");
    }
    if (metric == kPublished) {
        return RunTableModel::tr("Published");
    }
    return figureTitle(metric);
}

std::optional<catalog::PublishedRate> publishedOf(const spec::Settings& settings,
                                                  const std::vector<record::Note>& notes) {
    static const auto kPresets = catalog::accelerator_presets(catalog::Catalog::built_in());
    const auto word = [&](const char* key) {
        const auto found = settings.find(key);
        return found == settings.end() ? std::string() : spec::setting_text(found->second);
    };
    const auto gpu = std::ranges::find(notes, record::kGpuNote, &record::Note::code);
    return gpu == notes.end()
               ? std::nullopt
               : catalog::published_beside(
                     kPresets, gpu->text, word("consumer.network"), word("consumer.phase"));
}

/// The figure of a run, summed over devices; utilisation is the highest of them.
std::optional<record::Summary> summaryOf(const RunTableRow& row, const std::string& id) {
    if (id == kGpuCeiling) {
        if (spec::consumer_kind_of(row.settings) != spec::ConsumerKind::Gpu) {
            return std::nullopt;  // an emulated accelerator's is that of its schedule
        }
    }
    const auto plain = row.metrics.find(id);
    if (plain != row.metrics.end()) {
        return plain->second;
    }
    std::optional<record::Summary> found;
    for (auto it = row.metrics.lower_bound(id + "{"); it != row.metrics.end(); ++it) {
        if (it->first.compare(0, id.size() + 1, id + "{") != 0) {
            break;
        }
        if (!found) {
            found = it->second;
        } else {
            const double value = it->second.value;
            found->value =
                id == "disk_utilisation" ? std::max(found->value, value) : found->value + value;
            found->low.reset();
            found->high.reset();
        }
    }
    return found;
}

/// Settings in which the rows differ, by their keys.
std::vector<std::string> variedSettings(const std::vector<RunTableRow>& rows) {
    std::map<std::string, std::set<std::string>> values;
    for (const RunTableRow& row : rows) {
        for (const auto& [key, value] : row.settings) {
            // Among how many nodes data were shared out goes with how many measured together.
            if (key != "dataset.nodes" || !row.settings.contains(kNodeCount)) {
                values[key].insert(spec::setting_text(value));
            }
        }
    }
    std::vector<std::string> varied;
    for (const auto& [key, texts] : values) {
        if (texts.size() > 1) {
            varied.push_back(key);
        }
    }
    return varied;
}

/// Cells of a storage baseline only.
bool isStorageBaseline(const std::vector<RunTableRow>& rows) {
    return !rows.empty() && std::ranges::all_of(rows, [](const RunTableRow& row) {
        return row.settings.contains("pattern") &&
               spec::stages_of(row.settings) == spec::Stages::Storage;
    });
}

/// What a column shows: a setting or a figure.
struct ShownKey {
    std::string id;
    bool setting = false;
};

bool anyHas(const std::vector<RunTableRow>& rows, const char* figure) {
    return std::ranges::any_of(
        rows, [&](const RunTableRow& row) { return summaryOf(row, figure).has_value(); });
}

std::vector<ShownKey> baselineKeys(const std::vector<RunTableRow>& rows) {
    std::vector<std::string> varied = variedSettings(rows);
    // A mix of sizes stands in that column, too, and beside it the one size of all others.
    const auto mixes = std::ranges::count_if(
        rows, [](const RunTableRow& row) { return row.settings.contains("block_mix"); });
    if (mixes > 0 && mixes < std::ssize(rows) &&
        std::ranges::find(varied, kBlockBytes) == varied.end()) {
        varied.emplace_back(kBlockBytes);
    }
    std::vector<ShownKey> keys;
    for (const char* const key : kCellSettings) {
        if (std::ranges::find(varied, key) != varied.end()) {
            keys.push_back({.id = key, .setting = true});
        }
    }
    for (const std::string& key : varied) {
        if (std::ranges::find(kCellSettings, key) == kCellSettings.end()) {
            keys.push_back({.id = key, .setting = true});
        }
    }
    for (const char* const figure : kCellFigures) {
        if (anyHas(rows, figure)) {
            keys.push_back({.id = figure});
        }
    }
    return keys;
}

std::vector<ShownKey> keysOf(const std::vector<RunTableRow>& rows) {
    std::vector<ShownKey> keys{{.id = "stages", .setting = true}};
    for (const std::string& key : variedSettings(rows)) {
        if (key != "stages") {
            keys.push_back({.id = key, .setting = true});
        }
    }
    const bool accelerated = anyHas(rows, kAccelerator);
    const bool of_nodes = std::ranges::any_of(
        rows, [](const RunTableRow& row) { return row.settings.contains(kNodeCount); });
    if (of_nodes && anyHas(rows, kEfficiency)) {
        keys.push_back({.id = kEfficiency});
    }
    for (const char* figure : kFigures) {
        const bool misread = accelerated && figure == std::string_view(kFedShare);
        if (anyHas(rows, figure) && !misread) {
            keys.push_back({.id = figure});
        }
        const bool beside =
            figure == std::string_view(kGpuCeiling) &&
            std::ranges::any_of(rows, [](const auto& row) { return row.published.has_value(); });
        if (beside) {
            keys.push_back({.id = kPublished});
        }
    }
    if (!anyHas(rows, "read_bytes_per_second") && !anyHas(rows, "read_iops")) {
        for (const char* figure : kRequested) {
            if (anyHas(rows, figure)) {
                keys.push_back({.id = figure});
            }
        }
    }
    return keys;
}

/// The first note that says why a run is no result.
QString remarkOf(const std::vector<record::Note>& notes) {
    const auto found = std::ranges::find_if(notes, [](const record::Note& note) {
        return note.code == record::kTouchedCode || note.level == record::Level::Error;
    });
    return found == notes.end() ? QString() : QString::fromStdString(found->text);
}

/// "3 079 images/s", and whose where it is another card's.
QString publishedText(const catalog::PublishedRate& rate) {
    const QString text = QString::fromStdString(
        metrics::format_metric("images_per_second", 1.0 / rate.figure.image_seconds));
    return rate.same_card
               ? text
               : QStringLiteral("%1 (%2)").arg(text, QString::fromStdString(rate.figure.gpu));
}

}  // namespace

std::vector<RunTableRow> rowsOf(const record::Study& study) {
    std::vector<RunTableRow> rows;
    rows.reserve(study.runs.size());
    for (const record::RunData& run : study.runs) {
        rows.push_back({.number = run.started.run,
                        .status = run.status,
                        .settings = run.started.settings,
                        .metrics = run.metrics,
                        .absent = run.absent,
                        .touched = record::is_touched(run),
                        .remark = remarkOf(run.notes),
                        .validity = analysis::validity_of(study, run),
                        .published = publishedOf(run.started.settings, run.notes)});
    }
    return rows;
}

/// Of its rounds until now; those of the one that goes on are not among its figures.
static RunTableRow rowOf(const RunUnderWay& run, bool current) {
    RunTableRow row;
    row.number = run.started->run;
    row.settings = run.started->settings;
    for (std::size_t i = 0; i < kFigureCount; ++i) {
        if (std::isfinite(run.means[i])) {
            row.metrics[metricOf(static_cast<Figure>(i), {})] = {.value = run.means[i]};
        }
    }
    const double rounds = spec::number_at(row.settings, "repeats").value_or(1.0);
    row.underWay = current ? RunTableModel::tr("measuring")
                           : RunTableModel::tr("%1 of %2 rounds").arg(run.repeat).arg(rounds);
    return row;
}

std::vector<RunTableRow> rowsOf(const LiveSnapshot& snapshot) {
    std::vector<RunTableRow> rows;
    rows.reserve(snapshot.ended.size() + snapshot.underWay.size());
    for (const auto& run : snapshot.ended) {
        rows.push_back({.number = run->ended.run,
                        .status = run->ended.status,
                        .settings = run->started.settings,
                        .metrics = run->ended.metrics,
                        .absent = run->ended.absent,
                        .touched = record::is_touched(run->notes),
                        .remark = remarkOf(run->notes),
                        .published = publishedOf(run->started.settings, run->notes)});
    }
    for (const auto& [number, run] : snapshot.underWay) {
        const bool current = snapshot.current == run.started;
        if (run.repeat > (current ? 1 : 0)) {
            rows.push_back(rowOf(run, current));
        }
    }
    std::ranges::stable_sort(rows, {}, &RunTableRow::number);
    return rows;
}

void RunTableModel::setRows(std::vector<RunTableRow> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    columns_.clear();
    for (const ShownKey& key : isStorageBaseline(rows_) ? baselineKeys(rows_) : keysOf(rows_)) {
        columns_.push_back({.id = key.id, .setting = key.setting});
    }
    endResetModel();
}

int RunTableModel::settingCount() const {
    return static_cast<int>(std::ranges::count_if(columns_, &Column::setting));
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size()) + 1;
}

QString RunTableModel::text(const RunTableRow& row, const Column& column) const {
    if (column.id == "stages") {
        return row.settings.contains(column.id) ? stagesTitle(spec::stages_of(row.settings))
                                                : QStringLiteral("–");
    }
    if (column.setting) {
        if (column.id == kBlockBytes && row.settings.contains("block_mix")) {
            return tr("ImageNet file sizes");
        }
        const auto value = row.settings.find(column.id);
        const auto stages = spec::stages_of(row.settings);
        const bool matters = !stages || spec::setting_matters(column.id, stages);
        return value == row.settings.end() || !matters ? QStringLiteral("–")
                                                       : settingValue(column.id, value->second);
    }
    if (column.id == kPublished) {
        return row.published ? publishedText(*row.published) : QStringLiteral("–");
    }
    const auto summary = summaryOf(row, column.id);
    if (!summary) {
        return QStringLiteral("–");
    }
    const QString text = QString::fromStdString(metrics::format_metric(column.id, summary->value));
    if (summary->low && summary->high && summary->value > 0) {
        const double half = (*summary->high - *summary->low) / 2.0;
        return tr("%1 ± %2 %")
            .arg(text,
                 QString::fromStdString(format_significant(100.0 * half / summary->value, 2)));
    }
    return text;
}

/// Above all of it, which is said beside the figure: it is no better pipeline.
static bool isFedBeyond(const RunTableRow& row) {
    constexpr double kWhole = 100.0;
    const auto fed = row.metrics.find(kFedShare);
    return fed != row.metrics.end() && fed->second.value > kWhole;
}

QString RunTableModel::why(const RunTableRow& row, const Column& column) const {
    if (column.id == kPublished) {
        return row.published ? QString::fromStdString(catalog::describe(row.published->figure))
                             : tr("No rate of this network on one GPU is in the catalogue.");
    }
    if (summaryOf(row, column.id) && column.id == kFedShare) {
        return isFedBeyond(row)
                   ? tr("Above 100 %: the whole pipeline was faster than its slowest stage alone, "
                        "so the stage was slowed down while it was measured.")
                   : QString();
    }
    for (const auto& [key, reason] : row.absent) {
        if (key == column.id || key.starts_with(column.id + "{")) {
            return QString::fromStdString(reason);
        }
    }
    return {};
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= rows_.size()) {
        return {};
    }
    const RunTableRow& row = rows_[static_cast<std::size_t>(index.row())];
    const auto column_index = static_cast<std::size_t>(index.column());
    if (column_index == columns_.size()) {
        return role == Qt::DisplayRole   ? QVariant(runStatusText(row))
               : role == Qt::ToolTipRole ? QVariant(runRemarks(row))
                                         : QVariant();
    }
    const Column& column = columns_[column_index];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, column);
        case Qt::ToolTipRole:
            return why(row, column);
        case Qt::DecorationRole:
            return column.id == kFedShare && isFedBeyond(row)
                       ? QVariant(icon(QStringLiteral("warning"), currentTheme().warning))
                       : QVariant();
        case Qt::TextAlignmentRole:
            return column.setting ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        return role == Qt::DisplayRole ? QVariant(rows_[static_cast<std::size_t>(section)].number)
                                       : QVariant();
    }
    const auto index = static_cast<std::size_t>(section);
    if (index >= columns_.size()) {
        return role == Qt::DisplayRole ? QVariant(tr("Status")) : QVariant();
    }
    const Column& column = columns_[index];
    if (role == Qt::DisplayRole) {
        return column.setting ? settingTitle(column.id) : columnTitle(column.id);
    }
    if (role == Qt::TextAlignmentRole && !column.setting) {  // above its numbers
        return {Qt::AlignRight | Qt::AlignVCenter};
    }
    if (role == Qt::ToolTipRole && !column.setting) {
        if (column.id == kPublished) {
            return tr(
                "The fastest rate that was published of the network on one GPU of this kind, "
                "or of another kind, which is then named.");
        }
        return figureMeaning(column.id);
    }
    return {};
}

RunTable::RunTable(QWidget* parent) : QTableView(parent) {
    setModel(&model_);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setTabKeyNavigation(false);  // Tab leaves the table
    setAccessibleName(tr("Runs"));
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setResizeContentsPrecision(kRowsLookedAt);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void RunTable::setRows(std::vector<RunTableRow> rows) {
    horizontalHeader()->setVisible(!rows.empty());  // there are no columns before there are figures
    model_.setRows(std::move(rows));
    // The one column that may warn stands where no window is too narrow for it.
    QHeaderView* header = horizontalHeader();
    const int last = model_.columnCount() - 1;
    for (int column = 0; column <= last; ++column) {
        header->moveSection(header->visualIndex(column), column);
    }
    header->moveSection(last, std::min(last, model_.settingCount() + 1));
}

}  // namespace throughline::ui

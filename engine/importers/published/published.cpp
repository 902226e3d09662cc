// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/published/published.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/text.h"
#include "engine/base/uuid.h"
#include "engine/importers/published/published_conditions.h"
#include "engine/importers/published/published_table.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace {

/// The codes of remarks on figures that their source gives as bounds or approximations.
struct RelationCode {
    const char* relation;
    const char* code;
};
constexpr RelationCode kRelationCodes[] = {
    {"<=", "published.at_most"}, {">=", "published.at_least"}, {"~", "published.about"}};

/// Null for a figure that is exact.
const RelationCode* relation_code(const catalog::Published& entry) {
    const auto* const found =
        std::find_if(std::begin(kRelationCodes), std::end(kRelationCodes), [&](const auto& each) {
            return entry.relation == each.relation;
        });
    return found == std::end(kRelationCodes) ? nullptr : found;
}

/// A quantity as the catalogue names it, and its metric.
struct Quantity {
    const char* name;
    const char* unit;
    const char* metric;
    double factor;
};
constexpr Quantity kQuantities[] = {
    {"images_per_second", "images/s", "images_per_second", 1.0},
    {"samples_per_second", "samples/s", "samples_per_second", 1.0},
    {"decode_rate", "images/s", "ceiling_images_per_second{stage=decode}", 1.0},
    {"decode_time", "ms", "cpu_seconds_per_image{stage=decode}", 1e-3},
    {"step_time", "s", "step_time", 1.0},
    {"time_per_epoch", "s", "epoch_time", 1.0},
    {"time_to_train", "min", "training_time", 60.0},
    {"time_to_train", "hours", "training_time", 3600.0},
    {"read_throughput", "MB/s", "read_bytes_per_second", 1e6},
    {"read_throughput", "GB/s", "read_bytes_per_second", 1e9},
    {"disk_read_series", "kB/s", "read_bytes_per_second", 1e3},
    {"write_throughput", "MB/s", "write_bytes_per_second", 1e6},
    {"read_iops", "IOPS", "read_iops", 1.0},
    {"reads_per_second", "reads/s", "read_iops", 1.0},
    {"write_iops", "IOPS", "write_iops", 1.0},
    {"network_throughput", "Gbit/s", "network_receive_bytes_per_second", 1.25e8},
    {"disk_utilisation", "percent", "disk_utilisation", 1.0},
    {"gpu_utilisation", "percent", "gpu_utilisation", 1.0},
    {"top1_accuracy", "percent", "top1_accuracy", 1.0},
    {"scaling_efficiency", "percent", "scaling_efficiency", 1.0},
    {"speedup", "factor", "speedup", 1.0},
    {"scaling_factor", "ratio", "speedup", 1.0},
    {"linear_scaling_gpus", "GPUs", "linear_scaling_gpus", 1.0},
    {"relative_throughput", "percent", "relative_rate", 1.0},
    {"relative_throughput", "ratio", "relative_rate", 100.0},
    {"cpu_share", "percent", "cpu_share", 1.0},
    {"price", "USD/hour", "price_per_hour", 1.0},
};

const Quantity* quantity_of(const catalog::Published& entry) {
    const auto* const found =
        std::find_if(std::begin(kQuantities), std::end(kQuantities), [&](const Quantity& each) {
            return entry.metric == each.name && entry.unit == each.unit;
        });
    return found == std::end(kQuantities) ? nullptr : found;
}

/// "2018-11-14" of "2018-11-14", "2020-01-01" of "2020-2022"; "" when there is no year.
std::string day_of(std::string_view date) {
    const auto digits = [&](std::size_t at, std::size_t count) {
        return at + count <= date.size() &&
               std::all_of(date.begin() + static_cast<std::ptrdiff_t>(at),
                           date.begin() + static_cast<std::ptrdiff_t>(at + count),
                           [](unsigned char byte) { return std::isdigit(byte) != 0; });
    };
    if (!digits(0, 4)) {
        return {};
    }
    std::string day(date.substr(0, 4));
    for (const std::size_t at : {std::size_t{4}, std::size_t{7}}) {
        const bool part = at < date.size() && date[at] == '-' && digits(at + 1, 2) &&
                          !digits(at + 3, 1) && day.size() == at;
        day += part ? std::string(date.substr(at, 3)) : std::string("-01");
    }
    return day.substr(0, 10);
}

std::string figure_text(const catalog::Published& entry) {
    // clang-analyzer takes the entry for uninitialised after a search through the table above.
    std::string text = entry.metric;  // NOLINT(clang-analyzer-core.CallAndMessage)
    if (entry.value.value) {
        text += " " + entry.relation + " " + shortest_text(*entry.value.value);
        if (entry.value_max) {
            text += " to " + shortest_text(*entry.value_max);
        }
    }
    return text + " " + entry.unit;
}

/// How figures are read; another number makes other studies of them.
constexpr const char* kReading = "5";

class SourceStudy {
public:
    explicit SourceStudy(const catalog::Source* source, const std::string& id) {
        record::Header& header = study_.header;
        header.origin = record::Origin::Published;
        header.spec_json = "{}";
        header.title = source == nullptr ? id : source->title;
        header.environment["source.id"] = id;
        if (source != nullptr) {
            const std::string day = day_of(source->date);
            header.started_at = day.empty() ? std::string() : day + "T00:00:00Z";
            for (const auto& [key, text] : {std::pair{"source.title", &source->title},
                                            std::pair{"source.publisher", &source->publisher},
                                            std::pair{"source.address", &source->address},
                                            std::pair{"source.date", &source->date},
                                            std::pair{"source.seen", &source->seen}}) {
                if (!text->empty()) {
                    header.environment[key] = *text;
                }
            }
        }
        content_ = id + header.title + kReading;
    }

    void add(const catalog::Published& entry) {
        const Quantity* const quantity = quantity_of(entry);
        spec::Settings conditions = published_conditions(entry);
        if (entry.statement == "estimate" || entry.statement == "limit") {
            conditions["statement"] = entry.statement;  // in no run of what was measured
        }
        std::string about;
        for (const auto& [key, value] : conditions) {
            about += key + "=" + spec::setting_text(value) + "\n";
        }
        content_ += entry.id + figure_text(entry) + entry.statement + entry.note + about;
        if (entry.table) {
            for (const auto& row : entry.table->rows) {
                for (const std::string& cell : row) {
                    content_ += cell + ",";
                }
            }
        }
        add_size_classes(entry, conditions);
        if (quantity == nullptr || !entry.value.value || entry.statement == "listed") {
            study_.notes.push_back({.code = "published.figure",
                                    .level = record::Level::Info,
                                    .text = figure_text(entry) + " (" + entry.statement + ")" +
                                            (entry.note.empty() ? "" : "; " + entry.note),
                                    .item = entry.place});
            return;
        }
        record::RunData& run = run_with(about, quantity->metric, std::move(conditions));
        record::Summary summary{.value = *entry.value.value * quantity->factor};
        if (entry.value_max) {
            summary.low = summary.value;
            summary.high = *entry.value_max * quantity->factor;
        }
        run.metrics.emplace(quantity->metric, summary);
        if (auto [samples, begins_at] = published_samples(entry, run.started.run);
            !samples.empty()) {
            run.samples = std::move(samples);
            run.started.settings["excerpt"] = std::move(begins_at);
        }
        std::string remark = entry.statement == "measured" ? std::string() : entry.statement;
        if (entry.relation != "=" && !entry.relation.empty()) {
            remark += (remark.empty() ? "" : ", ") + figure_text(entry);
        }
        for (const std::string& words : {entry.note, entry.place}) {
            if (!words.empty()) {
                remark += (remark.empty() ? "" : "; ") + words;
            }
        }
        if (!remark.empty()) {
            const RelationCode* const relation = relation_code(entry);
            run.notes.push_back(
                {.run = run.started.run,
                 .code = relation == nullptr ? "published.remark" : relation->code,
                 .level = record::Level::Info,
                 .text = remark,
                 .item = relation == nullptr ? entry.id : std::string(quantity->metric)});
        }
    }

    /// A distribution of file sizes: a run for each class.
    void add_size_classes(const catalog::Published& entry, const spec::Settings& conditions) {
        for (const SizeClass& size : published_size_classes(entry)) {
            spec::Settings own = conditions;
            own["file_size"] = static_cast<std::int64_t>(size.bytes);
            if (size.exact) {
                own["file_size_is"] = std::string("exact");
            }
            run_with(entry.id + shortest_text(size.bytes), "file_share", std::move(own))
                .metrics.emplace("file_share", record::Summary{.value = size.percent});
        }
    }

    record::Study finish() && {
        study_.header.study = uuid_of_text(content_);
        study_.header.plan.runs = static_cast<std::int64_t>(study_.runs.size());
        study_.footer = record::Footer{.runs_done = static_cast<std::int64_t>(study_.runs.size())};
        return std::move(study_);
    }

private:
    /// The last run with these conditions that lacks the metric, or a new one.
    record::RunData& run_with(const std::string& about,
                              const char* metric,
                              spec::Settings conditions) {
        const auto known = by_conditions_.find(about);
        if (known != by_conditions_.end() && study_.runs[known->second].metrics.find(metric) ==
                                                 study_.runs[known->second].metrics.end()) {
            return study_.runs[known->second];
        }
        by_conditions_[about] = study_.runs.size();
        record::RunData& run = study_.runs.emplace_back();
        run.started.run = static_cast<int>(study_.runs.size());
        run.started.settings = std::move(conditions);
        run.started.at = study_.header.started_at;
        run.status = record::RunStatus::Done;
        return run;
    }

    record::Study study_{};
    std::string content_{};
    std::map<std::string, std::size_t> by_conditions_{};
};

}  // namespace

std::string_view relation_of_note(std::string_view code) noexcept {
    for (const RelationCode& each : kRelationCodes) {
        if (code == each.code) {
            return each.relation;
        }
    }
    return {};
}

std::vector<record::Study> published_studies(const catalog::Catalog& catalog) {
    std::vector<std::pair<std::string, SourceStudy>> studies;
    for (const catalog::Published& entry : catalog.published()) {
        auto found = std::find_if(studies.begin(), studies.end(), [&](const auto& study) {
            return study.first == entry.source;
        });
        if (found == studies.end()) {
            studies.emplace_back(entry.source,
                                 SourceStudy(catalog.find_source(entry.source), entry.source));
            found = std::prev(studies.end());
        }
        found->second.add(entry);
    }
    std::vector<record::Study> made;
    made.reserve(studies.size());
    for (auto& [source, study] : studies) {
        made.push_back(std::move(study).finish());
    }
    return made;
}

std::vector<std::string> published_uuids(const catalog::Catalog& catalog,
                                         const std::vector<std::string>& sources) {
    std::vector<std::string> uuids;
    for (const record::Study& study : published_studies(catalog)) {
        const std::string source = spec::setting_text(study.header.environment.at("source.id"));
        if (std::find(sources.begin(), sources.end(), source) != sources.end()) {
            uuids.push_back(study.header.study);
        }
    }
    return uuids;
}

}  // namespace throughline::importers

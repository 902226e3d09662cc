// SPDX-License-Identifier: Apache-2.0
#include "app/engine/study_table.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "app/engine/advice_text.h"
#include "app/engine/node_table.h"
#include "app/engine/text_table.h"
#include "engine/analysis/absent_figures.h"
#include "engine/analysis/answer.h"
#include "engine/analysis/emulation.h"
#include "engine/analysis/note_kinds.h"
#include "engine/analysis/run_lookup.h"
#include "engine/analysis/validity.h"
#include "engine/analysis/verdict.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/text_layout.h"
#include "engine/base/visible_text.h"
#include "engine/catalog/published_rate.h"
#include "engine/metrics/other_reads.h"
#include "engine/record/machine.h"
#include "engine/record/touched.h"
#include "engine/spec/spec.h"

namespace throughline::app {
namespace {

constexpr const char* kNoValue = "\u2013";
constexpr std::size_t kWarningsMax = 10;

/// Reasons why figures are absent, each numbered once.
class Footnotes {
public:
    std::string mark(const std::string& reason) {
        const auto found = std::ranges::find(reasons_, reason);
        const auto number = found - reasons_.begin() + 1;
        if (found == reasons_.end()) {
            reasons_.push_back(reason);
        }
        return "[" + std::to_string(number) + "]";
    }
    std::string text() const {
        std::string text;
        for (std::size_t i = 0; i < reasons_.size(); ++i) {
            text += "[" + std::to_string(i + 1) + "] " + visible_line(reasons_[i]) + "\n";
        }
        return text;
    }

private:
    std::vector<std::string> reasons_;
};

/// Columns of figures: all labels of a metric taken together.
struct Figure {
    const char* id;
    const char* header;  ///< with the unit
    double scale;        ///< stored unit to shown unit
    std::optional<double> (*value)(const record::RunData&, std::string_view);
    bool optional = false;  ///< no column where no run has another than 0
};

/// A ceiling of another consumer's stage is a run of its own, and a row.
std::optional<double> gpu_metric_of(const record::RunData& run, std::string_view key) {
    return spec::consumer_kind_of(run.started.settings) == spec::ConsumerKind::Gpu
               ? analysis::metric_of(run, key)
               : std::nullopt;
}

/// Of several nodes that measured together.
std::optional<double> node_metric_of(const record::RunData& run, std::string_view key) {
    return run.started.settings.contains("node_count") ? analysis::metric_of(run, key)
                                                       : std::nullopt;
}

/// Latencies of requests are of interest where storage alone was asked for them, one by one.
bool is_baseline(const record::RunData& run) {
    return spec::stages_of(run.started.settings) == spec::Stages::Storage &&
           !analysis::setting_or_empty(run, "pattern").empty();
}
std::optional<double> baseline_metric_of(const record::RunData& run, std::string_view key) {
    return is_baseline(run) ? analysis::metric_of(run, key) : std::nullopt;
}

// What this program read stands before what the device delivered, to whomever.
// Where no accelerator is emulated there is none to be used well or badly, and where all images
// were delivered no column is needed to say so.
constexpr Figure kFigures[] = {
    {"images_per_second", "images/s", 1.0, &analysis::metric_of},
    {"scaling_efficiency", "efficiency %", 1.0, &node_metric_of, true},
    {"last_done_images_per_second", "last done images/s", 1.0, &node_metric_of, true},
    {"paired_difference", "against first %", 1.0, &analysis::metric_of, true},
    {"requested_read_bytes_per_second", "read MB/s", 1e-6, &analysis::metric_of, true},
    {"read_requests_per_second", "reads/s", 1.0, &analysis::metric_of, true},
    {"read_latency_p50", "read p50 \u00B5s", 1e6, &baseline_metric_of, true},
    {"read_latency_p99", "read p99 \u00B5s", 1e6, &baseline_metric_of, true},
    {"cache_served_share", "from cache %", 1.0, &baseline_metric_of, true},
    {"requested_write_bytes_per_second", "write MB/s", 1e-6, &analysis::metric_of, true},
    {"write_requests_per_second", "writes/s", 1.0, &baseline_metric_of, true},
    {"write_latency_p50", "write p50 \u00B5s", 1e6, &baseline_metric_of, true},
    {"write_latency_p99", "write p99 \u00B5s", 1e6, &baseline_metric_of, true},
    {"create_per_second", "made/s", 1.0, &baseline_metric_of, true},
    {"stat_per_second", "stat/s", 1.0, &baseline_metric_of, true},
    {"open_per_second", "open/s", 1.0, &baseline_metric_of, true},
    {"readdir_per_second", "listed/s", 1.0, &baseline_metric_of, true},
    {"delete_per_second", "deleted/s", 1.0, &baseline_metric_of, true},
    {"http_throttled_share", "throttled %", 1.0, &analysis::metric_of, true},
    {"read_bytes_per_second", "device MB/s", 1e-6, &analysis::metric_sum},
    {"read_iops", "device IOPS", 1.0, &analysis::metric_sum},
    {"disk_utilisation", "device %", 1.0, &analysis::metric_max},
    {"cpu_utilisation", "CPU %", 1.0, &analysis::metric_of},
    {"fed_share", "fed %", 1.0, &analysis::metric_of},
    {"ceiling_images_per_second{stage=consumer}",
     "GPU ceiling images/s",
     1.0,
     &gpu_metric_of,
     true},
    {"gpu_fed_share", "fed / GPU ceiling %", 1.0, &gpu_metric_of, true},
    {"accelerator_utilisation", "AU %", 1.0, &analysis::metric_of, true},
    {"failed_images", "failed", 1.0, &analysis::metric_of, true},
};

/// The reason recorded for a metric, whatever its label, or what follows from what the run is; ""
/// where nobody knows.
std::string reason_of(const record::Header& header,
                      const record::RunData& run,
                      std::string_view id) {
    const auto found = run.absent.lower_bound(id);
    if (found != run.absent.end() && found->first.starts_with(id)) {
        return found->second;
    }
    const analysis::Absence absence =
        analysis::why_absent({header, run.started.settings, run.metrics, run.absent}, id);
    return absence.known ? absence.why : "";
}

/// What of the device's figures is not this program's; "" where hardly any.
std::string foreign_share_text(const record::RunData& run) {
    const auto others = analysis::metric_of(run, "other_read_bytes_per_second");
    const auto device = analysis::metric_sum(run, "read_bytes_per_second");
    if (!others || !device || !metrics::other_reads_matter(*others, *device)) {
        return {};
    }
    return "other programs read " +
           analysis::percent_text(std::min(100.0, 100.0 * *others / *device)) +
           " of what the device delivered";
}

std::string figure_cell(const record::Header& header,
                        const record::RunData& run,
                        const Figure& figure,
                        Footnotes& footnotes) {
    const auto value = figure.value(run, figure.id);
    if (!value) {
        const std::string reason = reason_of(header, run, figure.id);
        return reason.empty() ? kNoValue : kNoValue + footnotes.mark(reason);
    }
    std::string cell = format_significant(*value * figure.scale, 4);
    if (std::string_view(figure.header).starts_with("device ")) {
        const std::string others = foreign_share_text(run);
        cell += others.empty() ? "" : footnotes.mark(others);
    }
    const auto summary = run.metrics.find(figure.id);
    if (summary != run.metrics.end() && summary->second.n > 1 && summary->second.low &&
        summary->second.high) {
        const double half = (*summary->second.high - *summary->second.low) / 2.0;
        cell += " \u00B1 " + format_significant(half * figure.scale, 2);
    }
    return cell;
}

/// What others published of the network that a GPU ran, for its ceiling to be read beside.
std::optional<catalog::PublishedRate> published_of(
    const record::RunData& run, const std::vector<catalog::AcceleratorPreset>& presets) {
    const auto facts = std::ranges::find(run.notes, record::kGpuNote, &record::Note::code);
    return facts == run.notes.end()
               ? std::nullopt
               : catalog::published_beside(presets,
                                           facts->text,
                                           analysis::setting_or_empty(run, "consumer.network"),
                                           analysis::setting_or_empty(run, "consumer.phase"));
}

struct Column {
    std::string header;
    bool left = false;  ///< texts; numbers stand to the right
    bool key = false;   ///< says which run it is
    std::vector<std::string> cells;
};

std::size_t width_of(const Column& column) {
    std::size_t width = shown_width(column.header);
    for (const auto& cell : column.cells) {
        width = std::max(width, shown_width(cell));
    }
    return width;
}

std::string aligned(const std::vector<const Column*>& columns, std::size_t rows) {
    const auto row = [&](const std::function<std::string(const Column&)>& cell_of) {
        std::string line;
        for (const Column* const column : columns) {
            const std::string cell = cell_of(*column);
            const std::string fill(width_of(*column) - shown_width(cell), ' ');
            line += line.empty() ? "" : std::string(kGap, ' ');
            line += column->left ? cell + fill : fill + cell;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        return line + "\n";
    };
    std::string text = row([](const Column& column) { return column.header; });
    for (std::size_t i = 0; i < rows; ++i) {
        text += row([&](const Column& column) { return column.cells[i]; });
    }
    return text;
}

/// One table, or where the terminal is too narrow several below each other; each begins with the
/// columns that say which run it is.
std::string aligned_in_blocks(const std::vector<Column>& columns,
                              std::size_t rows,
                              std::size_t terminal_columns) {
    std::vector<const Column*> keys;
    std::size_t keys_width = 0;
    for (const Column& column : columns) {
        if (column.key && (keys.empty() || keys_width + width_of(column) < terminal_columns / 2)) {
            keys.push_back(&column);
            keys_width += width_of(column) + kGap;
        }
    }
    std::string text;
    std::vector<const Column*> block = keys;
    std::size_t width = keys_width;
    const auto put_block = [&] {
        text += (text.empty() ? "" : "\n") + aligned(block, rows);
        block = keys;
        width = keys_width;
    };
    for (const Column& column : columns) {
        if (std::ranges::find(keys, &column) != keys.end()) {
            continue;
        }
        if (width + width_of(column) > terminal_columns && block.size() > keys.size()) {
            put_block();
        }
        block.push_back(&column);
        width += width_of(column) + kGap;
    }
    put_block();
    return text;
}

bool is_text(const std::vector<const record::RunData*>& runs, const std::string& key) {
    return std::ranges::none_of(runs, [&](const record::RunData* run) {
        return analysis::setting_number_of(*run, key).has_value();
    });
}

/// What says nothing about a stage is left empty for it.
std::string setting_cell(const record::RunData& run, const std::string& setting) {
    // Sizes of a mix stand in `block_mix`, as long as a line.
    if (setting == "storage.block_bytes" && !analysis::setting_or_empty(run, "block_mix").empty()) {
        return "mix";
    }
    return spec::setting_matters(setting, spec::stages_of(run.started.settings))
               ? analysis::setting_or_empty(run, setting)
               : "";
}

std::vector<Column> columns_of(const record::Header& study,
                               const std::vector<const record::RunData*>& runs,
                               Footnotes& footnotes) {
    std::vector<Column> columns;
    bool key = true;
    const auto add = [&](const std::string& header, bool left, const auto& cell_of) {
        Column column{.header = visible_line(header), .left = left, .key = key, .cells = {}};
        for (const auto* run : runs) {
            column.cells.push_back(visible_line(cell_of(*run)));
        }
        columns.push_back(std::move(column));
    };
    add("run", false, [](const record::RunData& run) { return std::to_string(run.started.run); });
    const auto stages_differ = [&](const record::RunData* run) {
        return analysis::setting_or_empty(*run, "stages") !=
               analysis::setting_or_empty(*runs.front(), "stages");
    };
    if (std::ranges::any_of(runs, stages_differ)) {
        add("stages", true, [](const record::RunData& run) {
            return analysis::setting_or_empty(run, "stages");
        });
    }
    for (const auto& setting : analysis::varied_keys(runs)) {
        add(setting, is_text(runs, setting), [&](const record::RunData& run) {
            return setting_cell(run, setting);
        });
    }
    key = false;
    const bool no_images =
        std::ranges::all_of(runs, [](const record::RunData* run) { return is_baseline(*run); });
    for (const auto& figure : kFigures) {
        // In a storage baseline there are no images, and nothing is fed.
        const bool images = std::string_view(figure.id) == "images_per_second" ||
                            std::string_view(figure.id) == "fed_share";
        const auto counts = [&](const record::RunData* run) {
            return figure.value(*run, figure.id).value_or(0.0) != 0.0;
        };
        if ((figure.optional || (images && no_images)) && std::ranges::none_of(runs, counts)) {
            continue;
        }
        add(figure.header, false, [&](const record::RunData& run) {
            return figure_cell(study, run, figure, footnotes);
        });
    }
    const auto presets = catalog::accelerator_presets(catalog::Catalog::built_in());
    if (std::ranges::any_of(
            runs, [&](const auto* run) { return published_of(*run, presets).has_value(); })) {
        add("published images/s", false, [&](const record::RunData& run) {
            const auto published = published_of(run, presets);
            return published
                       ? format_significant(1.0 / published->figure.image_seconds, 4) +
                             footnotes.mark("one GPU: " + catalog::describe(published->figure))
                       : kNoValue;
        });
    }
    const auto unfinished = [](const record::RunData* run) { return !record::is_result(*run); };
    if (std::ranges::any_of(runs, unfinished)) {
        add("status", true, [](const record::RunData& run) {
            return run.status == record::RunStatus::Done && record::is_touched(run)
                       ? std::string("changed")
                       : std::string(record::name_of(run.status));
        });
    }
    return columns;
}

/// One line for each code of a warning or an error: the first text and how many there were.
std::string warnings_of(const record::Study& study) {
    struct Seen {
        record::Note first;
        std::uint64_t count = 0;
    };
    std::map<std::string, Seen> by_code;
    const auto take = [&](const std::vector<record::Note>& notes) {
        for (const auto& note : notes) {
            // By whose figures accelerators or storage are emulated stands beside the result.
            if (note.level == record::Level::Info && note.code != record::kPaceNote &&
                note.code != record::kVolumeNote && note.code != analysis::kStoreNote) {
                continue;
            }
            if (note.run && analysis::is_told_of_study(note, study)) {
                continue;
            }
            auto& seen = by_code[note.code];
            if (seen.count == 0) {
                seen.first = note;
            }
            // The closing line of a code counts all of its notes again.
            seen.count = note.count > 1 ? std::max(seen.count, note.count) : seen.count + 1;
        }
    };
    for (const auto& run : study.runs) {
        take(run.notes);
    }
    take(study.notes);
    std::string text;
    std::size_t shown = 0;
    for (const auto& [code, seen] : by_code) {
        if (++shown > kWarningsMax) {
            return text + "and " + std::to_string(by_code.size() - kWarningsMax) + " more kinds\n";
        }
        text +=
            std::string(record::name_of(seen.first.level)) + ": " + visible_line(seen.first.text);
        text += seen.first.item.empty() ? "" : " (" + visible_line(seen.first.item) + ")";
        text += seen.count > 1 ? ", the first of " + format_count(seen.count) : "";
        text += " [" + visible_line(code) + "]\n";
    }
    return text;
}

std::string heading(const record::Study& study) {
    std::string text =
        study.header.title.empty() ? "Study " + study.header.study : study.header.title;
    const auto add = [&](const std::string& part) {
        text += part.empty() ? "" : " \u00B7 " + part;
    };
    add(study.header.origin == record::Origin::Measured && !record::is_demo(study.header)
            ? ""
            : record::origin_word(study.header));
    add(analysis::emulated_text(study));
    add(study.header.started_at);
    const auto host = study.header.environment.find("host.name");
    add(host == study.header.environment.end() ? "" : spec::setting_text(host->second));
    if (!study.runs.empty()) {
        add(analysis::setting_or_empty(study.runs.front(), "dataset.path"));
    }
    return visible_line(text);
}

}  // namespace

std::string study_table(const record::Study& study, std::size_t columns) {
    std::vector<const record::RunData*> runs;
    runs.reserve(study.runs.size());
    for (const auto& run : study.runs) {
        runs.push_back(&run);
    }
    Footnotes footnotes;
    std::string text = heading(study) + "\n\n";
    text += runs.empty() ? "no runs\n"
                         : aligned_in_blocks(
                               columns_of(study.header, runs, footnotes), runs.size(), columns);
    text += footnotes.text();
    const std::string nodes = node_table(study, columns);
    text += nodes.empty() ? "" : "\n" + nodes;
    if (study.verdict) {
        const analysis::Answer answer = analysis::answer_of(study);
        text += "\n" + visible_line(answer.headline) + " " + visible_line(answer.figures) + "\n" +
                visible_line(analysis::spoken_verdict(study)) +
                analysis::grade_mark(*study.verdict) + analysis::ceiling_note(study) + "\n";
        const std::string advice = advice_text(study);
        text += advice.empty() ? "" : "\n" + advice;
    }
    if (const auto status = record::status_of(study); status != record::RunStatus::Done) {
        text += std::string("\nThe study was ") +
                (status == record::RunStatus::Failed ? "run to its end, but runs failed"
                                                     : record::name_of(status)) +
                ".\n";
    }
    const std::string validity = analysis::validity_text(study);
    text += validity.empty() ? "" : "\n" + visible_line(validity) + "\n";
    const std::string warnings = warnings_of(study);
    return text + (warnings.empty() ? "" : "\n" + warnings);
}

}  // namespace throughline::app

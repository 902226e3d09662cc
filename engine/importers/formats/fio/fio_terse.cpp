// SPDX-License-Identifier: Apache-2.0
// fio --minimal / --output-format=terse, versions 2 to 5: one line of fields between ';' for each
// group. Which field is what follows from the version; a line of another length is refused.
#include <algorithm>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"
#include "engine/metrics/latency_percentiles.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace fio_terse {
namespace {

constexpr std::size_t kFieldsMin = 60;
constexpr std::size_t kDiskFields = 9;
constexpr std::size_t kPercentileSlots = 20;
constexpr const char* kNotMeasured = to_say("fio did not measure it: it printed zeros");

/// Where things stand, counted from 0. Source: fio(1), terse output.
struct Layout {
    std::size_t job;
    std::size_t error;
    std::size_t read;   ///< first field of the block of reads
    std::size_t block;  ///< fields of one direction
    int directions;
    bool has_iops;  ///< and percentiles and disks: everything but version 2
};

const Layout* layout_of(std::string_view version) {
    static constexpr Layout kTwo{1, 3, 4, 20, 2, false};
    static constexpr Layout kThree{2, 4, 5, 41, 2, true};
    static constexpr Layout kFour{2, 4, 5, 41, 3, true};
    static constexpr Layout kFive{2, 4, 5, 47, 3, true};
    if (version == "2") {
        return &kTwo;
    }
    if (version == "3") {
        return &kThree;
    }
    if (version == "4") {
        return &kFour;
    }
    return version == "5" ? &kFive : nullptr;
}

bool is_terse(std::string_view line) {
    if (line.size() < kFieldsMin || line[1] != ';' || layout_of(line.substr(0, 1)) == nullptr) {
        return false;
    }
    return split(line, ';').size() > kFieldsMin;
}

int claim(const Head& head) {
    return head.any_line(is_terse) ? kCertain - 5 : 0;
}

class LineImport {
public:
    LineImport(const std::vector<std::string_view>& fields, const Layout& layout, RunDraft& run)
        : fields_(fields), layout_(layout), run_(run) {}

    void import() {
        run_.set("job", fields_[layout_.job]);
        const double read = direction("read", layout_.read);
        const double write = direction("write", layout_.read + layout_.block);
        if (read > 0.0 || write > 0.0) {
            run_.set("duration", std::max(read, write));
        }
        const bool trims =
            layout_.directions > 2 && number(layout_.read + 2 * layout_.block).value_or(0.0) > 0.0;
        if (read <= 0.0 && write <= 0.0 && trims) {
            run_.note(
                "fio.trims",
                record::Level::Warning,
                to_say("the job only trims, which is not imported: it has no reads or writes"));
        } else if (read <= 0.0 && write <= 0.0) {
            run_.status(record::RunStatus::Failed);
            run_.note(
                "fio.no_io", record::Level::Error, to_say("the job did no I/O that fio counted"));
        }
        const std::size_t cpu =
            layout_.read + layout_.block * static_cast<std::size_t>(layout_.directions);
        run_.figure("process_cpu_user", percent(cpu));
        run_.figure("process_cpu_system", percent(cpu + 1));
        disks(cpu + tail_fields());
        if (const auto error = number(layout_.error); error && *error != 0.0) {
            run_.status(record::RunStatus::Failed);
            run_.note("fio.error",
                      record::Level::Error,
                      say_english("fio ended with error %1", shortest_text(*error)));
        }
    }

    /// usr, sys, ctx, 2 faults, 7 depths, 10 latencies in us, 12 in ms.
    static std::size_t tail_fields() { return 34; }

private:
    std::optional<double> number(std::size_t index) const {
        return index < fields_.size() ? parse_number(fields_[index], true) : std::nullopt;
    }
    std::optional<double> percent(std::size_t index) const {
        std::string_view text = index < fields_.size() ? fields_[index] : std::string_view();
        if (text.ends_with('%')) {
            text.remove_suffix(1);
        }
        return parse_number(text, true);
    }

    /// Returns how long it ran; 0 = no I/O in that direction.
    double direction(const std::string& name, std::size_t at) {
        const auto kib = number(at);
        const auto rate = number(at + 1);
        const std::size_t after_iops = at + (layout_.has_iops ? 4 : 3);
        const auto runtime = seconds_of_ms(number(after_iops - 1));
        if (kib.value_or(0.0) <= 0.0) {
            return 0.0;
        }
        run_.figure(name + "_bytes", scaled(kib, kKiB));
        run_.figure(name + "_bytes_per_second", scaled(rate, kKiB));
        if (layout_.has_iops) {
            run_.figure(name + "_iops", number(at + 2));
        }
        const std::size_t completion = after_iops + 4;
        latency(name + "_submission_latency_mean", after_iops, 2);
        latency(name + "_completion_latency_mean", completion, 2);
        const std::size_t percentiles = completion + 4;
        const std::size_t total = percentiles + (layout_.has_iops ? kPercentileSlots : 0);
        // Percentiles are of the completion: a part of the time where requests are submitted
        // separately, and else all of it, as the other figures then are.
        const bool submits = number(after_iops + 2).value_or(0.0) > 0.0;
        const bool has_completion = number(completion + 1).value_or(0.0) > 0.0;
        const std::size_t whole = submits || !has_completion ? total : completion;
        latency(name + "_latency_min", whole, 0);
        latency(name + "_latency_max", whole, 1);
        latency(name + "_latency_mean", whole, 2);
        if (submits) {
            latency(name + "_completion_latency_min", completion, 0);
            latency(name + "_completion_latency_max", completion, 1);
        }
        if (layout_.has_iops) {
            read_percentiles(name + (submits ? "_completion_latency_" : "_latency_"), percentiles);
        }
        return runtime.value_or(0.0);
    }

    /// Of the four fields min, max, mean, deviation at `block`; zeros mean that fio did not
    /// measure.
    void latency(const std::string& key, std::size_t block, std::size_t field) {
        if (number(block + 1).value_or(0.0) > 0.0 || number(block + 2).value_or(0.0) > 0.0) {
            run_.figure(key, scaled(number(block + field), kMicro));
        } else {
            run_.absent(key, kNotMeasured);
        }
    }

    void read_percentiles(const std::string& latency, std::size_t at) {
        for (std::size_t i = at; i < at + kPercentileSlots && i < fields_.size(); ++i) {
            std::string text(fields_[i]);
            std::replace(text.begin(), text.end(), ',', '.');  // locales with a decimal comma
            const auto slot = match(text, "%n%%=%n");
            if (!slot) {
                continue;
            }
            for (const metrics::LatencyPercentile& wanted : metrics::kLatencyPercentiles) {
                if (slot->number(0) == wanted.percent) {
                    run_.figure(latency + wanted.suffix, scaled(slot->number(1), kMicro));
                }
            }
        }
    }

    void disks(std::size_t at) {
        for (; layout_.has_iops && at + kDiskFields <= fields_.size(); at += kDiskFields) {
            if (!fields_[at].empty()) {
                run_.figure(metrics::labelled("disk_utilisation", "device", fields_[at]),
                            percent(at + 8));
            }
        }
    }

    const std::vector<std::string_view>& fields_;
    const Layout& layout_;
    RunDraft& run_;
};

bool fits(const std::vector<std::string_view>& fields, const Layout& layout) {
    const std::size_t fixed = layout.read +
                              layout.block * static_cast<std::size_t>(layout.directions) +
                              LineImport::tail_fields();
    if (fields.size() < fixed) {
        return false;
    }
    // Behind them 9 fields for each disk, and a description as a last one, perhaps empty.
    const std::size_t rest = fields.size() - fixed;
    return !layout.has_iops ? rest <= 1 : rest % kDiskFields <= 1;
}

Result<void> read(Input& input, Draft& draft) {
    draft.tool("fio");
    while (const TextLine* const line = input.text.next()) {
        if (!is_terse(line->text)) {
            continue;
        }
        const auto fields = split(line->text, ';');
        const Layout& layout = *layout_of(fields[0]);
        if (!fits(fields, layout)) {
            draft.drop_row(line->number,
                           say("%1 fields do not fit terse version %2",
                               std::to_string(fields.size()),
                               fields[0]));
            continue;
        }
        if (layout.has_iops) {
            const std::string_view version = fields[1];
            draft.tool("fio", version.substr(version.starts_with("fio-") ? 4 : 0));
        }
        draft.take_rows();
        LineImport(fields, layout, draft.add_run()).import();
    }
    return {};
}

}  // namespace
}  // namespace fio_terse

const Format kFioTerse{
    .id = "fio-terse", .title = "fio terse", .claim = &fio_terse::claim, .read = &fio_terse::read};

}  // namespace throughline::importers

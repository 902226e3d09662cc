// SPDX-License-Identifier: Apache-2.0
#include "engine/report/blocks.h"

#include <algorithm>
#include <array>

#include "engine/analysis/answer.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/disturbance.h"
#include "engine/analysis/emulation.h"
#include "engine/analysis/run_lookup.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/record/condition_words.h"
#include "engine/record/environment_words.h"
#include "engine/record/machine.h"
#include "engine/spec/choices.h"
#include "engine/spec/spec.h"

namespace throughline::report {
namespace {

constexpr std::size_t kNumbersMax = 6;

/// Metrics in the order in which they say what limits.
constexpr std::array<std::string_view, 12> kTelling{"images_per_second",
                                                    "ceiling_images_per_second",
                                                    "accelerator_utilisation",
                                                    "disk_utilisation",
                                                    "read_bytes_per_second",
                                                    "read_iops",
                                                    "read_latency_p99",
                                                    "cpu_utilisation",
                                                    "cache_hit_share",
                                                    "write_bytes_per_second",
                                                    "write_iops",
                                                    "fed_share"};

/// How the rates of a benchmark are called, which are of what it asked for.
constexpr std::array kRequested{
    std::pair<std::string_view, std::string_view>{"read_bytes_per_second",
                                                  "requested_read_bytes_per_second"},
    std::pair<std::string_view, std::string_view>{"read_iops", "read_requests_per_second"},
    std::pair<std::string_view, std::string_view>{"write_bytes_per_second",
                                                  "requested_write_bytes_per_second"},
    std::pair<std::string_view, std::string_view>{"write_iops", "write_requests_per_second"}};

std::string_view telling_of(const record::RunData& run, std::string_view id) {
    const auto requested =
        std::ranges::find(kRequested, id, [](const auto& one) { return one.first; });
    return requested != kRequested.end() && run.started.settings.contains("tool") &&
                   run.metrics.contains(requested->second)
               ? requested->second
               : id;
}

bool is_of(std::string_view key, std::string_view id) {
    return metrics::parse_metric_key(key).id == id;
}

/// How sure the value is. Only runs of our own say that they were not repeated.
std::string spread_of(const record::Study& study,
                      std::string_view key,
                      const record::Summary& figure) {
    if (!figure.low || !figure.high) {
        switch (study.header.origin) {
            case record::Origin::Measured:
                return say("measured once: no interval");
            case record::Origin::Published:
                return say("as published, without an interval");
            default:
                return say("the record has no interval");
        }
    }
    const std::string low = metrics::format_metric(key, *figure.low);
    const std::string high = metrics::format_metric(key, *figure.high);
    return figure.n > 1
               ? say("95 % interval %1 to %2, %3 repeats", low, high, std::to_string(figure.n))
               : say("95 % interval %1 to %2", low, high);
}

/// A figure with its unit: "at most 3.20 GB/s" where its source states no value but a bound.
std::string value_text(const record::RunData& run, std::string_view key, double value) {
    constexpr std::array kBounds{std::pair{"published.at_most", to_say("at most %1")},
                                 std::pair{"published.at_least", to_say("at least %1")},
                                 std::pair{"published.about", to_say("about %1")}};
    const std::string number = metrics::format_metric(key, value);
    for (const record::Note& note : run.notes) {
        for (const auto& [code, words] : kBounds) {
            if (note.code == code && note.item == key) {
                return say(words, number);
            }
        }
    }
    return number;
}

Cell plain(std::string text) {
    return {.text = std::move(text)};
}

/// What is said of a storage of this computer, of an emulated store and of an emulated volume. %1
/// is what it delivers alone, %2 what the pipeline takes, %3 its name.
struct StorageWords {
    const char* own;
    const char* store;
    const char* volume;
};
constexpr StorageWords kEnough{
    to_say("The storage is enough: alone it delivers %1, the whole pipeline takes %2."),
    to_say("The emulated store %3 is enough: alone it delivers %1, the whole pipeline takes %2."),
    to_say("The emulated volume %3 is enough: alone it delivers %1, the whole pipeline takes %2.")};
constexpr StorageWords kNoRoom{
    to_say("The storage has no room: alone it delivers %1, the whole pipeline takes %2."),
    to_say("The emulated store %3 has no room: alone it delivers %1, the whole pipeline takes %2."),
    to_say(
        "The emulated volume %3 has no room: alone it delivers %1, the whole pipeline takes %2.")};
/// Of a measurement that was disturbed: how much more there would be without that is not known.
constexpr StorageWords kUntold{
    to_say("Whether the storage is enough is not shown by a disturbed measurement: alone it "
           "delivered %1, the whole pipeline took %2."),
    to_say("Whether the emulated store %3 is enough is not shown by a disturbed measurement: alone "
           "it delivered %1, the whole pipeline took %2."),
    to_say("Whether the emulated volume %3 is enough is not shown by a disturbed measurement: "
           "alone it delivered %1, the whole pipeline took %2.")};

/// Where another stage alone delivers about as much, which of the two limits is not told by them.
std::string as_near_text(const record::RunData& run, double storage) {
    constexpr double kNear = 1.05;  // the verdict calls it hardly more
    const auto near = [&](const char* key, const char* words) {
        const auto other = analysis::metric_of(run, key);
        const bool is = other && *other < kNear * storage && storage < kNear * *other;
        return is ? " " + say(words, metrics::format_metric(key, *other)) : std::string();
    };
    return near("ceiling_images_per_second{stage=decode}",
                to_say("Decoding alone delivers %1, which is too close to say which of the two "
                       "limits.")) +
           near("ceiling_images_per_second{stage=consumer}",
                to_say("The accelerator alone takes %1, which is too close to say which of the two "
                       "limits."));
}

/// Whether storage is enough for the pipeline, where it was measured alone; else "".
std::string disk_text(const record::Study& study) {
    constexpr std::string_view kAlone = "ceiling_images_per_second{stage=storage}";
    constexpr double kSpare = 1.2;  // below that the disk is as good as the limit
    const record::RunData* run = analysis::fastest_run(study);
    const auto alone = run == nullptr ? std::nullopt : analysis::metric_of(*run, kAlone);
    const auto whole =
        run == nullptr ? std::nullopt : analysis::metric_of(*run, "images_per_second");
    if (!alone || !whole || *whole <= 0.0 || !spec::is_full(run->started.settings)) {
        return {};
    }
    const analysis::EmulatedStorage emulated = analysis::emulated_storage_of(*run);
    const bool disturbed = analysis::is_disturbed(study);
    const bool enough = *alone >= kSpare * *whole;
    const StorageWords& words = disturbed ? kUntold : enough ? kEnough : kNoRoom;
    return say(emulated.name.empty() ? words.own
               : emulated.is_store   ? words.store
                                     : words.volume,
               metrics::format_metric(kAlone, *alone),
               metrics::format_metric("images_per_second", *whole),
               emulated.name) +
           (disturbed || enough ? std::string() : as_near_text(*run, *alone));
}

/// "The numbers are of run 2 of photos, the fastest of 4 runs.": why a run stands for its study.
std::string which_of(const record::Study& study, const record::RunData& run) {
    const auto is_full = [](const record::RunData& one) {
        return spec::is_full(one.started.settings);
    };
    const bool full = is_full(run);
    const auto all = static_cast<std::ptrdiff_t>(study.runs.size());
    const std::ptrdiff_t rivals = full ? std::ranges::count_if(study.runs, is_full) : all;
    const char* words =
        all == 1      ? to_say("The numbers are of run %1 of %2.")
        : rivals == 1 ? to_say("The numbers are of run %1 of %2, the one of the whole pipeline.")
        : full && rivals < all
            ? to_say(
                  "The numbers are of run %1 of %2, the fastest of %3 runs of the whole "
                  "pipeline.")
            : to_say("The numbers are of run %1 of %2, the fastest of %3 runs.");
    return say(words,
               std::to_string(run.started.run),
               analysis::marked_title(study),
               format_count(static_cast<std::uint64_t>(rivals)));
}

}  // namespace

std::vector<std::string> telling_keys(const record::RunData& run, std::size_t most) {
    std::vector<std::string> keys;
    const auto add = [&](const std::string& key) {
        if (keys.size() < most && std::ranges::find(keys, key) == keys.end()) {
            keys.push_back(key);
        }
    };
    for (const std::string_view telling : kTelling) {
        const std::string_view id = telling_of(run, telling);
        const bool each = id == "ceiling_images_per_second";  // of each stage
        for (const auto& [key, figure] : run.metrics) {
            if (is_of(key, id)) {
                add(key);
                if (!each) {
                    break;
                }
            }
        }
    }
    constexpr std::size_t kFew = 4;
    for (const metrics::MetricInfo& info : metrics::all_metrics()) {
        const auto found = keys.size() >= kFew
                               ? run.metrics.end()
                               : std::ranges::find_if(run.metrics, [&](const auto& one) {
                                     return is_of(one.first, info.id);
                                 });
        if (found != run.metrics.end()) {
            add(found->first);
        }
    }
    return keys;
}

Cell figure_cell(const record::Study& study, const record::RunData& run, std::string_view key) {
    const auto figure = run.metrics.find(key);
    if (figure == run.metrics.end()) {
        return plain(kMissing);
    }
    return {.text = value_text(run, key, figure->second.value),
            .source = Source{study.header.study, run.started.run, std::string(key)}};
}

static std::string origin_title(const record::Header& header) {
    if (record::is_demo(header)) {
        return say("Demo");
    }
    switch (header.origin) {
        case record::Origin::Measured:
            return say("Measured");
        case record::Origin::Observed:
            return say("Observed");
        case record::Origin::Imported:
            return say("Imported");
        case record::Origin::Published:
            return say("Published");
        case record::Origin::Predicted:
            break;
    }
    return say("Predicted");
}

std::string origin_text(const record::Study& study) {
    const std::string word = origin_title(study.header);
    const std::string emulated = analysis::emulated_text(study);
    return emulated.empty() ? word : say("%1, with %2", word, emulated);
}

void add_answer(const record::Study& study, Items& items) {
    const analysis::Answer answer = analysis::answer_of(study);
    const auto add = [&](const std::string& text, Tone tone) {
        if (!text.empty()) {
            items.emplace_back(Paragraph{text, tone});
        }
    };
    add(answer.headline.empty() ? say("These runs do not say what limits.") : answer.headline,
        Tone::Lead);
    add(answer.figures, Tone::Plain);
    add(answer.doubt, Tone::Caution);
    if (answer.limit != analysis::Limit::None) {  // else what the storage has to spare is open, too
        add(disk_text(study), Tone::Plain);
    }
    add(answer.grounds, Tone::Small);
}

void add_verdict(Studies studies, Items& items) {
    if (studies.size() > 1) {
        add_comparison(studies, items);
    } else {
        add_answer(studies.front(), items);
    }
}

/// The first with a rate of images, of the whole pipeline where any is, as the verdict is of such;
/// else the first.
static const record::Study& study_of_numbers(Studies studies) {
    for (const bool full : {true, false}) {
        const auto found = std::ranges::find_if(studies, [&](const record::Study& study) {
            const record::RunData* run = analysis::fastest_run(study);
            return run != nullptr && run->metrics.contains("images_per_second") &&
                   (!full || spec::is_full(run->started.settings));
        });
        if (found != studies.end()) {
            return *found;
        }
    }
    return studies.front();
}

void add_numbers(Studies studies, Items& items) {
    const record::Study& study = study_of_numbers(studies);
    const record::RunData* run = analysis::fastest_run(study);
    if (run == nullptr) {
        items.emplace_back(
            Paragraph{say("There is no run, so there are no numbers."), Tone::Caution});
        return;
    }
    Numbers numbers;
    bool has_ceiling = false;
    for (const std::string& key : telling_keys(*run, kNumbersMax)) {
        const record::Summary& figure = run->metrics.at(key);
        has_ceiling = has_ceiling || is_of(key, "ceiling_images_per_second");
        numbers.numbers.push_back({.title = metrics::metric_title(key),
                                   .value = value_text(*run, key, figure.value),
                                   .spread = spread_of(study, key, figure),
                                   .source = {study.header.study, run->started.run, key}});
    }
    items.emplace_back(std::move(numbers));
    std::string about = origin_text(study) + ". " + which_of(study, *run);
    if (has_ceiling) {
        about += " " + analysis::ceiling_words();
    }
    items.emplace_back(Paragraph{std::move(about), Tone::Small});
}

void add_runs(Studies studies, Items& items) {
    for (const record::Study& study : studies) {
        std::vector<const record::RunData*> runs;
        for (const record::RunData& run : study.runs) {
            runs.push_back(&run);
        }
        std::vector<std::string> varied = analysis::varied_keys(runs);
        const record::RunData* best = analysis::fastest_run(study);
        if (best == nullptr) {
            continue;
        }
        Table table{.caption = say("The runs of %1", analysis::marked_title(study)),
                    .heading = {say("Run")},
                    .rows = {}};
        if (std::ranges::any_of(study.runs, [](const record::RunData& run) {
                return run.started.settings.contains("stages");
            })) {
            varied.insert(varied.begin(), "stages");  // also where all are of the same
        }
        for (const std::string& key : varied) {
            table.heading.push_back(record::condition_title(key));
        }
        constexpr std::size_t kFigures = 4;
        std::vector<std::string> keys = telling_keys(*best, kNumbersMax + kFigures);
        std::erase_if(keys, [](const std::string& key) {
            return is_of(key, "ceiling_images_per_second") || is_of(key, "fed_share");
        });
        keys.resize(std::min(keys.size(), kFigures));
        for (const std::string& key : keys) {
            table.heading.push_back(metrics::metric_title(key));
        }
        const bool any_cut = std::ranges::any_of(study.runs, [](const record::RunData& run) {
            return run.status != record::RunStatus::Done;
        });
        if (any_cut) {
            table.heading.push_back(say("Ended"));
        }
        for (const record::RunData& run : study.runs) {
            const auto setting_cell = [&](const std::string& key) {
                const auto value = run.started.settings.find(key);
                return plain(value == run.started.settings.end()
                                 ? kMissing
                                 : record::condition_text(key, value->second));
            };
            std::vector<Cell> row{plain(std::to_string(run.started.run))};
            for (const std::string& key : varied) {
                row.push_back(setting_cell(key));
            }
            for (const std::string& key : keys) {
                row.push_back(figure_cell(study, run, key));
            }
            if (any_cut) {
                row.push_back(plain(say(record::name_of(run.status))));
            }
            table.rows.push_back(std::move(row));
        }
        items.emplace_back(std::move(table));
    }
}

void add_environment(Studies studies, Items& items) {
    items.emplace_back(Heading{studies.size() == 1 ? say("The computer") : say("The computers")});
    for (const record::Study& study : studies) {
        Table table{.caption = say("What the record of %1 says", analysis::marked_title(study)),
                    .heading = {say("Fact"), say("Value")},
                    .rows = {}};
        for (const auto& [key, value] : study.header.environment) {
            if (key != record::kMachineIdKey) {
                table.rows.push_back({plain(record::environment_title(key)),
                                      plain(record::environment_text(key, value))});
            }
        }
        items.emplace_back(std::move(table));
    }
}

/// "Mark Nelson, 28 November 2022, https://…": as much as is known.
static std::string source_words(const record::Study& study) {
    std::string words;
    for (const char* key : {"source.publisher", "source.date", "source.address"}) {
        const auto found = study.header.environment.find(key);
        if (found != study.header.environment.end()) {
            const std::string text = spec::setting_text(found->second);
            const bool is_date = std::string_view(key) == "source.date";
            words += (words.empty() ? "" : ", ") + (is_date ? date_text(text) : text);
        }
    }
    return words;
}

std::string citation_of(const record::Study& study) {
    const std::string words =
        study.header.origin == record::Origin::Published ? source_words(study) : std::string();
    return words.empty() ? words : say("%1: %2", study.header.title, words);
}

void add_provenance(Studies studies, Items& items) {
    items.emplace_back(Heading{say("Where the numbers come from")});
    Table table{
        .caption = say("The records, which are part of this file"),
        .heading = {say("Study"), say("Origin"), say("Started"), say("Computer"), say("Study id")},
        .rows = {}};
    for (const record::Study& study : studies) {
        const record::Machine machine = record::machine_of(study.header);
        table.rows.push_back(
            {plain(analysis::marked_title(study)),
             plain(study.header.origin == record::Origin::Published && !source_words(study).empty()
                       ? say("%1: %2", origin_text(study), source_words(study))
                       : origin_text(study)),
             plain(study.header.started_at.empty() ? kMissing : date_text(study.header.started_at)),
             plain(machine.host.empty() ? kMissing : machine.host),
             plain(study.header.study)});
    }
    items.emplace_back(std::move(table));
}

}  // namespace throughline::report

// SPDX-License-Identifier: Apache-2.0
// dlio.log: lines "[OUTPUT] <time> text" (2025 on) or "[INFO] <time> text [file:line]", and at the
// end the [METRIC] block, which is the result. Epoch lines hold steps that the block leaves out.
#include <optional>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace dlio_log {
namespace {

int claim(const Head& head) {
    if (head.any_line_matches("[METRIC] ")) {
        return kCertain;
    }
    const bool stamped = head.any_line_matches("[OUTPUT] ") || head.any_line_matches("[INFO] ");
    const bool dlio = head.any_line_finds("Starting epoch %n:") ||
                      head.any_line_finds("Ending block") || head.any_line_finds("File listing [");
    return stamped && dlio ? kCertain : 0;
}

/// "317.0332 (4.1993)": mean and standard deviation; the latter is kept in a note.
struct Metric {
    std::optional<double> mean{};
    std::optional<double> deviation{};
};

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft), run_(draft.add_run()), rows_(run_) {}

    void take(const TextLine& line) {
        const std::string_view text = line.text;
        if (text.starts_with("[METRIC]")) {
            take_metric(text);
            return;
        }
        std::string_view rest = text.substr(0, 0);
        for (const char* const mark : {"[OUTPUT] ", "[INFO] "}) {
            if (text.starts_with(mark)) {
                rest = text.substr(std::string_view(mark).size());
            }
        }
        const std::size_t blank = rest.find(' ');
        if (blank == std::string_view::npos) {
            return;
        }
        std::optional<double> time;
        if (const auto moment = parse_moment(rest.substr(0, blank))) {
            time = draft_.utc_of(*moment);
        }
        take_text(time, rest.substr(blank + 1));
    }

    void finish() {
        add_block();
        run_.set("phase", "training");
        if (!has_metric_) {
            run_.status(record::RunStatus::Interrupted);
            run_.note(
                "dlio.no_metric",
                record::Level::Warning,
                to_say("the block [METRIC] is missing, as the log is cut off: the rate is the mean "
                       "of its epochs"));
            run_.figure("samples_per_second", epochs_.mean());
        }
        run_.note(
            "dlio.consumed",
            record::Level::Info,
            to_say(
                "the byte rate is what the training loop consumed, not what the disks delivered"));
    }

private:
    void take_metric(std::string_view text) {
        const auto metric_in = [&](const char* name) -> std::optional<Metric> {
            const std::size_t at = text.find(name);
            const std::size_t colon = at == std::string_view::npos ? at : text.find(": ", at);
            if (colon == std::string_view::npos) {
                return std::nullopt;
            }
            const auto found = match(text.substr(colon + 1), "%_%n%_(%n)");
            const auto alone = match(text.substr(colon + 1), "%_%n");
            return Metric{alone ? alone->number(0) : std::nullopt,
                          found ? found->number(1) : std::nullopt};
        };
        if (const auto count = metric_in("Number of Simulated Accelerators")) {
            run_.set("gpu_count", count->mean);
        } else if (const auto share = metric_in("Training Accelerator Utilization")) {
            run_.figure("accelerator_utilisation", share->mean);
        } else if (const auto rate = metric_in("Training Throughput")) {
            run_.figure("samples_per_second", rate->mean);
            has_metric_ = true;
            if (rate->deviation) {
                run_.note("dlio.deviation",
                          record::Level::Info,
                          say_english("standard deviation over epochs: %1 samples/s",
                                      shortest_text(*rate->deviation)));
            }
        } else if (const auto bytes = metric_in("Training I/O Throughput")) {
            // "MB/second" in older logs is MiB as well.
            run_.figure("requested_read_bytes_per_second", scaled(bytes->mean, kMiB));
        } else if (contains(text, "train_au_meet_expectation: fail")) {
            run_.note("dlio.expectation",
                      record::Level::Warning,
                      to_say("accelerator utilisation missed its target"));
        }
        draft_.take_rows();
    }

    void take_text(std::optional<double> time, std::string_view text) {
        if (const auto rate =
                match(text, "Epoch %n - Block %n [Training] Throughput (samples/second):%_%n")) {
            draft_.take_rows();
            if (const auto value = rate->number(2)) {
                epochs_.add(*value);
                add_block();
                block_ended_ = time;
                block_ = {{"samples_per_second", *value}, {"epoch", rate->number(0).value_or(0.0)}};
                if (share_) {
                    block_["accelerator_utilisation"] = *share_;
                }
            }
        } else if (const auto share = match(
                       text,
                       "Epoch %n - Block %n [Training] Accelerator Utilization [AU] (%%):%_%n")) {
            share_ = share->number(2);
        } else if (const auto ended = match(text, "Ending epoch %n - %n steps completed in %n s");
                   ended && ended->number(2) && !block_.empty()) {
            block_["epoch_time"] = *ended->number(2);
            add_block();
        } else if (const auto steps = find(text, "Max steps per epoch%s= %n * %n / %n")) {
            run_.set("batch_size", steps->number(3));
            run_.set("file_count", steps->number(2));
        } else if (const auto workers = find(text, "(%n workers spawned)")) {
            run_.set("workers", workers->number(0));
        } else if (const auto sleep = find(text, "(set value: {'mean': %n")) {
            run_.set("consumer.batch_seconds", sleep->number(0));
        }
    }

    /// The block waits for what else is said of it: the last of an epoch carries the epoch's time.
    void add_block() {
        if (!block_.empty()) {
            rows_.add(block_ended_, std::exchange(block_, {}));
        }
    }

    Draft& draft_;
    RunDraft& run_;
    StepRows rows_;
    RunningMean epochs_{};
    std::optional<double> share_{};
    std::optional<double> block_ended_{};
    metrics::MetricValues block_{};
    bool has_metric_ = false;
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("DLIO");
    Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(*line);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace dlio_log

const Format kDlioLog{
    .id = "dlio-log", .title = "DLIO log", .claim = &dlio_log::claim, .read = &dlio_log::read};

}  // namespace throughline::importers

// SPDX-License-Identifier: Apache-2.0
// sysbench fileio, 0.4 to 1.0. Its Mb and MiB are both 2^20 bytes; its latency is of all events,
// fsyncs among them.
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/amounts.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace tools {
namespace {

int claim_sysbench(const Head& head) {
    const bool new_rates = head.any_line_has("File operations:") && head.any_line_finds("reads/s:");
    const bool old_rates = head.any_line_finds("Operations performed:%_%n ") &&
                           head.any_line_has("Requests/sec executed");
    return new_rates || old_rates ? kCertain - 5 : 0;
}

/// The number behind a name and its colon.
std::optional<double> value_behind(std::string_view line, std::string_view name) {
    line = trim(line);
    if (!line.starts_with(name)) {
        return std::nullopt;
    }
    const auto found = match(line.substr(name.size()), ":%_%n");
    return found ? found->number(0) : std::nullopt;
}

class SysbenchReader {
public:
    explicit SysbenchReader(Draft& draft) : draft_(draft) {}

    void take(std::string_view line) {
        std::string_view text = trim(line);
        if (const auto version = match(text, "sysbench %w")) {
            begin();
            draft_.tool("sysbench", (*version)[0]);
        } else if (const auto threads = value_behind(text, "Number of threads")) {
            run().set("workers", threads);
        } else if (text.starts_with("Extra file open flags:")) {
            const bool direct = contains(text, "direct") || contains(text, "16384");
            run().set("direct_io", direct ? 1.0 : 0.0);
        } else if (const auto files = match(text, "%n files,%_%w")) {
            run().set("file_count", files->number(0));
            run().set("file_size", bytes_of((*files)[1], 1024.0));
        } else if (const auto block = match(text, "Block size%_%w")) {
            run().set("block_size", bytes_of((*block)[0], 1024.0));
        } else if (contains(text, "synchronous I/O mode")) {
            run().set("io_engine", contains(text, "asynchronous") ? "async" : "sync");
        } else if (text.starts_with("Doing ") && text.ends_with(" test")) {
            text.remove_prefix(std::string_view("Doing ").size());
            take_mode(text.substr(0, text.size() - std::string_view(" test").size()));
        } else if (text.starts_with('[') && contains(text, "reads:")) {
            take_interval(text);
        } else {
            take_figure(text);
        }
    }

    void finish() {
        if (run_ != nullptr && !measured_) {
            run_->status(record::RunStatus::Interrupted);
            run_->absent("read_iops",
                         to_say("sysbench's summary is missing: the output is cut off"));
        }
    }

private:
    RunDraft& run() {
        if (run_ == nullptr) {
            run_ = &draft_.add_run();
        }
        return *run_;
    }
    void begin() {
        finish();
        run_ = nullptr;
        measured_ = false;
        reads_only_ = false;
    }

    void take_mode(std::string_view mode) {
        run().set("pattern", mode);
        reads_only_ = contains(mode, "read") && !contains(mode, "write");
    }

    /// "[ 1s ] reads: 254.46 MiB/s writes: 169.64 MiB/s fsyncs: …".
    void take_interval(std::string_view text) {
        const auto time = match(text, "[%_%ns%_]");
        const auto reads = find(text, "reads: %n MiB/s");
        const auto writes = find(text, "writes: %n MiB/s");
        if (!time || !time->number(0) || !reads || !writes) {
            return;
        }
        draft_.take_rows();
        metrics::MetricValues values;
        const auto put = [&](const char* key, std::optional<double> rate) {
            if (rate && *rate > 0.0) {
                values[key] = *rate * kMiB;
            }
        };
        put("read_bytes_per_second", reads->number(0));
        put("write_bytes_per_second", writes->number(0));
        run().sample(*time->number(0), 0.0, std::move(values));
    }

    /// Of a direction without I/O sysbench prints 0.
    void figure(const std::string& key, std::optional<double> value) {
        if (value && *value > 0.0) {
            measured_ = true;
            run().figure(key, value);
        }
    }

    void take_figure(std::string_view text) {
        if (const auto reads = value_behind(text, "reads/s")) {
            draft_.take_rows();
            figure("read_iops", reads);
        } else if (const auto writes = value_behind(text, "writes/s")) {
            figure("write_iops", writes);
        } else if (const auto read = value_behind(text, "read, MiB/s")) {
            figure("read_bytes_per_second", scaled(read, kMiB));
        } else if (const auto written = value_behind(text, "written, MiB/s")) {
            figure("write_bytes_per_second", scaled(written, kMiB));
        } else if (const auto time = value_behind(text, "total time")) {
            run().set("duration", time);
            take_old_rates(*time);
        } else if (const auto counts = match(text, "Operations performed:%_%n %s,%_%n ")) {
            draft_.take_rows();
            old_reads_ = counts->number(0);
            old_writes_ = counts->number(2);
        } else if (const auto amounts = match(text, "Read %w%_Written %w%_")) {
            old_read_bytes_ = bytes_of((*amounts)[0], 1024.0);
            old_written_bytes_ = bytes_of((*amounts)[1], 1024.0);
        } else {
            take_latency(text);
        }
    }

    /// Versions before 1.0 print counts and the time.
    void take_old_rates(double seconds) {
        if (!old_reads_ || seconds <= 0.0) {
            return;
        }
        figure("read_iops", *old_reads_ / seconds);
        figure("write_iops", old_writes_.value_or(0.0) / seconds);
        figure("read_bytes_per_second", ratio(old_read_bytes_, seconds));
        figure("write_bytes_per_second", ratio(old_written_bytes_, seconds));
        old_reads_.reset();
    }

    void take_latency(std::string_view text) {
        if (!reads_only_) {
            return;
        }
        const auto put = [&](const char* name, const char* key) {
            const auto milliseconds = value_behind(text, name);
            if (milliseconds && *milliseconds > 0.0) {
                run().figure(key, scaled(milliseconds, kMilli));
            } else if (milliseconds) {
                run().absent(key, to_say("sysbench rounded it to 0.00 ms"));
            }
        };
        put("min", "read_latency_min");
        put("avg", "read_latency_mean");
        put("max", "read_latency_max");
        put("95th percentile", "read_latency_p95");
        put("approx.  95 percentile", "read_latency_p95");
    }

    Draft& draft_;
    RunDraft* run_ = nullptr;
    bool measured_ = false;
    bool reads_only_ = false;
    std::optional<double> old_reads_{};
    std::optional<double> old_writes_{};
    std::optional<double> old_read_bytes_{};
    std::optional<double> old_written_bytes_{};
};

Result<void> read_sysbench(Input& input, Draft& draft) {
    draft.tool("sysbench");
    SysbenchReader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    reader.finish();
    draft.info("sysbench.left_out",
               say("fsyncs, and the latency of tests that write, are not imported: sysbench counts "
                   "fsyncs among the events whose latency it prints"));
    return {};
}

}  // namespace
}  // namespace tools

const Format kSysbenchFileio{.id = "sysbench-fileio",
                             .title = "sysbench fileio",
                             .claim = &tools::claim_sysbench,
                             .read = &tools::read_sysbench};

}  // namespace throughline::importers

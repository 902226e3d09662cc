// SPDX-License-Identifier: Apache-2.0
// IOzone: the table of its single mode, whose columns may be empty, and the lines "Children see
// throughput for 4 readers = …" of its throughput mode. Its kB are 1,024 bytes.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace tools {
namespace {

constexpr std::string_view kChildren = "Children see throughput for";

int claim_iozone(const Head& head) {
    return head.any_line_finds("Iozone: Performance Test of File I/O") ? kCertain - 5 : 0;
}

/// A column of the table by where its name ends, since values end below it.
struct IozoneColumn {
    std::size_t end = 0;
    const char* job = nullptr;        ///< null: not imported
    const char* direction = nullptr;  ///< "read" or "write"
};

class IozoneReader {
public:
    explicit IozoneReader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        const std::string_view text = trim(line.text);
        if (const auto unit = match(text, "Output is in %w")) {
            unit_ = (*unit)[0];
        } else if (const auto command = match(text, "Command line used:%_")) {
            command_ = text.substr(command->end());
        } else if (contains(text, "O_DIRECT")) {
            direct_ = true;
        } else if (contains(text, "reclen") && contains(text, "write")) {
            take_head(line.text);
        } else if (const auto record = match(text, "Record Size %n ")) {
            record_ = scaled(record->number(0), kKiB);
        } else if (text.starts_with(kChildren)) {
            take_children(text);
        } else if (!columns_.empty()) {
            take_row(line);
        }
    }

private:
    /// "kB  reclen  write  rewrite  read  reread  read  write  read …": the seventh and eighth are
    /// the random ones.
    void take_head(std::string_view line) {
        static constexpr std::array<IozoneColumn, 8> kKnown{{{0, nullptr, nullptr},
                                                             {0, nullptr, nullptr},
                                                             {0, "write", "write"},
                                                             {0, "rewrite", "write"},
                                                             {0, "read", "read"},
                                                             {0, "reread", "read"},
                                                             {0, "random read", "read"},
                                                             {0, "random write", "write"}}};
        columns_.clear();
        std::size_t at = line.find_first_not_of(" \t");
        while (at != std::string_view::npos) {
            const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
            IozoneColumn column =
                columns_.size() < kKnown.size() ? kKnown.at(columns_.size()) : IozoneColumn{};
            column.end = end;
            columns_.push_back(column);
            at = line.find_first_not_of(" \t", end);
        }
        if (contains(line.substr(0, line.find("reclen")), "\t")) {
            columns_.clear();  // a head with tabs does not say where its values stand
        }
    }

    void take_row(const TextLine& line) {
        std::vector<std::pair<std::size_t, double>> values;
        std::size_t at = line.text.find_first_not_of(" \t");
        while (at != std::string_view::npos) {
            const std::size_t end = std::min(line.text.find_first_of(" \t", at), line.text.size());
            const auto value = parse_number(line.text.substr(at, end - at));
            if (!value) {
                return;  // no row
            }
            values.emplace_back(end, *value);
            at = line.text.find_first_not_of(" \t", end);
        }
        if (values.size() < 3) {
            return;
        }
        draft_.take_rows();
        const double bytes = values[0].second * kKiB;
        const double record = values[1].second * kKiB;
        for (std::size_t i = 2; i < values.size(); ++i) {
            const IozoneColumn* const column = column_at(values[i].first);
            if (column == nullptr) {
                draft_.drop_row(line.number, "a value below no column");
                return;
            }
            if (column->job != nullptr && values[i].second > 0.0) {
                add(column->job, column->direction, values[i].second, record, bytes, 1.0);
            }
        }
    }

    const IozoneColumn* column_at(std::size_t end) const {
        const auto found = std::find_if(columns_.begin(), columns_.end(), [&](const auto& column) {
            return std::max(column.end, end) - std::min(column.end, end) <= 1;
        });
        return found == columns_.end() ? nullptr : &*found;
    }

    /// "Children see throughput for  4 initial writers  =  123456.78 kB/sec".
    void take_children(std::string_view text) {
        const std::size_t equals = text.find('=');
        const auto count = match(text.substr(kChildren.size()), "%_%n");
        if (equals == std::string_view::npos || !count) {
            return;
        }
        const auto rate = match(text.substr(equals + 1), "%_%n %w");
        const std::string_view name =
            trim(text.substr(kChildren.size() + count->end(),
                             equals - std::min(equals, kChildren.size() + count->end())));
        draft_.take_rows();
        if (!rate || !rate->number(0) || *rate->number(0) <= 0.0) {
            return;
        }
        unit_ = (*rate)[1];
        const bool reads = contains(name, "read");
        const bool writes = contains(name, "write");
        if (reads != writes) {
            add(name,
                reads ? "read" : "write",
                *rate->number(0),
                record_,
                std::nullopt,
                count->number(0));
        }
    }

    void add(std::string_view job,
             const std::string& direction,
             double value,
             std::optional<double> record,
             std::optional<double> bytes,
             std::optional<double> workers) {
        const std::string unit = lower(unit_);
        const bool per_second =
            unit.starts_with("kb") || unit.starts_with("mb") || unit.starts_with("gb");
        if (!per_second && !unit.starts_with("ops/sec")) {
            draft_.info_once("iozone.unit",
                             say("IOzone's output is in '%1', which is not imported", unit_));
            return;
        }
        RunDraft& run = draft_.add_run();
        run.set("job", job);
        run.set("pattern", job);
        run.set("block_size", record);
        run.set("file_size", bytes);
        run.set("workers", workers);
        run.set("io_depth", 1.0);
        run.set("command", std::string_view(command_));
        if (direct_) {
            run.set("direct_io", 1.0);
        }
        if (!per_second) {
            run.figure(direction + "_iops", value);
            return;
        }
        const double factor = unit.starts_with("kb") ? kKiB : unit.starts_with("mb") ? kMiB : kGiB;
        run.figure(direction + "_bytes_per_second", value * factor);
        if (record) {
            run.figure(direction + "_iops", value * factor / *record);
        }
    }

    Draft& draft_;
    std::string unit_ = "kBytes/sec";
    std::string command_{};
    bool direct_ = false;
    std::optional<double> record_{};
    std::vector<IozoneColumn> columns_{};
};

Result<void> read_iozone(Input& input, Draft& draft) {
    draft.tool("IOzone");
    IozoneReader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(*line);
    }
    draft.info(
        "iozone.left_out",
        say("IOzone's backward and strided reads, rewritten records and C library results are "
            "not imported"));
    return {};
}

}  // namespace
}  // namespace tools

const Format kIozone{
    .id = "iozone", .title = "IOzone", .claim = &tools::claim_iozone, .read = &tools::read_iozone};

}  // namespace throughline::importers

// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/fio/fio_log_rows.h"

#include <algorithm>
#include <charconv>

#include "engine/importers/read/scan.h"

namespace throughline::importers {

FioLogRow parse_fio_log_row(std::string_view line) {
    FioLogRow row;
    const char* at = line.data();
    const char* const end = at + line.size();
    while (at < end && row.columns < kFioLogColumnsMax) {
        while (at < end && (*at == ' ' || *at == '\t')) {
            ++at;
        }
        const bool hex = end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
        std::int64_t& field = row.field.at(row.columns);
        const auto parsed =
            hex ? std::from_chars(at + 2, end, field, 16) : std::from_chars(at, end, field, 10);
        if (parsed.ec != std::errc()) {
            return {};
        }
        ++row.columns;
        at = parsed.ptr;
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) {
            ++at;
        }
        if (at < end) {
            if (*at != ',') {
                return {};
            }
            ++at;
        }
    }
    return at < end ? FioLogRow{} : row;
}

namespace {

/// Whether the file has two values a row, by its first rows: a single one of them may look like the
/// other kind.
bool has_two_values(std::string_view head) {
    constexpr std::size_t kLinesLooked = 50;
    std::size_t one = 0;
    std::size_t two = 0;
    for (std::size_t i = 0; i < kLinesLooked && !head.empty(); ++i) {
        const std::size_t end = head.find('\n');
        const FioLogRow row = parse_fio_log_row(head.substr(0, end));
        one += row.is_row(false) ? 1 : 0;
        two += row.is_row(true) ? 1 : 0;
        head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
    }
    return two > one;
}

class RowReader {
public:
    RowReader(double to_ns, bool two_values) : to_ns_(to_ns) { rows_.two_values = two_values; }

    void take(const FioLogRow& row) {
        const bool two = rows_.two_values;
        const unsigned direction = row.direction(two);
        const auto t_ms = static_cast<double>(row.field[0]);
        const auto value = static_cast<double>(row.field[1]);
        const std::int64_t block = row.field[two ? 4 : 3];
        if (rows_.parts.empty() || falls_back(t_ms, direction, block == 0)) {
            begin_part();
        }
        latest_[direction] = std::max(latest_[direction], t_ms);
        FioLogPart& part = rows_.parts.back();
        part.block = part.rows() == 0 || part.block == block ? block : -1;
        part.series.add(t_ms, value, direction);
        if (to_ns_ > 0.0 && direction < 2) {
            constexpr double kLargest = 9e18;  // still fits the type
            part.histogram.at(direction).record(
                static_cast<std::uint64_t>(std::min(value * to_ns_, kLargest)));
        }
    }

    FioLogRows finish() { return std::move(rows_); }

private:
    /// Windows come in order; requests of one job may be written down a little late.
    bool falls_back(double t_ms, unsigned direction, bool windows) const {
        constexpr double kLateMs = 1000.0;
        return t_ms + (windows ? 0.0 : kLateMs) < latest_[direction];
    }

    void begin_part() {
        constexpr std::size_t kPartsMax = 64;
        if (rows_.parts.size() == kPartsMax) {
            rows_.tangled = true;
            return;
        }
        rows_.parts.emplace_back();
        latest_ = {-1.0, -1.0, -1.0};
    }

    double to_ns_;
    FioLogRows rows_{};
    std::array<double, FioLogSeries::kDirections> latest_{};  ///< ms, of the part
};

}  // namespace

FioLogRows read_fio_log(TextSource& text, double to_ns, Draft& draft) {
    const bool two_values = has_two_values(text.head());
    RowReader reader(to_ns, two_values);
    std::size_t columns = 0;
    std::uint64_t taken = 0;
    while (const TextLine* const line = text.next()) {
        const FioLogRow row = parse_fio_log_row(line->text);
        // A cut last line may still parse, with a value that lacks digits.
        if (!row.is_row(two_values) || (!line->complete && row.columns < columns)) {
            if (!trim(line->text).empty()) {
                draft.drop_row(line->number, "not a row of a fio log");
            }
            continue;
        }
        columns = row.columns;
        reader.take(row);
        ++taken;
    }
    draft.take_rows(taken);
    return reader.finish();
}

}  // namespace throughline::importers

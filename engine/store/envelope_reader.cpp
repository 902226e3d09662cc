// SPDX-License-Identifier: Apache-2.0
#include "engine/store/envelope_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "engine/store/buckets.h"
#include "engine/store/columns.h"

namespace throughline::store {
namespace {

constexpr auto kChunkLines = static_cast<std::int64_t>(kChunkValuesMax);
/// When the pieces of a chunk (its lines, or its buckets) begin and end.
struct ChunkTimes {
    std::int64_t chunk = 0;
    std::int64_t lines = 0;
    bool in_buckets = false;
    std::vector<double> t_s;
    std::vector<double> dt_s;
    std::vector<std::uint8_t> phases{};  ///< of a bucket its first line's, as the repeat is
    std::vector<std::uint32_t> repeats{};
    bool leaves_warm_up_out = false;

    std::int64_t first_line() const { return chunk * kChunkLines; }
    std::int64_t lines_of_piece() const {
        return in_buckets ? static_cast<std::int64_t>(kBucketLines) : 1;
    }
    std::int64_t line_of(std::size_t piece) const {
        return first_line() + static_cast<std::int64_t>(piece) * lines_of_piece();
    }
    record::Phase phase_of(std::size_t piece) const {
        return static_cast<record::Phase>(phases[piece]);
    }
    bool is_left_out(std::size_t line) const {
        return leaves_warm_up_out &&
               phases[line] == static_cast<std::uint8_t>(record::Phase::Warmup);
    }
    bool touches(std::size_t piece, const Stretch& stretch) const {
        return t_s[piece] >= stretch.from_s && t_s[piece] - dt_s[piece] <= stretch.to_s;
    }
};

/// Sample lines of a run, counted from its first.
struct LineRange {
    std::int64_t first = 0;
    std::int64_t end = 0;

    bool contains(std::int64_t line) const { return line >= first && line < end; }
    bool meets(const ChunkTimes& times) const {
        return times.first_line() < end && times.first_line() + times.lines > first;
    }
};

/// Several samples as one: what a chart draws.
struct Piece {
    record::Phase phase = record::Phase::Measured;
    int repeat = 1;
    double begin_s = 0.0;
    double end_s = 0.0;
    double low = 0.0;
    double high = 0.0;
    double weighted = 0.0;  ///< values times their weights, see weight_of()
    double weight = 0.0;
    std::int64_t count = 0;
};

/// What an importer marks as warm-up was no second of the measurement: a report since boot, a part
/// of an interval. Of our own runs it is.
Result<bool> leaves_warm_up_out(const Database& database, std::int64_t run_id) {
    Statement row = database.prepare(
        "SELECT study.origin = 'imported' FROM run JOIN study ON study.id = run.study_id "
        "WHERE run.id = ?1");
    const auto found = row.bind(run_id).step();
    if (!found) {
        return found.error();
    }
    return *found && row.integer(0) != 0;
}

/// Collects pieces into cells of `lines` sample lines each, counted from the first of the run, so
/// that neighbouring stretches have the same cells.
class Cells {
public:
    Cells(Envelope& envelope, std::int64_t lines) : envelope_(envelope), lines_(lines) {}

    void add(std::int64_t line, const Piece& piece) {
        const std::int64_t cell = line / lines_;
        if (cell != cell_) {
            close();
            cell_ = cell;
        }
        if (open_.count == 0) {
            open_ = piece;
            envelope_.lines.push_back(line);
            envelope_.phases.push_back(piece.phase);
            envelope_.repeats.push_back(piece.repeat);
            return;
        }
        open_.begin_s = std::min(open_.begin_s, piece.begin_s);
        open_.end_s = std::max(open_.end_s, piece.end_s);
        open_.low = std::min(open_.low, piece.low);
        open_.high = std::max(open_.high, piece.high);
        open_.weighted += piece.weighted;
        open_.weight += piece.weight;
        open_.count += piece.count;
    }

    void leave_out() { ++envelope_.left_out; }

    void close() {
        if (open_.count == 0) {
            return;
        }
        // A sample stands at its end, as it does alone; several in the middle of their time.
        envelope_.t_s.push_back(lines_ == 1 ? open_.end_s
                                            : std::midpoint(open_.begin_s, open_.end_s));
        // The value of a single sample stays what it is, to the last digit.
        const bool one_value = open_.low == open_.high;
        envelope_.mean.push_back(one_value ? open_.low : open_.weighted / open_.weight);
        envelope_.low.push_back(open_.low);
        envelope_.high.push_back(open_.high);
        envelope_.samples += open_.count;
        open_ = Piece();
    }

private:
    Envelope& envelope_;
    std::int64_t lines_;
    std::int64_t cell_ = -1;
    Piece open_;
};

/// The times of one row: chunk, count, level, t_s, dt_s, phase, repeat.
Result<ChunkTimes> times_of(const Statement& row) {
    ChunkTimes times{.chunk = row.integer(0),
                     .lines = row.integer(1),
                     .in_buckets = row.integer(2) != 0,
                     .t_s = {},
                     .dt_s = {}};
    if (times.lines <= 0 || times.lines > kChunkLines) {
        return damaged_column(row.bytes(3).size(), times.lines);
    }
    const auto pieces = times.in_buckets ? static_cast<std::int64_t>(kBucketsOfChunk) : times.lines;
    auto t_s = unpack_column<double>(row.bytes(3), pieces);
    auto dt_s = unpack_column<double>(row.bytes(4), pieces);
    auto phases = unpack_column<std::uint8_t>(row.bytes(5), pieces);
    auto repeats = unpack_column<std::uint32_t>(row.bytes(6), pieces);
    if (!t_s || !dt_s || !phases || !repeats) {
        return damaged_column(row.bytes(3).size(), pieces);
    }
    times.t_s = *std::move(t_s);
    times.dt_s = *std::move(dt_s);
    times.phases = *std::move(phases);
    times.repeats = *std::move(repeats);
    return times;
}

/// All chunks of a run, in buckets where there are such.
Result<std::vector<ChunkTimes>> chunks_of(const Database& database, std::int64_t run_id) {
    Statement rows = database.prepare(
        "SELECT l.chunk, l.count, coalesce(b.level, 0), coalesce(b.t_s, l.t_s), "
        "coalesce(b.dt_s, l.dt_s), coalesce(b.phase, l.phase), coalesce(b.repeat, l.repeat) "
        "FROM time_chunk l "
        "LEFT JOIN time_chunk b ON b.run_id = l.run_id AND b.level = 1 AND b.chunk = l.chunk "
        "WHERE l.run_id = ?1 AND l.level = 0 ORDER BY l.chunk");
    rows.bind(run_id);
    std::vector<ChunkTimes> chunks;
    for (;;) {
        const auto row = rows.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return chunks;
        }
        auto times = times_of(rows);
        if (!times) {
            return std::move(times).error();
        }
        chunks.push_back(*std::move(times));
    }
}

/// Reads one metric of chunks of one run into cells.
class EnvelopeReader {
public:
    EnvelopeReader(const Database& database, std::int64_t run_id, std::string_view key)
        : run_id_(run_id),
          key_(key),
          lines_(
              database.prepare("SELECT chunk, count, 0, t_s, dt_s, phase, repeat FROM time_chunk "
                               "WHERE run_id = ?1 AND level = 0 AND chunk = ?2")),
          has_warm_up_(database.prepare("SELECT instr(phase, x'00') FROM time_chunk "
                                        "WHERE run_id = ?1 AND level = 0 AND chunk = ?2")),
          values_(database.prepare(
              "SELECT present, value, count FROM value_chunk WHERE run_id = ?1 AND level = ?2 "
              "AND metric_id = (SELECT id FROM metric_key WHERE key = ?3) AND chunk = ?4")) {}

    /// Whether any line of a chunk is of the warm-up.
    Result<bool> has_warm_up(std::int64_t chunk) {
        const auto row = has_warm_up_.bind(run_id_, chunk).step();
        if (!row) {
            return row.error();
        }
        const bool has = *row && has_warm_up_.integer(0) != 0;
        has_warm_up_.reset();
        return has;
    }

    /// Turns a chunk in buckets into one in lines.
    Result<void> read_lines(ChunkTimes& times) {
        const auto row = lines_.bind(run_id_, times.chunk).step();
        if (!row) {
            return row.error();
        }
        auto lines = *row ? times_of(lines_) : Result<ChunkTimes>(damaged_column(0, times.lines));
        lines_.reset();
        if (!lines) {
            return std::move(lines).error();
        }
        times = *std::move(lines);
        return {};
    }

    Result<void> add(const ChunkTimes& times, const LineRange& range, Cells& cells) {
        const auto row = values_.bind(run_id_, times.in_buckets ? 1 : 0, key_, times.chunk).step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return {};  // no line of this chunk has the metric
        }
        auto added =
            times.in_buckets ? add_buckets(times, range, cells) : add_lines(times, range, cells);
        values_.reset();
        return added;
    }

private:
    Result<void> add_buckets(const ChunkTimes& times, const LineRange& range, Cells& cells) {
        if (values_.is_null(0)) {
            return damaged_column(0, kBucketsOfChunk);
        }
        const auto buckets = unpack_buckets(values_.bytes(1), values_.bytes(0));
        if (!buckets) {
            return buckets.error();
        }
        for (std::size_t b = 0; b < kBucketsOfChunk; ++b) {
            const Piece piece{.phase = times.phase_of(b),
                              .repeat = static_cast<int>(times.repeats[b]),
                              .begin_s = times.t_s[b] - times.dt_s[b],
                              .end_s = times.t_s[b],
                              .low = buckets->low[b],
                              .high = buckets->high[b],
                              .weighted = buckets->weighted[b],
                              .weight = buckets->weight[b],
                              .count = buckets->counts[b]};
            if (piece.count > 0 && range.contains(times.line_of(b))) {
                cells.add(times.line_of(b), piece);
            }
        }
        return {};
    }

    Result<void> add_lines(const ChunkTimes& times, const LineRange& range, Cells& cells) {
        const auto positions = unpack_presence(
            values_.is_null(0) ? std::nullopt : std::optional(values_.bytes(0)), times.t_s.size());
        if (!positions) {
            return positions.error();
        }
        const auto values =
            unpack_column<double>(values_.bytes(1), static_cast<std::int64_t>(positions->size()));
        if (!values) {
            return values.error();
        }
        for (std::size_t i = 0; i < values->size(); ++i) {
            const std::size_t line = (*positions)[i];
            const double value = (*values)[i];
            const double weight = weight_of(times.dt_s[line]);
            const Piece piece{.phase = times.phase_of(line),
                              .repeat = static_cast<int>(times.repeats[line]),
                              .begin_s = times.t_s[line] - times.dt_s[line],
                              .end_s = times.t_s[line],
                              .low = value,
                              .high = value,
                              .weighted = value * weight,
                              .weight = weight,
                              .count = 1};
            if (!range.contains(times.line_of(line))) {
                continue;
            }
            if (times.is_left_out(line)) {
                cells.leave_out();
                continue;
            }
            cells.add(times.line_of(line), piece);
        }
        return {};
    }

    std::int64_t run_id_;
    std::string_view key_;
    Statement lines_;
    Statement has_warm_up_;
    Statement values_;
};

/// The lines that touch a stretch, widened as it asks.
LineRange lines_in(const std::vector<ChunkTimes>& chunks, const Stretch& stretch) {
    std::optional<LineRange> touched;
    for (const ChunkTimes& times : chunks) {
        for (std::size_t piece = 0; piece < times.t_s.size(); ++piece) {
            if (times.touches(piece, stretch)) {
                const std::int64_t line = times.line_of(piece);
                touched = LineRange{.first = touched ? touched->first : line,
                                    .end = line + times.lines_of_piece()};
            }
        }
    }
    if (!touched) {
        return {};
    }
    const std::int64_t unit = std::max<std::int64_t>(1, stretch.whole_lines);
    const std::int64_t all = chunks.back().first_line() + chunks.back().lines;
    return {.first = touched->first / unit * unit,
            .end = std::min(all, (touched->end + unit - 1) / unit * unit)};
}

/// Sample lines that become one cell: whole buckets where it has at least one.
std::int64_t lines_of_cell(std::int64_t lines, std::int64_t cells) {
    constexpr auto kBucket = static_cast<std::int64_t>(kBucketLines);
    const std::int64_t wanted = std::max<std::int64_t>(1, (lines + cells - 1) / cells);
    return wanted < kBucket ? wanted : (wanted + kBucket - 1) / kBucket * kBucket;
}

}  // namespace

Result<Envelope> read_envelope(const Database& database,
                               std::int64_t run_id,
                               std::string_view key,
                               const Stretch& stretch) {
    auto chunks = chunks_of(database, run_id);
    if (!chunks) {
        return std::move(chunks).error();
    }
    const auto without_warm_up = leaves_warm_up_out(database, run_id);
    if (!without_warm_up) {
        return without_warm_up.error();
    }
    const LineRange range = lines_in(*chunks, stretch);
    const std::int64_t lines = range.end - range.first;
    // No more cells than lines: SIZE_MAX asks for each sample.
    const auto cells_max = static_cast<std::int64_t>(
        std::clamp<std::size_t>(stretch.cells, 1, static_cast<std::size_t>(lines) + 1));
    Envelope envelope{.lines_of_cell = lines_of_cell(lines, cells_max),
                      .first_line = range.first,
                      .end_line = range.end};
    const bool from_buckets = envelope.lines_of_cell >= static_cast<std::int64_t>(kBucketLines);
    Cells cells(envelope, envelope.lines_of_cell);
    EnvelopeReader reader(database, run_id, key);
    for (ChunkTimes& times : *chunks) {
        if (!range.meets(times)) {
            continue;
        }
        const auto warm_up =
            *without_warm_up ? reader.has_warm_up(times.chunk) : Result<bool>(false);
        if (!warm_up) {
            return warm_up.error();
        }
        if ((times.in_buckets && !from_buckets) || *warm_up) {
            if (auto read = reader.read_lines(times); !read) {
                return std::move(read).error();
            }
            times.leaves_warm_up_out = *warm_up;
        }
        if (auto added = reader.add(times, range, cells); !added) {
            return std::move(added).error();
        }
    }
    cells.close();
    return envelope;
}

}  // namespace throughline::store

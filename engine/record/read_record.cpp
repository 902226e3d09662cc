// SPDX-License-Identifier: Apache-2.0
#include "engine/record/read_record.h"

#include <string_view>
#include <utility>

#include "engine/record/record_json.h"
#include "engine/record/record_lines.h"
#include "engine/record/study_builder.h"

namespace throughline::record {
namespace {

/// Takes one line of a file into the study. Errors: Format, Version.
Result<void> take_line(std::string_view text, StudyBuilder& builder, Study& counts) {
    const std::uint64_t number = counts.lines + 1;
    auto parsed = parse_line(text);
    if (!parsed) {
        return std::move(parsed).error();
    }
    if (parsed->seq != number) {
        return format_error("its seq is " + std::to_string(parsed->seq) + ": lines are missing");
    }
    if (parsed->line) {
        if (auto added = builder.add(*parsed->line); !added) {
            return added;
        }
    } else if (number == 1) {
        return format_error("a record starts with a header, not with " + parsed->type);
    } else {
        ++counts.unknown_lines;
    }
    ++counts.lines;
    return {};
}

RecordDamage damage_at(std::uint64_t line, std::uint64_t offset, const std::string& cause) {
    return RecordDamage{.line = line,
                        .byte_offset = offset,
                        .text = "line " + std::to_string(line) + " at byte " +
                                std::to_string(offset) + " is damaged (" + cause +
                                "); what precedes it is kept, the rest is left out"};
}

}  // namespace

Result<ReadRecord> read_record(const std::string& path) {
    StudyBuilder builder;
    Study counts;
    std::optional<Error> header_error;
    std::optional<RecordDamage> damage;
    std::uint64_t next_offset = 0;
    std::uint64_t complete_bytes = 0;
    const auto read =
        for_each_complete_line(path, 0, [&](std::string_view text, std::uint64_t offset) {
            next_offset = offset + text.size() + 1;
            auto taken = take_line(text, builder, counts);
            complete_bytes = taken ? next_offset : complete_bytes;
            if (!taken && counts.lines == 0) {
                header_error = std::move(taken).error();
            } else if (!taken) {
                damage = damage_at(counts.lines + 1, offset, taken.error().what);
            }
            return !header_error && !damage;
        });
    if (!read && (counts.lines == 0 || read.error().code != ErrorCode::Format)) {
        return read.error();
    }
    if (!read) {
        damage = damage_at(counts.lines + 1, next_offset, read.error().what);
    }
    if (header_error) {
        header_error->what = "'" + path + "': " + header_error->what;
        return *std::move(header_error);
    }
    if (counts.lines == 0) {
        return format_error("'" + path + "' has no complete line: it is not a record");
    }
    ReadRecord record{.study = std::move(builder).finish(), .damage = std::move(damage)};
    record.study.lines = counts.lines;
    record.study.unknown_lines = counts.unknown_lines;
    record.bytes = complete_bytes;
    return record;
}

}  // namespace throughline::record

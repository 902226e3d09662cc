// SPDX-License-Identifier: Apache-2.0
#include "engine/record/read_record.h"

#include <string_view>
#include <utility>

#include "engine/base/say.h"
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
        return format_error(say("its seq is %1: lines are missing", std::to_string(parsed->seq)));
    }
    if (parsed->line) {
        if (auto added = builder.add(*parsed->line); !added) {
            return added;
        }
    } else if (number == 1) {
        return format_error(say("a record starts with a header, not with %1", parsed->type));
    } else {
        ++counts.unknown_lines;
    }
    ++counts.lines;
    return {};
}

RecordDamage damage_at(std::uint64_t line, std::uint64_t offset, const std::string& cause) {
    return RecordDamage{
        .line = line,
        .byte_offset = offset,
        .text = say_english("line %1 at byte %2 is damaged (%3); what precedes it is kept, the "
                            "rest is left out",
                            std::to_string(line),
                            std::to_string(offset),
                            cause)};
}

/// Lines that come one after the other, until one is damaged.
class RecordTaker {
public:
    /// False: no further line is wanted.
    bool take(std::string_view text, std::uint64_t offset) {
        next_offset_ = offset + text.size() + 1;
        auto taken = take_line(text, builder_, counts_);
        complete_bytes_ = taken ? next_offset_ : complete_bytes_;
        if (!taken && counts_.lines == 0) {
            header_error_ = std::move(taken).error();
        } else if (!taken) {
            damage_ = damage_at(counts_.lines + 1, offset, taken.error().what);
        }
        return !header_error_ && !damage_;
    }
    /// What follows could not be split into lines.
    void end_damaged(const std::string& cause) {
        damage_ = damage_at(counts_.lines + 1, next_offset_, cause);
    }
    bool is_empty() const noexcept { return counts_.lines == 0; }

    /// `name`: of the record, for errors.
    Result<ReadRecord> finish(const std::string& name) && {
        if (header_error_) {
            header_error_->what = "'" + name + "': " + header_error_->what;
            return *std::move(header_error_);
        }
        if (is_empty()) {
            return format_error(say("'%1' has no complete line: it is not a record", name));
        }
        ReadRecord record{.study = std::move(builder_).finish(), .damage = std::move(damage_)};
        record.study.lines = counts_.lines;
        record.study.unknown_lines = counts_.unknown_lines;
        record.bytes = complete_bytes_;
        return record;
    }

private:
    StudyBuilder builder_;
    Study counts_;
    std::optional<Error> header_error_;
    std::optional<RecordDamage> damage_;
    std::uint64_t next_offset_ = 0;
    std::uint64_t complete_bytes_ = 0;
};

}  // namespace

Result<ReadRecord> read_record(const std::string& path) {
    RecordTaker taker;
    const auto read =
        for_each_complete_line(path, 0, [&](std::string_view text, std::uint64_t offset) {
            return taker.take(text, offset);
        });
    if (!read && (taker.is_empty() || read.error().code != ErrorCode::Format)) {
        return read.error();
    }
    if (!read) {
        taker.end_damaged(read.error().what);
    }
    return std::move(taker).finish(path);
}

Result<ReadRecord> read_record_text(std::string_view text, const std::string& name) {
    RecordTaker taker;
    std::size_t start = 0;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos;
         end = text.find('\n', start)) {
        const bool goes_on = taker.take(text.substr(start, end - start), start);
        start = end + 1;
        if (!goes_on) {
            break;
        }
    }
    return std::move(taker).finish(name);
}

}  // namespace throughline::record

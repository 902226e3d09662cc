// SPDX-License-Identifier: Apache-2.0
// dd of GNU, BSD and busybox. Whether it measured reads or writes only its command line says.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/amounts.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace tools {
namespace {

struct Copy {
    double bytes = 0.0;
    double seconds = 0.0;
    double records = 0.0;  ///< whole ones; 0: not known, or not all were whole
    std::string command{};
};

/// "67108864 bytes (67 MB, 64 MiB) copied, 0.05 s, 1.3 GB/s" and
/// "67108864 bytes transferred in 0.05 secs (1342177280 bytes/sec)".
std::optional<Copy> parse_copy(std::string_view line) {
    const auto begins = match(line, "%n bytes%_");
    const auto bytes = begins ? begins->number(0) : std::nullopt;
    if (!bytes) {
        return std::nullopt;
    }
    const std::string_view behind = line.substr(begins->end());
    auto time = find(behind, "copied, %n s");
    if (!time) {
        time = match(behind, "transferred in %n sec");
    }
    const auto seconds = time ? time->number(0) : std::nullopt;
    return seconds && *seconds > 0.0 ? std::optional(Copy{.bytes = *bytes, .seconds = *seconds})
                                     : std::nullopt;
}

/// The last part of a line over which progress was printed.
std::string_view last_part(std::string_view line) {
    const std::size_t back = line.rfind('\r');
    return trim(back == std::string_view::npos ? line : line.substr(back + 1));
}

int claim_dd(const Head& head) {
    // scripts that run other tools as well often call it
    return head.any_line([](std::string_view line) { return parse_copy(last_part(line)); })
               ? kCertain - 30
               : 0;
}

std::string operand(std::string_view command, std::string_view name) {
    for (const std::string_view word : words(command)) {
        if (word.starts_with(name)) {
            return std::string(word.substr(name.size()));
        }
    }
    return {};
}

bool is_no_file(const std::string& path) {
    return path.starts_with("/dev/zero") || path.starts_with("/dev/null") ||
           path.starts_with("/dev/urandom") || path.starts_with("/dev/random");
}

class DdReader {
public:
    explicit DdReader(Draft& draft) : draft_(draft) {}

    void take(std::string_view line) {
        line = last_part(line);
        const std::size_t call = line.find("dd ");
        const bool is_call = call != std::string_view::npos &&
                             (call == 0 || line[call - 1] == ' ' || line[call - 1] == '/') &&
                             (contains(line, " if=") || contains(line, " of="));
        if (is_call) {
            command_ = line.substr(call);
        } else if (contains(line, " records out")) {
            const std::size_t plus = line.find('+');
            const auto whole = parse_number(line.substr(0, plus));
            const auto part =
                plus == std::string_view::npos ? std::nullopt : match(line.substr(plus + 1), "%n");
            records_ = part && part->number(0) == 0.0 ? whole.value_or(0.0) : 0.0;
            after_records_ = true;
        } else if (auto copy = parse_copy(line)) {
            copy->command = command_;
            copy->records = after_records_ ? records_ : 0.0;
            (after_records_ ? results_ : loose_).push_back(*std::move(copy));
            after_records_ = false;
        }
    }

    void finish() {
        // Progress lines stand before the records; of an excerpt without those each line counts.
        for (const Copy& copy : results_.empty() ? loose_ : results_) {
            add(copy);
        }
    }

private:
    void add(const Copy& copy) {
        const std::string from = operand(copy.command, "if=");
        const std::string to = operand(copy.command, "of=");
        bool reads = !from.empty() && !is_no_file(from);
        bool writes = !to.empty() && !is_no_file(to);
        if (copy.command.empty() || (!reads && !writes)) {
            const auto said = draft_.assumed("pattern");
            reads = said && contains(*said, "read");
            writes = said && contains(*said, "write");
        }
        draft_.take_rows();
        if (!reads && !writes) {
            draft_.ask("pattern",
                       "dd prints one rate, without a command line that shows whether it read or "
                       "wrote: answer read or write");
            return;
        }
        RunDraft& run = draft_.add_run();
        run.set("pattern", reads && writes ? "copy" : reads ? "read" : "write");
        run.set("command", std::string_view(copy.command));
        run.set("storage_target", std::string_view(reads ? from : to));
        run.set("workers", 1.0);
        run.set("io_depth", 1.0);
        auto size = bytes_of(operand(copy.command, "bs="), 1024.0);
        if (!size && copy.records > 0.0) {
            size = copy.bytes / copy.records;
        }
        run.set("block_size", size);
        run.set("duration", copy.seconds);
        if (contains(copy.command, "direct")) {
            run.set("direct_io", 1.0);
        }
        for (const char* const name : {"read", "write"}) {
            if (std::string_view(name) == "read" ? reads : writes) {
                run.figure(std::string(name) + "_bytes", copy.bytes);
                run.figure(std::string(name) + "_bytes_per_second", copy.bytes / copy.seconds);
            }
        }
        if (!run.has_condition("direct_io")) {
            run.note(
                "dd.cache",
                record::Level::Info,
                to_say("no sign that the page cache was bypassed (iflag=direct, oflag=direct): the "
                       "rate may be that of memory"));
        }
    }

    Draft& draft_;
    std::string command_{};
    double records_ = 0.0;
    bool after_records_ = false;
    std::vector<Copy> results_{};
    std::vector<Copy> loose_{};
};

Result<void> read_dd(Input& input, Draft& draft) {
    draft.tool("dd");
    DdReader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace tools

const Format kDd{.id = "dd", .title = "dd", .claim = &tools::claim_dd, .read = &tools::read_dd};

}  // namespace throughline::importers

// SPDX-License-Identifier: Apache-2.0
// gdsio: one line for each run. GiB are 2^30; IOPS are not printed: ops / total_time.
#include <algorithm>
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace gdsio {
namespace {

int claim(const Head& head) {
    return head.any_line_finds("XferType: %w ") && head.any_line_has(" usecs") ? kCertain : 0;
}

/// The number behind "Name: ", up to a bracket of its unit or a blank.
std::optional<double> number_behind(std::string_view line, std::string_view name) {
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const auto found = match(line.substr(at + name.size()), "%_%n");
    return found ? found->number(0) : std::nullopt;
}

/// What the command asks for: -I 0 = read, 1 = write, 2 = random read, 3 = random write (gdsio -h).
std::string direction_of(std::string_view command, Draft& draft) {
    const auto option = find(command, "-I%_%n");
    if (option && option->number(0)) {
        const double kind = *option->number(0);
        return kind == 1.0 || kind == 3.0 ? "WRITE" : "READ";
    }
    return std::string(draft.assumed("pattern").value_or(""));
}

/// "IOSize: 1024(KiB)"; "16384-32768-4096(KiB)" goes from the first to the second in such steps.
void set_size(RunDraft& run, std::string_view line) {
    const auto size = find(line, "IOSize:%_%w");
    if (!size) {
        return;
    }
    const std::string_view text = (*size)[0].substr(0, (*size)[0].find('('));
    if (contains(text, "-")) {
        run.absent("block_size", say_english("several sizes: %1 KiB (start, end, step)", text));
    } else {
        run.set("block_size", scaled(parse_number(text), kKiB));
    }
}

/// "IoType: WRITE XferType: …", or with batches "WRITE XferType: …"; "" where it says neither.
std::string_view io_type(std::string_view line) {
    const auto before = words(line.substr(0, line.find("XferType:")));
    if (before.empty()) {
        return {};
    }
    const std::string_view last = before.back();
    const bool named = before.size() > 1 && before[before.size() - 2].ends_with("IoType:");
    const bool bare =
        last == "READ" || last == "WRITE" || last == "RANDREAD" || last == "RANDWRITE";
    return named || bare ? last : std::string_view();
}

bool import_line(std::string_view line, std::string_view command, Draft& draft) {
    const auto transfer = find(line, "XferType: %w ");
    const auto rate = number_behind(line, "Throughput:");
    if (!transfer || !rate) {
        return false;
    }
    RunDraft& run = draft.add_run();
    const std::string_view type = io_type(line);
    const std::string io = type.empty() ? direction_of(command, draft) : std::string(type);
    if (io.empty()) {
        draft.ask("pattern",
                  "neither the result lines nor a command line say whether it read or wrote");
        run.absent("read_bytes_per_second",
                   to_say("it may have been read or written (--assume pattern=)"));
        return true;
    }
    const std::string name = contains(lower(io), "write") ? "write" : "read";
    run.set("pattern",
            (type.empty() ? std::string() : lower(io) + " ") + std::string((*transfer)[0]));
    run.set("workers", number_behind(line, "Threads:"));
    run.set("io_depth", number_behind(line, "IoDepth:"));
    set_size(run, line);
    run.set("command", command);
    run.figure(name + "_bytes_per_second", *rate * kGiB);
    run.figure(name + "_latency_mean", scaled(number_behind(line, "Avg_Latency:"), kMicro));
    const auto requests = number_behind(line, "ops:");
    const auto seconds = number_behind(line, "total_time");
    run.figure(name + "_requests", requests);
    run.figure(name + "_iops", ratio(requests, seconds));
    run.set("duration", seconds);
    run.figure(name + "_bytes", scaled(number_behind(line, "DataSetSize:"), kKiB));
    return true;
}

Result<void> read(Input& input, Draft& draft) {
    draft.tool("gdsio");
    std::string command;
    std::string begun;
    while (const TextLine* const line = input.text.next()) {
        const std::string_view text = line->text;
        const std::size_t call = text.find("gdsio -");
        if (call != std::string_view::npos) {
            command = text.substr(call);
        }
        const bool begins = contains(text, "XferType:");
        if (!begins && begun.empty()) {
            continue;
        }
        // A narrow terminal breaks the line before Throughput.
        std::string whole = begins ? std::string(text) : begun + " " + std::string(text);
        begun.clear();
        if (import_line(whole, command, draft)) {
            draft.take_rows();
        } else if (begins) {
            begun = std::move(whole);
        } else {
            draft.drop_row(line->number, "a result line without its rate");
        }
    }
    return {};
}

}  // namespace
}  // namespace gdsio

const Format kGdsio{.id = "gdsio", .title = "gdsio", .claim = &gdsio::claim, .read = &gdsio::read};

}  // namespace throughline::importers

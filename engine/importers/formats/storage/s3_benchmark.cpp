// SPDX-License-Identifier: Apache-2.0
// Wasabi's s3-benchmark and its descendants: one line for each loop and kind of request. Its "MB"
// are MiB (the library that prints them counts in 1,024).
#include <algorithm>
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace s3_benchmark {
namespace {

/// "Loop 1: GET time 60.0 secs, objects = 1112, speed = 1.1MB/sec, 1111.8 operations/sec."
constexpr const char* kTransfer =
    "Loop %n: %w time %n secs, objects = %n, speed = %w %n operations/sec";
constexpr const char* kDelete = "Loop %n: DELETE time %n secs, %n deletes/sec";

int claim(const Head& head) {
    return head.any_line_finds(kTransfer) ||
                   (head.any_line_finds("Loop %n: DELETE time") && head.any_line_has("deletes/sec"))
               ? kCertain
               : 0;
}

/// "1.1MB/sec," -> bytes per second.
std::optional<double> speed_of(std::string_view word) {
    const std::size_t end = word.find("B/sec");
    return end == std::string_view::npos ? std::nullopt : binary_scaled(word.substr(0, end));
}

/// "threads=10, loops=1, size=1M": the number behind a name.
std::string_view parameter(std::string_view line, std::string_view name) {
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = line.substr(at + name.size());
    return trim(rest.substr(0, rest.find(',')));
}

struct Parameters {
    std::string target{};
    std::optional<double> threads{};
    std::optional<double> object_bytes{};
};

void set_parameters(const Parameters& parameters, RunDraft& run) {
    run.set("storage_target", std::string_view(parameters.target));
    run.set("workers", parameters.threads);
    run.set("block_size", parameters.object_bytes);
}

void put_transfer(const Match& found, const Parameters& parameters, Draft& draft) {
    RunDraft& run = draft.add_run();
    set_parameters(parameters, run);
    const std::string kind = lower(found[1]);
    const std::string direction = kind == "get" ? "read" : "write";
    run.set("phase", std::string_view(kind));
    run.set("duration", found.number(2));
    run.figure(direction + "_requests", found.number(3));
    run.figure(direction + "_iops", found.number(5));
    // The speed has two or three digits; bytes of equal objects over the time have more.
    const auto bytes = found.number(3) && parameters.object_bytes
                           ? std::optional(*found.number(3) * *parameters.object_bytes)
                           : std::nullopt;
    const auto printed = speed_of(found[4]);
    const auto computed = found.number(5) && parameters.object_bytes
                              ? std::optional(*found.number(5) * *parameters.object_bytes)
                              : std::nullopt;
    run.figure(direction + "_bytes", bytes);
    run.figure(direction + "_bytes_per_second", computed ? computed : printed);
}

void put_delete(const Match& found, const Parameters& parameters, Draft& draft) {
    RunDraft& run = draft.add_run();
    set_parameters(parameters, run);
    run.set("phase", "delete");
    run.set("duration", found.number(1));
    run.figure("entries_per_second", found.number(2));
}

/// Requests that the store turned away for being too many.
void say_slowdowns(std::string_view text, Draft& draft) {
    const auto found = find(text, "Slowdowns = %n");
    if (found && found->number(0).value_or(0.0) > 0.0) {
        draft.warn(
            "s3.slowdowns",
            say("The store asked %1 times to slow down, in: %2", (*found)[0], text.substr(0, 16)));
    }
}

Result<void> read(Input& input, Draft& draft) {
    draft.tool("s3-benchmark");
    Parameters parameters;
    while (const TextLine* const line = input.text.next()) {
        const std::string_view text = line->text;
        if (const auto version = find(text, "Wasabi benchmark program v%w")) {
            draft.tool("s3-benchmark", (*version)[0]);
        } else if (contains(text, "Parameters: url=")) {
            parameters.target = parameter(text, "url=");
            parameters.threads = parse_number(parameter(text, "threads="));
            parameters.object_bytes = binary_scaled(parameter(text, " size="));
        } else if (const auto transfer = find(text, kTransfer);
                   transfer && ((*transfer)[1] == "GET" || (*transfer)[1] == "PUT")) {
            put_transfer(*transfer, parameters, draft);
            draft.take_rows();
            say_slowdowns(text, draft);
        } else if (const auto deleted = find(text, kDelete)) {
            put_delete(*deleted, parameters, draft);
            draft.take_rows();
            say_slowdowns(text, draft);
        }
    }
    return {};
}

}  // namespace
}  // namespace s3_benchmark

const Format kS3Benchmark{.id = "s3-benchmark",
                          .title = "s3-benchmark",
                          .claim = &s3_benchmark::claim,
                          .read = &s3_benchmark::read};

}  // namespace throughline::importers

// SPDX-License-Identifier: Apache-2.0
// hdparm -t and -T: "Timing buffered disk reads: 1578 MB in  3.00 seconds = 525.69 MB/sec". Its MB
// are 2^20 bytes (hdparm.c reads buffers of 2 x 1024 x 1024 bytes and counts them as 2 MB).
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace tools {
namespace {

constexpr std::string_view kDiskReads = "disk reads:%_%n %w in %n seconds = %n %w";

int claim_hdparm(const Head& head) {
    return head.any_line([](std::string_view line) {
        return trim(line).starts_with("Timing ") && find(line, "reads:%_%n %w in %n seconds");
    })
               ? kCertain - 25
               : 0;
}

Result<void> read_hdparm(Input& input, Draft& draft) {
    draft.tool("hdparm");
    std::string device;
    while (const TextLine* const line = input.text.next()) {
        const std::string_view text = trim(line->text);
        if (text.starts_with('/') && text.ends_with(':')) {
            device = text.substr(0, text.size() - 1);
            continue;
        }
        if (!text.starts_with("Timing ")) {
            continue;
        }
        const auto reads = find(text, kDiskReads);
        if (!reads) {
            draft.info_once("hdparm.cached",
                            say("hdparm's cached reads come from memory: they are not imported"));
            continue;
        }
        const std::string_view unit = (*reads)[4];
        const double bytes = unit.starts_with("MB") ? kMiB : unit.starts_with("kB") ? kKiB : 0.0;
        if (bytes == 0.0 || !reads->number(3)) {
            draft.drop_row(line->number, "a rate in an unknown unit");
            continue;
        }
        draft.take_rows();
        RunDraft& run = draft.add_run();
        run.set("pattern", "read");
        run.set("storage_target", std::string_view(device));
        run.set("workers", 1.0);
        run.set("io_depth", 1.0);
        run.set("duration", reads->number(2));
        run.set("direct_io", contains(text, "O_DIRECT") ? 1.0 : 0.0);
        run.figure("read_bytes_per_second", scaled(reads->number(3), bytes));
        run.note(
            "hdparm.buffered",
            record::Level::Info,
            to_say("a single reader from the beginning of the device, for about three seconds"));
    }
    return {};
}

}  // namespace
}  // namespace tools

const Format kHdparm{
    .id = "hdparm", .title = "hdparm", .claim = &tools::claim_hdparm, .read = &tools::read_hdparm};

}  // namespace throughline::importers

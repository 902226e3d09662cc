// SPDX-License-Identifier: Apache-2.0
// bonnie++ 1.96 to 2.00: the line of CSV that it prints below its table, which is exact where the
// table is rounded. Rates are KiB/s; "+++++" was too fast to be measured.
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/amounts.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace tools {
namespace {

/// Where the tests begin: 1.98 and later have the size of a request and a number more before them.
struct BonnieLayout {
    std::size_t tests = 0;
    std::size_t fields = 0;
};

std::optional<BonnieLayout> layout_of(const std::vector<std::string_view>& fields) {
    constexpr std::size_t kBeforeFiles = 12;  // rate and share of the processor of six tests
    constexpr std::size_t kBehind = 17;       // sizes of the files, six tests of them
    constexpr std::size_t kLatencies = 12;
    if (fields.size() < 3) {
        return std::nullopt;
    }
    const auto version = parse_number(fields[0]);
    if (!version || *version < 1.95 || *version > 3.0) {
        return std::nullopt;
    }
    const BonnieLayout layout{
        .tests = *version >= 1.98 ? 9U : 7U,
        .fields = (*version >= 1.98 ? 9U : 7U) + kBeforeFiles + kBehind + kLatencies};
    return fields.size() == layout.fields ? std::optional(layout) : std::nullopt;
}

int claim_bonnie(const Head& head) {
    for (const std::string_view line : head.lines) {
        if (line.starts_with("1.9") || line.starts_with("2.")) {
            if (layout_of(split(trim(line), ','))) {
                return kCertain - 5;
            }
        }
    }
    return 0;
}

class BonnieLine {
public:
    BonnieLine(const std::vector<std::string_view>& fields, BonnieLayout layout, Draft& draft)
        : fields_(fields), layout_(layout), draft_(draft) {}

    void add() {
        add_rate("block write", "write", 1);
        add_rate("block read", "read", 4);
        if (const auto seeks = parse_number(fields_[layout_.tests + 10]); seeks && *seeks > 0.0) {
            RunDraft& run = begin("random seeks");
            run.set("pattern", "random seeks");
            run.figure("mixed_iops", seeks);
        }
    }

private:
    RunDraft& begin(std::string_view job) {
        RunDraft& run = draft_.add_run();
        run.set("job", job);
        run.set("host", fields_[2]);
        run.set("workers", parse_number(fields_[3]));
        run.set("file_size", bytes_of(fields_[5], 1024.0));
        if (layout_.tests == 9U) {
            run.set("block_size", parse_number(fields_[7]));
        }
        return run;
    }

    /// `test`: its place among the six; its latency has the same place among the latencies.
    void add_rate(std::string_view job, const std::string& direction, std::size_t test) {
        const std::string_view field = fields_[layout_.tests + 2 * test];
        if (field.empty()) {
            return;  // not asked for
        }
        RunDraft& run = begin(job);
        run.set("pattern", std::string_view(direction));
        if (const auto rate = parse_number(field)) {
            run.figure(direction + "_bytes_per_second", scaled(rate, kKiB));
        } else {
            run.absent(direction + "_bytes_per_second",
                       to_say("bonnie++ printed +++++: the test was too short to measure"));
        }
        run.figure(direction + "_latency_max", seconds_of(fields_[fields_.size() - 12 + test]));
    }

    const std::vector<std::string_view>& fields_;
    BonnieLayout layout_;
    Draft& draft_;
};

Result<void> read_bonnie(Input& input, Draft& draft) {
    draft.tool("bonnie++");
    while (const TextLine* const line = input.text.next()) {
        const auto fields = split(trim(line->text), ',');
        const auto layout = layout_of(fields);
        if (!layout) {
            continue;
        }
        draft.take_rows();
        draft.tool("bonnie++", fields[1]);
        BonnieLine(fields, *layout, draft).add();
    }
    draft.info(
        "bonnie.left_out",
        say("not imported from bonnie++: tests byte by byte, of rewriting, and of creating and "
            "deleting files; random seeks read, and write one of ten blocks back"));
    return {};
}

}  // namespace
}  // namespace tools

const Format kBonnie{.id = "bonnie",
                     .title = "bonnie++",
                     .claim = &tools::claim_bonnie,
                     .read = &tools::read_bonnie};

}  // namespace throughline::importers

// SPDX-License-Identifier: Apache-2.0
// The text of CrystalDiskMark 3 to 8 and of KDiskMark: a line for each test. Their MB are 10^6
// bytes; KDiskMark calls MB what are 1,024,000 bytes, so that requests by their size are taken.
#include <cmath>
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/amounts.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace tools {
namespace {

bool is_rate_line(std::string_view line) {
    const std::size_t unit = line.find(" MB/s");
    return unit != std::string_view::npos && contains(line.substr(0, unit), ":") &&
           !trim(line).starts_with('*');
}

int claim_diskmark(const Head& head) {
    const bool named =
        head.any_line_finds("CrystalDiskMark %n") || head.any_line_has("KDiskMark (");
    return named && head.any_line(is_rate_line) ? kCertain - 5 : 0;
}

/// "SEQ    1MiB (Q=  8, T= 1)", "Random Read 4KiB (Q= 32,T= 1)", "Random Read 4KB (QD=32)".
struct Test {
    std::string direction{};
    bool random = false;
    std::optional<double> size{};
    std::optional<double> depth{};
    std::optional<double> threads{};
};

Test parse_test(std::string_view name, std::string_view section) {
    Test test;
    const std::string low = lower(name);
    test.random = contains(low, "rnd") || contains(low, "random");
    test.direction = contains(low, "write")           ? "write"
                     : contains(low, "read")          ? "read"
                     : section.starts_with("[Write]") ? "write"
                     : section.starts_with("[Mix]")   ? "mixed"
                     : section.starts_with("[Read]")  ? "read"
                                                      : "";
    const auto queue = find(name, "(Q=%_%n");
    const auto old_queue = find(name, "(QD=%_%n");
    test.depth = queue ? queue->number(0) : old_queue ? old_queue->number(0) : std::nullopt;
    const auto threads = find(name, "T=%_%n");
    test.threads = threads ? threads->number(0) : std::nullopt;
    // The size is a word of its own or two: "4KiB", "1 MiB"; before 6 "KB" were 1,024 bytes.
    const auto parts = words(name.substr(0, name.find('(')));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (const auto size = bytes_of(parts[i], 1024.0)) {
            const bool apart = parse_number(parts[i]).has_value() && i + 1 < parts.size();
            const std::string both =
                std::string(parts[i]) + (apart ? std::string(parts[i + 1]) : std::string());
            test.size = bytes_of(both, 1024.0);
            break;
        }
    }
    return test;
}

class DiskMarkReader {
public:
    explicit DiskMarkReader(Draft& draft) : draft_(draft) {}

    void take(std::string_view line) {
        const std::string_view text = trim(line);
        if (const auto version = find(text, "CrystalDiskMark %w")) {
            draft_.tool("CrystalDiskMark", (*version)[0]);
        } else if (const auto other = find(text, "KDiskMark (%s)")) {
            kdiskmark_ = true;
            draft_.tool("KDiskMark", (*other)[0]);
        } else if (text.starts_with('[')) {
            section_ = text;
        } else if (is_rate_line(text)) {
            add(text);
        } else if (const auto date = match(text, "Date :%_")) {
            take_date(text.substr(date->end()));
        } else if (const auto plain = match(text, "Date:%_")) {
            take_date(text.substr(plain->end()));
        }
    }

private:
    void add(std::string_view line) {
        const std::size_t colon = line.rfind(':', line.find(" MB/s"));
        const Test test = parse_test(line.substr(0, colon), section_);
        const auto rate = match(line.substr(colon), ":%_%n MB/s");
        const auto iops = find(line, "[%_%n IOPS]");
        const auto latency = find(line, "<%_%n us>");
        draft_.take_rows();
        if (test.direction.empty() || !rate || rate->number(0).value_or(0.0) <= 0.0) {
            return;  // a test that was not run stands there as 0
        }
        RunDraft& run = draft_.add_run();
        const std::string name = test.direction;
        const std::string pattern = (test.random ? "rand" : "") + (name == "mixed" ? "rw" : name);
        run.set("pattern", std::string_view(pattern));
        run.set("job", trim(line.substr(0, colon)));
        run.set("block_size", test.size);
        run.set("io_depth", test.depth);
        run.set("workers", test.threads);
        run.set("direct_io", 1.0);
        auto bytes = scaled(rate->number(0), 1e6);
        const auto requests = iops ? iops->number(0) : std::nullopt;
        if (requests && test.size && kdiskmark_) {
            bytes = *requests * *test.size;
            draft_.info_once(
                "kdiskmark.mb",
                say("KDiskMark's MB/s are 1,024,000 bytes each: the rates are its IOPS by "
                    "their size"));
        }
        run.figure(name + "_bytes_per_second", bytes);
        run.figure(name + "_iops", requests);
        if (name != "mixed" || latency) {
            run.figure(name + "_latency_mean",
                       scaled(latency ? latency->number(0) : std::nullopt, kMicro));
        }
    }

    void take_date(std::string_view text) {
        if (const auto moment = parse_moment(text); moment && draft_.has_runs()) {
            draft_.environment("tool.date", iso_of(moment->seconds).substr(0, 19));
        }
    }

    Draft& draft_;
    std::string section_{};
    bool kdiskmark_ = false;
};

Result<void> read_diskmark(Input& input, Draft& draft) {
    draft.tool("CrystalDiskMark");
    DiskMarkReader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    return {};
}

}  // namespace
}  // namespace tools

const Format kDiskMark{.id = "diskmark",
                       .title = "CrystalDiskMark or KDiskMark",
                       .claim = &tools::claim_diskmark,
                       .read = &tools::read_diskmark};

}  // namespace throughline::importers

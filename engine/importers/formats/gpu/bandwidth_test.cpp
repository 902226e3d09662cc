// SPDX-License-Identifier: Apache-2.0
// bandwidthTest of the CUDA samples: copies from host to device and back, by size and kind of
// memory. GB are 10^9; the MB of versions before 10.1 are 2^20 (bandwidthTest.cu divided by 1 <<
// 20).
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace bandwidth_test {
namespace {

int claim(const Head& head) {
    const bool table =
        head.any_line_has("[CUDA Bandwidth Test]") ||
        (head.any_line_finds("Transfer Size (Bytes)") && head.any_line_has("Device(s)"));
    return table || head.any_line_finds("bandwidthTest-%s, Bandwidth = %n") ? kCertain : 0;
}

std::optional<double> unit_of(std::string_view text) {
    if (contains(text, "GB/s")) {
        return 1e9;
    }
    return contains(text, "MB/s") ? std::optional(kMiB) : std::nullopt;
}

const char* metric_of(std::string_view text) {
    if (text.starts_with("Host to Device") || text.starts_with("H2D")) {
        return "host_to_device_bytes_per_second";
    }
    if (text.starts_with("Device to Host") || text.starts_with("D2H")) {
        return "device_to_host_bytes_per_second";
    }
    return text.starts_with("Device to Device") || text.starts_with("D2D")
               ? "device_to_device_bytes_per_second"
               : nullptr;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) { draft_.tool("bandwidthTest"); }

    void take(const TextLine& line) {
        const std::string_view text = trim(line.text);
        if (const auto device = match(text, "Device %n: %s")) {
            device_ = (*device)[0];
            draft_.environment("gpu." + device_ + ".model", text.substr(text.find(':') + 1));
        } else if (const auto* const metric = metric_of(text)) {
            metric_ = metric;
            const auto count = find(text, ", %n Device(s)");
            several_ = count && count->number(0).value_or(1.0) > 1.0;
        } else if (text.ends_with("Memory Transfers") || contains(text, "Memory Transfers ")) {
            memory_ = lower(text.substr(0, text.find(' ')));
        } else if (contains(text, "Transfer Size (Bytes)")) {
            unit_ = unit_of(text);
        } else if (text.starts_with("bandwidthTest-")) {
            take_csv(text);
        } else if (const auto row = words(text);
                   row.size() == 2 && unit_ && metric_ != nullptr && parse_number(row[1])) {
            put(parse_number(row[0]), scaled(parse_number(row[1]), *unit_));
        } else if (text.starts_with("Result = ") && text != "Result = PASS") {
            draft_.warn("bandwidth_test.failed", say("%1: the test did not pass.", text));
        }
    }

    void finish() {}

private:
    /// "bandwidthTest-H2D-Pinned, Bandwidth = 12.4 GB/s, Time = 0.00258 s, Size = 32000000 bytes,
    /// …"
    void take_csv(std::string_view text) {
        const auto found = find(text, "bandwidthTest-%s-%s, Bandwidth = %n %w");
        const auto size = find(text, "Size = %n bytes");
        if (!found || !size) {
            return;
        }
        metric_ = metric_of((*found)[0]);
        memory_ = lower((*found)[1]);
        const auto unit = unit_of((*found)[3]);
        if (metric_ != nullptr && unit) {
            put(size->number(0), scaled(found->number(2), *unit));
        }
    }

    /// One run for each size and kind of memory, which the directions share.
    void put(std::optional<double> bytes, std::optional<double> rate) {
        if (!bytes || !rate || runs_.size() > kRunsMax) {
            return;
        }
        RunDraft*& run = runs_[{memory_, *bytes}];
        if (run == nullptr) {
            run = &draft_.add_run();
            run->set("block_size", bytes);
            run->set("phase",
                     std::string_view(memory_.empty() ? memory_ : memory_ + " host memory"));
        }
        run->figure(metrics::labelled(metric_, "gpu", several_ ? "all" : device_), rate);
        draft_.take_rows();
    }

    static constexpr std::size_t kRunsMax = 1000;
    Draft& draft_;
    std::string device_ = "0";
    std::string memory_{};
    const char* metric_ = nullptr;
    std::optional<double> unit_{};
    bool several_ = false;
    std::map<std::pair<std::string, double>, RunDraft*> runs_{};
};

}  // namespace
}  // namespace bandwidth_test

const Format kCudaBandwidthTest{.id = "cuda-bandwidth-test",
                                .title = "CUDA bandwidthTest",
                                .claim = &bandwidth_test::claim,
                                .read = &read_lines<bandwidth_test::Reader>};

}  // namespace throughline::importers

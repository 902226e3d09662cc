// SPDX-License-Identifier: Apache-2.0
// Whatever a file holds: every importer, chosen by the first byte, gives a study or an Error, and a
// study it gives can be written as a record and read back. 255: the format is recognised.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>

#include "engine/analysis/derive.h"
#include "engine/base/check.h"
#include "engine/importers/importer.h"
#include "engine/record/record_json.h"
#include "engine/record/record_text.h"

namespace {

namespace record = throughline::record;

std::string read_and_written(const std::string& text, std::uint64_t number) {
    const auto read = record::parse_line(text);
    THROUGHLINE_CHECK(read.has_value() && read->line.has_value());
    return record::line_to_json(*read->line, number);
}

/// Each line of its record is read back whole. Keys that are not UTF-8 are escaped and may then
/// sort otherwise.
void check_record(const record::Study& study) {
    for (const auto& one : study.runs) {
        for (const auto& sample : one.samples) {
            THROUGHLINE_CHECK(sample.dt_s > 0.0);
        }
    }
    std::istringstream lines(throughline::record::record_text(study));
    std::uint64_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::string again = read_and_written(line, ++number);
        THROUGHLINE_CHECK(again.size() == line.size());
        THROUGHLINE_CHECK(read_and_written(again, number) == again);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace importers = throughline::importers;
    if (bytes == 0) {
        return 0;
    }
    static const auto kFormats = importers::known_formats();
    const importers::Options options{.assume = {{"period_seconds", "1"}, {"latency_unit", "ns"}}};
    std::string text(reinterpret_cast<const char*>(data) + 1, bytes - 1);
    const bool recognise = data[0] == 255;
    auto file =
        recognise
            ? importers::import_bytes(std::move(text), "f_clat.1.log", options)
            : importers::import_bytes_as(
                  kFormats[data[0] % kFormats.size()].id, std::move(text), "f_clat.1.log", options);
    if (!file) {
        THROUGHLINE_CHECK(file.error().code != throughline::ErrorCode::Internal);
        return 0;
    }
    THROUGHLINE_CHECK(!file->study.header.study.empty());
    check_record(file->study);
    throughline::analysis::derive(file->study);
    return 0;
}

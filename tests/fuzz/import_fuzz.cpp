// SPDX-License-Identifier: Apache-2.0
// Whatever a file holds: every importer, chosen by the first byte, gives a study or an Error, and a
// study it gives can be written as a record and read back. 255: the format is recognised.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "engine/base/check.h"
#include "engine/importers/importer.h"
#include "engine/run/derive.h"
#include "engine/run/record.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace importers = throughline::importers;
    namespace run = throughline::run;
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
    for (const auto& one : file->study.runs) {
        THROUGHLINE_CHECK(run::parse_line(run::line_to_json(one.started, 1)).has_value());
        for (const auto& sample : one.samples) {
            THROUGHLINE_CHECK(sample.dt_s > 0.0);
        }
    }
    run::derive(file->study);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Whatever a file holds, it is verified or refused, and what was found can be said in text and
// JSON; the same file is judged in the same way again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/check.h"
#include "engine/report/verification_words.h"
#include "engine/report/verify.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace report = throughline::report;
    using Charts = std::vector<report::ChartData>;
    const std::string_view file(reinterpret_cast<const char*>(data), bytes);
    const auto empty_charts = [](const report::Definition& definition,
                                 const std::vector<std::string>& /*records*/) {
        return throughline::Result<Charts>(Charts(definition.blocks.size() % 4));
    };
    const auto verified = report::verify_report(file);
    const auto proof = report::proof_in(file);
    if (!verified) {
        return 0;
    }
    THROUGHLINE_CHECK(verified->findings.size() <= report::kFindingsMax);
    THROUGHLINE_CHECK(verified->holds() == (verified->all_findings() == 0));
    THROUGHLINE_CHECK(!verified->holds() || proof.has_value());
    const std::string text = report::verification_text(*verified);
    const auto redrawn = report::verify_report(file, empty_charts);
    THROUGHLINE_CHECK(redrawn.has_value());
    THROUGHLINE_CHECK(redrawn->all_findings() >= verified->all_findings());
    THROUGHLINE_CHECK(!report::verification_json(*redrawn).empty());
    THROUGHLINE_CHECK(report::verification_text(*report::verify_report(file)) == text);
    return 0;
}

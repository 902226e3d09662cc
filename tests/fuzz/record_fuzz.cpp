// SPDX-License-Identifier: Apache-2.0
// A whole record, whatever it holds, becomes a study that can be derived, judged and printed; and
// what derive() adds the second time is what it added the first time.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/check.h"
#include "engine/run/derive.h"
#include "engine/run/study.h"
#include "engine/run/table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace run = throughline::run;
    std::string_view rest(reinterpret_cast<const char*>(data), bytes);
    run::StudyBuilder builder;
    for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        const auto parsed = run::parse_line(rest.substr(0, end));
        rest.remove_prefix(end + 1);
        if (parsed && parsed->line) {
            static_cast<void>(builder.add(*parsed->line).has_value());
        }
    }
    run::Study study = std::move(builder).finish();
    run::derive(study);
    const std::string once = run::study_json(study);
    run::derive(study);
    THROUGHLINE_CHECK(run::study_json(study) == once);
    study.verdict = run::judge(study);
    THROUGHLINE_CHECK(run::parse_line(run::line_to_json(*study.verdict, 1)).has_value());
    THROUGHLINE_CHECK(!run::study_table(study).empty());
    THROUGHLINE_CHECK(!run::study_details(study).empty());
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A whole record, whatever it holds, becomes a study that can be derived, judged and printed; and
// what derive() adds the second time is what it added the first time.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "app/engine/study_table.h"
#include "engine/analysis/derive.h"
#include "engine/analysis/verdict.h"
#include "engine/base/check.h"
#include "engine/record/record_json.h"
#include "engine/record/study.h"
#include "engine/record/study_builder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace analysis = throughline::analysis;
    namespace app = throughline::app;
    namespace record = throughline::record;
    std::string_view rest(reinterpret_cast<const char*>(data), bytes);
    record::StudyBuilder builder;
    for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        const auto parsed = record::parse_line(rest.substr(0, end));
        rest.remove_prefix(end + 1);
        if (parsed && parsed->line) {
            static_cast<void>(builder.add(*parsed->line).has_value());
        }
    }
    record::Study study = std::move(builder).finish();
    analysis::derive(study);
    const std::string once = app::study_json(study);
    analysis::derive(study);
    THROUGHLINE_CHECK(app::study_json(study) == once);
    study.verdict = analysis::judge(study);
    THROUGHLINE_CHECK(record::parse_line(record::line_to_json(*study.verdict, 1)).has_value());
    THROUGHLINE_CHECK(!app::study_table(study).empty());
    THROUGHLINE_CHECK(!app::study_details(study).empty());
    return 0;
}

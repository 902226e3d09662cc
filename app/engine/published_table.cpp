// SPDX-License-Identifier: Apache-2.0
#include "app/engine/published_table.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/format.h"

namespace throughline::app {
namespace {

std::string error_text(double percent) {
    return (percent < 0.0 ? "-" : "+") + format_significant(std::abs(percent), 2) + " %";
}

std::string curve_table(const whatif::PublishedCurve& curve) {
    std::vector<std::vector<std::string>> rows{
        {"GPUs", "nodes", "published images/s", "predicted", "error", "entry"}};
    for (const whatif::PublishedRate& rate : curve.rates) {
        const auto error = rate.error_pct();
        rows.push_back({format_count(static_cast<std::uint64_t>(rate.gpus)),
                        format_count(static_cast<std::uint64_t>(rate.nodes)),
                        format_significant(rate.images_per_s, 4),
                        error ? format_significant(*rate.predicted, 4) : "given",
                        error ? error_text(*error) : kNone,
                        rate.id});
    }
    std::string text = curve.network + ", " + curve.gpu + ", " +
                       (curve.system.empty() ? curve.source : curve.system) + "\n" +
                       aligned(std::move(rows), {.heading = true, .columns = output_columns()});
    for (const std::string& assumed : curve.assumed) {
        text += "Assumed: " + assumed + ".\n";
    }
    return text + "\n";
}

std::string score_text(const char* what, const std::optional<whatif::PublishedScore>& score) {
    return std::string(what) + ": " +
           (score ? format_count(score->figures) + " figures, median error " +
                        format_significant(score->median_error_pct, 2) + " %, worst " +
                        format_significant(score->worst_error_pct, 2) + " %.\n"
                  : "no curve has the inputs that are needed.\n");
}

}  // namespace

std::string published_table(const whatif::PublishedTest& test) {
    std::string text;
    std::map<std::string, std::uint64_t> left_out;
    for (const whatif::PublishedCurve& curve : test.curves) {
        if (curve.not_predicted.empty()) {
            text += curve_table(curve);
        } else {
            ++left_out[curve.not_predicted];
        }
    }
    text += score_text("Over nodes", test.nodes);
    text += score_text("Over the GPUs of one node", test.within);
    for (const auto& [reason, count] : left_out) {
        text += "Not predicted, " + format_count(count) + (count == 1 ? " curve: " : " curves: ") +
                reason + ".\n";
    }
    return text;
}

}  // namespace throughline::app

// SPDX-License-Identifier: Apache-2.0
#include "engine/store/rescue_report.h"

#include <algorithm>

#include "engine/base/counted.h"

namespace throughline::store {
namespace {

constexpr std::size_t kNamedMax = 8;

/// "A, B and 12 more".
std::string short_list(const std::vector<std::string>& titles) {
    const std::size_t named = std::min(titles.size(), kNamedMax);
    std::string text;
    for (std::size_t i = 0; i < named; ++i) {
        text += (i == 0 ? "" : ", ") + titles[i];
    }
    return named == titles.size()
               ? text
               : text + " and " + std::to_string(titles.size() - named) + " more";
}

std::string counted_studies(std::int64_t count) {
    return counted(static_cast<std::uint64_t>(count), "study", "studies");
}

void add_records(const RescueReport& report, std::vector<std::string>& sentences) {
    const std::size_t found = report.from_records.size();
    if (found == 0) {
        return;
    }
    sentences.push_back(std::to_string(found) + " of your measurements " +
                        (found == 1 ? "was found as a record" : "were found as records") +
                        " and brought back.");
    sentences.push_back(
        "Brought back: " + short_list(report.from_records) +
        ". Titles, tags and notes that you gave them later are not part of a record.");
}

void add_losses(const RescueReport& report, std::vector<std::string>& sentences) {
    const std::size_t named = std::min(report.incomplete.size(), kNamedMax);
    for (std::size_t i = 0; i < named; ++i) {
        std::string losses;
        for (const std::string& loss : report.incomplete[i].losses) {
            losses += (losses.empty() ? "" : "; ") + loss;
        }
        sentences.push_back(report.incomplete[i].title + ": lost " + losses + ".");
    }
    if (const std::size_t more = report.incomplete.size() - named; more > 0) {
        sentences.push_back(std::to_string(more) +
                            " more with losses; a note in each says what is lost.");
    }
}

}  // namespace

std::vector<std::string> rescue_sentences(const RescueReport& report) {
    std::vector<std::string> sentences;
    add_records(report, sentences);
    if (report.unreadable) {
        sentences.emplace_back(
            "No study could be read from the damaged library; how many it held is unknown.");
        if (report.from_records.empty()) {
            sentences.emplace_back("The new library is empty: no records were found beside it.");
        }
    } else {
        sentences.push_back("The library was damaged. " + counted_studies(report.whole) +
                            " came back whole, " + std::to_string(report.incomplete.size()) +
                            " with losses, " + std::to_string(report.lost.size()) + " lost.");
    }
    add_losses(report, sentences);
    if (!report.lost.empty()) {
        sentences.push_back("Lost: " + short_list(report.lost) + ".");
    }
    if (!report.advice.empty()) {
        sentences.push_back("More may come back: " + report.advice + ".");
    }
    sentences.push_back("The damaged library was set aside as " + report.aside + ".");
    if (report.published_incomplete > 0) {
        sentences.push_back(counted_studies(report.published_incomplete) +
                            " of published results will be made again from the catalogue.");
    }
    return sentences;
}

}  // namespace throughline::store

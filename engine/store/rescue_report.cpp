// SPDX-License-Identifier: Apache-2.0
#include "engine/store/rescue_report.h"

#include <algorithm>

#include "engine/base/say.h"
#include "engine/base/say_again.h"

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
               : say("%1 and %2 more", text, std::to_string(titles.size() - named));
}

void add_records(const RescueReport& report, std::vector<std::string>& sentences) {
    const std::size_t found = report.from_records.size();
    if (found == 0) {
        return;
    }
    sentences.push_back(
        say_count(found,
                  "%1 of your measurements was found as a record and brought back.",
                  "%1 of your measurements were found as records and brought back."));
    sentences.push_back(
        say("Brought back: %1. Titles, tags and notes that you gave them later are "
            "not part of a record.",
            short_list(report.from_records)));
}

void add_losses(const RescueReport& report, std::vector<std::string>& sentences) {
    const std::size_t named = std::min(report.incomplete.size(), kNamedMax);
    for (std::size_t i = 0; i < named; ++i) {
        std::string losses;
        for (const std::string& loss : report.incomplete[i].losses) {
            losses += (losses.empty() ? "" : "; ") + say_again(loss);
        }
        sentences.push_back(say("%1: lost %2.", report.incomplete[i].title, losses));
    }
    if (const std::size_t more = report.incomplete.size() - named; more > 0) {
        sentences.push_back(say_count(more,
                                      "%1 more with losses; a note in it says what is lost.",
                                      "%1 more with losses; a note in each says what is lost."));
    }
}

}  // namespace

std::vector<std::string> rescue_sentences(const RescueReport& report) {
    std::vector<std::string> sentences;
    add_records(report, sentences);
    if (report.unreadable) {
        sentences.push_back(
            say("No study could be read from the damaged library; how many it held is unknown."));
        if (report.from_records.empty()) {
            sentences.push_back(say("The new library is empty: no records were found beside it."));
        }
    } else {
        sentences.push_back(say_count(
            static_cast<std::uint64_t>(report.whole),
            "The library was damaged. %1 study came back whole, %2 with losses, %3 lost.",
            "The library was damaged. %1 studies came back whole, %2 with losses, %3 lost.",
            std::to_string(report.incomplete.size()),
            std::to_string(report.lost.size())));
    }
    add_losses(report, sentences);
    if (!report.lost.empty()) {
        sentences.push_back(say("Lost: %1.", short_list(report.lost)));
    }
    if (!report.advice.empty()) {
        sentences.push_back(say("More may come back: %1.", say_again(report.advice)));
    }
    sentences.push_back(say("The damaged library was set aside as %1.", report.aside));
    if (report.published_incomplete > 0) {
        sentences.push_back(
            say_count(static_cast<std::uint64_t>(report.published_incomplete),
                      "%1 study of published results will be made again from the catalogue.",
                      "%1 studies of published results will be made again from the catalogue."));
    }
    return sentences;
}

}  // namespace throughline::store

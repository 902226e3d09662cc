// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/study_apart.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace throughline::analysis {
namespace {

/// Of "2026-03-01T14:03:22Z" so many characters, as they are read.
std::string start_of(const NamedStudy& study, std::size_t characters) {
    if (study.started_at.size() < characters) {
        return {};
    }
    std::string start = study.started_at.substr(0, characters);
    std::ranges::replace(start, 'T', ' ');
    return start;
}

constexpr std::size_t kDay = 10;
constexpr std::size_t kMinute = 16;
constexpr std::size_t kSecond = 19;
constexpr std::size_t kUuidBeginning = 8;

using Telling = std::string (*)(const NamedStudy& study);

/// What says most to a reader first. The last always tells.
constexpr std::array<Telling, 5> kTellings{
    [](const NamedStudy& study) { return study.date.empty() ? start_of(study, kDay) : study.date; },
    [](const NamedStudy& study) { return start_of(study, kMinute); },
    [](const NamedStudy& study) { return start_of(study, kSecond); },
    [](const NamedStudy& study) { return study.uuid.substr(0, kUuidBeginning); },
    [](const NamedStudy& study) { return study.uuid; }};

}  // namespace

std::vector<std::string> what_sets_apart(std::span<const NamedStudy> studies) {
    std::vector<std::string> apart(studies.size());
    std::map<std::string, std::vector<std::size_t>> of_title;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        of_title[studies[i].title].push_back(i);
    }
    for (const auto& [title, same] : of_title) {
        for (const Telling telling : kTellings) {
            std::set<std::string> texts;
            for (const std::size_t i : same) {
                texts.insert(telling(studies[i]));
            }
            if (same.size() < 2 || texts.size() < same.size() || texts.contains("")) {
                continue;
            }
            for (const std::size_t i : same) {
                apart[i] = telling(studies[i]);
            }
            break;
        }
    }
    return apart;
}

}  // namespace throughline::analysis

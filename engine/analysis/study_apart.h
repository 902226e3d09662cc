// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace throughline::analysis {

/// What a study is called and known by.
struct NamedStudy {
    std::string title;
    std::string date;        ///< of published figures, as precise as their source says: "2018"
    std::string started_at;  ///< UTC, ISO 8601
    std::string uuid;
};

/// For each study what sets it apart from others of its title: the date of its source, or the day
/// it began, the minute, the second; else how its uuid begins. "" where no other has the title.
std::vector<std::string> what_sets_apart(std::span<const NamedStudy> studies);

}  // namespace throughline::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/record.h"

namespace throughline::store {

/// Code of the note in a study that a rescue could not bring back whole.
inline constexpr const char* kRescuedCode = "library.rescued";

/// A study of a damaged library that came back with something missing.
struct IncompleteStudy {
    std::string title;
    std::vector<std::string> losses;  ///< "2 of 8 runs", "4,096 of 20,000 samples", …
    std::string uuid{};
};

/// What became of a damaged library. Published studies are left out where nothing is said: they
/// are made anew from the catalogue.
struct RescueReport {
    std::string aside{};                        ///< where the damaged file lies now
    std::vector<std::string> from_records{};    ///< titles of measurements found as records
    std::int64_t whole = 0;                     ///< studies that came back as they were
    std::vector<IncompleteStudy> incomplete{};  ///< a note in each says the same
    std::vector<std::string> lost{};            ///< titles, or numbers
    std::int64_t published = 0;                 ///< studies that came back whole
    std::int64_t published_incomplete = 0;      ///< Library::keep_published() makes them whole
    /// No study was found, and so nobody knows how many there were.
    bool unreadable = false;
};

/// The report in sentences, the user's own measurements first.
std::vector<std::string> rescue_sentences(const RescueReport& report);

struct RescueProgress {
    std::string aside;        ///< where the damaged file will lie
    std::size_t done = 0;     ///< studies
    std::size_t studies = 0;  ///< 0: not known yet
};

struct RescueOptions {
    bool whatever_it_is = false;
    /// Called before anything is done, and then after each study.
    std::function<void(const RescueProgress&)> progress{};
};

/// Sets a damaged library aside and puts a new one in its place, made of what can be read of it and
/// of the records that lie in its folder (found_records.h). `path` "" = the user's own.
/// The new library is made beside it and moves into place when it is whole: cut off at any moment,
/// this leaves the damaged one under its name or the new one, and then the damaged one beside it.
/// The file stays untouched where it does not look like a library, is sound, or is of a newer
/// program, unless `whatever_it_is`; in the place of the user's own library any file but another
/// program's database counts as one.
/// Assumes: no other process has it open. Errors: NotFound, Format, Usage, Version, Limit, Io.
Result<RescueReport> rescue(const std::string& path, const RescueOptions& options = {});

}  // namespace throughline::store

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
    std::int64_t published_incomplete = 0;      ///< Library::keep_published() makes them anew
    /// No study was found, and so nobody knows how many there were.
    bool unreadable = false;
    std::string advice{};  ///< what may bring back more; "" for nothing
};

/// The report in sentences, the user's own measurements first.
std::vector<std::string> rescue_sentences(const RescueReport& report);

}  // namespace throughline::store

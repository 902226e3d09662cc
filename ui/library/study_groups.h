// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "engine/store/study_row.h"

namespace throughline::ui {

/// What the list of studies is folded by.
enum class Arrangement : std::uint8_t { Source, Computer, Device, Model, Newest };

/// A folder of the list.
struct StudyGroup {
    int rank = 0;  ///< folders of one level stand by rank, then by name
    QString name{};
    /// The same in every language and whatever it is called today.
    QString key{};
    bool foldedAtFirst = false;

    bool operator==(const StudyGroup&) const = default;
};

/// Where a study lies, the outermost folder first; nothing: in none.
using StudyPath = std::vector<StudyGroup>;

/// The path of each of these studies.
std::vector<StudyPath> pathsOf(const std::vector<store::StudyRow>& studies,
                               Arrangement arrangement);

/// "Newest first", for a menu, and its word in the settings.
struct ArrangementName {
    Arrangement arrangement;
    const char* word;
    QString title;
    QString tip;
};
std::vector<ArrangementName> arrangements();

}  // namespace throughline::ui

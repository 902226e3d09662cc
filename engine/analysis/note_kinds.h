// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/study.h"

namespace throughline::analysis {

/// Two texts of one kind of note as one, where they differ in numbers alone: "only 6 \u2013 7
/// batches". A number of bytes is compared with its unit, and what two were made here goes on with
/// a third. None: other words differ.
std::optional<std::string> in_one(std::string_view first, std::string_view second);

/// What several runs were warned of in the same words.
struct NoteKind {
    std::string code;
    std::string text;       ///< English, as in a record; see in_one()
    std::vector<int> runs;  ///< ascending; none: it is about the whole study
};
/// The warnings and errors of a study and of its runs, in the order in which they came first.
std::vector<NoteKind> note_kinds(const record::Study& study);

/// Whether a run's note says of a node that it failed, which a note of the whole study says again.
bool is_told_of_study(const record::Note& of_run, const record::Study& study);

/// "1\u20134, 6": numbers that ascend.
std::string numbers_text(const std::vector<int>& numbers);

}  // namespace throughline::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/run_lookup.h"
#include "engine/spec/choices.h"

// The words of the verdict's sentence, and how texts show its grade.
namespace throughline::analysis {

std::string capitalised(std::string_view word);
/// "storage", in the spoken language.
std::string stage_name(spec::Stages stage);
/// "1 930", four significant digits, groups of three.
std::string count_text(double count);
/// "1 930 images/s"
std::string rate_text(double images_per_second);
/// " [measured]" for the end of the sentence; nothing where no rule was met.
std::string grade_mark(const record::Verdict& verdict);
/// "97 %"
std::string percent_text(double percent);
/// "4.1 times that", "hardly more"
std::string times_text(double factor);

/// What a ceiling is, in a sentence.
std::string ceiling_words();

/// What the stage's figure was measured with: " at 2 threads", " at queue depth 32".
std::string condition_text(const record::RunData& run, spec::Stages stage);

/// What sets a point of a sweep apart: "Queue depth: 4, Reader threads: 2".
std::string point_text(const record::RunData& run, const std::vector<std::string>& keys);

/// The best point of a sweep and whether more still helps: "best of 4 points (decode.threads =
/// 2); …". "" when `runs` differ in nothing. Not `clean`: the step of the curve without what
/// follows from it.
std::string curve_text(const std::vector<const record::RunData*>& runs,
                       const record::RunData& best,
                       bool clean);

/// " 2 of 8 runs are left out: 1 failed, 1 stopped.", or "".
std::string left_out_text(const record::Study& study);

/// Why no run was measured to its end.
std::string unfinished_text(const record::Study& study);

}  // namespace throughline::analysis

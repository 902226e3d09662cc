// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/record/study.h"

namespace throughline::analysis {

/// The study's answer in one sentence with its grade: measured where the ceilings were measured,
/// indicated by the time accounts otherwise. Call derive() first.
record::Verdict judge(const record::Study& study);

/// The sentence of the record's own verdict in the spoken language: anew by the rules of today
/// where these say the same in English, else quoted as it stands there; "": there is none. Call
/// derive() first.
std::string spoken_verdict(const record::Study& study);

/// What a ceiling is, with a space before it, where the record's verdict speaks of one; else "".
std::string ceiling_note(const record::Study& study);

}  // namespace throughline::analysis

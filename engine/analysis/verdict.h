// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/record/study.h"

namespace throughline::analysis {

/// The study's answer in one sentence with its grade: measured where the ceilings were measured,
/// indicated by the time accounts otherwise. Call derive() first.
record::Verdict judge(const record::Study& study);

}  // namespace throughline::analysis

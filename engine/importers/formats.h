// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/importers/format.h"

// One of these per importer, each in the file of its name; formats.cpp lists them.
namespace throughline::importers {

extern const Format kFioJson;
extern const Format kFioTerse;
extern const Format kFioLog;
extern const Format kFioHistogramLog;

}  // namespace throughline::importers

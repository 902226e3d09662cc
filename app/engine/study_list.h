// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/panels/panels.h"

namespace throughline::app {

/// Prints every panel of the studies: for people by study, or as JSON.
void print_panels(bool as_json);
/// Prints what one shows, what follows from it, and how it is measured here.
void print_panel(const panels::Panel& panel, bool as_json);

}  // namespace throughline::app

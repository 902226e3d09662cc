// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "engine/measure/carry_out.h"
#include "engine/measure/run_control.h"
#include "engine/measure/run_sink.h"

namespace throughline::measure {

/// Tells whoever waits, in a sentence; may be empty.
using Notice = std::function<void(const std::string&)>;

/// Writes into the record that reads have no answer, and that they were answered after all. Both
/// arguments live as long as what is returned.
CarryOut silence_told_to(RunSink& sink, const Notice& notice);

/// Ends the run under way whose threads hang, with what its samples tell, and takes the record over
/// from them. Afterwards control.left_behind().
void leave_behind(RunSink& sink, const Notice& notice, RunControl& control);

}  // namespace throughline::measure

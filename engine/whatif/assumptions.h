// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/whatif/answer.h"

namespace throughline::whatif {

/// What decides the number of an answer without having been measured, as whole sentences in the
/// spoken language, for wherever the number is shown: which GPU of the catalogue its rate is of and
/// who published it, how large the volume is and what it gives as it is sold, whether burst credits
/// count. Empty: there is nothing of the kind.
/// Thread: any.
std::vector<std::string> assumptions_of(const Answer& answer);

}  // namespace throughline::whatif

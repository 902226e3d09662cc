// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/accelerator_utilisation.h"

namespace throughline::metrics {

std::optional<double> accelerator_utilisation_percent(const AcceleratorTime& time) noexcept {
    const double available = time.running_seconds * time.accelerators;
    if (available <= 0.0) {
        return std::nullopt;
    }
    return 100.0 * time.compute_seconds / available;
}

}  // namespace throughline::metrics

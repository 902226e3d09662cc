// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/fit.h"
#include "engine/whatif/decode_cost.h"
#include "engine/whatif/scenario.h"
#include "engine/whatif/study_points.h"

namespace throughline::whatif {

/// What runs say about one input.
struct Calibrated {
    model::Input input{};
    std::optional<double> value{};
    std::optional<model::Range90> range{};  ///< none with too few runs for one
    std::string not_measurable{};           ///< the reason, when there is no value
    std::string from{};                     ///< "runs 1, 4 and 7"
};

/// A place that is read from, in one way.
struct StorageCalibration {
    std::vector<Calibrated> inputs{};  ///< sto_bw, sto_iops, sto_latency_s
    double max_io_bytes = 0.0;
    model::Range90 image_bytes{};  ///< over which it was measured
    model::Range90 queue_depth{};
};

/// What is done to an image, at one setting of the decoder.
struct DecodeCalibration {
    std::vector<Calibrated> inputs{};  ///< cpu_s_per_image, cpu_sigma, cpu_kappa
    DecodeCost cost{};
    std::string remark{};  ///< what a prediction for other image sizes rests on
    model::Range90 image_bytes{};
    model::Range90 threads{};
};

}  // namespace throughline::whatif

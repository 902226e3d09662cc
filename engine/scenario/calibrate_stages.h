// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/scenario/calibration.h"

// One stage's runs, fitted. Used in this folder only.
namespace throughline::scenario {

/// Assumes: usable runs of the storage stage with one storage_key; at least one.
StorageCalibration calibrate_storage(std::span<const StudyPoint> points);

/// Assumes: usable runs of the decode stage with one decode_key; at least one.
DecodeCalibration calibrate_decode(std::span<const StudyPoint> points);

/// Assumes: usable runs of the consumer stage; at least one.
Calibrated calibrate_gpu(std::span<const StudyPoint> points);

/// "run 3", "runs 1, 2 and 5"; of several studies "run 1 of disks; runs 2 and 4 of threads".
std::string runs_text(std::span<const StudyPoint> points);

/// The smallest range that holds a number of all points.
model::Range90 range_over(std::span<const StudyPoint> points, model::Input input);

}  // namespace throughline::scenario

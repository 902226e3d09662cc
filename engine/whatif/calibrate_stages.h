// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/whatif/calibrated.h"

// One stage's runs, fitted. Used in this folder only.
namespace throughline::whatif {

/// Assumes: usable runs of the storage stage with one storage_key; at least one.
StorageCalibration calibrate_storage(std::span<const StudyPoint> points);

/// Assumes: usable runs of the decode stage with one decode_key; at least one.
DecodeCalibration calibrate_decode(std::span<const StudyPoint> points);

/// The rate of one GPU and how several get in each other's way.
/// Assumes: usable runs of the consumer stage with one consumer_key; at least one.
std::vector<Calibrated> calibrate_gpus(std::span<const StudyPoint> points);

/// The variability that makes the model give what a full run gave whose two smallest limits are
/// nearly equal: elsewhere the rate does not depend on it.
/// `resolved`: the run with everything else put in.
Calibrated calibrate_variability(const StudyPoint& point, const Resolved& resolved);

/// "run 3", "runs 1, 2 and 5"; of several studies "run 1 of disks; runs 2 and 4 of threads".
std::string runs_text(std::span<const StudyPoint> points);

/// The smallest range that holds a number of all points.
model::Range90 range_over(std::span<const StudyPoint> points, model::Input input);

}  // namespace throughline::whatif

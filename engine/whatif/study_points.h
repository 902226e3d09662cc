// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/fit.h"
#include "engine/record/study.h"
#include "engine/spec/choices.h"

namespace throughline::whatif {

/// A run as the model sees it.
struct StudyPoint {
    std::string study{};  ///< its title
    std::string uuid{};   ///< of the study
    int run = 0;
    std::optional<spec::Stages> stages{};  ///< nullopt: a foreign run
    std::string label{};  ///< what tells it from the others: "full, threads 2, queue depth 32"
    /// Runs with the same key read from the same place in the same way.
    std::string storage_key{};
    /// Runs with the same key do the same to an image; its stored size may differ.
    std::string decode_key{};
    std::string consumer_key{};  ///< the same for what takes the batches
    /// What was set and is known without any fit. Storage, processor and GPU are left without
    /// limit: a calibration puts them in.
    model::Inputs inputs{};
    double image_pixels = 0.0;  ///< mean width x height as stored; 0: the record does not say
    double images_per_s = 0.0;
    /// Other programs used the processors meanwhile: its rate is too low by an unknown amount.
    bool disturbed = false;
    std::string unusable{};  ///< why nothing can be learnt from it; "" = it can
};

/// Every run of a study. Nothing is taken for granted: what a record lacks keeps its default.
std::vector<StudyPoint> points_of(const record::Study& study);

}  // namespace throughline::whatif

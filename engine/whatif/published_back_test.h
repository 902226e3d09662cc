// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/catalog/catalog.h"

namespace throughline::whatif {

/// A published rate of a training on so many GPUs.
struct PublishedRate {
    std::string id{};  ///< of the catalogue's entry
    double gpus = 0.0;
    double nodes = 1.0;
    double images_per_s = 0.0;
    /// What the model says; none: it was given this one, or cannot say anything.
    std::optional<double> predicted{};

    /// (predicted / published - 1) x 100.
    std::optional<double> error_pct() const;
};

/// How one training became faster with more GPUs, as its source states it.
struct PublishedCurve {
    std::string source{};  ///< id of the catalogue
    std::string network{};
    std::string gpu{};
    std::string system{};
    std::string data{};
    bool over_nodes = false;             ///< else over the GPUs of one node
    std::vector<PublishedRate> rates{};  ///< by GPUs
    std::vector<std::string> assumed{};  ///< what the source does not say; in English
    std::string not_predicted{};         ///< why nothing of it is; in English, "": it is
};

/// How well the curves are predicted from their first points.
struct PublishedScore {
    std::size_t figures = 0;
    double median_error_pct = 0.0;  ///< of the absolute errors
    double worst_error_pct = 0.0;
};
struct PublishedTest {
    std::vector<PublishedCurve> curves{};
    std::optional<PublishedScore> nodes{};   ///< of the curves over nodes; none: none is predicted
    std::optional<PublishedScore> within{};  ///< of those over the GPUs of one node
};

/// Plays every published curve of a training through from the points that its owner would have had
/// first: of several nodes one GPU and one whole node, of one node the two fewest numbers of GPUs.
/// Takes time: some 10 ms. Source: engine/model/README.md, Nodes that meet.
PublishedTest test_on_published(const catalog::Catalog& catalog);

std::string published_test_json(const PublishedTest& test);

}  // namespace throughline::whatif

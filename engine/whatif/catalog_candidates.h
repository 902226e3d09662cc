// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/catalog/catalog.h"
#include "engine/model/inputs.h"
#include "engine/whatif/scenario.h"

namespace throughline::whatif {

/// Instances and storage of the catalogue that go together (same provider, prices and figures
/// known), each as a change of the base: what a search without candidates of its own looks through.
/// Storage holds the data set of `base` once, and each node has its own where it is not shared.
/// Volumes come in several sizes, with several numbers of IOPS and several bandwidths, each with
/// its price (volumes_that_hold()).
/// Left out: storage whose price has a part that is not understood, and storage of a node whose
/// limits follow from a size or a number that its price does not say.
std::vector<Scenario> catalog_candidates(const catalog::Catalog& catalog,
                                         const model::Inputs& base);

}  // namespace throughline::whatif

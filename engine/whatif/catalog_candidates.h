// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/catalog/catalog.h"
#include "engine/model/inputs.h"
#include "engine/whatif/scenario.h"

namespace throughline::whatif {

/// What offers train: all of them the same, since the rates of two networks are no choice between
/// machines.
struct OfferedWork {
    std::string
        asked{};  ///< "ResNet-50 v1, FP16", in the spoken language; "": no rate is asked for
    std::string taken{};  ///< the same as asked where a machine with a price has a rate of it
    /// The scenario that asks for it, or that asks for none; "": the base, or nobody in particular.
    std::string asked_by{};

    bool operator==(const OfferedWork&) const = default;
};

/// Of the rate of this id where a machine with a price has one of its network and precision, else
/// training in those that most such machines have a rate of. `gpu_rate`: "" for none. `asked_by`:
/// as OfferedWork has it.
OfferedWork offered_work(const catalog::Catalog& catalog,
                         std::string_view gpu_rate,
                         std::string_view asked_by = {});

/// What offers are computed for, and who asked for that, in one sentence.
std::string text_of(const OfferedWork& work);

/// Instances and storage of the catalogue that go together (same provider, prices and figures
/// known), with a rate of their GPU on `work`, each as a change of the base: what a search without
/// candidates of its own looks through. Storage holds the data set of `base` once, and each node
/// has its own where it is not shared. Volumes come in several sizes, with several numbers of IOPS
/// and several bandwidths, each with its price (volumes_that_hold()). Left out: storage whose price
/// has a part that is not understood, and storage of a node whose limits follow from a size or a
/// number that its price does not say.
std::vector<Scenario> catalog_candidates(const catalog::Catalog& catalog,
                                         const model::Inputs& base,
                                         const OfferedWork& work);

}  // namespace throughline::whatif

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/catalog/catalog.h"
#include "engine/model/inputs.h"
#include "engine/scenario/scenario.h"

namespace throughline::scenario {

/// What an entry sets, and what it has no figure for. A storage target sets every capacity of
/// storage: one that it does not list is not limited by it.
struct FromCatalog {
    std::vector<Change> changes{};
    std::vector<Gap> gaps{};
    /// Of an instance: what it lets through to block storage of the network, and only to that.
    std::vector<Change> block_limits{};
};
FromCatalog inputs_from(const catalog::StorageTarget& target);
FromCatalog inputs_from(const catalog::Instance& instance);
FromCatalog inputs_from(const catalog::Link& link);
FromCatalog inputs_from(const catalog::Network& network);

/// Every input that a choice has a word on, its volume with it.
std::vector<model::Input> inputs_set_by(const CatalogChoice& choice,
                                        const catalog::Catalog& catalog);

/// Whether an input describes storage alone, so that no entry leaves what the former one had.
bool is_of_storage(model::Input input) noexcept;

/// Cores' worth of CPU in a vCPU until it is measured: an assumption for hyper-threads.
/// Source: whatif-model.md section 1, `cores`.
inline constexpr double kCoresPerVcpu = 0.65;

/// Instances and storage of the catalogue that go together (same provider, prices and figures
/// known), each as a change of the base: what a search without candidates of its own looks through.
/// Storage holds the data set of `base` once, and each node has its own where it is not shared.
/// Left out: storage whose price has a part that is not understood, and storage of a node whose
/// limits follow from a size or a number that its price does not say.
std::vector<Scenario> catalog_candidates(const catalog::Catalog& catalog,
                                         const model::Inputs& base);

}  // namespace throughline::scenario

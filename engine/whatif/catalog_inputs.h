// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/catalog/catalog.h"
#include "engine/model/inputs.h"
#include "engine/whatif/scenario.h"

namespace throughline::whatif {

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
/// The rate of one GPU and how several of a node get in each other's way. Where only the rate of
/// eight is stated, one is an eighth of it: right for eight, and said so in a gap.
FromCatalog inputs_from(const catalog::GpuRate& rate);

/// Every input that a choice has a word on, its volume with it.
std::vector<model::Input> inputs_set_by(const CatalogChoice& choice,
                                        const catalog::Catalog& catalog);

/// Whether an input describes storage alone, so that no entry leaves what the former one had.
bool is_of_storage(model::Input input) noexcept;

/// Cores' worth of CPU in a vCPU until it is measured: an assumption for hyper-threads.
/// Source: engine/model/README.md, Inputs.
inline constexpr double kCoresPerVcpu = 0.65;

}  // namespace throughline::whatif

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/catalog/catalog.h"
#include "engine/measure/accelerator_pace.h"
#include "engine/remote/store_model.h"
#include "engine/spec/settings.h"

namespace throughline::measure {

/// An object store that a run's reads are emulated on.
struct ChosenStore {
    std::string name{};    ///< as it was set: "aws-s3:prefixes=4"
    std::string target{};  ///< its id in the catalogue
    remote::StoreRules rules{};
    std::string text{};  ///< what is emulated, by whose limits, for the record: in English
};

/// The store that `wish` says: its id in the catalogue, and behind colons what is to be otherwise,
/// in any order: latency=50ms (median of the first byte), requests=500 (per second and prefix, or
/// what else the store's limit holds for), prefixes=4 (at the beginning), splits=60s (of refusals
/// until they double), nodes=2 (data nodes of HDFS), link=1GiB (per second, of all connections, of
/// each data node), connection=90MB (per second, of each).
/// Errors: Usage for what the catalogue does not have, what is no store, a part that is none of
///         these, prefixes of a store whose limit is not one of each prefix, nodes of one that has
///         none, and a store whose first-byte latency nobody has published and nobody says.
/// `name` stands before it in a refusal ("storage.store=").
Result<ChosenStore> choose_store(const std::string& wish,
                                 const catalog::Catalog& catalog,
                                 const std::string& name);

/// What its limit of requests holds for, as people say it: "prefix", "bucket".
std::string unit_text(const catalog::StorageTarget& target);
/// What is emulated, in the spoken language; ChosenStore::text is the same in English.
std::string store_sentence(const catalog::StorageTarget& target,
                           const ChosenStore& chosen,
                           const catalog::Catalog& catalog);

/// Stores of the catalogue, in its order.
std::vector<const catalog::StorageTarget*> emulable_stores(const catalog::Catalog& catalog);

/// Those that a study names, by what was set.
using StoreChoices = std::map<std::string, ChosenStore, std::less<>>;

/// The stores of all points that have storage.store. Errors: as choose_store().
Result<StoreChoices> choose_stores(const std::vector<spec::Settings>& points,
                                   const CatalogSource& catalog);

/// Of one point; null where none is emulated.
const ChosenStore* store_of(const StoreChoices& choices, const spec::Settings& point);

}  // namespace throughline::measure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/catalog/catalog.h"
#include "engine/whatif/ways_study.h"

namespace throughline::whatif {

/// What a way costs over a number of epochs beside the computer that trains. US dollars.
struct WayCost {
    double fetched_bytes = 0.0;        ///< from the store
    std::optional<double> requests{};  ///< that it answers; none: the study tells no count
    /// Of the copy or the cache, of the smallest volume that holds it where the disk is sold by
    /// volume; none: no volume does.
    std::optional<double> disk_gib_hours{};
    std::optional<double> requests_usd{};
    std::optional<double> read_usd{};  ///< for the bytes; none: the catalogue has no such price
    std::optional<double> disk_usd{};
    /// Of requests, disk and, where they have a price, bytes; none: one of the others is not known.
    std::optional<double> usd{};
};

struct WaysCostAt {
    double epochs = 1.0;
    std::array<WayCost, kWays.size()> ways{};  ///< as kWays
    std::optional<Way> cheapest{};             ///< none: one has no cost
};

struct WaysCosts {
    std::string store{};  ///< its id in the catalogue; "": not known
    std::string disk{};
    std::vector<WaysCostAt> at{};  ///< for each number of epochs that was asked
    // Whole sentences in the spoken language.
    std::vector<std::string> missing{};   ///< why something has no price
    std::vector<std::string> left_out{};  ///< what is not in the costs
    std::vector<std::string> prices{};    ///< each with its region, date and source
};

/// List prices of the catalogue for requests, for bytes read, and for the disk by the hour.
/// Formula: streamed, E times all data; copied, once; cached, the misses of each epoch. The disk is
///          held until the job is over: GiB x hours x USD per GiB and month / 730, where the GiB
///          are those of the smallest volume that is sold and holds it.
/// Assumes: requests grow with the bytes, as they were counted; all are answered from where they
///          cost what the catalogue says.
WaysCosts cost_of_ways(const WaysStudy& study,
                       const WaysQuestion& question,
                       const WaysAnswer& answer,
                       const catalog::Catalog& catalog);

/// The store that is asked about: the question's, else the one that the study emulated; "": none.
const std::string& store_asked(const WaysStudy& study, const WaysQuestion& question);
/// Entries that can be asked about, in the catalogue's order: object stores of today; disks that
/// are sold or come with a machine.
std::vector<const catalog::StorageTarget*> stores_for_ways(const catalog::Catalog& catalog);
std::vector<const catalog::StorageTarget*> disks_for_ways(const catalog::Catalog& catalog);

/// "For 10 epochs the cheapest in requests, bytes read and disk is: copy first, 0.0123 USD.", or,
/// where bytes have no price, "If no bytes leave the store's region, for 10 epochs …": of the last
/// number of epochs; "" where a way has no cost. In the spoken language.
std::string ways_cost_sentence(const WaysCosts& costs);
/// "0.0123 USD"; "–" for none.
std::string ways_usd_text(const std::optional<double>& usd);

}  // namespace throughline::whatif

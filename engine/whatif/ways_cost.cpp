// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/ways_cost.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/units.h"
#include "engine/whatif/storage_price.h"
#include "engine/whatif/volume.h"

namespace throughline::whatif {
namespace {

constexpr double kSecondsAnHour = 3600.0;
constexpr double kBytesAGb = 1e9;

std::optional<double> amount_named(const catalog::StorageTarget& target, std::string_view name) {
    if (target.price) {
        for (const auto& [key, usd] : target.price->amounts) {
            if (key == name) {
                return usd;
            }
        }
    }
    return std::nullopt;
}

std::optional<double> usd_per_get(const catalog::StorageTarget& store) {
    if (const auto usd = amount_named(store, "usd_per_1000_get")) {
        return *usd / 1e3;
    }
    const auto usd = amount_named(store, "usd_per_10000_get");
    return usd ? std::optional(*usd / 1e4) : std::nullopt;
}

/// A local disk whose price is the machine's.
bool is_included(const catalog::StorageTarget& disk) {
    return disk.kind == "local" && disk.price && disk.price->amounts.empty();
}

/// What of a disk's price is per GiB.
struct DiskPrice {
    std::optional<double> usd_per_gib_month{};
    bool depends_on_rates = false;  ///< IOPS or bytes/s are bought as well
};

DiskPrice price_of_disk(const catalog::StorageTarget& disk) {
    if (is_included(disk)) {
        return {.usd_per_gib_month = 0.0};
    }
    if (!disk.price) {
        return {};
    }
    const auto one = usd_per_month(*disk.price, {.gib = 1.0});
    const auto two = usd_per_month(*disk.price, {.gib = 2.0});
    const auto rated = usd_per_month(*disk.price, {.gib = 1.0, .iops = 1.0, .bytes_per_s = kMiB});
    if (!one || !two || !rated || *two <= *one) {
        return {};
    }
    return *rated > *one ? DiskPrice{.depends_on_rates = true}
                         : DiskPrice{.usd_per_gib_month = *two - *one};
}

/// What is bought of a disk to hold so much. None: no volume is large enough.
std::optional<double> gib_bought(const std::string& disk, double bytes) {
    if (bytes <= 0.0) {
        return 0.0;
    }
    return sold_by_volume(disk) ? smallest_gib_that_holds(disk, bytes)
                                : std::optional(bytes / kGiB);
}

/// Of so many epochs, how many of them are read from the store.
double missed_epochs(const std::vector<double>& hits, double epochs) {
    double missed = 0.0;
    double left = epochs;
    for (std::size_t i = 0; i + 1 < hits.size() && left > 0.0; ++i) {
        missed += std::min(left, 1.0) * (1.0 - hits[i]);
        left -= std::min(left, 1.0);
    }
    return missed + std::max(left, 0.0) * (1.0 - hits.back());
}

/// "Amazon S3 Standard: a list price of us-east-1, 2024-07-01 (GET price …; Infracost)."
std::string price_sentence(const catalog::StorageTarget& target, const catalog::Catalog& catalog) {
    std::string details = catalog.with_source_titles(target.price->note);
    const auto* const source = catalog.find_source(target.price->source);
    const std::string from = source != nullptr ? source->title : target.price->source;
    details += (details.empty() || from.empty() ? "" : "; ") + from;
    const std::string where =
        target.price->region + (target.price->region.empty() ? "" : ", ") + target.price->date;
    return say("%1: list prices of %2 (%3).", target.name, where, details);
}

class CostOfWays {
public:
    CostOfWays(const WaysStudy& study,
               const WaysQuestion& question,
               const WaysAnswer& answer,
               const catalog::Catalog& catalog)
        : study_(study),
          answer_(answer),
          bytes_(question.data_bytes.value_or(study.data_bytes)),
          held_bytes_(std::min(question.cache_bytes.value_or(bytes_), bytes_)),
          hits_(model::tier_hit_ratios(answer.asked.policy, answer.asked.cached)) {
        take_store(store_asked(study, question), catalog);
        take_disk(question.disk, catalog);
        costs_.left_out.push_back(
            say("Left out, as it is the same each way or follows from the times: keeping the data "
                "in the store, and the hours of the computer that trains."));
        for (const double epochs : question.epochs) {
            add(epochs);
        }
    }
    WaysCosts costs() && { return std::move(costs_); }

private:
    void lack(std::string sentence) { costs_.missing.push_back(std::move(sentence)); }

    void take_store(const std::string& id, const catalog::Catalog& catalog) {
        const catalog::StorageTarget* const store = catalog.find_storage(id);
        if (store == nullptr || !store->is_store()) {
            lack(id.empty() ? say("Requests have no price: it is not said in which object store "
                                  "of the catalogue the data lie.")
                            : say("Requests have no price: the catalogue has no object store "
                                  "'%1'.",
                                  id));
            return;
        }
        costs_.store = store->id;
        get_usd_ = usd_per_get(*store);
        gb_usd_ = amount_named(*store, "usd_per_gb_read");
        if (!get_usd_) {
            lack(say("The catalogue has no price for requests of %1.", store->name));
            return;
        }
        costs_.prices.push_back(price_sentence(*store, catalog));
        if (!study_.requests_per_byte) {
            lack(say("Requests have no price: the study tells no count of requests."));
        }
        if (!gb_usd_) {
            costs_.left_out.push_back(
                say("The catalogue has no price for bytes that leave %1 (egress): they are not "
                    "in the costs.",
                    store->name));
        }
    }

    void take_disk(const std::string& id, const catalog::Catalog& catalog) {
        const catalog::StorageTarget* const disk = catalog.find_storage(id);
        if (disk == nullptr || disk->is_store()) {
            lack(id.empty() ? say("The copy and the cache have no price: it is not said on which "
                                  "disk of the catalogue they lie.")
                            : say("The copy and the cache have no price: the catalogue has no "
                                  "disk '%1'.",
                                  id));
            return;
        }
        costs_.disk = disk->id;
        const DiskPrice price = price_of_disk(*disk);
        gib_month_usd_ = price.usd_per_gib_month;
        if (is_included(*disk)) {
            costs_.left_out.push_back(
                say("The price of %1 is part of the computer's.", disk->name));
        } else if (price.depends_on_rates) {
            lack(
                say("The copy and the cache have no price: that of %1 depends on the I/Os and "
                    "bytes per second that are reserved, too.",
                    disk->name));
        } else if (!gib_month_usd_) {
            lack(say("The catalogue has no price by size for %1.", disk->name));
        } else {
            costs_.prices.push_back(price_sentence(*disk, catalog));
            take_size(*disk);
        }
    }

    void take_size(const catalog::StorageTarget& disk) {
        const auto lack_of = [&](double bytes, const char* none) {
            if (!gib_bought(disk.id, bytes)) {
                lack(say(none, disk.name, format_quantity(bytes, "bytes")));
            }
        };
        lack_of(bytes_, to_say("The copy has no price: no volume of %1 holds %2."));
        lack_of(held_bytes_, to_say("The cache has no price: no volume of %1 holds %2."));
    }

    WayCost cost_of(Way way, double epochs) const {
        const double read = way == Way::Copied     ? 1.0
                            : way == Way::Streamed ? epochs
                                                   : missed_epochs(hits_, epochs);
        const double held = way == Way::Copied ? bytes_ : way == Way::Streamed ? 0.0 : held_bytes_;
        const double hours = times_of(answer_, way).until_s(epochs) / kSecondsAnHour;
        WayCost cost{.fetched_bytes = read * bytes_};
        if (const auto gib = gib_bought(costs_.disk, held)) {
            cost.disk_gib_hours = *gib * hours;
        }
        if (const auto& each = study_.requests_per_byte) {
            cost.requests = cost.fetched_bytes * *each;
        }
        if (cost.requests && get_usd_) {
            cost.requests_usd = *cost.requests * *get_usd_;
        }
        if (gb_usd_) {
            cost.read_usd = cost.fetched_bytes / kBytesAGb * *gb_usd_;
        }
        if (cost.disk_gib_hours && (gib_month_usd_ || way == Way::Streamed)) {
            cost.disk_usd = *cost.disk_gib_hours * gib_month_usd_.value_or(0.0) / kHoursPerMonth;
        }
        if (cost.requests_usd && cost.disk_usd) {
            cost.usd = *cost.requests_usd + cost.read_usd.value_or(0.0) + *cost.disk_usd;
        }
        return cost;
    }

    void add(double epochs) {
        WaysCostAt at{.epochs = epochs};
        std::size_t cheapest = 0;
        bool all = true;
        for (std::size_t i = 0; i < kWays.size(); ++i) {
            at.ways[i] = cost_of(kWays[i], epochs);
            all = all && at.ways[i].usd;
            cheapest = all && *at.ways[i].usd < *at.ways[cheapest].usd ? i : cheapest;
        }
        at.cheapest = all ? std::optional(kWays[cheapest]) : std::nullopt;
        costs_.at.push_back(std::move(at));
    }

    const WaysStudy& study_;
    const WaysAnswer& answer_;
    double bytes_;
    double held_bytes_;
    std::vector<double> hits_;
    std::optional<double> get_usd_{};
    std::optional<double> gb_usd_{};
    std::optional<double> gib_month_usd_{};
    WaysCosts costs_{};
};

}  // namespace

WaysCosts cost_of_ways(const WaysStudy& study,
                       const WaysQuestion& question,
                       const WaysAnswer& answer,
                       const catalog::Catalog& catalog) {
    return CostOfWays(study, question, answer, catalog).costs();
}

const std::string& store_asked(const WaysStudy& study, const WaysQuestion& question) {
    return question.store.empty() ? study.store : question.store;
}

std::vector<const catalog::StorageTarget*> stores_for_ways(const catalog::Catalog& catalog) {
    std::vector<const catalog::StorageTarget*> stores;
    for (const catalog::StorageTarget& target : catalog.storage()) {
        if (target.is_store() && usd_per_get(target)) {
            stores.push_back(&target);
        }
    }
    return stores;
}

std::vector<const catalog::StorageTarget*> disks_for_ways(const catalog::Catalog& catalog) {
    std::vector<const catalog::StorageTarget*> disks;
    for (const catalog::StorageTarget& target : catalog.storage()) {
        if ((target.kind == "block" || target.kind == "local") &&
            price_of_disk(target).usd_per_gib_month) {
            disks.push_back(&target);
        }
    }
    return disks;
}

std::string ways_usd_text(const std::optional<double>& usd) {
    return usd ? say("%1 USD", format_significant(*usd)) : std::string("–");
}

std::string ways_cost_sentence(const WaysCosts& costs) {
    if (costs.at.empty() || !costs.at.back().cheapest) {
        return {};
    }
    const WaysCostAt& at = costs.at.back();
    const Way way = *at.cheapest;
    const auto index = static_cast<std::size_t>(std::ranges::find(kWays, way) - kWays.begin());
    const auto epochs = static_cast<std::uint64_t>(std::llround(at.epochs));
    const std::string usd = ways_usd_text(at.ways[index].usd);
    if (at.ways[index].read_usd) {
        return say_count(epochs,
                         "For %1 epoch the cheapest in requests, bytes read and disk is: %2, %3.",
                         "For %1 epochs the cheapest in requests, bytes read and disk is: %2, %3.",
                         name_of(way),
                         usd);
    }
    return say_count(epochs,
                     "If no bytes leave the store's region, for %1 epoch the cheapest in requests "
                     "and disk is: %2, %3.",
                     "If no bytes leave the store's region, for %1 epochs the cheapest in requests "
                     "and disk is: %2, %3.",
                     name_of(way),
                     usd);
}

}  // namespace throughline::whatif

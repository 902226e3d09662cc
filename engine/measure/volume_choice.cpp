// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/volume_choice.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/catalog/catalog.h"
#include "engine/spec/amounts.h"

namespace throughline::measure {
namespace {

constexpr const char* kVolume = "storage.volume";
constexpr const char* kCredits = "storage.volume_credits";
constexpr const char* kInstance = "storage.volume_instance";

Error refused(const std::string& key, const std::string& value, const std::string& why) {
    return usage_error(key + "=" + value + ": " + why);
}

std::string key_of(const spec::Settings& point) {
    std::string key;
    for (const char* part : {kVolume, kCredits, kInstance}) {
        key += spec::text_or_empty(point, part) + '\0';
    }
    return key;
}

/// What was set, between its colons.
struct Written {
    std::string id{};
    volume::Asked asked{};
};

bool is_amount(std::optional<double> amount) {
    return amount && std::isfinite(*amount) && *amount > 0.0;
}

/// "100GiB", "6000iops" or "250MiB/s". False: none of them.
bool read_part(std::string_view text, volume::Asked& asked) {
    const std::string part = lower(trim(text));
    const std::string_view word = part;
    std::optional<double> amount;
    if (word.ends_with("iops")) {
        amount = spec::amount_in(word.substr(0, word.size() - 4), "");
        asked.iops = amount.value_or(0.0);
    } else if (word.ends_with("/s")) {
        amount = spec::amount_in(word.substr(0, word.size() - 2), "bytes");
        asked.mib_per_s = amount.value_or(0.0) / kMiB;
    } else if (const auto bare = number_in<double>(word)) {
        amount = asked.gib = *bare;
    } else {
        amount = spec::amount_in(word, "bytes");
        asked.gib = amount.value_or(0.0) / kGiB;
    }
    return is_amount(amount);
}

Result<Written> read_volume(const std::string& text) {
    Written written;
    std::size_t at = text.find(':');
    written.id = std::string(trim(std::string_view(text).substr(0, at)));
    while (at != std::string::npos) {
        const std::size_t end = text.find(':', at + 1);
        const std::string part = text.substr(at + 1, end == std::string::npos ? end : end - at - 1);
        if (!read_part(part, written.asked)) {
            return refused(kVolume,
                           text,
                           "'" + part +
                               "' is no size (100GiB), no number of IOPS (6000iops) and no "
                               "bandwidth (250MiB/s)");
        }
        at = end;
    }
    return written;
}

std::optional<double> model_number(const catalog::StorageTarget& target, std::string_view key) {
    for (const auto& value : target.model) {
        if (value.key == key) {
            const auto* number = std::get_if<double>(&value.value);
            return number == nullptr ? std::nullopt : std::optional(*number);
        }
    }
    return std::nullopt;
}

/// A target that the catalogue has the limits of one unit of.
Result<volume::Rules> fixed_rules(const catalog::StorageTarget& target,
                                  const volume::Asked& asked) {
    if (target.kind != "block") {
        return usage_error("'" + target.id + "' is no block volume (" + target.kind +
                           "), and nothing else can be emulated");
    }
    if (asked.gib > 0.0 || asked.iops > 0.0 || asked.mib_per_s > 0.0) {
        return usage_error("'" + target.id + "' has fixed limits: give neither size nor IOPS");
    }
    if (!target.read_iops.value || !target.read_bytes_per_s.value) {
        return usage_error(
            "the limits of '" + target.id + "' are not known: " +
            (target.read_iops.value ? target.read_bytes_per_s.gap : target.read_iops.gap));
    }
    const auto steady = [](double rate) { return model::Burst{.baseline = rate, .burst = rate}; };
    const auto most =
        static_cast<std::uint64_t>(model_number(target, "sto_max_io_bytes").value_or(0.0));
    return volume::Rules{.limits = {.bytes_per_s = steady(*target.read_bytes_per_s.value),
                                    .iops = steady(*target.read_iops.value)},
                         .io = target.provider == "aws" && most > 0
                                   ? volume::ebs_io_rule(most)
                                   : volume::IoRule{.counted_max_bytes = most}};
}

Result<volume::Rules> rules_of(const catalog::StorageTarget& target, const volume::Asked& asked) {
    const auto* kind = volume::kind_of(target.id);
    if (kind == nullptr) {
        return fixed_rules(target, asked);
    }
    if (auto sold = volume::check(*kind, asked); !sold) {
        return std::move(sold).error();
    }
    return volume::Rules{.limits = kind->limits(asked), .io = kind->io};
}

Result<volume::InstanceLimits> instance_limits(const catalog::Catalog& catalog,
                                               const std::string& id) {
    if (id.empty()) {
        return volume::InstanceLimits{};
    }
    const auto* instance = catalog.find_instance(id);
    if (instance == nullptr) {
        return refused(kInstance, id, "the catalogue has no such instance");
    }
    if (!instance->block_iops.value && !instance->block_bytes_per_s.value) {
        return refused(
            kInstance,
            id,
            "its limits towards block storage are not known: " + instance->block_bytes_per_s.gap);
    }
    return volume::InstanceLimits{.iops = instance->block_iops.value.value_or(0.0),
                                  .bytes_per_s = instance->block_bytes_per_s.value.value_or(0.0)};
}

/// The balances at the beginning. Errors: Usage.
Result<volume::StartCredits> start_credits(const model::EbsLimits& limits,
                                           const std::string& text) {
    const std::string word = lower(trim(text));
    const bool of_ios = model::credits_last_s(limits.iops, 0.0).has_value();
    const bool of_bytes = model::credits_last_s(limits.bytes_per_s, 0.0).has_value();
    if (word == "full") {
        return volume::StartCredits{};
    }
    if (!of_ios && !of_bytes) {
        return refused(kCredits, text, "this volume has no credits: leave it at full");
    }
    const auto both = [&](double share) {
        return volume::StartCredits{.ios = share * limits.iops.bucket,
                                    .bytes = share * limits.bytes_per_s.bucket};
    };
    if (word == "empty") {
        return both(0.0);
    }
    if (word.ends_with('%')) {
        const auto share =
            number_in<double>(trim(std::string_view(word).substr(0, word.size() - 1)));
        if (share && *share >= 0.0 && *share <= 100.0) {
            return both(*share / 100.0);
        }
    }
    const auto amount = spec::amount_in(word, of_bytes ? "bytes" : "");
    const double most = of_bytes ? limits.bytes_per_s.bucket : limits.iops.bucket;
    if (of_ios != of_bytes && amount && *amount >= 0.0 && *amount <= most) {
        return of_bytes ? volume::StartCredits{.bytes = *amount}
                        : volume::StartCredits{.ios = *amount};
    }
    return refused(kCredits,
                   text,
                   std::string("must be full, empty, a share (25 %)") +
                       (of_ios != of_bytes ? std::string(of_bytes ? " or bytes" : " or I/Os") +
                                                 " up to " + shortest_text(most)
                                           : ""));
}

std::string limit_text(const model::Burst& burst, const char* unit) {
    const std::string baseline = format_quantity(burst.baseline, unit);
    return burst.burst > burst.baseline
               ? baseline + ", with credits " + format_quantity(burst.burst, unit)
               : baseline;
}

std::string io_text(const volume::IoRule& io) {
    if (io.counted_max_bytes == 0) {
        return "each read counts as one I/O";
    }
    return "an I/O counts up to " +
           spec::bytes_text(static_cast<std::int64_t>(io.counted_max_bytes)) +
           (io.merges ? ", contiguous ones together" : "");
}

/// How many it begins with, and how long they last at the burst rate.
std::string credits_text(const model::Burst& burst, std::optional<double> start, bool of_bytes) {
    const auto amount = [of_bytes](double credits) {
        return of_bytes ? format_quantity(credits, "bytes", ByteUnits::Binary)
                        : format_count(static_cast<std::uint64_t>(credits));
    };
    const double credits = start.value_or(burst.bucket);
    const auto lasts = model::credits_last_s(burst, credits);
    return lasts ? "; it begins with " + amount(credits) + " of " + amount(burst.bucket) +
                       (of_bytes ? " byte" : " I/O") + " credits, which last " +
                       format_significant(*lasts, 4) + " s at the burst rate"
                 : "";
}

std::string described(const catalog::StorageTarget& target,
                      const ChosenVolume& chosen,
                      const catalog::Catalog& catalog) {
    const volume::Rules& rules = chosen.rules;
    std::string text = "emulates the volume " + chosen.name + " (" + target.name +
                       "): " + limit_text(rules.limits.iops, "IOPS") + "; " +
                       limit_text(rules.limits.bytes_per_s, "bytes/s") + "; " + io_text(rules.io) +
                       credits_text(rules.limits.iops, chosen.start.ios, false) +
                       credits_text(rules.limits.bytes_per_s, chosen.start.bytes, true);
    if (rules.instance.iops > 0.0) {
        text += "; the instance gives " + format_quantity(rules.instance.iops, "IOPS");
    }
    if (rules.instance.bytes_per_s > 0.0) {
        text += "; the instance gives " + format_quantity(rules.instance.bytes_per_s, "bytes/s");
    }
    text += rules.latency_s > 0.0
                ? "; a read takes at least " + spec::seconds_text(rules.latency_s)
                : "; within the limits a read takes what the real disk takes, as no latency is "
                  "published";
    text += "; past them it is held for " + spec::seconds_text(rules.hold_s) +
            " or a multiple of it; figures of devices are those of the real disk";
    if (const auto* kind = volume::kind_of(target.id); kind != nullptr && !kind->gap.empty()) {
        text += "; not known: " + std::string(kind->gap);
    }
    std::string sources;
    for (const std::string& id : target.sources) {
        const auto* source = catalog.find_source(id);
        sources += (sources.empty() ? "" : ", ") + (source == nullptr ? id : source->title);
    }
    return sources.empty() ? text : text + "; limits by " + sources;
}

Result<ChosenVolume> choose(const spec::Settings& point, const catalog::Catalog& catalog) {
    const std::string& set = spec::text_of(point, kVolume);
    auto written = read_volume(set);
    if (!written) {
        return std::move(written).error();
    }
    const auto* target = catalog.find_storage(written->id);
    if (target == nullptr) {
        return refused(kVolume,
                       set,
                       "the catalogue has no storage '" + written->id +
                           "'; 'throughline-engine catalog' lists it");
    }
    auto rules = rules_of(*target, written->asked);
    if (!rules) {
        return refused(kVolume, set, rules.error().what);
    }
    auto instance = instance_limits(catalog, spec::text_of(point, kInstance));
    if (!instance) {
        return std::move(instance).error();
    }
    rules->instance = *instance;
    rules->latency_s = target->latency_s.value.value_or(0.0);
    auto start = start_credits(rules->limits, spec::text_of(point, kCredits));
    if (!start) {
        return std::move(start).error();
    }
    ChosenVolume chosen{.name = set, .rules = *rules, .start = *start};
    chosen.text = described(*target, chosen, catalog);
    return chosen;
}

}  // namespace

Result<VolumeChoices> choose_volumes(const std::vector<spec::Settings>& points,
                                     const CatalogSource& catalog) {
    std::optional<catalog::Catalog> facts;
    VolumeChoices choices;
    for (const spec::Settings& point : points) {
        const std::string key = key_of(point);
        if (spec::text_of(point, kVolume).empty() || choices.contains(key)) {
            continue;
        }
        if (!facts) {
            facts = catalog();
        }
        auto chosen = choose(point, *facts);
        if (!chosen) {
            return std::move(chosen).error();
        }
        choices.emplace(key, *std::move(chosen));
    }
    return choices;
}

const ChosenVolume* volume_of(const VolumeChoices& choices, const spec::Settings& point) {
    const auto found = choices.find(key_of(point));
    return found == choices.end() ? nullptr : &found->second;
}

}  // namespace throughline::measure

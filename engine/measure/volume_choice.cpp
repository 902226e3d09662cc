// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/volume_choice.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/language.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/catalog/catalog.h"
#include "engine/measure/volume_text.h"
#include "engine/spec/amounts.h"

namespace throughline::measure {
namespace {

constexpr const char* kVolume = "storage.volume";
constexpr const char* kCredits = "storage.volume_credits";
constexpr const char* kInstance = "storage.volume_instance";

Error refused(const std::string& value, const std::string& why) {
    return usage_error(value + ": " + why);
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
            return refused(text,
                           say("'%1' is no size (100GiB), no number of IOPS (6000iops) and no "
                               "bandwidth (250MiB/s)",
                               part));
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
        return usage_error(
            say("'%1' is no block volume (%2); an object store is emulated with storage.store",
                target.id,
                target.kind));
    }
    if (asked.gib > 0.0 || asked.iops > 0.0 || asked.mib_per_s > 0.0) {
        return usage_error(say("'%1' has fixed limits: give neither size nor IOPS", target.id));
    }
    if (!target.read_iops.value || !target.read_bytes_per_s.value) {
        return usage_error(
            say("the limits of '%1' are not known: %2",
                target.id,
                target.read_iops.value ? target.read_bytes_per_s.gap : target.read_iops.gap));
    }
    const auto most =
        static_cast<std::uint64_t>(model_number(target, "sto_max_io_bytes").value_or(0.0));
    return volume::Rules{.limits = {.bytes_per_s = volume::steady(*target.read_bytes_per_s.value),
                                    .iops = volume::steady(*target.read_iops.value)},
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
    return volume::Rules{
        .limits = kind->limits(asked), .io = kind->io, .reads_per_s = kind->reads_per_s};
}

Result<volume::InstanceLimits> instance_limits(const catalog::Catalog& catalog,
                                               const std::string& id) {
    if (id.empty()) {
        return volume::InstanceLimits{};
    }
    const auto* instance = catalog.find_instance(id);
    if (instance == nullptr) {
        return refused(id, to_say("the catalogue has no such instance"));
    }
    if (!instance->block_iops.value && !instance->block_bytes_per_s.value) {
        return refused(id,
                       say_english("its limits towards block storage are not known: %1",
                                   instance->block_bytes_per_s.gap));
    }
    const auto limit = [](const catalog::Figure& baseline, const catalog::Figure& burst) {
        const double rate = baseline.value.value_or(0.0);
        return burst.value ? volume::half_an_hour(rate, *burst.value) : volume::steady(rate);
    };
    return volume::InstanceLimits{
        .iops = limit(instance->block_iops, instance->block_burst_iops),
        .bytes_per_s = limit(instance->block_bytes_per_s, instance->block_burst_bytes_per_s)};
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
        return refused(text, to_say("this volume has no credits: leave it at full"));
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
    return refused(
        text,
        of_ios == of_bytes ? say("must be full, empty or a share (25 %)")
        : of_bytes
            ? say("must be full, empty, a share (25 %) or bytes up to %1", shortest_text(most))
            : say("must be full, empty, a share (25 %) or I/Os up to %1", shortest_text(most)));
}

/// A refusal that says which of the three it is of, as whoever asked calls it.
Error of(const std::string& name, Error refusal) {
    refusal.what = name + refusal.what;
    return refusal;
}

}  // namespace

Result<ChosenVolume> choose_volume(const VolumeWish& wish,
                                   const catalog::Catalog& catalog,
                                   const WishNames& names) {
    auto written = read_volume(wish.volume);
    if (!written) {
        return of(names.volume, std::move(written).error());
    }
    const auto* target = catalog.find_storage(written->id);
    if (target == nullptr) {
        return of(
            names.volume,
            refused(wish.volume,
                    say_english("the catalogue has no storage '%1'; 'throughline-engine volume "
                                "list' lists what can be emulated",
                                written->id)));
    }
    auto rules = rules_of(*target, written->asked);
    if (!rules) {
        return of(names.volume, refused(wish.volume, rules.error().what));
    }
    auto instance = instance_limits(catalog, wish.instance);
    if (!instance) {
        return of(names.instance, std::move(instance).error());
    }
    rules->instance = *instance;
    rules->latency_s = target->latency_s.value.value_or(0.0);
    auto start = start_credits(rules->limits, wish.credits);
    if (!start) {
        return of(names.credits, std::move(start).error());
    }
    ChosenVolume chosen{
        .name = wish.volume, .target = target->id, .rules = *rules, .start = *start};
    const Speaking english(Language::English);  // for the record
    chosen.text = volume_sentence(*target, chosen, catalog);
    return chosen;
}

std::vector<EmulableVolume> emulable_volumes(const catalog::Catalog& catalog) {
    std::vector<EmulableVolume> volumes;
    for (const catalog::StorageTarget& target : catalog.storage()) {
        const auto* kind = volume::kind_of(target.id);
        auto rules = kind == nullptr
                         ? fixed_rules(target, {})
                         : Result<volume::Rules>(volume::Rules{
                               .limits = kind->limits({.gib = kind->gib_min}), .io = kind->io});
        if (rules) {
            volumes.push_back({.target = &target, .kind = kind, .smallest = *rules});
        }
    }
    return volumes;
}

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
        auto chosen = choose_volume({.volume = spec::text_of(point, kVolume),
                                     .credits = spec::text_of(point, kCredits),
                                     .instance = spec::text_of(point, kInstance)},
                                    *facts,
                                    {.volume = std::string(kVolume) + "=",
                                     .credits = std::string(kCredits) + "=",
                                     .instance = std::string(kInstance) + "="});
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

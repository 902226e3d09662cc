// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/store_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/spec/amounts.h"

namespace throughline::measure {
namespace {

constexpr const char* kStore = "storage.store";

constexpr double kNodesMax = 1e6;

/// What may stand behind a colon.
struct Part {
    std::string_view word;
    const char* unit;  ///< of spec::amount_in()
    void (*put)(remote::StoreRules& rules, double amount);
};
constexpr std::array<Part, 7> kParts{
    {{"latency", "s", [](remote::StoreRules& rules, double s) { rules.first_byte_s = s; }},
     {"requests", "", [](remote::StoreRules& rules, double rate) { rules.requests_per_s = rate; }},
     {"prefixes",
      "",
      [](remote::StoreRules& rules, double count) {
          rules.prefixes =
              static_cast<std::uint32_t>(std::min<double>(count, remote::StoreModel::kPrefixesMax));
      }},
     {"nodes",
      "",
      [](remote::StoreRules& rules, double count) {
          rules.servers = static_cast<std::uint32_t>(std::min(count, kNodesMax));
      }},
     {"splits", "s", [](remote::StoreRules& rules, double s) { rules.splits_after_s = s; }},
     {"link", "bytes", [](remote::StoreRules& rules, double bytes) { rules.bytes_per_s = bytes; }},
     {"connection", "bytes", [](remote::StoreRules& rules, double bytes) {
          rules.connection_bytes_per_s = bytes;
      }}}};

bool limits_prefixes(const catalog::StorageTarget& target) {
    return target.per == "prefix";
}

Error store_refused(const std::string& wish, const std::string& why) {
    return usage_error(wish + ": " + why);
}

/// "latency=50ms". False: it is none of the parts.
bool read_store_part(std::string_view text, remote::StoreRules& rules) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        return false;
    }
    const std::string word = lower(trim(text.substr(0, equals)));
    for (const Part& part : kParts) {
        if (word != part.word) {
            continue;
        }
        std::string_view amount = trim(text.substr(equals + 1));
        if (std::string_view(part.unit) == "bytes" && amount.ends_with("/s")) {
            amount.remove_suffix(2);
        }
        const auto value = spec::amount_in(amount, part.unit);
        if (!value || !std::isfinite(*value) || *value <= 0.0 ||
            ((word == "prefixes" || word == "nodes") && *value < 1.0)) {
            return false;
        }
        part.put(rules, *value);
        return true;
    }
    return false;
}

double model_value(const catalog::StorageTarget& target, std::string_view key) {
    for (const auto& value : target.model) {
        const auto* number = value.key == key ? std::get_if<double>(&value.value) : nullptr;
        if (number != nullptr) {
            return *number;
        }
    }
    return 0.0;
}

remote::StoreRules published_rules(const catalog::StorageTarget& target) {
    return {.requests_per_s = target.read_iops.value.value_or(0.0),
            .splits_after_s = target.doubles_after_s.value.value_or(0.0),
            .first_byte_s = target.latency_s.value.value_or(0.0),
            .first_byte_c2 = model_value(target, "variability_c2"),
            .connection_bytes_per_s = model_value(target, "sto_conn_bw"),
            .bytes_per_s = target.read_bytes_per_s.value.value_or(0.0)};
}

std::string requests_text(const catalog::StorageTarget& target, const remote::StoreRules& rules) {
    if (rules.requests_per_s <= 0.0) {
        return say("no limit of requests is known");
    }
    const std::string rate = format_quantity(rules.requests_per_s, "requests/s");
    const bool splits = rules.splits_after_s > 0.0;
    const std::string after = splits ? spec::seconds_text(rules.splits_after_s) : "";
    if (!limits_prefixes(target)) {
        const std::string unit = unit_text(target);
        return splits ? say("each %1 answers %2 and refuses what is beyond with 503, and answers "
                            "twice as many after %3 of refusals",
                            unit,
                            rate,
                            after)
                      : say("each %1 answers %2 and refuses what is beyond with 503; when it would "
                            "answer more is not published, so that it never does",
                            unit,
                            rate);
    }
    const std::string each =
        splits ? say("each prefix answers %1 and refuses what is beyond with 503, and there are "
                     "twice as many prefixes after %2 of refusals",
                     rate,
                     after)
               : say("each prefix answers %1 and refuses what is beyond with 503; when it would be "
                     "split is not published, so that it never is",
                     rate);
    return each + "; " +
           say_count(rules.prefixes, "the keys lie in %1 prefix", "the keys lie in %1 prefixes");
}

std::string first_byte_text(const catalog::StorageTarget& target, const remote::StoreRules& rules) {
    const std::string median = spec::seconds_text(rules.first_byte_s);
    const std::string spread = format_significant(rules.first_byte_c2, 3);
    return target.latency_s.value == rules.first_byte_s
               ? say("the first byte after %1 in the median, log-normal with a squared coefficient "
                     "of variation of %2 (both assumed: the store publishes a range)",
                     median,
                     spread)
               : say("the first byte after %1 in the median, as set, log-normal with a squared "
                     "coefficient of variation of %2 (assumed)",
                     median,
                     spread);
}

}  // namespace

std::string unit_text(const catalog::StorageTarget& target) {
    for (const char* unit : {to_say_in("of a store", "prefix"),
                             to_say_in("of a store", "bucket"),
                             to_say_in("of a store", "directory bucket"),
                             to_say_in("of a store", "datanode")}) {
        if (target.per == unit) {
            return say_in("of a store", unit);
        }
    }
    return target.per.empty() ? say_in("of a store", "prefix") : target.per;
}

std::string store_sentence(const catalog::StorageTarget& target,
                           const ChosenStore& chosen,
                           const catalog::Catalog& catalog) {
    const remote::StoreRules& rules = chosen.rules;
    const auto rate = [](double bytes) {
        return bytes > 0.0 ? format_quantity(bytes, "bytes/s") : say("any rate");
    };
    const std::string text = say("emulates the store %1 (%2)", chosen.name, target.name) + ": " +
                             first_byte_text(target, rules) + "; " + requests_text(target, rules) +
                             "; " +
                             say("a connection gives %1, all together %2",
                                 rate(rules.connection_bytes_per_s),
                                 rate(rules.bytes_per_s * rules.servers)) +
                             "; " + say("connections stand already") + "; " +
                             say("figures of devices are those of the real disk");
    std::string sources;
    for (const std::string& id : target.sources) {
        const auto* source = catalog.find_source(id);
        sources += (sources.empty() ? "" : ", ") + (source == nullptr ? id : source->title);
    }
    return sources.empty() ? text : text + "; " + say("limits by %1", sources);
}

Result<ChosenStore> choose_store(const std::string& wish,
                                 const catalog::Catalog& catalog,
                                 const std::string& name) {
    const std::string shown = name + wish;
    std::size_t at = wish.find(':');
    const std::string id(trim(std::string_view(wish).substr(0, at)));
    const auto* target = catalog.find_storage(id);
    if (target == nullptr) {
        return store_refused(shown,
                             say("the catalogue has no storage '%1'; 'throughline-engine store "
                                 "list' lists what can be emulated",
                                 id));
    }
    if (!target->is_store()) {
        return store_refused(
            shown,
            say("'%1' is no object store (%2); storage.volume is for volumes", id, target->kind));
    }
    ChosenStore chosen{.name = wish, .target = target->id, .rules = published_rules(*target)};
    while (at != std::string::npos) {
        const std::size_t end = wish.find(':', at + 1);
        const std::string part = wish.substr(at + 1, end == std::string::npos ? end : end - at - 1);
        const bool is_prefixes = lower(trim(std::string_view(part))).starts_with("prefixes");
        if (is_prefixes && !limits_prefixes(*target)) {
            return store_refused(
                shown,
                say("the requests of '%1' are not limited by prefix (%2): leave "
                    "prefixes= out",
                    id,
                    target->per.empty() ? say("nobody says by what") : unit_text(*target)));
        }
        if (lower(trim(std::string_view(part))).starts_with("nodes") && !target->has_data_nodes()) {
            return store_refused(
                shown, say("'%1' has no data nodes that are known: leave nodes= out", id));
        }
        if (!read_store_part(part, chosen.rules)) {
            return store_refused(shown,
                                 say("'%1' is none of latency=50ms, requests=500, prefixes=4, "
                                     "nodes=2, splits=60s, link=1GiB and connection=90MB",
                                     part));
        }
        at = end;
    }
    if (chosen.rules.first_byte_s <= 0.0) {
        return store_refused(shown,
                             say("the latency of '%1' to the first byte is not published: say "
                                 "which, as in %1:latency=50ms",
                                 id));
    }
    const Speaking english(Language::English);  // for the record
    chosen.text = store_sentence(*target, chosen, catalog);
    return chosen;
}

std::vector<const catalog::StorageTarget*> emulable_stores(const catalog::Catalog& catalog) {
    std::vector<const catalog::StorageTarget*> stores;
    for (const catalog::StorageTarget& target : catalog.storage()) {
        if (target.is_store()) {
            stores.push_back(&target);
        }
    }
    return stores;
}

Result<StoreChoices> choose_stores(const std::vector<spec::Settings>& points,
                                   const CatalogSource& catalog) {
    std::optional<catalog::Catalog> facts;
    StoreChoices choices;
    for (const spec::Settings& point : points) {
        const std::string& wish = spec::text_of(point, kStore);
        if (wish.empty() || choices.contains(wish)) {
            continue;
        }
        if (!facts) {
            facts = catalog();
        }
        auto chosen = choose_store(wish, *facts, std::string(kStore) + "=");
        if (!chosen) {
            return std::move(chosen).error();
        }
        choices.emplace(wish, *std::move(chosen));
    }
    return choices;
}

const ChosenStore* store_of(const StoreChoices& choices, const spec::Settings& point) {
    const auto found = choices.find(spec::text_or_empty(point, kStore));
    return found == choices.end() ? nullptr : &found->second;
}

}  // namespace throughline::measure

// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/setting_use.h"

#include <algorithm>
#include <array>

#include "engine/base/far_path.h"
#include "engine/base/say.h"
#include "engine/spec/choices.h"
#include "engine/spec/setting_parts.h"
#include "engine/spec/spec.h"
#include "engine/spec/study_loader.h"

namespace throughline::spec {
namespace {

bool on_a_gpu(const Settings& point) {
    return consumer_kind_of(point) == ConsumerKind::Gpu;
}

bool on_the_processor(const Settings& point) {
    return !decodes_on_gpu(point);
}

bool is_paced(const Settings& point) {
    return consumer_kind_of(point) == ConsumerKind::Paced;
}

bool has_barrier(const Settings& point) {
    return is_paced(point) && boolean_of(point, "consumer.barrier");
}

bool exchanges_gradients(const Settings& point) {
    return has_barrier(point) && integer_of(point, "consumer.gradient_bytes") > 0;
}

bool on_a_volume(const Settings& point) {
    return !text_of(point, "storage.volume").empty();
}

bool on_this_machine(const Settings& point) {
    return !is_far(text_of(point, "dataset.path"));
}

bool on_a_store(const Settings& point) {
    return !on_this_machine(point);
}

bool on_hdfs(const Settings& point) {
    return far_scheme(text_of(point, "dataset.path")).ends_with("hdfs");
}

bool on_a_cache_disk(const Settings& point) {
    return text_of(point, "cache.kind") == "disk";
}

bool asks_a_store(const Settings& point) {
    return on_a_store(point) || !text_of(point, "storage.store").empty();
}

constexpr const char* kThisMachine = to_say("a data set on a file system of this machine");
constexpr const char* kStore = to_say("a data set in a store (s3://, gs://, https://, webhdfs://)");
constexpr const char* kAnyStore =
    to_say("a data set in a store (s3://, gs://, https://, webhdfs://) or storage.store");

/// Keys that only some points read.
struct PartialKey {
    const char* key;
    bool (*is_read)(const Settings&);
    const char* needs;
};
constexpr std::array<PartialKey, 37> kPartialKeys{
    {{"consumer.network", &on_a_gpu, "consumer.kind=gpu"},
     {"consumer.phase", &on_a_gpu, "consumer.kind=gpu"},
     {"consumer.device", &on_a_gpu, "consumer.kind=gpu"},
     {"consumer.transfer", &on_a_gpu, "consumer.kind=gpu"},
     {"decode.dct", &on_the_processor, "decode.device=cpu"},
     {"decode.scale", &on_the_processor, "decode.device=cpu"},
     {"cache.path", &on_a_cache_disk, "cache.kind=disk"},
     {"cache.policy", &has_read_tier, to_say("cache.kind=disk or cache.kind=memory")},
     {"cache.fill", &has_read_tier, to_say("cache.kind=disk or cache.kind=memory")},
     {"storage.volume_credits", &on_a_volume, "storage.volume"},
     {"storage.volume_instance", &on_a_volume, "storage.volume"},
     {"storage.reader", &on_this_machine, kThisMachine},
     {"storage.direct", &on_this_machine, kThisMachine},
     {"storage.fadvise", &on_this_machine, kThisMachine},
     {"storage.read_ahead", &on_this_machine, kThisMachine},
     {"storage.register_buffers", &on_this_machine, kThisMachine},
     {"page_cache", &on_this_machine, kThisMachine},
     {"storage.endpoint", &on_a_store, kStore},
     {"storage.region", &on_a_store, kStore},
     {"storage.addressing", &on_a_store, kStore},
     {"storage.sign_in", &on_a_store, kStore},
     {"storage.profile", &on_a_store, kStore},
     {"storage.ca_file", &on_a_store, kStore},
     {"storage.data_nodes", &on_hdfs, to_say("a data set in HDFS (webhdfs://)")},
     {"storage.listing", &on_a_store, kStore},
     {"storage.retry_attempts", &asks_a_store, kAnyStore},
     {"storage.slow_down_seconds", &asks_a_store, kAnyStore},
     {"storage.retry_seconds", &asks_a_store, kAnyStore},
     {"storage.retry_most_seconds", &asks_a_store, kAnyStore},
     {"storage.connect_seconds", &on_a_store, kStore},
     {"storage.silence_seconds", &on_a_store, kStore},
     {"loader.command", &is_full, "stages=full"},
     {"loader.workers", &is_by_loader, "loader.command"},
     {"loader.patience_seconds", &is_by_loader, "loader.command"},
     {"consumer.barrier", &is_paced, "consumer.kind=paced"},
     {"consumer.gradient_bytes", &has_barrier, "consumer.barrier"},
     {"consumer.parameter_servers", &exchanges_gradients, "consumer.gradient_bytes"}}};

/// Those that no point reads.
std::vector<PartialKey> unread_keys(const std::vector<Settings>& points) {
    std::vector<PartialKey> unread;
    for (const PartialKey& partial : kPartialKeys) {
        if (std::none_of(points.begin(), points.end(), partial.is_read)) {
            unread.push_back(partial);
        }
    }
    return unread;
}

std::string no_effect(const PartialKey& unread, const std::string& value, const Settings& point) {
    const std::string_view key = unread.key;
    const std::string set = std::string(key) + "=" + value;
    const std::string needs = say(unread.needs);
    return key.starts_with("storage.") || key.starts_with("cache.") || key.starts_with("loader.") ||
                   key == "page_cache"
               ? say("%1 needs %2: without it it has no effect", set, needs)
           : key.starts_with("decode.")
               ? say("%1 needs %2: with decode.device=gpu it has no effect", set, needs)
               : say("%1 needs %2: with consumer.kind=%3 and consumer.accelerators=%4 it has no "
                     "effect",
                     set,
                     needs,
                     text_of(point, "consumer.kind"),
                     std::to_string(integer_of(point, "consumer.accelerators")));
}

/// Keys that such a point does not read, and that may be set all the same: nobody takes them for
/// measured.
struct IdleKey {
    const char* key;
    bool (*is_idle)(const Settings&);
};
bool feeds_nothing(const Settings& point) {
    return consumer_kind_of(point) == ConsumerKind::Null;
}
bool is_not_paced(const Settings& point) {
    return consumer_kind_of(point) != ConsumerKind::Paced;
}
bool reads_by_position(const Settings& point) {
    return text_of(point, "dataset.access") == "index";
}
bool is_one_node(const Settings& point) {
    return integer_of(point, "dataset.nodes") == 1;
}
bool caches_nothing(const Settings& point) {
    return text_of(point, "cache.kind") == "none";
}
bool is_not_repeated(const Settings& point) {
    return integer_of(point, "repeats") == 1;
}
constexpr std::array<IdleKey, 10> kIdleKeys{
    {{"consumer.accelerators", &feeds_nothing},
     {"consumer.batch_seconds", &is_not_paced},
     {"consumer.preset", &is_not_paced},
     {"dataset.block_bytes",
      [](const Settings& point) { return text_of(point, "dataset.format") != "blocks"; }},
     {"dataset.feature",
      [](const Settings& point) { return text_of(point, "dataset.feature").empty(); }},
     {"dataset.interleave", &reads_by_position},
     {"dataset.shuffle_window", &reads_by_position},
     {"dataset.node", &is_one_node},
     {"cache.budget_bytes", &caches_nothing},
     {"repeat_order", &is_not_repeated}}};

bool is_read(std::string_view key, const Settings& point) {
    const auto partial = std::ranges::find(
        kPartialKeys, key, [](const PartialKey& one) { return std::string_view(one.key); });
    const auto idle = std::ranges::find(
        kIdleKeys, key, [](const IdleKey& one) { return std::string_view(one.key); });
    return loader_setting_matters(key, point) &&
           (partial == kPartialKeys.end() || partial->is_read(point)) &&
           (idle == kIdleKeys.end() || !idle->is_idle(point));
}

}  // namespace

/// What is set must have a point that reads it: else it is taken for measured.
Result<void> check_keys_are_read(const std::vector<Settings>& points) {
    for (const PartialKey& unread : unread_keys(points)) {
        for (const Settings& point : points) {
            const SettingValue& value = point.at(unread.key);
            if (value != find_setting(unread.key)->default_value) {
                return usage_error(no_effect(unread, setting_text(value), point));
            }
        }
    }
    return {};
}

std::vector<std::string> unread_settings(const std::vector<Settings>& points) {
    std::vector<std::string> keys;
    for (const PartialKey& unread : unread_keys(points)) {
        keys.emplace_back(unread.key);
    }
    return keys;
}

std::vector<std::string> settings_in_use(const Settings& settings) {
    Settings whole = default_settings();
    for (auto& [key, value] : whole) {
        const auto given = settings.find(key);
        if (given != settings.end()) {
            if (auto checked = check_setting(key, given->second)) {
                value = *std::move(checked);
            }
        }
    }
    const auto stages = stages_of(settings);
    std::vector<std::string> keys;
    for (const SettingInfo& setting : all_settings()) {
        const bool ours = stages && setting_matters(setting.key, stages);
        if (settings.contains(setting.key) && (!stages || (ours && is_read(setting.key, whole)))) {
            keys.emplace_back(setting.key);
        }
    }
    for (const auto& [key, value] : settings) {
        if (find_setting(key) == nullptr) {
            keys.push_back(key);
        }
    }
    return keys;
}

}  // namespace throughline::spec

// SPDX-License-Identifier: Apache-2.0
// What is kept between epochs: images in memory for the decoders, or a tier in front of storage.
#include <array>

#include "engine/base/say.h"
#include "engine/spec/setting_parts.h"
#include "engine/spec/setting_use.h"

namespace throughline::spec {
namespace {

// The first three as pipeline::CacheKind.
constexpr std::array<const char*, 5> kCaches{"none", "encoded", "decoded", "disk", "memory"};
constexpr std::array<const char*, 5> kCacheTitles{to_say("no cache"),
                                                  to_say("encoded images"),
                                                  to_say("decoded images"),
                                                  to_say("a cache on a disk"),
                                                  to_say("a cache in memory")};
constexpr std::array<const char*, 3> kPolicies{"keep", "lru", "fifo"};
constexpr std::array<const char*, 3> kPolicyTitles{
    to_say("nothing goes"), to_say("least recently used"), to_say("first in, first out")};
constexpr std::array<const char*, 2> kFills{"reads", "before"};
constexpr std::array<const char*, 2> kFillTitles{to_say("as it is read"),
                                                 to_say("by a copy before the run")};
constexpr double kCacheBytesMax = 16.0 * 1024.0 * 1024.0 * 1024.0 * 1024.0;
constexpr std::int64_t kCacheBytes = std::int64_t{1} << 30;

SettingInfo kind_setting() {
    return with_titles(
        choice_setting(
            "cache.kind",
            "Cache of the program",
            kCaches,
            to_say("What the program keeps from the first epoch on: nothing; encoded images, or "
                   "decoded ones (not with random crops), in memory; or what it read from the data "
                   "set's storage, on a disk or in memory, from where later epochs read it."),
            to_say("What the program keeps from the first epoch on.")),
        kCacheTitles);
}

}  // namespace

std::vector<SettingInfo> cache_settings() {
    return {
        kind_setting(),
        with_zero(
            integer_setting(
                "cache.budget_bytes",
                "Cache budget",
                "bytes",
                kCacheBytes,
                0.0,
                kCacheBytesMax,
                to_say("Most that the cache may hold; what does not fit is read again each epoch. "
                       "0 is as much as the data set takes."),
                to_say("Most that the program's cache could hold; 0: the whole data set.")),
            "the whole data set"),
        text_setting("cache.path",
                     "Cache folder",
                     to_say("Folder on the disk that the cache is to lie on. The cache has no name "
                            "in it and is gone after the run. If empty, /var/tmp."),
                     to_say("Folder on the disk that the cache lay on.")),
        with_titles(
            choice_setting(
                "cache.policy",
                "What goes when it is full",
                kPolicies,
                to_say("Cache on a disk or in memory that is full: nothing goes and what does not "
                       "fit is not kept, which is best where each epoch reads everything once; or "
                       "what was not read for longest goes, or what came first."),
                to_say("What went when the cache was full.")),
            kPolicyTitles),
        with_titles(
            choice_setting(
                "cache.fill",
                "How it fills",
                kFills,
                to_say("Cache on a disk or in memory: filled with what is read, or by a copy of "
                       "the whole data set before the run, which counts in the time to the first "
                       "batch."),
                to_say("How the cache was filled.")),
            kFillTitles),
    };
}

bool has_read_tier(const Settings& point) {
    const std::string& kind = text_of(point, "cache.kind");
    return kind == "disk" || kind == "memory";
}

Result<void> check_cache_settings(const Settings& point) {
    const std::string& cache = text_of(point, "cache.kind");
    const bool tier = has_read_tier(point);
    if (text_of(point, "dataset.access") != "index" && cache != "none" && !tier) {
        return usage_error(say(
            "cache.kind=%1 needs dataset.access=index: a stream reads its shards whole, whatever "
            "images are in memory; cache.kind=memory keeps what a stream reads",
            cache));
    }
    if (cache == "decoded" && text_of(point, "decode.mode") == "train") {
        return usage_error(say(
            "cache.kind=decoded cannot be combined with decode.mode=train: crops differ in every "
            "epoch"));
    }
    if (!tier) {
        return {};
    }
    if (integer_of(point, "storage.page_cache_bytes") > 0) {
        return usage_error(
            say("cache.kind=%1 cannot be combined with storage.page_cache_bytes: nobody could tell "
                "which of both caches served a read",
                cache));
    }
    if (text_of(point, "cache.fill") == "before" && text_of(point, "cache.policy") != "keep") {
        return usage_error(
            say("cache.fill=before needs cache.policy=keep: a copy of the whole data set leaves "
                "nothing to go"));
    }
    return {};
}

}  // namespace throughline::spec

// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/known_limits.h"

#include <utility>

#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/storage/device_link.h"

namespace throughline::baseline {
namespace {

constexpr const char* kIops = "storage_limit_iops";
constexpr const char* kBytes = "storage_limit_bytes_per_second";

/// One, with credits two; none for what is not limited.
void add_limit(const std::string& name,
               const model::Burst& limit,
               std::optional<double> KnownLimit::* which,
               std::vector<KnownLimit>& limits) {
    const auto add = [&](std::string of, double rate) {
        if (rate > 0.0) {
            limits.push_back({.name = std::move(of)});
            limits.back().*which = rate;
        }
    };
    if (limit.bucket > 0.0) {
        add(say_english("%1 with credits", name), limit.burst);
        add(say_english("%1 without credits", name), limit.baseline);
    } else {
        add(name, limit.baseline);
    }
}

std::vector<KnownLimit> limits_of(const measure::ChosenVolume& volume) {
    std::vector<KnownLimit> limits;
    const volume::Rules& rules = volume.rules;
    const auto add =
        [&](const std::string& name, const model::Burst& iops, const model::Burst& bytes_per_s) {
            add_limit(name, iops, &KnownLimit::iops, limits);
            add_limit(name, bytes_per_s, &KnownLimit::bytes_per_s, limits);
        };
    add(volume.name, rules.limits.iops, rules.limits.bytes_per_s);
    add(say_english("reads of %1", volume.name), volume::steady(rules.reads_per_s), {});
    add(say_english("the instance of %1", volume.name),
        rules.instance.iops,
        rules.instance.bytes_per_s);
    return limits;
}

Error unknown(std::string why) {
    return {.code = ErrorCode::NotFound, .what = std::move(why)};
}

}  // namespace

Result<std::vector<KnownLimit>> known_limits(const storage::PathTarget& target,
                                             const measure::ChosenVolume* volume,
                                             const std::string& sysfs) {
    if (volume != nullptr) {
        return limits_of(*volume);
    }
    if (target.devices.empty()) {
        return unknown(say_english("no limit is known: %1", target.no_device_reason));
    }
    if (target.devices.size() > 1) {
        return unknown(say_english(
            "no limit is known: several disks lie below, which may share a part of the way"));
    }
    const storage::BlockDevice& device = target.devices.front();
    const auto link = storage::link_of(sysfs, device);
    if (!link) {
        return unknown(say_english("no limit is known: %1", link.error().what));
    }
    return std::vector{KnownLimit{.name = say_english("%1 of %2", link->name, device.name),
                                  .bytes_per_s = link->bytes_per_s}};
}

void put_limits(const Result<std::vector<KnownLimit>>& limits, record::RunEnded& ended) {
    const auto put = [&](const char* id, auto member, const char* why) {
        bool any = false;
        for (const KnownLimit& limit : limits ? *limits : std::vector<KnownLimit>()) {
            if (limit.*member) {
                ended.metrics[metrics::labelled(id, "limit", limit.name)] = {.value =
                                                                                 *(limit.*member)};
                any = true;
            }
        }
        if (!any) {
            ended.absent[id] = limits ? why : limits.error().what;
        }
    };
    put(kIops, &KnownLimit::iops, to_say("no limit of its IOPS is known"));
    put(kBytes, &KnownLimit::bytes_per_s, to_say("no limit of its bytes per second is known"));
}

}  // namespace throughline::baseline

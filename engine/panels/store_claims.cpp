// SPDX-License-Identifier: Apache-2.0
// What the studies found of object stores.
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/panels/claims.h"
#include "engine/panels/experiment_parts.h"

namespace throughline::panels {
namespace {

/// What the store gives of what the volume gives, at the pace of a published figure.
std::optional<Rate> store_share(const record::Study& study, const char* preset) {
    const auto volume =
        rate_of(study, kRate, {{"storage.volume", "study-gcp-pdssd"}, {"consumer.preset", preset}});
    const auto store = rate_of(study, kRate, {{"storage.volume", ""}, {"consumer.preset", preset}});
    return volume && store ? std::optional(ratio_of(*store, *volume)) : std::nullopt;
}

Finding store_found(const record::Study& study) {
    const auto small = store_share(study, "tf-benchmarks-002");
    const auto large = store_share(study, "tf-benchmarks-003");
    if (!small || !large) {
        return unknown_finding();
    }
    Conditions conditions;
    conditions.is_below(*small, 0.9);
    conditions.is_near(*large, 1.0, 0.05);
    return conditions.found(study,
                            say("From the store ResNet-50 gets %1 times what it gets from the "
                                "volume (0.7 in the study), and ResNet-152 %2 times (1.0).",
                                ratio_text(*small),
                                ratio_text(*large)));
}

Finding throttling_found(const record::Study& study) {
    const auto refused_of = [&](const char* depth) {
        return rate_of(study, "http_throttled_per_second", {{"storage.queue_depth", depth}});
    };
    const auto below = refused_of("8");
    const auto above = refused_of("128");
    const auto images = rate_of(study, kRate, {{"storage.queue_depth", "128"}});
    if (!below || !above || !images) {
        return unknown_finding();
    }
    Conditions conditions;
    conditions.is_above(*above, 0.0);
    conditions.is_so(below->value == 0.0);
    conditions.is_below(*images, 1.05 * 500.0);
    return conditions.found(study,
                            say("With 128 requests at a time the store refuses %1 a second and "
                                "%2 get through of the 500 that it allows; with 8 at a time it "
                                "refuses %3.",
                                rate_text(*above, to_say("requests")),
                                rate_text(*images, kImages),
                                format_significant(below->value, 3)));
}

Finding store_scaling_found(const record::Study& study) {
    const auto few = rate_of(study, kRate, {{"consumer.accelerators", "4"}});
    const auto many = rate_of(study, kRate, {{"consumer.accelerators", "32"}});
    if (!few || !many) {
        return unknown_finding();
    }
    const Rate ratio = ratio_of(*many, *few);
    Conditions conditions;
    conditions.is_above(ratio, 0.9 * 8.0);
    return conditions.found(study,
                            say("4 accelerators get %1 from the store and 32 get %2, %3 times as "
                                "many, where 8 is ideal.",
                                rate_text(*few, kImages),
                                rate_text(*many, kImages),
                                ratio_text(ratio)));
}

Finding hdfs_scaling_found(const record::Study& study) {
    const auto rate = [&](const char* nodes, const char* accelerators) {
        return rate_of(
            study, kRate, {{"storage.store", nodes}, {"consumer.accelerators", accelerators}});
    };
    const auto few = rate(kTwoDataNodes, "4");
    const auto some = rate(kTwoDataNodes, "16");
    const auto many = rate(kTwoDataNodes, "32");
    const auto more = rate(kFourDataNodes, "32");
    if (!few || !some || !many || !more) {
        return unknown_finding();
    }
    const Rate grows = ratio_of(*some, *few);
    const Rate stops = ratio_of(*many, *some);
    const Rate doubles = ratio_of(*more, *many);
    Conditions conditions;
    conditions.is_above(grows, 0.9 * 4.0);
    conditions.is_below(stops, 1.5);
    conditions.is_above(doubles, 1.6);
    return conditions.found(study,
                            say("With two data nodes 16 accelerators get %1 times what 4 get, and "
                                "32 only %2 times what 16 get; with four data nodes 32 get %3, %4 "
                                "times as many (1.92 in the study).",
                                ratio_text(grows),
                                ratio_text(stops),
                                rate_text(*more, kImages),
                                ratio_text(doubles)));
}

/// A figure of one of the three ways against the same of streaming.
std::optional<Rate> against_streaming(const record::Study& study,
                                      const char* metric,
                                      const char* fill) {
    const auto way = rate_of(study, metric, {{"cache.kind", "disk"}, {"cache.fill", fill}});
    const auto streamed = rate_of(study, metric, {{"cache.kind", "none"}});
    return way && streamed && streamed->value > 0.0 ? std::optional(ratio_of(*way, *streamed))
                                                    : std::nullopt;
}

Finding ways_found(const record::Study& study) {
    const auto copied = against_streaming(study, "time_to_first_batch", "before");
    const auto cached = against_streaming(study, "time_to_first_batch", "reads");
    const auto later = against_streaming(study, "epoch_seconds{epoch=3}", "reads");
    if (!copied || !cached || !later) {
        return unknown_finding();
    }
    Conditions conditions;
    conditions.is_above(*copied, 3.0);
    conditions.is_below(*cached, 2.0);
    conditions.is_below(*later, 0.8);
    return conditions.found(
        study,
        say("To the first batch copying first takes %1 times as long as streaming, a cache %2 "
            "times; the third epoch takes %3 times as long with the cache as streamed.",
            ratio_text(*copied),
            ratio_text(*cached),
            ratio_text(*later)));
}

}  // namespace

Claim ways_claim() {
    return {.claim = to_say("A cache begins as soon as streaming and goes on as fast as a copy"),
            .rule = to_say("It holds where copying first takes over 3 times as long to the first "
                           "batch as streaming, a cache less than twice as long, and the third "
                           "epoch with a cache less than 80 % of the time that streaming takes."),
            .finding = ways_found};
}

Claim store_claim() {
    return {.claim = to_say("A slow network can be fed straight from the object store, a fast one "
                            "only in part"),
            .rule = to_say("It holds where ResNet-152 gets what it gets from the volume, within 5 "
                           "%, and ResNet-50 less than 90 % of it."),
            .finding = store_found};
}

Claim throttling_claim() {
    return {.claim = to_say("A store refuses requests beyond what it allows, and none below"),
            .rule = to_say("It holds where requests are refused with 128 at a time and none with "
                           "8, and no more than 105 % of what is allowed gets through."),
            .finding = throttling_found};
}

Claim store_scaling_claim() {
    return {.claim = to_say("From the object store the rate grows in step with the GPUs up to 32"),
            .rule = to_say("It holds where 32 accelerators get over 90 % of 8 times what 4 get."),
            .finding = store_scaling_found};
}

Claim hdfs_scaling_claim() {
    return {.claim = to_say("Two data nodes feed 32 GPUs and hardly more; four feed 64 nearly "
                            "twice as fast"),
            .rule = to_say("It holds where with two data nodes 16 accelerators get over 90 % of 4 "
                           "times what 4 get, and 32 less than 1.5 times what 16 get, and with "
                           "four data nodes 32 get over 1.6 times as many."),
            .finding = hdfs_scaling_found};
}

}  // namespace throughline::panels

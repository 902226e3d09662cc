// SPDX-License-Identifier: Apache-2.0
// What the studies found of attached disks.
#include <algorithm>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/panels/claims.h"
#include "engine/panels/experiment.h"

namespace throughline::panels {
namespace {

// Of the volumes of 2018. Source: rescale-001, -004, -005 of published.json.
constexpr double kGp2Bytes = 160e6;
constexpr double kIo1Bytes = 500e6;
constexpr double kSt1Requests = 500.0;
constexpr double kGp2Images = kGp2Bytes / kTensorReadBytes;
constexpr double kIo1Images = kIo1Bytes / kTensorReadBytes;
constexpr double kMega = 1e-6;

std::optional<Rate> images_on(const record::Study& study,
                              const char* volume,
                              const char* accelerators) {
    return rate_of(
        study, kRate, {{"storage.volume", volume}, {"consumer.accelerators", accelerators}});
}

Finding volumes_found(const record::Study& study) {
    const auto gp2 = images_on(study, "study-gp2", "8");
    const auto st1 = images_on(study, "study-st1", "8");
    const auto io1 = images_on(study, "study-io1", "8");
    const auto io1_half = images_on(study, "study-io1", "4");
    if (!gp2 || !st1 || !io1 || !io1_half) {
        return unknown_finding();
    }
    const Rate ratio = ratio_of(*io1, *io1_half);
    Conditions conditions;
    conditions.is_near(*gp2, kGp2Images);
    conditions.is_near(*st1, kSt1Requests);
    conditions.is_above(ratio, 1.5);
    return conditions.found(
        study,
        say("With 8 accelerators gp2 gives %1 where its 160 MB/s allow 1,563, and st1 %2 where its "
            "500 I/Os allow 500; io1 gives 8 accelerators %3 times what it gives 4.",
            rate_text(*gp2, kImages),
            rate_text(*st1, kImages),
            ratio_text(ratio)));
}

Finding storage_matters_found(const record::Study& study) {
    const auto best = images_on(study, "study-io1", "8");
    const auto worst = images_on(study, "study-st1", "8");
    if (!best || !worst) {
        return unknown_finding();
    }
    const Rate ratio = ratio_of(*best, *worst);
    Conditions conditions;
    conditions.is_above(ratio, 2.0);
    return conditions.found(study,
                            say("The same 8 accelerators get %1 from io1 and %2 from st1, %3 times "
                                "as many.",
                                rate_text(*best, kImages),
                                rate_text(*worst, kImages),
                                ratio_text(ratio)));
}

Finding larger_network_found(const record::Study& study) {
    const auto gp2 = images_on(study, "study-gp2", "4");
    const auto io1 = images_on(study, "study-io1", "4");
    const auto io1_all = images_on(study, "study-io1", "8");
    if (!gp2 || !io1 || !io1_all) {
        return unknown_finding();
    }
    const Rate share = ratio_of(*gp2, *io1);
    Conditions conditions;
    conditions.is_near(share, 1.0, 0.05);
    conditions.is_above(ratio_of(*io1_all, *io1), 1.5);
    return conditions.found(
        study,
        say("4 accelerators with ResNet-152 get %1 from gp2 and %2 from io1, %3 times as many as "
            "from io1; io1 gives 8 of them %4 times what it gives 4.",
            rate_text(*gp2, kImages),
            rate_text(*io1, kImages),
            ratio_text(share),
            ratio_text(ratio_of(*io1_all, *io1))));
}

Finding trivial_found(const record::Study& study) {
    const auto gp2 = rate_of(study, kRate, {{"storage.volume", "study-gp2"}});
    const auto st1 = rate_of(study, kRate, {{"storage.volume", "study-st1"}});
    const auto io1 = rate_of(study, kRate, {{"storage.volume", "study-io1"}});
    if (!gp2 || !st1 || !io1) {
        return unknown_finding();
    }
    Conditions conditions;
    conditions.is_near(*gp2, kGp2Images);
    conditions.is_near(*st1, kSt1Requests);
    conditions.is_near(*io1, kIo1Images);
    return conditions.found(study,
                            say("gp2 gives %1 of the 1,563 that its limits allow, st1 %2 of 500, "
                                "io1 %3 of 4,883.",
                                rate_text(*gp2, kImages),
                                rate_text(*st1, kImages),
                                rate_text(*io1, kImages)));
}

Finding limits_found(const record::Study& study) {
    const auto gp2 = rate_of(study,
                             "requested_read_bytes_per_second",
                             {{"storage.volume", "study-gp2"}, {"consumer.accelerators", "4"}});
    const auto st1 = rate_of(study,
                             "read_requests_per_second",
                             {{"storage.volume", "study-st1"}, {"consumer.accelerators", "4"}});
    if (!gp2 || !st1) {
        return unknown_finding();
    }
    Conditions conditions;
    conditions.is_near(*gp2, kGp2Bytes);
    conditions.is_near(*st1, kSt1Requests);
    return conditions.found(study,
                            say("With 4 accelerators gp2 reads %1 of its listed 160 MB/s, and st1 "
                                "answers %2 of its listed 500 a second.",
                                rate_text(scaled(*gp2, kMega), "MB/s"),
                                rate_text(*st1, "IOPS")));
}

/// Second by second on gp2: how far from its limit the measured samples are at most.
Finding flat_line_found(const record::Study& study) {
    const record::RunData* const run =
        run_where(study, {{"storage.volume", "study-gp2"}, {"consumer.accelerators", "8"}});
    if (run == nullptr) {
        return unknown_finding();
    }
    std::vector<double> seconds;
    for (const record::Sample& sample : run->samples) {
        const auto rate = sample.metrics.find("requested_read_bytes_per_second");
        const bool whole = sample.dt_s > 0.5;
        if (sample.phase == record::Phase::Measured && !sample.unsettled && whole &&
            rate != sample.metrics.end()) {
            seconds.push_back(rate->second);
        }
    }
    if (seconds.size() < 3) {
        return unknown_finding();
    }
    const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
    constexpr double kTolerance = 0.1;
    Conditions conditions;
    conditions.is_so(*least >= (1.0 - kTolerance) * kGp2Bytes &&
                     *most <= (1.0 + kTolerance) * kGp2Bytes);
    return conditions.found(study,
                            say("In %1 samples gp2 reads between %2 and %3 MB/s beside its limit "
                                "of 160 MB/s.",
                                std::to_string(seconds.size()),
                                format_significant(*least * kMega, 4),
                                format_significant(*most * kMega, 4)));
}

Finding shuffle_found(const record::Study& study) {
    const auto random = rate_of(study, kRate, {{"dataset.access", "index"}});
    const auto streamed = rate_of(study, kRate, {{"dataset.access", "sequential"}});
    if (!random || !streamed) {
        return unknown_finding();
    }
    const Rate ratio = ratio_of(*streamed, *random);
    Conditions conditions;
    conditions.is_near(*random, kSt1Requests);
    conditions.is_above(ratio, 2.0);
    return conditions.found(study,
                            say("In random order st1 gives %1 where its IOPS allow 500, and from "
                                "start to end %2, %3 times as many.",
                                rate_text(*random, kImages),
                                rate_text(*streamed, kImages),
                                ratio_text(ratio)));
}

/// This disk relative to gp2, in requests of this size.
std::optional<Rate> ahead_of_gp2(const record::Study& study, const char* block) {
    const auto here = rate_of(study,
                              "requested_read_bytes_per_second",
                              {{"storage.volume", ""}, {"dataset.block_bytes", block}});
    const auto gp2 = rate_of(study,
                             "requested_read_bytes_per_second",
                             {{"storage.volume", "study-gp2"}, {"dataset.block_bytes", block}});
    return here && gp2 ? std::optional(ratio_of(*here, *gp2)) : std::nullopt;
}

Finding requests_found(const record::Study& study) {
    const auto large = ahead_of_gp2(study, "4194304");
    const auto small = ahead_of_gp2(study, "16384");
    if (!large || !small) {
        return unknown_finding();
    }
    const Rate apart = ratio_of(*large, *small);
    Conditions conditions;
    if (apart.value > 1.0) {
        conditions.is_above(apart, 1.2);
    } else {
        conditions.is_below(apart, 1.0 / 1.2);
    }
    return conditions.found(study,
                            say("In reads of 4 MiB this disk is %1 times as fast as the emulated "
                                "gp2, in random reads of 16 KiB %2 times.",
                                ratio_text(*large),
                                ratio_text(*small)));
}

Finding inference_found(const record::Study& study) {
    const auto fast = rate_of(study, kRate, {{"storage.volume", "study-io1"}});
    const auto slow = rate_of(study, kRate, {{"storage.volume", "study-gp2"}});
    if (!fast || !slow) {
        return unknown_finding();
    }
    const Rate share = ratio_of(*slow, *fast);
    Conditions conditions;
    conditions.is_below(share, 0.5);
    return conditions.found(study,
                            say("8 accelerators with GoogLeNet get %1 from the fast storage and %2 "
                                "from the slow one, a share of %3 (0.40 in the study).",
                                rate_text(*fast, kImages),
                                rate_text(*slow, kImages),
                                ratio_text(share)));
}

Finding memory_found(const record::Study& study) {
    const auto memory = rate_of(study, kRate, {{"storage.volume", ""}});
    const auto fast = rate_of(study, kRate, {{"storage.volume", "study-io1"}});
    if (!memory || !fast) {
        return unknown_finding();
    }
    const Rate share = ratio_of(*fast, *memory);
    Conditions conditions;
    conditions.is_near(share, 1.0);
    return conditions.found(study,
                            say("The accelerators get %1 from memory and %2 from the fast storage, "
                                "a share of %3.",
                                rate_text(*memory, kImages),
                                rate_text(*fast, kImages),
                                ratio_text(share)));
}

/// What the last epoch had from the page cache, in % of what it read.
std::optional<double> cached_in_last_epoch(const record::Study& study, const char* budget) {
    const record::RunData* const run = run_where(study, {{"storage.page_cache_bytes", budget}});
    if (run == nullptr) {
        return std::nullopt;
    }
    const auto cached = run->metrics.find("epoch_cache_bytes{epoch=3}");
    const auto fetched = run->metrics.find("epoch_fetched_bytes{epoch=3}");
    if (cached == run->metrics.end() || fetched == run->metrics.end()) {
        return std::nullopt;
    }
    const double all = cached->second.value + fetched->second.value;
    return all > 0.0 ? std::optional(100.0 * cached->second.value / all) : std::nullopt;
}

Finding cache_found(const record::Study& study) {
    const auto half = cached_in_last_epoch(study, "201326592");
    const auto whole = cached_in_last_epoch(study, "805306368");
    const auto first = rate_of(
        study, "epoch_images_per_second{epoch=1}", {{"storage.page_cache_bytes", "805306368"}});
    const auto last = rate_of(
        study, "epoch_images_per_second{epoch=3}", {{"storage.page_cache_bytes", "805306368"}});
    if (!half || !whole || !first || !last) {
        return unknown_finding();
    }
    const Rate faster = ratio_of(*last, *first);
    Conditions conditions;
    conditions.is_so(*whole >= 90.0 && *half <= 70.0);
    conditions.is_above(faster, 1.0);
    return conditions.found(
        study,
        say("Where the data fit, the third epoch has %1 % of its bytes from the page cache and "
            "runs %2 times as fast as the first; with half the memory it has %3 %.",
            format_significant(*whole, 3),
            ratio_text(faster),
            format_significant(*half, 3)));
}

}  // namespace

Claim volumes_claim() {
    return {.claim = to_say("gp2 is bound by its bandwidth and st1 by its IOPS, and io1 feeds all"),
            .rule = to_say("It holds where gp2 and st1 are within 10 % of the rate that their "
                           "limits allow, and io1 gives 8 accelerators over 1.5 times what it "
                           "gives 4."),
            .finding = volumes_found};
}

Claim storage_matters_claim() {
    return {.claim = to_say("The same GPUs are faster by far on another storage"),
            .rule = to_say("It holds where the fastest volume gives over twice what the slowest "
                           "gives."),
            .finding = storage_matters_found};
}

Claim larger_network_claim() {
    return {.claim = to_say("A slower network can do with a slower disk"),
            .rule = to_say("It holds where gp2 gives 4 accelerators with ResNet-152 what io1 gives "
                           "them, within 5 %, and io1 gives 8 over 1.5 times that."),
            .finding = larger_network_found};
}

Claim trivial_claim() {
    return {.claim = to_say("A network that computes nothing gets what the disk's limit allows"),
            .rule = to_say("It holds where each volume is within 10 % of the rate that the first "
                           "of its limits allows."),
            .finding = trivial_found};
}

Claim limits_claim() {
    return {.claim = to_say("gp2 and st1 stand at a listed limit with 4 GPUs already"),
            .rule = to_say("It holds where gp2 is within 10 % of its listed bandwidth and st1 of "
                           "its listed IOPS."),
            .finding = limits_found};
}

Claim flat_line_claim() {
    return {.claim = to_say("A disk at its limit is a flat line just at that limit"),
            .rule = to_say("It holds where every sample of gp2 with 8 accelerators is within 10 % "
                           "of its bandwidth."),
            .finding = flat_line_found};
}

Claim shuffle_claim() {
    return {.claim = to_say("The shuffle makes st1 slow"),
            .rule = to_say("It holds where random order is within 10 % of 500 images/s, and "
                           "reading from start to end over twice as fast."),
            .finding = shuffle_found};
}

Claim requests_claim() {
    return {.claim = to_say("How far two disks are apart depends on the size of the requests"),
            .rule = to_say("It holds where the ratio of both disks in large reads and that in "
                           "small ones differ by over a fifth."),
            .finding = requests_found};
}

Claim inference_claim() {
    return {.claim = to_say("Inference of a fast network starves on a slow local disk"),
            .rule = to_say("It holds where the slow storage gives less than half of what the fast "
                           "one gives."),
            .finding = inference_found};
}

Claim memory_claim() {
    return {.claim = to_say("A fast parallel file system is as good as memory"),
            .rule = to_say("It holds where the fast storage gives what memory gives, within 10 %."),
            .finding = memory_found};
}

Claim cache_claim() {
    return {.claim = to_say("A test gets faster as the page cache fills, if the data fit"),
            .rule = to_say("It holds where the third epoch has at least 90 % of its bytes from a "
                           "cache that holds all, and is faster than the first, and at most 70 % "
                           "from one that holds half."),
            .finding = cache_found};
}

}  // namespace throughline::panels

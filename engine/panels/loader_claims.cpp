// SPDX-License-Identifier: Apache-2.0
// What the studies found of loaders and decoding.
#include <algorithm>
#include <vector>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/panels/claims.h"

namespace throughline::panels {
namespace {

struct AtThreads {
    double threads = 0.0;
    Rate rate{};
};

/// A figure by decode threads, of the runs with this value of `key` ("" for all); sorted.
std::vector<AtThreads> by_threads(const record::Study& study,
                                  const char* metric,
                                  const Where& where) {
    std::vector<AtThreads> curve;
    for (const record::RunData& run : study.runs) {
        const auto setting = run.started.settings.find("decode.threads");
        if (setting == run.started.settings.end()) {
            continue;
        }
        const std::string text = spec::setting_text(setting->second);
        const auto rate = rate_of(study, metric, {where, {"decode.threads", text}});
        const auto threads = spec::number_at(run.started.settings, "decode.threads");
        const bool known = std::any_of(curve.begin(), curve.end(), [&](const AtThreads& at) {
            return threads && at.threads == *threads;
        });
        if (rate && threads && !known) {
            curve.push_back({.threads = *threads, .rate = *rate});
        }
    }
    std::sort(curve.begin(), curve.end(), [](const AtThreads& a, const AtThreads& b) {
        return a.threads < b.threads;
    });
    return curve;
}

std::string count_text(double count) {
    return std::to_string(static_cast<int>(count));
}

/// One thread, as many as processors, twice as many.
Finding threads_found(const record::Study& study) {
    const auto local = by_threads(study, kRate, {"storage.volume", ""});
    const auto network = by_threads(study, kRate, {"storage.volume", "study-io1"});
    if (local.size() < 3 || network.size() < 3) {
        return unknown_finding();
    }
    const Rate gain = ratio_of(local[1].rate, local[0].rate);
    const Rate beyond = ratio_of(local[2].rate, local[1].rate);
    const Rate storage = ratio_of(network[1].rate, local[1].rate);
    const double added = local[1].threads / local[0].threads;
    Conditions conditions;
    conditions.is_above(gain, 1.0 + 0.5 * (added - 1.0));
    conditions.is_below(beyond, 1.2);
    conditions.is_near(storage, 1.0, 0.2);
    return conditions.found(study,
                            say("%1 threads give %2 times the rate of one, %3 threads %4 times "
                                "that of %1; from the emulated network storage %1 threads get %5 "
                                "times what they get from this disk.",
                                count_text(local[1].threads),
                                ratio_text(gain),
                                count_text(local[2].threads),
                                ratio_text(beyond),
                                ratio_text(storage)));
}

Finding workers_use_found(const record::Study& study) {
    const auto used = by_threads(study, "accelerator_utilisation", {"stages", "full"});
    if (used.size() < 2) {
        return unknown_finding();
    }
    Conditions conditions;
    conditions.is_above(ratio_of(used[1].rate, used[0].rate), 1.2);
    return conditions.found(study,
                            say("One decode thread keeps the emulated V100 busy %1 of the time, "
                                "%2 threads %3.",
                                rate_text(used[0].rate, "%"),
                                count_text(used[1].threads),
                                rate_text(used[1].rate, "%")));
}

Finding workers_epoch_found(const record::Study& study) {
    const auto epochs = by_threads(study, "epoch_time", {"stages", "full"});
    if (epochs.size() < 2) {
        return unknown_finding();
    }
    const Rate sooner = ratio_of(epochs[0].rate, epochs[1].rate);
    Conditions conditions;
    conditions.is_above(sooner, 1.2);
    return conditions.found(study,
                            say("An epoch takes %1 with one decode thread and %2 with %3, %4 times "
                                "as long.",
                                rate_text(epochs[0].rate, "s"),
                                rate_text(epochs[1].rate, "s"),
                                count_text(epochs[1].threads),
                                ratio_text(sooner)));
}

Finding data_path_found(const record::Study& study) {
    const auto fed = rate_of(study, kRate, {{"stages", "full"}, {"consumer.accelerators", "8"}});
    const auto alone =
        rate_of(study, kRate, {{"stages", "consumer"}, {"consumer.accelerators", "8"}});
    if (!fed || !alone) {
        return unknown_finding();
    }
    const Rate share = ratio_of(*fed, *alone);
    Conditions conditions;
    conditions.is_below(share, 0.9);
    return conditions.found(study,
                            say("8 accelerators take %1 of images that are there already and %2 of "
                                "real ones, a share of %3 (0.35 in the study).",
                                rate_text(*alone, kImages),
                                rate_text(*fed, kImages),
                                ratio_text(share)));
}

Finding accelerators_found(const record::Study& study) {
    const auto one = rate_of(study, kRate, {{"consumer.accelerators", "1"}});
    const auto eight = rate_of(study, kRate, {{"consumer.accelerators", "8"}});
    if (!one || !eight) {
        return unknown_finding();
    }
    const Rate ratio = ratio_of(*eight, *one);
    Conditions conditions;
    conditions.is_above(ratio, 7.0);
    return conditions.found(study,
                            say("One accelerator gets %1 and eight get %2, %3 times as many (7.6 "
                                "in the study).",
                                rate_text(*one, kImages),
                                rate_text(*eight, kImages),
                                ratio_text(ratio)));
}

Finding size_mix_found(const record::Study& study) {
    const auto gp2 =
        rate_of(study, kRate, {{"stages", "storage"}, {"storage.volume", "study-gp2"}});
    const auto io1 =
        rate_of(study, kRate, {{"stages", "storage"}, {"storage.volume", "study-io1"}});
    const auto decoded = rate_of(study, kRate, {{"stages", "decode"}});
    if (!gp2 || !io1 || !decoded) {
        return unknown_finding();
    }
    Conditions conditions;
    conditions.is_above(ratio_of(*gp2, *decoded), 1.0);
    conditions.is_above(ratio_of(*io1, *decoded), 1.0);
    return conditions.found(study,
                            say("gp2 alone delivers %1 and io1 %2, and this machine's processors "
                                "decode %3.",
                                rate_text(*gp2, kImages),
                                rate_text(*io1, kImages),
                                rate_text(*decoded, kImages)));
}

Finding formats_found(const record::Study& study) {
    const auto files = rate_of(study, kRate, {{"dataset.path", "photos"}});
    const auto records = rate_of(study, kRate, {{"dataset.path", "records"}});
    if (!files || !records) {
        return unknown_finding();
    }
    const Rate ratio = ratio_of(*records, *files);
    Conditions conditions;
    conditions.is_above(ratio, 0.95);
    return conditions.found(study,
                            say("From packed records this disk gives %1 and from single files %2, "
                                "%3 times as many.",
                                rate_text(*records, kImages),
                                rate_text(*files, kImages),
                                ratio_text(ratio)));
}

/// Mean bytes of a request.
std::optional<Rate> request_of(const record::Study& study, const char* folder) {
    const Where where{"dataset.path", folder};
    const auto bytes = rate_of(study, "requested_read_bytes_per_second", {where});
    const auto requests = rate_of(study, "read_requests_per_second", {where});
    if (!bytes || !requests) {
        return std::nullopt;
    }
    // The two rates go up and down together, so their half widths are not added.
    return Rate{.value = bytes->value / requests->value, .half_width = 0.0, .repeated = true};
}

Finding requests_differ_found(const record::Study& study) {
    const auto files = request_of(study, "photos");
    const auto records = request_of(study, "records");
    if (!files || !records) {
        return unknown_finding();
    }
    Conditions conditions;
    conditions.is_above(ratio_of(*records, *files), 1.1);
    return conditions.found(study,
                            say("Single files are read in requests of %1 on average and shards in "
                                "requests of %2 (113 kB and 128 kB in the study).",
                                format_quantity(files->value, "bytes"),
                                format_quantity(records->value, "bytes")));
}

Finding resized_found(const record::Study& study) {
    const auto whole = by_threads(study, kRate, {"dataset.path", "photos"});
    const auto small = by_threads(study, kRate, {"dataset.path", "small"});
    if (whole.size() < 2 || small.size() < 2) {
        return unknown_finding();
    }
    const Rate ratio = ratio_of(small[0].rate, whole[0].rate);
    const Rate against_all = ratio_of(small[0].rate, whole[1].rate);
    Conditions conditions;
    conditions.is_above(ratio, 1.5);
    return conditions.found(
        study,
        say("With images resized ahead one decode thread gives %1 instead of %2, %3 times as many "
            "(3 in the study), and %4 times what %5 threads give with the originals.",
            rate_text(small[0].rate, kImages),
            rate_text(whole[0].rate, kImages),
            ratio_text(ratio),
            ratio_text(against_all),
            count_text(whole[1].threads)));
}

}  // namespace

Claim threads_claim() {
    return {.claim = to_say("Decode threads add up until the processors are busy, whatever the "
                            "storage"),
            .rule = to_say("It holds where as many threads as processors are worth more than half "
                           "of what each adds at best, twice as many less than a fifth more, and "
                           "local and network storage differ by less than a fifth."),
            .finding = threads_found};
}

Claim workers_use_claim() {
    return {.claim = to_say("More loader workers keep the GPU busier"),
            .rule = to_say("It holds where as many threads as processors use the accelerator over "
                           "1.2 times as much as one thread does."),
            .finding = workers_use_found};
}

Claim workers_epoch_claim() {
    return {.claim = to_say("An epoch ends sooner with more loader workers"),
            .rule = to_say("It holds where an epoch takes over 1.2 times as long with one thread "
                           "as with as many as processors."),
            .finding = workers_epoch_found};
}

Claim data_path_claim() {
    return {.claim = to_say("The data path and not the GPUs limits 8 V100s"),
            .rule = to_say("It holds where 8 accelerators get less than 90 % of what they take of "
                           "images that are there already."),
            .finding = data_path_found};
}

Claim accelerators_claim() {
    return {.claim = to_say("A loader of single files keeps up as GPUs are added"),
            .rule = to_say("It holds where eight accelerators get over 7 times what one gets."),
            .finding = accelerators_found};
}

Claim size_mix_claim() {
    return {.claim = to_say("Storage alone delivers more images than the loader can use"),
            .rule = to_say("It holds where both volumes alone deliver more images/s than the "
                           "processors decode."),
            .finding = size_mix_found};
}

Claim formats_claim() {
    return {.claim = to_say("Packed records are not slower than single files"),
            .rule = to_say("It holds where records give at least 95 % of what single files give."),
            .finding = formats_found};
}

Claim requests_differ_claim() {
    return {.claim = to_say("A loader of shards asks in larger requests than one of single files"),
            .rule = to_say("It holds where the mean request to shards is over a tenth larger."),
            .finding = requests_differ_found};
}

Claim resized_claim() {
    return {.claim = to_say("Images that were resized ahead of time load much faster"),
            .rule = to_say("It holds where one thread gives over 1.5 times as many of them."),
            .finding = resized_found};
}

}  // namespace throughline::panels

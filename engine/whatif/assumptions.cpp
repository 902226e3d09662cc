// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/assumptions.h"

#include <cmath>
#include <cstdint>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/model/predict.h"
#include "engine/whatif/catalog_inputs.h"
#include "engine/whatif/headline.h"

namespace throughline::whatif {
namespace {

std::string gpu_sentence(const Answer& answer) {
    const model::Inputs& inputs = answer.inputs;
    if (answer.assumed.gpu.empty() || inputs.gpus_per_node <= 0.0 ||
        !std::isfinite(inputs.gpu_rate)) {
        return {};
    }
    const Assumed& assumed = answer.assumed;
    const std::string rate = rate_words(inputs.gpu_rate);
    if (assumed.gpu_source.empty()) {
        return say(
            "A GPU alone takes %1 images/s, as the catalogue says of the %2.", rate, assumed.gpu);
    }
    return say(assumed.gpu_of_eight
                   ? to_say("A GPU alone takes %1 images/s, an eighth of what is published for "
                            "eight: the %2 (%3).")
                   : to_say("A GPU alone takes %1 images/s, as published for the %2 (%3)."),
               rate,
               assumed.gpu,
               assumed.gpu_source);
}

/// In MiB/s where it is sold so: "125 MiB/s", "12.5 GB/s".
std::string bandwidth_words(double bytes_per_s) {
    const double mib = bytes_per_s / 0x1p20;
    return mib == std::round(mib) ? format_count(static_cast<std::uint64_t>(mib)) + " MiB/s"
                                  : format_quantity(bytes_per_s, "bytes/s");
}

/// "3 000 IOPS and 125 MiB/s"; "" where neither has a limit.
std::string storage_limits_words(double iops, double bytes_per_s) {
    if (!std::isfinite(iops)) {
        return std::isfinite(bytes_per_s) ? bandwidth_words(bytes_per_s) : std::string();
    }
    const std::string count = format_count(static_cast<std::uint64_t>(std::round(iops)));
    return std::isfinite(bytes_per_s) ? say("%1 IOPS and %2", count, bandwidth_words(bytes_per_s))
                                      : say("%1 IOPS", count);
}

std::string storage_sentence(const Answer& answer) {
    const Assumed& assumed = answer.assumed;
    const std::string limits = storage_limits_words(assumed.sto_iops, assumed.sto_bw);
    if (assumed.volume.empty()) {
        return assumed.storage.empty() || limits.empty()
                   ? std::string()
                   : say("The storage, %1, gives at most %2.", assumed.storage, limits);
    }
    const std::string size = describe({.gib = assumed.volume.gib});
    const double units = model::storage_units(answer.inputs);
    if (units > 1.0) {
        return say("The storage is %1 volumes of %2, each with %3.",
                   model::value_text(units),
                   size,
                   limits);
    }
    return assumed.smallest_volume
               ? say("The storage is a volume of %1, the smallest that holds the data, with %2.",
                     size,
                     limits)
               : say("The storage is a volume of %1 with %2.", size, limits);
}

/// Hyper-threads share a core.
std::string cores_sentence(const Answer& answer) {
    const Assumed& assumed = answer.assumed;
    if (assumed.vcpus <= 0.0) {
        return {};
    }
    constexpr double kOfSecondThread = (2.0 * kCoresPerVcpu - 1.0) * 100.0;
    return say(
        "%1 vCPUs, of %2 cores, count as %3 cores: the second thread of a core is assumed to "
        "add %4 %.",
        model::value_text(assumed.vcpus),
        model::value_text(assumed.vcpus / 2.0),
        format_significant(answer.inputs.cores, 3),
        format_significant(kOfSecondThread, 2));
}

}  // namespace

std::vector<std::string> assumptions_of(const Answer& answer) {
    std::vector<std::string> sentences{gpu_sentence(answer),
                                       cores_sentence(answer),
                                       storage_sentence(answer),
                                       credits_text(answer)};
    std::erase(sentences, std::string());
    return sentences;
}

}  // namespace throughline::whatif

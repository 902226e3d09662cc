// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/assumptions.h"

#include <cmath>

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
    return say("A GPU alone takes %1 images/s, as the catalogue says of the %2.",
               rate_words(inputs.gpu_rate),
               answer.assumed.gpu);
}

std::string volume_sentence(const Answer& answer) {
    const Assumed& assumed = answer.assumed;
    if (assumed.volume.empty()) {
        return {};
    }
    const std::string size = describe(assumed.volume);
    const double units = model::storage_units(answer.inputs);
    if (units > 1.0) {
        return say("The storage is %1 volumes of %2 each.", model::value_text(units), size);
    }
    return assumed.smallest_volume
               ? say("The storage is a volume of %1, the smallest that holds the data.", size)
               : say("The storage is a volume of %1.", size);
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
                                       volume_sentence(answer),
                                       credits_text(answer)};
    std::erase(sentences, std::string());
    return sentences;
}

}  // namespace throughline::whatif

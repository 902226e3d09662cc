// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "engine/base/say.h"
#include "engine/spec/choices.h"
#include "engine/spec/gpu_network.h"
#include "engine/spec/setting_parts.h"

namespace throughline::spec {
namespace {

/// A GPU takes pixels as they are stored, and normalises them itself.
Result<void> check_gpu(const Settings& point) {
    if (consumer_kind_of(point) != ConsumerKind::Gpu) {
        return {};
    }
    if (text_of(point, "decode.output") != "uint8" || text_of(point, "decode.layout") != "nhwc") {
        return usage_error(
            say("consumer.kind=gpu needs decode.output=uint8 and decode.layout=nhwc: the GPU "
                "normalises the pixels itself"));
    }
    if (text_of(point, "consumer.phase") == "training" &&
        !can_be_trained(text_of(point, "consumer.network"))) {
        return usage_error(say(
            "consumer.phase=training needs a network in consumer.network: transfer has nothing to "
            "learn, and a proxy's results mean nothing"));
    }
    return {};
}

/// A GPU decodes as it can, and its pixels stay there.
Result<void> check_gpu_decoding(const Settings& point) {
    if (!decodes_on_gpu(point)) {
        return {};
    }
    if (consumer_kind_of(point) != ConsumerKind::Gpu) {
        return usage_error(say(
            "decode.device=gpu needs consumer.kind=gpu: the pixels stay on the GPU that decodes"));
    }
    for (const char* key : {"decode.brightness_jitter",
                            "decode.saturation_jitter",
                            "decode.hue_jitter",
                            "decode.pca_noise"}) {
        if (real_of(point, key) > 0.0) {
            return usage_error(
                say("decode.device=gpu needs %1=0: the GPU decodes without changing colours", key));
        }
    }
    if (integer_of(point, "batch.images") == 0) {
        return usage_error(say(
            "decode.device=gpu needs a batch.images of its own: what decoding takes of the GPU's "
            "memory is not known before"));
    }
    if (text_of(point, "cache.kind") == "decoded") {
        return usage_error(say(
            "decode.device=gpu cannot be combined with cache.kind=decoded: the pixels stay on the "
            "GPU"));
    }
    return {};
}

}  // namespace

Result<void> check_gpu_settings(const Settings& point) {
    auto checked = check_gpu(point);
    return checked ? check_gpu_decoding(point) : checked;
}

}  // namespace throughline::spec

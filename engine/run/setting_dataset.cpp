// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "engine/run/setting_parts.h"

namespace throughline::run {
namespace {

constexpr std::array<const char*, 1> kFormats{"folder"};
constexpr std::array<const char*, 2> kOrders{"shuffle", "sequential"};
/// Largest integer that every JSON reader holds exactly (RFC 8259, section 6).
constexpr double kSeedMax = 9007199254740991.0;

}  // namespace

std::vector<SettingInfo> dataset_settings() {
    return {
        text_setting("dataset.path",
                     "Folder with the images; sweep it to compare the same data on several disks."),
        choice_setting("dataset.format", kFormats, "How the images are stored."),
        choice_setting("dataset.order",
                       kOrders,
                       "Order of reading: reshuffled every epoch, or by name as listed."),
        integer_setting("dataset.seed", "", 1, 0.0, kSeedMax, "Seed of the shuffled order."),
    };
}

}  // namespace throughline::run

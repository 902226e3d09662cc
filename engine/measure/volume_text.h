// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/catalog/catalog.h"
#include "engine/measure/chosen_volume.h"
#include "engine/model/burst.h"
#include "engine/volume/kinds.h"

// An emulated volume in words.
namespace throughline::measure {

/// "300 IOPS, with credits 3.00 k IOPS".
std::string limit_text(const model::Burst& burst, const char* unit);
/// "an I/O counts up to 256 KiB, contiguous ones together".
std::string io_text(const volume::IoRule& io);
/// All that is known of it, and by whom, in the spoken language; ChosenVolume::text is the same in
/// English.
std::string volume_sentence(const catalog::StorageTarget& target,
                            const ChosenVolume& chosen,
                            const catalog::Catalog& catalog);

}  // namespace throughline::measure

// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/shard_index.h"

#include "engine/base/say.h"

namespace throughline::dataset {

Error record_damage(std::uint64_t record, std::uint64_t offset, const std::string& reason) {
    return format_error(
        say("record %1 at byte %2: %3", std::to_string(record), std::to_string(offset), reason));
}

Error record_cut_off(std::uint64_t record,
                     std::uint64_t offset,
                     std::uint64_t bytes_wanted,
                     std::uint64_t bytes_there) {
    return record_damage(record,
                         offset,
                         say_english("cut off, %1 of its %2 bytes are there",
                                     std::to_string(bytes_there),
                                     std::to_string(bytes_wanted)));
}

}  // namespace throughline::dataset

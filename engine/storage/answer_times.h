// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/base/clock.h"
#include "engine/storage/reader.h"

namespace throughline::storage {

/// What is asked of the storage for one read: whole blocks with O_DIRECT.
struct AskedRead {
    std::uint32_t file = FileRead::kOpenForThis;  ///< as in FileRead
    std::uint64_t offset_bytes = 0;
    std::uint64_t bytes = 0;
    std::uint64_t block_bytes = 0;  ///< in requests of this size, one after another; 0: in one
};

/// Says when storage that is emulated answers. Thread: any; several readers share one.
class AnswerTimes {
public:
    virtual ~AnswerTimes() = default;
    /// A read is handed in at `now`. Returns: before when it is not answered.
    virtual SteadyTime answer_at(const AskedRead& read, SteadyTime now) = 0;
};

}  // namespace throughline::storage

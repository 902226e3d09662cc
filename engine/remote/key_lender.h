// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/result.h"
#include "engine/remote/sigv4.h"

namespace throughline::remote {

/// Keys that a cloud lends to the machine or the container that asks.
struct LentKeys {
    Credentials credentials{};
    std::optional<std::int64_t> expires{};  ///< unix seconds; none: it is not said
};

/// Who lends them. Thread: any; immutable.
class KeyLender {
public:
    virtual ~KeyLender() = default;
    /// For people: "the role of this container".
    virtual const char* name() const noexcept = 0;
    /// Blocks: up to a few seconds. Errors: Permission, where there is no role to be had; Io,
    /// Format. No secret is in them.
    virtual Result<LentKeys> lend() const = 0;
};

}  // namespace throughline::remote

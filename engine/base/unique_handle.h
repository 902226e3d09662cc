// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace throughline {

/// Owner of a C handle. Traits: `Raw`, `static Raw null()`, `static void release(Raw)`.
/// Move-only; get() of a temporary does not compile.
template <class Traits>
class UniqueHandle {
public:
    using Raw = typename Traits::Raw;

    UniqueHandle() noexcept = default;
    explicit UniqueHandle(Raw raw) noexcept : raw_(raw) {}
    UniqueHandle(const UniqueHandle&) = delete;
    UniqueHandle& operator=(const UniqueHandle&) = delete;
    UniqueHandle(UniqueHandle&& other) noexcept : raw_(std::exchange(other.raw_, Traits::null())) {}
    UniqueHandle& operator=(UniqueHandle&& other) noexcept {
        if (this != &other) {
            reset(std::exchange(other.raw_, Traits::null()));
        }
        return *this;
    }
    ~UniqueHandle() { reset(); }

    Raw get() const& noexcept { return raw_; }
    Raw get() && = delete;
    explicit operator bool() const noexcept { return raw_ != Traits::null(); }
    Raw release() noexcept { return std::exchange(raw_, Traits::null()); }
    void reset(Raw raw = Traits::null()) noexcept {
        const Raw old = std::exchange(raw_, raw);
        if (old != Traits::null()) {
            Traits::release(old);
        }
    }

private:
    Raw raw_ = Traits::null();
};

}  // namespace throughline

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/random.h"

namespace throughline::remote {

/// What an object store is to those who read from it. Each limit of 0: none is known.
struct StoreRules {
    double requests_per_s = 0.0;  ///< that one prefix answers; it refuses what is beyond (503)
    std::uint32_t prefixes = 1;   ///< that the keys are spread over at the beginning
    double splits_after_s = 0.0;  ///< of refusals there are twice as many prefixes; 0: never
    double first_byte_s = 0.0;    ///< median, from the request sent to the answer's first byte
    double first_byte_c2 = 0.0;   ///< its variance over the square of its mean
    double connection_bytes_per_s = 0.0;
    double bytes_per_s = 0.0;   ///< of each server, its connections together
    std::uint32_t servers = 1;  ///< that every object is spread over
};

/// What became of one request.
struct StoreAnswer {
    bool refused = false;       ///< 503 SlowDown
    double first_byte_s = 0.0;  ///< when it came
    double done_s = 0.0;        ///< when its last byte came
};

/// An object store as a function of requests and time: no clock, no thread, no socket.
/// Units: seconds since an origin of the caller's; bytes. Thread: one owner.
/// Formula: README, "An emulated store".
class StoreModel {
public:
    /// `seed`: of the first-byte times. `now_s`: when it begins.
    StoreModel(const StoreRules& rules, std::uint64_t seed, double now_s = 0.0);

    /// A request for `bytes` of the object `key` is sent. Calls come in the order of time; one that
    /// is earlier than the last counts as at that time.
    StoreAnswer ask(std::string_view key, std::uint64_t bytes, double now_s);

    /// How many prefixes there are by now.
    std::uint32_t prefixes() const noexcept { return static_cast<std::uint32_t>(prefixes_.size()); }
    /// Of them those that something was asked of: no keys of the caller's lie in the others.
    std::uint32_t prefixes_asked() const noexcept;
    /// Requests/s that those answer together; 0: no limit is known, or nothing was asked yet.
    double allowed_per_s() const noexcept { return rules_.requests_per_s * prefixes_asked(); }

    /// What a prefix answers of a second before is kept for this long: a limit is one "per second".
    static constexpr double kRoomSeconds = 1.0;
    /// Refusals that lie further apart do not make one overload.
    static constexpr double kForgetSeconds = 60.0;
    static constexpr std::uint32_t kPrefixesMax = 1U << 16U;

private:
    struct Prefix {
        double left = 0.0;  ///< tokens
        double at_s = 0.0;
        std::uint64_t key = 0;  ///< hash of the first that was asked for
        bool asked = false;
        bool has_several = false;  ///< keys; a single one cannot be split
    };
    bool passes(Prefix& prefix, double now_s) const;
    void refuse(const Prefix& prefix, double now_s);
    Prefix& prefix_of(std::string_view key);
    void split();
    double first_byte();

    StoreRules rules_;
    Random random_;
    double spread_;  ///< standard deviation of the first byte's logarithm
    std::vector<Prefix> prefixes_{};
    std::uint32_t asked_ = 0;               ///< prefixes, since the last split
    std::uint32_t asked_before_split_ = 0;  ///< each of them goes on in one at least
    double last_s_;
    double sent_by_s_;  ///< when all bytes asked for so far have gone through the common link
    double overload_since_s_ = 0.0;
    double refused_at_s_;
};

}  // namespace throughline::remote

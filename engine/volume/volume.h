// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/model/burst.h"
#include "engine/volume/io_counter.h"
#include "engine/volume/kinds.h"

namespace throughline::volume {

/// A read that finds its budget used up waits for this long, or for a multiple of it.
/// Source: eloqdata/eloqstore#461, of an Azure disk at its limit: p50 90 us, p99 = p99.9 = 3.1 ms
/// and nothing between 1 and 2.5 ms. Other providers' are not known; they are taken to be alike.
inline constexpr double kHoldSeconds = 0.003;

/// Limits of the machine that a volume is attached to, with the credits that raise them for a
/// while. A baseline of 0: none that is known.
struct InstanceLimits {
    model::Burst iops{};
    model::Burst bytes_per_s{};
};

/// What a volume is: all of its limits are above 0.
struct Rules {
    model::EbsLimits limits{};
    IoRule io{};
    double reads_per_s = 0.0;  ///< limit of reads alone, as counted; 0: none beside that of I/Os
    InstanceLimits instance{};
    double latency_s = 0.0;  ///< of a request within the limits; 0: not published, nothing is added
    double hold_s = kHoldSeconds;
};

/// Credits at the beginning; none: full.
struct StartCredits {
    std::optional<double> ios{};
    std::optional<double> bytes{};
};

/// What a volume has counted since the beginning, and its balances.
struct Counted {
    double ios = 0.0;
    double bytes = 0.0;
    double requests = 0.0;
    double held = 0.0;  ///< of them: those that had to wait for a limit
    /// Time that what was asked takes at the limits of that time, s: beside the time that has
    /// passed it says how much of the volume was used.
    double busy_s = 0.0;
    std::optional<double> io_credits{};    ///< none: a volume without
    std::optional<double> byte_credits{};  ///< likewise
    /// What is left of the credits of the instance, of the limit that has the smaller share of them
    /// left, [0, 1]; none: it has none.
    std::optional<double> instance_credits{};
    std::optional<double> credits_gone_s{};  ///< when the credits were gone first; none: not yet
    std::optional<double> instance_credits_gone_s{};  ///< likewise, those of the instance
};

/// A block volume as a function of requests and time: no clock, no thread, no file.
/// Units: seconds since an origin of the caller's; bytes; I/Os as the provider counts them.
/// Thread: one owner.
class Volume {
public:
    /// Its credits are earned from `now_s` on.
    explicit Volume(const Rules& rules, const StartCredits& start = {}, double now_s = 0.0);

    /// A request comes in. Returns: when it may be answered. Calls come in the order of time; one
    /// that is earlier than the last counts as at that time.
    /// Formula: README, Rules.
    double answer_at(const Request& request, double now_s);

    /// What was counted up to a time that is not before the last request; what waits for its answer
    /// is in it.
    Counted counted(double now_s) const noexcept;

private:
    /// Tokens that come at a rate and that requests take.
    struct Bucket {
        double rate = 0.0;
        double capacity = 0.0;
        double tokens = 0.0;
        double at_s = 0.0;

        double tokens_at(double now_s) const noexcept;
        /// How long after `now_s` it has the tokens for a request.
        double wait_for(double cost, double now_s) const noexcept;
        /// Takes them; one that needs more than it holds has been saved for.
        void take(double cost, double now_s) noexcept;
    };
    /// A rate, and where there are credits those that let it be above the baseline.
    struct Limit {
        Bucket rate{};
        std::optional<Bucket> credits{};
        double below_credits = 0.0;  ///< kept in their bucket, and no credits

        std::optional<double> credits_at(double now_s) const noexcept;
    };
    /// What a limit keeps unused: so many seconds of its rate, and one I/O, else a slow volume
    /// would hold requests that come at its own pace.
    struct Room {
        double seconds = 0.0;
        double one = 0.0;           ///< in what the rate counts
        double one_credited = 0.0;  ///< in what the credits count
    };
    /// What a request takes of the volume's limits.
    struct Cost {
        double ios = 0.0;
        double reads = 0.0;
        double bytes = 0.0;
        double byte_credits = 0.0;
    };
    enum class Holds : std::uint8_t { Rate, Credits, InstanceCredits };
    template <class Visit>
    void for_each_bucket(const Cost& cost, Visit&& visit);

    static Limit limit_of(const model::Burst& burst,
                          std::optional<double> credits,
                          const Room& kept,
                          double now_s);

    Rules rules_;
    IoCounter counter_;
    Limit ios_{};
    Limit bytes_{};
    std::optional<Limit> reads_{};
    std::optional<Limit> instance_ios_{};
    std::optional<Limit> instance_bytes_{};
    double passed_s_ = 0.0;  ///< when the last request has passed all limits
    double last_s_ = 0.0;    ///< when it came
    Counted counted_{};
};

/// What happens when somebody keeps `depth` requests of a size in flight for a time and gets each
/// answer `service_s` after the volume lets it through: 24 h take seconds.
struct Replay {
    std::uint32_t depth = 32;
    std::uint64_t bytes = 16U << 10U;  ///< of a read, at random places
    double service_s = 100e-6;
    double seconds = 0.0;
    bool write = false;
};
/// Requests answered in each of `slices` of the time, all alike long. Returns: what was counted.
Counted replay(Volume& volume, const Replay& load, std::span<double> slices);

}  // namespace throughline::volume

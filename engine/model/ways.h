// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace throughline::model {

/// What a cache in front of a store gives up when it is full.
enum class TierPolicy : std::uint8_t {
    Keep,  ///< nothing: what came first stays
    Lru,   ///< what was used longest ago
    Fifo,  ///< what came first
};

/// Share of the reads that such a cache serves in the first, second, … epoch, from an empty one on;
/// the last share is that of all later epochs. Each epoch reads everything once, in a fresh random
/// order. `cached`: share of the data that the cache holds, from 0 on.
/// Formula: Keep: 0, then min(1, cached). The others: played through with 4,096 items and a fixed
///          seed; a steady LRU is c + (1-c) ln(1-c), as lru_hit_ratio().
/// Allocates.
std::vector<double> tier_hit_ratios(TierPolicy policy, double cached);

/// What was measured, or is assumed, of one data set in one store.
struct WaysInputs {
    double stream_s = 0.0;        ///< an epoch straight from the store
    double local_s = 0.0;         ///< an epoch from the disk of the copy and the cache
    double copy_s = 0.0;          ///< to copy all of it before
    double fill_s = 0.0;          ///< the first epoch through an empty cache
    double stream_first_s = 0.0;  ///< until the first batch, from the store
    double local_first_s = 0.0;   ///< the same from the disk
    /// Of the time of such an epoch the share in which reads are waited for; in the rest they wait
    /// for what takes the images.
    double stream_reads = 1.0;
    double local_reads = 1.0;
    double cached = 1.0;  ///< share of the data that the cache holds
    TierPolicy policy = TierPolicy::Keep;
    /// Of an epoch to the store; 0: not known, and its time is taken to grow with the misses.
    double requests = 0.0;
    double at_once = 1.0;           ///< of them in flight
    double first_byte_share = 1.0;  ///< of a request's time; in the rest it shares a link
    double first_byte_c2 = 0.0;     ///< variance of that time over the square of its mean
    bool operator==(const WaysInputs&) const = default;
};

/// What becomes of one way.
struct WayTimes {
    double first_batch_s = 0.0;
    double first_epoch_s = 0.0;      ///< from the start until its end, with the copy
    double later_epoch_s = 0.0;      ///< a steady one
    double hit_ratio = 0.0;          ///< of a steady epoch; 0 without a cache
    std::vector<double> epochs_s{};  ///< the first ones; all later ones are as the last
    /// Until `epochs` are done.
    double until_s(double epochs) const noexcept;
};
struct WaysTimes {
    WayTimes copied{};
    WayTimes streamed{};
    WayTimes cached{};
};

/// How long requests take of which `at_once` are in flight, in units of the mean time of one: at
/// the end of an epoch the slots wait for the slowest, which fewer requests share.
/// Formula: played through with log-normal times of the variance and a fixed seed, the mean of up
///          to 32 times; from 8 at_once (64 at least) on N / at_once and the same rest.
/// Assumes: requests > 0, at_once >= 1, c2 >= 0; times are independent of each other.
double request_rounds(double requests, double at_once, double c2);

/// An epoch of which the share `hits` is read from the disk.
/// Formula: first bytes w(h) = f rounds of (1 - h) requests / rounds of all, with f =
///          first_byte_share, 1 - h where they are not known; reads r(h) = w stream_s stream_reads
///          + max((1 - f) (1 - h) stream_s stream_reads, h local_s local_reads); what takes the
///          images t = min(stream_s, local_s); e(h) = max(r(h), t), and in between what is missing
///          at the ends: e(h) + (1 - h) (stream_s - e(0)) + h (local_s - e(1)).
/// Assumes: hits take the slots that would wait for a first byte, and none of the link that
///          transfers queue for.
double mixed_epoch_s(const WaysInputs& in, double hits);

/// The same ways of `times` as much data of the same kind.
/// Formula: what is read from the disk, and what takes the images, takes `times` as long; what is
///          read from the store as long as mixed_epoch_s() has it for so many misses.
WaysInputs scaled(WaysInputs in, double times);

/// Formula: an epoch as mixed_epoch_s(); the first one of a cache fill_s; copied: copy_s, then
///          local_s each.
/// Allocates.
WaysTimes predict_ways(const WaysInputs& in);

}  // namespace throughline::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace throughline::model {

/// Speed-up of `workers` over one.
/// Formula: N / (1 + sigma (N-1) + kappa N (N-1)); 0 for no workers. kappa = 0 is Amdahl's law.
/// Assumes: half a worker with a sigma above 2 does half the work; the law ends there.
/// Source:  Universal Scalability Law, N. J. Gunther, Guerrilla Capacity Planning, 2007.
double usl_speedup(double workers, double sigma, double kappa) noexcept;

/// Rate of two stages with a finite buffer between them.
/// Formula: lo (1 - r^K) / (1 - r^(K+1)), r = lo/hi; lo K/(K+1) for equal rates.
/// Assumes: K = kUnlimited for stages without variation: the slower one sets the rate.
/// Source:  throughput of an M/M/1/K queue.
double joined_rate(double a, double b, double buffer) noexcept;

/// Places between two stages. Formula: 1 + (prefetch_batches + 1) / variability_c2.
double buffer_places(double prefetch_batches, double variability_c2) noexcept;

/// A closed queue: `outstanding` requests go round one server.
struct ClosedQueue {
    double requests_per_s = 0.0;
    double request_time_s = 0.0;  ///< what a request sees, waiting included
};
/// `service_s` is 1 / the server's hard limit; `unloaded_s` the time of a request that is alone.
/// Source:  one queue and one delay, Schweitzer's approximation of mean value analysis.
ClosedQueue closed_queue(double outstanding, double service_s, double unloaded_s) noexcept;

/// Share of random whole-data-set epochs that an LRU cache serves, when it holds the share
/// `cached` of the data and each of `nodes` reads its part of a fresh order.
/// Formula: engine/model/README.md, Rates; for one node c + (1-c) ln(1-c).
double lru_hit_ratio(double cached, double nodes) noexcept;

}  // namespace throughline::model

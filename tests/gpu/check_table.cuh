// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/consumer/gpu_plugin.h"

namespace throughline::gpu_check {

/// What the checks found, printed as a table and written as JSON lines for run.sh to put together;
/// each at once, since the time of a check may be over before its end.
class Table {
public:
    /// Where the lines are appended to. Ends the program when there is no such place.
    void open(const char* path) {
        out_ = std::fopen(path, "a");
        if (out_ == nullptr) {
            std::perror(path);
            std::exit(2);
        }
    }
    /// A figure that is only reported.
    void note(const std::string& name, double value, const std::string& unit) {
        add({name, value, unit, "", true});
    }
    void check(const std::string& name,
               double value,
               const std::string& unit,
               const std::string& limit,
               bool good) {
        add({name, value, unit, limit, good});
    }
    /// Returns: the program's exit code: 1 when a check was missed.
    int close() {
        std::fclose(out_);
        return missed_ ? 1 : 0;
    }

private:
    struct Row {
        std::string name;
        double value;
        std::string unit;
        std::string limit;  ///< "" = reported only
        bool good;
    };
    void add(const Row& row) {
        const bool reported = row.limit.empty();
        missed_ = missed_ || !row.good;
        std::printf("%-52s %12.5g %-14s %-8s %s\n",
                    row.name.c_str(),
                    row.value,
                    row.unit.c_str(),
                    row.limit.c_str(),
                    reported   ? ""
                    : row.good ? "met"
                               : "MISSED");
        std::fflush(stdout);
        char value[32] = "null";  // JSON has no other word for what is no number
        if (std::isfinite(row.value)) {
            std::snprintf(value, sizeof value, "%.9g", row.value);
        }
        std::fprintf(out_,
                     "{\"name\": \"%s\", \"value\": %s, \"unit\": \"%s\", "
                     "\"limit\": \"%s\", \"met\": %s}\n",
                     row.name.c_str(),
                     value,
                     row.unit.c_str(),
                     row.limit.c_str(),
                     reported   ? "null"
                     : row.good ? "true"
                                : "false");
        std::fflush(out_);
    }

    std::FILE* out_ = nullptr;
    bool missed_ = false;
};

using Clock = std::chrono::steady_clock;
inline double seconds_since(Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
}

/// What the checks cannot go on without.
template <class T>
T must(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", describe(result.error()).c_str());
        std::exit(1);
    }
    return *std::move(result);
}
inline void must(Result<void> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", describe(result.error()).c_str());
        std::exit(1);
    }
}
inline void must(cudaError_t code) {
    if (code != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
        std::exit(1);
    }
}

/// Three ceilings of a session, one after the other: the median, and how far they lie apart. Steps
/// that are shorter than 2 ms are bound by their launches, whose time is not judged. Returns: the
/// median, images/s.
inline double check_ceiling(Table& table, consumer::GpuSession& session, const std::string& what) {
    constexpr double kSeconds = 0.7;
    constexpr double kJudgedFrom = 2e-3;
    std::vector<double> rates;
    double step_seconds = 0.0;
    for (int i = 0; i < 3; ++i) {
        const TlGpuCeiling ceiling = must(session.ceiling(kSeconds));
        rates.push_back(ceiling.images_per_second);
        step_seconds = ceiling.seconds / ceiling.steps;
    }
    std::sort(rates.begin(), rates.end());
    const double spread = 100.0 * (rates[2] - rates[0]) / rates[2];
    table.note(what + ": ceiling", rates[1], "images/s");
    if (step_seconds > kJudgedFrom) {
        table.check(what + ": spread of three", spread, "%", "< 2", spread < 2.0);
    } else {
        table.note(what + ": spread of three", spread, "%");
    }
    return rates[1];
}

/// The batch that a check was told to use, behind its other arguments: a small one where every
/// access to memory is looked at.
inline std::uint32_t batch_of(int count, char** arguments, int place, std::uint32_t otherwise) {
    const long given = count > place ? std::strtol(arguments[place], nullptr, 10) : 0;
    return given > 0 ? static_cast<std::uint32_t>(given) : otherwise;
}

}  // namespace throughline::gpu_check

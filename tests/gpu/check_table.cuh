// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace throughline::gpu_check {

/// What the checks found, printed as a table and written as JSON lines for run.sh to put together.
class Table {
public:
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
    int write(const std::string& path) const {
        std::FILE* const out = std::fopen(path.c_str(), "a");
        bool good = out != nullptr;
        for (const Row& row : rows_) {
            const char* const met = row.limit.empty() ? "null" : row.good ? "true" : "false";
            good = good && row.good;
            if (out != nullptr) {
                std::fprintf(out,
                             "{\"name\": \"%s\", \"value\": %.9g, \"unit\": \"%s\", "
                             "\"limit\": \"%s\", \"met\": %s}\n",
                             row.name.c_str(),
                             row.value,
                             row.unit.c_str(),
                             row.limit.c_str(),
                             met);
            }
        }
        if (out != nullptr) {
            std::fclose(out);
        }
        return good ? 0 : 1;
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
        std::printf("%-52s %12.5g %-14s %-8s %s\n",
                    row.name.c_str(),
                    row.value,
                    row.unit.c_str(),
                    row.limit.c_str(),
                    row.limit.empty() ? ""
                    : row.good        ? "met"
                                      : "MISSED");
        std::fflush(stdout);
        rows_.push_back(row);
    }

    std::vector<Row> rows_;
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

}  // namespace throughline::gpu_check

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/importers/draft/draft.h"

namespace throughline::importers {

/// What processes did in each interval (pidstat, iotop), by the name of their program: processes of
/// one name are added up. Tools list those that did something, so that who is not listed did
/// nothing. Kept are the programs with the most CPU time and I/O; memory is bounded by the file's
/// names.
class ProgramRates {
public:
    static constexpr std::size_t kKept = 16;
    static constexpr std::size_t kNamesMax = 20'000;

    /// "python" of "/usr/bin/python -m train" or "python".
    static std::string program_of(std::string_view command);

    /// Adds to the interval that ends at `t`; what is not there is not of this row.
    struct Row {
        std::optional<double> cpu{};  ///< per cent of one processor
        std::optional<double> read_bytes_per_second{};
        std::optional<double> write_bytes_per_second{};
    };
    void add(double t, const std::string& program, const Row& row);

    /// A value of the whole machine.
    void add_host(double t, std::string_view metric, double value);

    /// Marks an interval in which nobody did anything.
    void touch(double t) { at_[t]; }

    bool empty() const noexcept { return at_.empty(); }
    std::size_t intervals() const noexcept { return at_.size(); }

    /// Fills the run: `place` gives time and length of an interval by its key.
    template <class Place>
    void put(RunDraft& run, const Place& place) const {
        for (const auto& [t, interval] : at_) {
            const std::pair<double, double> when = place(t);
            run.sample(when.first, when.second, values_of(interval));
        }
        say_kept(run);
    }

private:
    enum Kind : std::size_t { Cpu, Read, Write, Kinds };
    struct Interval {
        metrics::MetricValues host{};
        std::map<std::string, std::array<double, Kinds>, std::less<>> programs{};
    };
    metrics::MetricValues values_of(const Interval& interval) const;
    const std::vector<std::string>& kept() const;
    void say_kept(RunDraft& run) const;

    std::map<double, Interval> at_{};
    std::map<std::string, double, std::less<>> weight_{};
    std::array<bool, Kinds> has_{};
    mutable std::vector<std::string> kept_{};
};

}  // namespace throughline::importers

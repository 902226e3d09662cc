// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace throughline::importers {

/// One point of a direction: rows of a log, or of the window that they fall into.
struct FioLogPoint {
    double t_ms = 0.0;
    double value = 0.0;
    std::uint64_t rows = 1;
};

/// Collects the rows of a fio log in bounded memory: each row by itself as long as they are few,
/// then the means of windows that grow with the log. Rows may come in any order of time.
/// Thread: one owner.
class FioLogSeries {
public:
    static constexpr std::size_t kRowsMax = std::size_t{1} << 17U;
    static constexpr std::size_t kWindowsMax = std::size_t{1} << 16U;
    static constexpr std::size_t kDirections = 3;

    void add(double t_ms, double value, unsigned direction) {
        Direction& to = directions_[direction];
        ++to.rows;
        to.sum += value;
        if (windowed_) {
            add_to_window(t_ms, value, direction);
            return;
        }
        to.points.push_back({t_ms, value, 1});
        if (++kept_ >= kRowsMax) {
            turn_to_windows();
        }
    }

    /// In the order of time; of equal times in the order of the file.
    std::vector<FioLogPoint> points(unsigned direction) const;
    std::uint64_t rows(unsigned direction) const { return directions_[direction].rows; }
    /// Mean over the rows, as they came.
    double mean(unsigned direction) const;
    bool windowed() const noexcept { return windowed_; }
    double window_ms() const noexcept { return window_ms_; }

private:
    struct Window {
        double sum = 0.0;
        std::uint64_t rows = 0;
    };
    struct Direction {
        std::vector<FioLogPoint> points{};
        std::vector<Window> windows{};
        std::uint64_t rows = 0;
        double sum = 0.0;
    };

    void add_to_window(double t_ms, double value, unsigned direction);
    void turn_to_windows();
    void widen();

    std::array<Direction, kDirections> directions_{};
    std::size_t kept_ = 0;
    bool windowed_ = false;
    double window_ms_ = 1.0;
    double origin_ms_ = 0.0;  ///< where the first window begins
};

}  // namespace throughline::importers

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

// A *place* is where a value lies along an axis: the value itself, its log10 on a logarithmic axis,
// its nines on a scale of nines. Zooming, panning and hit tests work on places, so they need not
// know the scale.

/// NaN for a value that has no place: not finite, beyond 1e305 on a linear axis (the length of a
/// view would overflow), <= 0 on a logarithmic axis, no percentage on a scale of nines.
double placeOf(double value, AxisScale scale) noexcept;
double valueAt(double place, AxisScale scale) noexcept;

/// The range that shows all of `data` (in places; empty = no data) with a margin of 5 %. From 0
/// where the axis asks for it, to 100 % where all of a share is 0; a single value gets some room on
/// both sides.
Span fittedSpan(const PlotAxis& axis, std::optional<Span> data);

/// The shortest span that can be zoomed to: a millionth of `home`, and no finer than doubles tell
/// apart there. Qt Charts stops updating where a path gets longer than an int.
double shortestSpan(const Span& home) noexcept;

/// `span` scaled by `factor` (< 1 zooms in) with `anchor` staying where it is.
Span zoomedSpan(const Span& span, double factor, double anchor) noexcept;
Span shiftedSpan(const Span& span, double by) noexcept;
/// `span` moved, and cut where needed, into `home`, and never shorter than shortestSpan(home).
Span clampedSpan(Span span, const Span& home) noexcept;

/// What a chart shows, in places. y2 has no meaning without a second axis.
struct PlotRange {
    Span x;
    Span y;
    Span y2;
    bool operator==(const PlotRange&) const = default;
};

/// How a range was changed. Wheel and pan steps that follow each other closely are one step back.
enum class RangeStep : std::uint8_t { Jump, Wheel, Pan };

/// The range in view with its history: undo, redo, fit, and what happens when the data change.
class ZoomStack {
public:
    static constexpr std::size_t kStepsMax = 100;
    static constexpr std::int64_t kSameGestureMs = 700;

    const PlotRange& home() const noexcept { return home_; }
    const PlotRange& current() const noexcept { return current_; }
    bool isHome() const noexcept { return current_ == home_; }
    bool canUndo() const noexcept { return !undo_.empty(); }
    bool canRedo() const noexcept { return !redo_.empty(); }

    /// Forgets everything: other axes are shown now.
    void reset(const PlotRange& home);
    /// The same axes with other data. A view that shows all goes on showing all, a zoomed one stays
    /// where it is, as far as there are data.
    void setHome(const PlotRange& home);
    /// Shows `next`, clamped to home. `at_ms` is any steady clock. False: nothing changed.
    bool change(const PlotRange& next, RangeStep step, std::int64_t at_ms);
    bool undo();
    bool redo();

private:
    PlotRange clamped(const PlotRange& range) const noexcept;

    PlotRange home_;
    PlotRange current_;
    std::vector<PlotRange> undo_;
    std::vector<PlotRange> redo_;
    RangeStep last_step_ = RangeStep::Jump;
    std::int64_t last_at_ms_ = 0;
};

}  // namespace throughline::ui

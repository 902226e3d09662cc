// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/axis_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace throughline::ui {

namespace {

constexpr double kMargin = 0.05;            ///< of the data's span, on each side
constexpr double kMarginDecadesMin = 0.05;  ///< so that markers do not sit on the frame
constexpr double kSpanFractionMin = 1e-6;
/// Doubles have 2^-52; a span of a few thousand of them still maps to distinct pixels.
constexpr double kPlaceResolution = 1e-12;
/// No quantity comes near it, and beyond it the length of a span would not be finite.
constexpr double kLargestOnLinear = 1e305;
constexpr double kLeastTold = 1e-300;  ///< what is nearer to 0 is 0 on an axis of its own
constexpr double kHalfDaySeconds = 43'200.0;
/// Where 100 % stands on a scale of nines; 99.99 is at 4.
constexpr double kNinesOfLargest = 5.0;

double ninesOf(double percent) {
    if (percent < 0.0 || percent > 100.0) {
        return kNoNumber;
    }
    return percent < 100.0 ? std::min(-std::log10(1.0 - percent / 100.0), kNinesOfLargest)
                           : kNinesOfLargest;
}

double percentAt(double nines) {
    return nines < kNinesOfLargest ? 100.0 * (1.0 - std::pow(10.0, -nines)) : 100.0;
}

/// Of a logarithmic axis: no tick can be made where a value is no double.
Span withinDoubles(const Span& decades) {
    constexpr double kLargest = 308.2546;  // 10 to that is a double yet
    return {std::max(decades.low, std::log10(std::numeric_limits<double>::denorm_min())),
            std::min(decades.high, kLargest)};
}

Span aroundOneValue(const PlotAxis& axis, double place) {
    if (axis.scale == AxisScale::Logarithmic) {
        return withinDoubles({place - 0.5, place + 0.5});
    }
    if (axis.isDate) {
        return {place - kHalfDaySeconds, place + kHalfDaySeconds};
    }
    const double room = std::fabs(place) < kLeastTold ? 1.0 : std::fabs(place) * 0.5;
    return {place - room, place + room};
}

}  // namespace

double placeOf(double value, AxisScale scale) noexcept {
    if (!std::isfinite(value)) {
        return kNoNumber;
    }
    if (scale == AxisScale::Linear && std::fabs(value) > kLargestOnLinear) {
        return kNoNumber;
    }
    switch (scale) {
        case AxisScale::Linear:
            return value;
        case AxisScale::Logarithmic:
            return value > 0.0 ? std::log10(value) : kNoNumber;
        case AxisScale::Nines:
            return ninesOf(value);
    }
    return kNoNumber;
}

double valueAt(double place, AxisScale scale) noexcept {
    switch (scale) {
        case AxisScale::Linear:
            return place;
        case AxisScale::Logarithmic:
            return std::pow(10.0, place);
        case AxisScale::Nines:
            return percentAt(place);
    }
    return kNoNumber;
}

Span fittedSpan(const PlotAxis& axis, std::optional<Span> data) {
    if (!axis.categories.isEmpty()) {
        return {-0.5, static_cast<double>(axis.categories.size()) - 0.5};
    }
    if (axis.range) {
        const Span fixed{placeOf(axis.range->low, axis.scale),
                         placeOf(axis.range->high, axis.scale)};
        if (fixed.length() > 0.0) {  // false for NaN
            return fixed;
        }
    }
    if (!data) {
        return axis.scale == AxisScale::Linear ? Span{0.0, 1.0} : Span{0.0, 2.0};
    }
    Span span = *data;
    const bool from_zero = axis.fromZero && axis.scale != AxisScale::Logarithmic && span.low >= 0.0;
    if (from_zero) {
        // Of a share that was 0 all the time the reader wants to see how little of the whole it is.
        const double nothing = axis.unit == "%" ? 100.0 : 1.0;
        return {0.0, span.high > 0.0 ? span.high * (1.0 + kMargin) : nothing};
    }
    // Two values that differ only in the last digits of a double are one value for the eye.
    if (span.length() <= std::max(std::fabs(span.low), std::fabs(span.high)) * kPlaceResolution) {
        return aroundOneValue(axis, span.low);
    }
    double room = span.length() * kMargin;
    if (axis.scale == AxisScale::Logarithmic) {
        room = std::max(room, kMarginDecadesMin);
        return withinDoubles({span.low - room, span.high + room});
    }
    return {span.low - room, span.high + room};
}

double shortestSpan(const Span& home) noexcept {
    const double largest = std::max(std::fabs(home.low), std::fabs(home.high));
    return std::max(home.length() * kSpanFractionMin, largest * kPlaceResolution);
}

Span zoomedSpan(const Span& span, double factor, double anchor) noexcept {
    return {anchor + (span.low - anchor) * factor, anchor + (span.high - anchor) * factor};
}

Span shiftedSpan(const Span& span, double by) noexcept {
    return {span.low + by, span.high + by};
}

Span clampedSpan(Span span, const Span& home) noexcept {
    if (span.low > span.high) {
        std::swap(span.low, span.high);
    }
    const double shortest = shortestSpan(home);
    if (!(span.length() >= shortest)) {
        const double middle = span.middle();
        span = {middle - shortest / 2, middle + shortest / 2};
    }
    if (!(span.length() < home.length())) {
        return home;
    }
    if (span.low < home.low) {
        return {home.low, home.low + span.length()};
    }
    if (span.high > home.high) {
        return {home.high - span.length(), home.high};
    }
    return span;
}

void ZoomStack::reset(const PlotRange& home) {
    *this = ZoomStack();
    home_ = home;
    current_ = home;
}

void ZoomStack::setHome(const PlotRange& home) {
    const bool was_home = isHome();
    home_ = home;
    current_ = was_home ? home : clamped(current_);
}

bool ZoomStack::change(const PlotRange& next, RangeStep step, std::int64_t at_ms) {
    const PlotRange target = clamped(next);
    if (target == current_) {
        return false;
    }
    const bool same_gesture = step != RangeStep::Jump && step == last_step_ && !undo_.empty() &&
                              at_ms - last_at_ms_ < kSameGestureMs;
    if (!same_gesture) {
        if (undo_.size() == kStepsMax) {
            undo_.erase(undo_.begin());
        }
        undo_.push_back(current_);
    }
    redo_.clear();
    current_ = target;
    last_step_ = step;
    last_at_ms_ = at_ms;
    return true;
}

bool ZoomStack::undo() {
    if (undo_.empty()) {
        return false;
    }
    redo_.push_back(current_);
    current_ = clamped(undo_.back());
    undo_.pop_back();
    last_step_ = RangeStep::Jump;
    return true;
}

bool ZoomStack::redo() {
    if (redo_.empty()) {
        return false;
    }
    undo_.push_back(current_);
    current_ = clamped(redo_.back());
    redo_.pop_back();
    last_step_ = RangeStep::Jump;
    return true;
}

PlotRange ZoomStack::clamped(const PlotRange& range) const noexcept {
    return {clampedSpan(range.x, home_.x),
            clampedSpan(range.y, home_.y),
            clampedSpan(range.y2, home_.y2)};
}

}  // namespace throughline::ui

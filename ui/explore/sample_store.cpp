// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/sample_store.h"

#include <QPointer>
#include <algorithm>
#include <cmath>
#include <utility>

namespace throughline::ui {

namespace {

/// Cells that a stretch is read in for each pixel: the line between them is then smooth.
constexpr std::size_t kCellsPerPixel = 2;
/// A stretch is read with this many times its length on either side, for what is panned to next.
constexpr double kLengthsAside = 1.0;
/// What comes within this time makes one new picture.
constexpr int kTogetherMs = 30;

/// Cells of `samples` inside `x`.
std::ptrdiff_t cellsIn(const SampleSeries& samples, const Span& x) {
    const auto from = std::ranges::lower_bound(samples.t_s, x.low);
    return std::upper_bound(from, samples.t_s.end(), x.high) - from;
}

void append(SampleSeries& to, const SampleSeries& from, std::size_t first, std::size_t last) {
    const auto copy = [&](auto& target, const auto& source) {
        if (source.size() < last) {
            return;  // nobody says
        }
        target.insert(target.end(),
                      source.begin() + static_cast<std::ptrdiff_t>(first),
                      source.begin() + static_cast<std::ptrdiff_t>(last));
    };
    copy(to.t_s, from.t_s);
    copy(to.values, from.values);
    copy(to.phases, from.phases);
    copy(to.repeats, from.repeats);
    // A single sample is its own extremes.
    copy(to.low, from.isRaw() ? from.values : from.low);
    copy(to.high, from.isRaw() ? from.values : from.high);
}

/// The whole run with what is known better in its place: a stretch of whole cells of it.
SampleSeries withDetail(const SampleSeries& whole, const SampleSeries& detail) {
    const auto cellAt = [&](std::int64_t line) {
        const auto at = std::ranges::lower_bound(whole.lines, line);
        return static_cast<std::size_t>(at - whole.lines.begin());
    };
    SampleSeries result;
    result.leftOut = whole.leftOut;
    append(result, whole, 0, cellAt(detail.firstLine));
    append(result, detail, 0, detail.t_s.size());
    append(result, whole, cellAt(detail.endLine), whole.t_s.size());
    return result;
}

}  // namespace

SampleStore::SampleStore(QObject* parent) : QObject(parent) {
    announcement_.setSingleShot(true);
    announcement_.setInterval(kTogetherMs);
    connect(&announcement_, &QTimer::timeout, this, &SampleStore::announce);
}

void SampleStore::setProvider(SampleProvider provider) {
    provider_ = std::move(provider);
}

void SampleStore::request(const QString& study, std::int64_t run, const std::string& metric) {
    const SampleKey key{run, metric};
    if (!provider_ || held_.count(key) > 0) {
        return;
    }
    Held& held = held_[key];
    held.study = study;
    send(key, held, {.cells = kCellsOfWholeRun});
}

void SampleStore::refine(std::int64_t run, const std::string& metric, const Span& x, int columns) {
    const auto at = held_.find({run, metric});
    if (at == held_.end() || at->second.whole.isRaw() || !(x.length() > 0.0) || columns <= 0) {
        return;
    }
    Held& held = at->second;
    if (cellsIn(held.whole, x) >= columns || (held.detail && tells(*held.detail, x, columns))) {
        held.wished.reset();
        return;
    }
    const double aside = x.length() * kLengthsAside;
    const auto cells = static_cast<std::size_t>(columns) * kCellsPerPixel;
    const store::Stretch stretch{
        .from_s = x.low - aside,
        .to_s = x.high + aside,
        .cells = static_cast<std::size_t>(static_cast<double>(cells) * (1.0 + 2 * kLengthsAside)),
        .whole_lines = held.whole.linesOfCell};
    if (held.in_flight) {
        held.wished = stretch;
    } else {
        send(at->first, held, stretch);
    }
}

bool SampleStore::tells(const Detail& detail, const Span& x, int columns) {
    const Span read{detail.stretch.from_s, detail.stretch.to_s};
    const double cells_a_second = static_cast<double>(detail.stretch.cells) / read.length();
    // What could not be read is not asked for again while it is looked at.
    const bool failed = !detail.samples.error.isEmpty();
    const bool fine_enough =
        failed || detail.samples.isRaw() || cells_a_second >= columns / x.length();
    return read.contains(x.low) && read.contains(x.high) && fine_enough;
}

void SampleStore::send(const SampleKey& key, Held& held, store::Stretch stretch) {
    held.in_flight = true;
    held.wished.reset();
    ++in_flight_;
    const QPointer<SampleStore> self(this);
    provider_({held.study, key.first, key.second, stretch},
              [self, key, stretch, generation = generation_](SampleSeries samples) {
                  if (!self.isNull() && self->generation_ == generation) {
                      self->take(key, stretch, std::move(samples));
                  }
              });
}

void SampleStore::take(const SampleKey& key, const store::Stretch& stretch, SampleSeries samples) {
    Held& held = held_[key];
    held.in_flight = false;
    --in_flight_;
    if (std::isinf(stretch.from_s)) {
        held.whole = std::move(samples);
    } else {
        held.detail = Detail{.stretch = stretch, .samples = std::move(samples)};
    }
    const bool is_known_better = held.detail && held.detail->samples.error.isEmpty();
    cache_[key] = is_known_better ? withDetail(held.whole, held.detail->samples) : held.whole;
    if (held.detail && !is_known_better) {
        cache_[key].error = held.detail->samples.error;
    }
    ++arrivals_;
    if (held.wished) {
        send(key, held, *held.wished);
    }
    if (isWaiting()) {
        announcement_.isActive() ? void() : announcement_.start();
    } else {
        announce();
    }
}

void SampleStore::announce() {
    announcement_.stop();
    Q_EMIT arrived();
}

void SampleStore::clear() {
    ++generation_;
    in_flight_ = 0;
    announcement_.stop();
    held_.clear();
    cache_.clear();
}

}  // namespace throughline::ui

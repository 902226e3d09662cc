// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <optional>

#include "ui/charts/plot_builder.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// Samples that were asked for and came: each run as a whole, in as many cells as a chart can show,
/// and of what is looked at closely one stretch in more detail. Nothing is asked for twice; a wish
/// that was not sent yet gives way to the next; answers for studies that are no longer looked at
/// are dropped.
/// Thread: GUI.
class SampleStore : public QObject {
    Q_OBJECT
public:
    explicit SampleStore(QObject* parent = nullptr);

    void setProvider(SampleProvider provider);
    void request(const QString& study, std::int64_t run, const std::string& metric);
    /// `x`, in seconds, is what a chart of `columns` pixels shows of a run that was asked for.
    void refine(std::int64_t run, const std::string& metric, const Span& x, int columns);
    void clear();
    const SampleCache& cache() const noexcept { return cache_; }
    bool isWaiting() const noexcept { return in_flight_ > 0; }
    int arrivals() const noexcept { return arrivals_; }  ///< how many answers were taken so far

Q_SIGNALS:
    void arrived();  ///< once for answers that come together

private:
    /// A stretch that was read in more detail, or could not be.
    struct Detail {
        store::Stretch stretch;  ///< as it was asked for
        SampleSeries samples;
    };
    struct Held {
        QString study;
        SampleSeries whole;
        std::optional<Detail> detail;
        bool in_flight = false;
        std::optional<store::Stretch> wished;
    };

    static bool tells(const Detail& detail, const Span& x, int columns);
    void send(const SampleKey& key, Held& held, store::Stretch stretch);
    void take(const SampleKey& key, const store::Stretch& stretch, SampleSeries samples);
    void announce();

    SampleProvider provider_;
    std::map<SampleKey, Held> held_;
    SampleCache cache_;  ///< whole runs, with the detail in its place
    int in_flight_ = 0;
    int generation_ = 0;
    int arrivals_ = 0;
    QTimer announcement_;
};

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <set>

#include "ui/explore/plot_builder.h"
#include "ui/explore/study_for_plot.h"

namespace throughline::ui {

/// Samples that were asked for and came. Nothing is asked for twice; answers for studies that are
/// no longer looked at are dropped.
/// Thread: GUI.
class SampleStore : public QObject {
    Q_OBJECT
public:
    explicit SampleStore(QObject* parent = nullptr);

    void setProvider(SampleProvider provider);
    void request(const QString& study, std::int64_t run, const std::string& metric);
    void clear();
    const SampleCache& cache() const noexcept { return cache_; }
    bool isWaiting() const noexcept { return !waiting_.empty(); }
    int arrivals() const noexcept { return arrivals_; }  ///< how many answers were taken so far

Q_SIGNALS:
    void arrived();

private:
    SampleProvider provider_;
    SampleCache cache_;
    std::set<SampleKey> waiting_;
    int generation_ = 0;
    int arrivals_ = 0;
};

}  // namespace throughline::ui

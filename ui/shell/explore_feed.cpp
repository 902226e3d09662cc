// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/explore_feed.h"

#include "ui/bridge/error_text.h"

namespace throughline::ui {

ExploreFeed::ExploreFeed(LibraryService* library,
                         ExploreWidget* explore,
                         QSettings* settings,
                         QObject* parent)
    : QObject(parent), library_(library), explore_(explore), colours_(settings) {
    explore_->setSampleProvider(
        [this](const SampleRequest& request, std::function<void(SampleSeries)> done) {
            fetchSamples(request, std::move(done));
        });
    // Another chart was asked for meanwhile.
    connect(explore_->document(), &ExploreDocument::studiesWanted, this, [this] { awaited_ = 0; });
    explore_->exporter()->setSettings(settings);
    connect(explore_->exporter(), &ChartExporter::rawDataWanted, this, &ExploreFeed::saveRaw);
}

void ExploreFeed::setStudies(const std::vector<std::int64_t>& ids) {
    const std::uint64_t question = ++question_;
    library_->query<std::vector<Loaded>>(
        this,
        [ids](store::Library& library) -> Result<std::vector<Loaded>> {
            std::vector<Loaded> all;
            for (const std::int64_t id : ids) {
                auto study = readStudyForPlot(library, id);
                if (!study) {
                    return std::move(study).error();
                }
                all.push_back({.id = id, .study = *std::move(study)});
            }
            return all;
        },
        [this, question](Result<std::vector<Loaded>> loaded) {
            if (question == question_) {
                take(std::move(loaded));
            }
        });
}

void ExploreFeed::take(Result<std::vector<Loaded>> loaded) {
    if (!loaded) {
        Q_EMIT failed(errorText(loaded.error()));
        return;
    }
    std::vector<StudyForPlot> studies;
    QString shown;
    for (auto& [id, study] : *loaded) {
        study.colourSlot = colours_.slotOf(study.uuid);
        if (id == awaited_) {
            shown = study.uuid;
        }
        studies.push_back(std::move(study));
    }
    explore_->setStudies(std::move(studies));
    if (!shown.isEmpty()) {
        awaited_ = 0;
        if (when_ == When::Always || !explore_->document()->hasAxes(shown)) {
            explore_->document()->showStudy(shown);
        }
    }
    Q_EMIT plotted();
}

void ExploreFeed::showStudy(qint64 id, When when) {
    awaited_ = id;
    when_ = when;
}

int ExploreFeed::colourSlotOf(const std::string& uuid) {
    return colours_.slotOf(QString::fromStdString(uuid));
}

std::vector<int> ExploreFeed::colourSlotsOf(const QStringList& uuids) const {
    return colours_.slotsOf(uuids);
}

int ExploreFeed::plottedSlotOf(const std::string& uuid) const {
    for (const StudyForPlot& study : explore_->document()->studies()) {
        if (study.uuid == QString::fromStdString(uuid)) {
            return study.colourSlot;
        }
    }
    return -1;
}

ViewPreviews* ExploreFeed::makePreviews() {
    return new ViewPreviews(
        [this](const QStringList& uuids, const auto& done) { fetchStudies(uuids, done); },
        [this](const SampleRequest& request, std::function<void(SampleSeries)> done) {
            fetchSamples(request, std::move(done));
        });
}

void ExploreFeed::fetchStudies(const QStringList& uuids,
                               const std::function<void(std::vector<StudyForPlot>)>& done) {
    library_->query<std::vector<StudyForPlot>>(
        this,
        [uuids](store::Library& library) { return readStudiesForPlot(library, uuids); },
        [this, done](Result<std::vector<StudyForPlot>> read) {
            std::vector<StudyForPlot> studies;
            if (read) {
                studies = *std::move(read);
            }
            QStringList there;
            for (const StudyForPlot& study : studies) {
                there << study.uuid;
            }
            const std::vector<int> slots = colours_.slotsOf(there);
            for (std::size_t i = 0; i < studies.size(); ++i) {
                studies[i].colourSlot = slots[i];
            }
            done(std::move(studies));
        });
}

void ExploreFeed::saveRaw(const RawData& data, const QString& path) {
    raw_in_work_ << path;
    Q_EMIT said(tr("Writing the raw data\u2026"));
    library_->queryApart<QString>(
        this,
        [data, path](store::Library& library, const std::stop_token& stop) -> Result<QString> {
            auto saved = saveRawData(library, data, path, stop);
            return saved ? Result<QString>(path) : Result<QString>(std::move(saved).error());
        },
        [this, path](Result<QString> written) {
            raw_in_work_.removeOne(path);
            if (written) {
                Q_EMIT saved(*written);
            } else {
                Q_EMIT failed(errorText(written.error()));
            }
        });
}

void ExploreFeed::fetchSamples(const SampleRequest& request,
                               std::function<void(SampleSeries)> done) {
    library_->query<SampleSeries>(
        this,
        [request](store::Library& library) { return readSamples(library, request); },
        [done = std::move(done)](Result<SampleSeries> samples) {
            done(samples
                     ? *std::move(samples)
                     : SampleSeries{.t_s = {}, .values = {}, .error = errorText(samples.error())});
        });
}

}  // namespace throughline::ui

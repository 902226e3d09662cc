// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/study_for_plot.h"

#include <QDateTime>
#include <algorithm>
#include <utility>

#include "engine/analysis/foreign_names.h"
#include "engine/catalog/accelerator_preset.h"
#include "engine/importers/published/published.h"
#include "engine/record/gpu_decode_note.h"
#include "engine/record/straggler_note.h"
#include "engine/spec/settings.h"
#include "engine/store/find_study.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

/// When a run began: as its record says, or the study's own time.
std::optional<double> momentOf(const std::string& run, const std::string& study) {
    const std::string& text = run.empty() ? study : run;
    const QDateTime moment = QDateTime::fromString(QString::fromStdString(text), Qt::ISODateWithMs);
    return moment.isValid()
               ? std::optional(static_cast<double>(moment.toMSecsSinceEpoch()) / 1000.0)
               : std::nullopt;
}

/// Our own program is a tool as well: its version is in the environment of what it measured.
void nameVersion(const record::Header& header, spec::Settings& settings) {
    const auto version = header.environment.find("engine.version");
    if (version != header.environment.end()) {
        settings.emplace("tool_version", version->second);
    }
}

/// The network that a published figure is of by which an accelerator is paced; "" for none.
std::string networkOfPreset(const std::string& preset) {
    static const std::map<std::string, std::string> kNetworks = [] {
        std::map<std::string, std::string> networks;
        for (const catalog::AcceleratorPreset& one :
             catalog::accelerator_presets(catalog::Catalog::built_in())) {
            networks[one.id] = one.network;
        }
        return networks;
    }();
    const auto found = kNetworks.find(preset);
    return found == kNetworks.end() ? std::string() : found->second;
}

/// Of a run without an emulated storage, in a study that compares it with such: what it read from.
std::string realStorageOf(const RunForPlot& run) {
    const bool memory = spec::text_or_empty(run.settings, "page_cache") == "warm" &&
                        spec::text_or_empty(run.settings, "storage.direct") == "false";
    return (memory ? tr("memory (page cache)") : tr("this computer’s disk")).toStdString();
}

/// Where some runs of a study have an emulated storage, the others stand beside them.
void nameRealStorage(StudyForPlot& study) {
    const auto isNamed = [](const RunForPlot& run) {
        return run.foreignNames.contains("storage_target");
    };
    if (std::ranges::none_of(study.runs, isNamed)) {
        return;
    }
    for (RunForPlot& run : study.runs) {
        const auto stages = spec::stages_of(run.settings);
        const bool reads = stages == spec::Stages::Full || stages == spec::Stages::Storage;
        if (reads && !isNamed(run)) {
            run.foreignNames["storage_target"] = realStorageOf(run);
        }
    }
}

/// The conditions of foreign runs, of what was measured here.
void nameForOthers(StudyForPlot& study) {
    for (RunForPlot& run : study.runs) {
        if (study.origin == record::Origin::Measured) {
            run.foreignNames = analysis::foreign_names(run.settings);
            for (const char* key : {"storage.volume", "storage.store"}) {
                const std::string name = spec::text_or_empty(run.settings, key);
                if (!name.empty()) {  // which is what its reads behaved as, whatever disk it was
                    run.foreignNames["storage_target"] = publishedNameOf(name);
                }
            }
            const std::string preset = spec::text_or_empty(run.settings, "consumer.preset");
            if (const std::string network =
                    preset.empty() ? std::string() : networkOfPreset(preset);
                !network.empty()) {
                run.foreignNames["model"] = network;
            }
        }
    }
    nameRealStorage(study);
}

/// What a published run read from, and a storage that a study was linked to by its name.
void nameStorage(StudyForPlot& study, const std::string& source, const std::string& target) {
    for (RunForPlot& run : study.runs) {
        const auto storage = run.settings.find("storage_target");
        if (storage == run.settings.end()) {
            continue;
        }
        const std::string text = spec::setting_text(storage->second);
        if (study.origin == record::Origin::Published) {
            run.storage = publishedStorage(source, text);
        } else if (study.storage && text == target) {
            storage->second = study.storage->name.toStdString();
        }
    }
}

/// Warnings of no run in particular are every run's.
void takeNotes(const std::vector<record::Note>& notes, StudyForPlot& study) {
    for (const record::Note& note : notes) {
        for (RunForPlot& run : study.runs) {
            if (note.run && *note.run != run.number) {
                continue;
            }
            if (const auto relation = importers::relation_of_note(note.code); !relation.empty()) {
                run.relations.try_emplace(note.item, relation);
            }
            if (note.code == record::kStragglerNote) {
                run.straggler = note.item;
            }
            if (note.code == record::kGpuDecodeNote && note.item != "decode.device") {
                run.decodedBy = QString::fromStdString(note.item);
            }
            if (note.level != record::Level::Info) {
                run.warnings.try_emplace(note.code, QString::fromStdString(note.text));
            }
        }
    }
}

QString environmentText(const record::Header& header, const char* key) {
    const auto found = header.environment.find(key);
    return found == header.environment.end()
               ? QString()
               : QString::fromStdString(spec::setting_text(found->second));
}

}  // namespace

RunOfStudy findRun(const std::vector<StudyForPlot>& studies, std::int64_t id) {
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (run.id == id) {
                return {&study, &run};
            }
        }
    }
    return {};
}

Result<StudyForPlot> readStudyForPlot(store::Library& library, std::int64_t id) {
    const auto study = library.study(id);
    if (!study) {
        return study.error();
    }
    auto rows = library.runs(id);
    if (!rows) {
        return std::move(rows).error();
    }
    const auto header = library.header(id);
    if (!header) {
        return header.error();
    }
    const auto notes = library.notes(id);
    if (!notes) {
        return notes.error();
    }
    StudyForPlot result{.uuid = QString::fromStdString(study->uuid),
                        .title = QString::fromStdString(study->title),
                        .origin = study->origin,
                        .startedAt = QString::fromStdString(study->started_at),
                        .sourceDate = environmentText(*header, "source.date"),
                        .emulated = study->emulated,
                        .machine = record::machine_of(*header),
                        .isBaseline = study->baseline,
                        .storage = storageLimitsOf(study->target),
                        .runs = {}};
    for (store::RunRow& row : *rows) {
        const auto histograms = library.histograms(row.id);
        if (!histograms) {
            return histograms.error();
        }
        const auto sampled = library.series_metrics(row.id);
        if (!sampled) {
            return sampled.error();
        }
        nameVersion(*header, row.settings);
        result.runs.push_back(
            {.id = row.id,
             .number = row.number,
             .status = row.status,
             .settings = std::move(row.settings),
             .metrics = std::move(row.metrics),
             .absent = std::move(row.absent),
             .spreads = analysis::distributions_of(*histograms),
             .sampled = std::set<std::string, std::less<>>(sampled->begin(), sampled->end()),
             .startedAt = momentOf(row.started_at, study->started_at)});
    }
    takeNotes(*notes, result);
    nameForOthers(result);
    nameStorage(result, environmentText(*header, "source.id").toStdString(), study->target);
    return result;
}

Result<std::vector<StudyForPlot>> readStudiesForPlot(store::Library& library,
                                                     const QStringList& uuids) {
    std::vector<StudyForPlot> studies;
    for (const QString& uuid : uuids) {
        const auto id = store::find_study(library, uuid.toStdString());
        if (!id && id.error().code == ErrorCode::NotFound) {
            continue;
        }
        auto study = id ? readStudyForPlot(library, *id) : Result<StudyForPlot>(id.error());
        if (!study) {
            return std::move(study).error();
        }
        studies.push_back(*std::move(study));
    }
    return studies;
}

StudyForPlot studyForPlot(const record::Study& study, int colourSlot) {
    StudyForPlot result{.uuid = QString::fromStdString(study.header.study),
                        .title = QString::fromStdString(study.header.title),
                        .origin = study.header.origin,
                        .colourSlot = colourSlot,
                        .startedAt = QString::fromStdString(study.header.started_at),
                        .sourceDate = environmentText(study.header, "source.date"),
                        .emulated = analysis::emulated_in(study),
                        .machine = record::machine_of(study.header),
                        .runs = {}};
    for (const record::RunData& run : study.runs) {
        result.runs.push_back({.id = run.started.run,
                               .number = run.started.run,
                               .status = run.status,
                               .settings = run.started.settings,
                               .metrics = run.metrics,
                               .absent = run.absent,
                               .spreads = analysis::distributions_of(run.histograms),
                               .startedAt = momentOf(run.started.at, study.header.started_at)});
        nameVersion(study.header, result.runs.back().settings);
        takeNotes(run.notes, result);
    }
    takeNotes(study.notes, result);
    nameForOthers(result);
    nameStorage(result, environmentText(study.header, "source.id").toStdString(), {});
    return result;
}

record::Origin drawnAs(const StudyForPlot& study) noexcept {
    return study.machine.demo ? record::Origin::Imported : study.origin;
}

Result<SampleSeries> readSamples(store::Library& library, const SampleRequest& request) {
    auto envelope = library.envelope(request.run, request.metric, request.stretch);
    if (!envelope) {
        return std::move(envelope).error();
    }
    SampleSeries samples{.t_s = std::move(envelope->t_s),
                         .values = std::move(envelope->mean),
                         .phases = std::move(envelope->phases),
                         .repeats = std::move(envelope->repeats),
                         .lines = std::move(envelope->lines),
                         .linesOfCell = envelope->lines_of_cell,
                         .firstLine = envelope->first_line,
                         .endLine = envelope->end_line,
                         .leftOut = envelope->left_out};
    if (envelope->lines_of_cell > 1) {
        samples.low = std::move(envelope->low);
        samples.high = std::move(envelope->high);
    }
    return samples;
}

}  // namespace throughline::ui

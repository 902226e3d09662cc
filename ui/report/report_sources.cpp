// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_sources.h"

#include "engine/analysis/derive.h"
#include "engine/record/anonymise.h"
#include "engine/record/record_text.h"
#include "engine/report/proof.h"
#include "engine/store/find_study.h"
#include "ui/charts/study_titles.h"

namespace throughline::ui {

namespace {

/// Colours by place: only a chart that was taken from the screen has others to keep.
Result<std::vector<StudyForPlot>> plottedOf(store::Library& library,
                                            const std::vector<record::Study>& studies) {
    QStringList uuids;
    for (const record::Study& study : studies) {
        uuids << QString::fromStdString(study.header.study);
    }
    auto plotted = readStudiesForPlot(library, uuids);
    for (std::size_t i = 0; plotted && i < plotted->size(); ++i) {
        (*plotted)[i].colourSlot = static_cast<int>(i);
    }
    if (plotted) {
        tellReportedStudiesApart(*plotted);
    }
    return plotted;
}

/// What there is to leave out of studies that are kept as they are.
std::vector<record::PrivateName> namesIn(const std::vector<record::Study>& studies) {
    std::vector<record::Study> copies;
    for (const record::Study& study : studies) {
        record::Study copy;
        copy.header = study.header;
        copy.notes = study.notes;
        for (const record::RunData& run : study.runs) {
            record::RunData figures;
            figures.started = run.started;
            figures.metrics = run.metrics;
            figures.absent = run.absent;
            figures.notes = run.notes;
            copy.runs.push_back(std::move(figures));
        }
        copies.push_back(std::move(copy));
    }
    return record::anonymise(copies, {.devices = true});
}

}  // namespace

Result<ReportSources> sourcesOfRecords(std::vector<std::string> records) {
    auto studies = report::read_records(records);
    if (!studies) {
        return std::move(studies).error();
    }
    ReportSources sources{.records = std::move(records),
                          .studies = *std::move(studies),
                          .folder = std::make_unique<QTemporaryDir>(),
                          .library = {},
                          .plotted = {},
                          .names = {}};
    auto library = store::Library::open(
        sources.folder->filePath(QStringLiteral("library.sqlite")).toStdString());
    if (!library) {
        return std::move(library).error();
    }
    sources.library = *std::move(library);
    for (const record::Study& study : sources.studies) {
        if (auto added = sources.library->add(study, {}); !added) {
            return std::move(added).error();
        }
    }
    for (record::Study& study : sources.studies) {
        analysis::derive(study);
    }
    auto plotted = plottedOf(*sources.library, sources.studies);
    if (!plotted) {
        return std::move(plotted).error();
    }
    sources.plotted = *std::move(plotted);
    return sources;
}

Result<ReportSources> readSources(store::Library& library, const report::Definition& definition) {
    std::vector<record::Study> studies;
    for (const std::string& uuid : definition.studies) {
        const auto id = store::find_study(library, uuid);
        auto study = id ? library.load(*id) : Result<record::Study>(id.error());
        if (!study) {
            return std::move(study).error();
        }
        studies.push_back(*std::move(study));
    }
    std::vector<record::PrivateName> names =
        definition.is_private ? record::anonymise(studies, {.devices = true}) : namesIn(studies);
    std::vector<std::string> records;
    for (const record::Study& study : studies) {
        records.push_back(record::record_text(study));
    }
    auto sources = sourcesOfRecords(std::move(records));
    if (sources) {
        sources->names = std::move(names);
    }
    return sources;
}

report::Definition cleanedDefinition(const report::Definition& definition,
                                     const ReportSources& sources) {
    report::Definition cleaned = definition;
    if (definition.is_private) {
        record::replace_names(cleaned.title, sources.names);
        record::replace_names(cleaned.question, sources.names);
        for (report::Block& block : cleaned.blocks) {
            record::replace_names(block.title, sources.names);
            record::replace_names(block.text, sources.names);
        }
    }
    return cleaned;
}

}  // namespace throughline::ui

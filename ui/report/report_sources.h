// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/anonymise.h"
#include "engine/record/study.h"
#include "engine/report/definition.h"
#include "engine/store/library.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// What a report is made of, read once and drawn and composed from as often as it is changed. All
/// of it is made of the records' texts, as who verifies the report makes it of them.
struct ReportSources {
    std::vector<std::string> records;    ///< .tlrun texts, in the definition's order
    std::vector<record::Study> studies;  ///< of these, with what analysis::derive() adds
    std::unique_ptr<QTemporaryDir> folder;
    std::unique_ptr<store::Library> library;  ///< of these studies alone, in `folder`
    std::vector<StudyForPlot> plotted;        ///< likewise, in their order
    std::vector<record::PrivateName> names;   ///< that were left out, or would be
};

/// The definition's studies as they stand in a library; where it is private they are without names.
/// Thread: any. Blocks: on the library and a folder of temporary files. Errors: the library's, Io.
Result<ReportSources> readSources(store::Library& library, const report::Definition& definition);

/// Without what the records' names are, in what the author wrote, where the report is private.
report::Definition cleanedDefinition(const report::Definition& definition,
                                     const ReportSources& sources);

/// The same of records that came with a report. Errors: Format naming the record; Io.
Result<ReportSources> sourcesOfRecords(std::vector<std::string> records);

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/base/result.h"
#include "engine/report/definition.h"
#include "ui/charts/titled_files.h"

namespace throughline::ui {

/// The definitions of reports that were kept beside the library: made again, they are of its
/// studies as they are by then.
/// Thread: any; a file is replaced as a whole. Errors: Io, naming the file.
class SavedReports {
public:
    explicit SavedReports(QString folder) : files_(std::move(folder)) {}

    /// By title. A file that is no definition is left out.
    std::vector<report::Definition> list() const;
    /// Takes the place of one with the same title.
    Result<void> save(const report::Definition& definition) const;
    Result<void> remove(const QString& title) const { return files_.remove(title); }

private:
    TitledFiles files_;
};

}  // namespace throughline::ui

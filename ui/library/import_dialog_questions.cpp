// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of imported files, and the import once more with the answers.
#include <algorithm>

#include "ui/bridge/csv_memory.h"
#include "ui/bridge/error_text.h"
#include "ui/library/csv_mapping_dialog.h"
#include "ui/library/import_dialog.h"
#include "ui/library/merge_dialog.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

using State = ImportOutcome::State;

void ImportDialog::retry(const std::vector<int>& rows, const importers::Options& with) {
    std::vector<ImportTask> tasks;
    std::vector<int> shifted;
    for (const int row : rows) {
        Row& each = rows_[static_cast<std::size_t>(row)];
        const ImportOutcome& before = outcomes_[static_cast<std::size_t>(row)];
        for (const auto& [key, value] : with.assume) {
            each.how.assume.insert_or_assign(key, value);
        }
        each.how.mappings = with.mappings;
        // Only what this list itself took in makes room; what was there before stays.
        const qint64 replaces = before.state == State::Imported ? before.study : 0;
        came_.erase(replaces);
        tasks.push_back({each.file, each.how, replaces});
        shifted.push_back(row - base_);
    }
    fresh_.clear();
    run_.again(shifted, std::move(tasks));
    updateButtons();
}

void ImportDialog::answer(const importers::Assumptions& answers, bool everywhere) {
    const auto rows = chosenRows();
    if (rows.size() != 1 || run_.isRunning()) {
        return;
    }
    std::vector<int> all = rows;
    for (int row = 0; everywhere && row < static_cast<int>(rows_.size()); ++row) {
        const auto& questions = outcomes_[static_cast<std::size_t>(row)].questions;
        bool asks = std::ranges::any_of(
            questions, [&](const auto& each) { return answers.count(each.key) > 0; });
        const auto& given = rows_[static_cast<std::size_t>(row)].how.assume;
        asks = asks || std::ranges::any_of(
                           given, [&](const auto& each) { return answers.count(each.first) > 0; });
        if (asks && row != rows.front()) {
            all.push_back(row);
        }
    }
    importers::Options with;
    with.assume = answers;
    with.mappings = csvMappings();
    retry(all, with);
}

void ImportDialog::mapColumns(int row) {
    const auto rows = chosenRows();
    row = row < 0 && rows.size() == 1 ? rows.front() : row;
    if (row < 0 || run_.isRunning()) {
        return;
    }
    auto* dialog =
        new CsvMappingDialog(library_, outcomes_[static_cast<std::size_t>(row)].path, this);
    connect(dialog, &CsvMappingDialog::mapped, this, [this](const auto& mapping) {
        if (auto kept = rememberCsvMapping(mapping); !kept) {
            details_->setText(errorText(kept.error()));
        }
        // Every table of the list, since those with another header are not touched by it.
        std::vector<int> tables;
        for (int each = 0; each < static_cast<int>(outcomes_.size()); ++each) {
            if (outcomes_[static_cast<std::size_t>(each)].isCsv()) {
                tables.push_back(each);
            }
        }
        importers::Options with;
        with.mappings = csvMappings();
        with.mappings.insert(with.mappings.begin(), mapping);
        retry(tables, with);
    });
    openAndForget(dialog);
}

void ImportDialog::mergeRows(const std::vector<int>& rows) {
    std::vector<ImportPart> parts;
    merging_ = rows;
    for (const int row : merging_) {
        const ImportOutcome& outcome = outcomes_[static_cast<std::size_t>(row)];
        parts.push_back({.path = outcome.path,
                         .how = rows_[static_cast<std::size_t>(row)].how,
                         .clockAheadSeconds = 0.0,
                         .replaces = outcome.state == State::Imported ? outcome.study : 0});
    }
    auto* dialog = new MergeDialog(parts, this);
    connect(dialog, &MergeDialog::mergeAsked, this, [this](const auto& chosen) {
        run_.merge(chosen);
        updateButtons();
    });
    openAndForget(dialog);
}

}  // namespace throughline::ui

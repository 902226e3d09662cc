// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <utility>

#include "ui/library/csv_mapping_dialog.h"
#include "ui/library/import_dialog.h"
#include "ui/library/merge_dialog.h"

namespace throughline::ui {

/// The dialogs of an import, on a library of their own: a list with files that came in, that ask,
/// that belong together and that failed; the columns of a table; files to be merged.
class ImportDialogs : public testing::Test {
protected:
    static constexpr int kPatienceMs = 20'000;
    static constexpr std::array<std::pair<const char*, const char*>, 9> kFiles{{
        {"a_bw.1.log", "1000, 100, 0, 4096\n2000, 300, 0, 4096\n"},
        {"a_iops.1.log", "1000, 90, 0, 0\n2000, 80, 0, 0\n"},
        {"b_clat.1.log", "1000, 100, 0, 4096\n2000, 300, 0, 4096\n"},
        {"cut.json", R"({"fio version":"fio-3.1","jobs":[{"jo)"},
        {"empty.csv", ""},
        {"job.fio", "[global]\nrw=read\n"},
        {"page.html", "<!DOCTYPE html><p>rates</p>"},
        {"picture.json", "\x89PNG\x0d"},
        {"sweep.csv", "threads,imgs per sec\n1,100\n2,190\n"},
    }};

    void SetUp() override {
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        QStringList paths;
        for (const auto& [name, text] : kFiles) {
            QFile file(folder_.filePath(QLatin1String(name)));
            ASSERT_TRUE(file.open(QIODevice::WriteOnly));
            file.write(text);
            paths << file.fileName();
        }
        dialog_.show();
        QSignalSpy ended(&dialog_, &ImportDialog::ended);
        dialog_.start(paths);
        ASSERT_TRUE(ended.wait(kPatienceMs));
    }

    QTreeWidgetItem* rowOf(const char* name) {
        const auto found = dialog_.list()->findItems(QLatin1String(name), Qt::MatchExactly);
        return found.isEmpty() ? nullptr : found.front();
    }
    const ImportOutcome& outcome(const char* name) {
        return dialog_
            .outcomes()[static_cast<std::size_t>(dialog_.list()->indexOfTopLevelItem(rowOf(name)))];
    }

    /// Calls `look` with each of them, as it stands with each of the files, and a name for it.
    template <class Look>
    void everywhere(const Look& look) {
        for (const auto& [name, text] : kFiles) {
            dialog_.list()->clearSelection();
            rowOf(name)->setSelected(true);
            settle();
            look(dialog_, name);
        }
        dialog_.mapColumns();  // of the last one
        auto* mapping = dialog_.findChild<CsvMappingDialog*>();
        ASSERT_NE(mapping, nullptr);
        ASSERT_TRUE(QTest::qWaitFor([&] { return mapping->columnCount() == 2; }, kPatienceMs));
        settle();
        look(*mapping, "mapping");
        mapping->close();
        ASSERT_FALSE(dialog_.offer()->rows().empty());
        dialog_.offer()->button()->click();
        auto* merge = dialog_.findChild<MergeDialog*>();
        ASSERT_NE(merge, nullptr);
        settle();
        look(*merge, "merge");
        merge->close();
    }

    QTemporaryDir folder_;
    LibraryService library_{folder_.filePath(QStringLiteral("library.sqlite"))};
    ImportDialog dialog_{&library_};

private:
    static void settle() { QTest::qWait(50); }
};

}  // namespace throughline::ui

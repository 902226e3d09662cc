// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/import_feed.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <algorithm>
#include <string_view>

#include "engine/whatif/scenario.h"
#include "ui/library/import_dialog.h"
#include "ui/style/last_folder.h"

namespace throughline::ui {

namespace {

/// What the What-if tab has saved is no result, but may be opened as one.
bool holdsScenarios(const QString& path) {
    constexpr qint64 kHead = 65536;                  // enough for its first keys
    constexpr qint64 kReadAtOnce = qint64{1} << 20;  // more would hold this thread up
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) {
        return false;
    }
    const QByteArray head = file.peek(kHead);
    if (!head.trimmed().startsWith('{') || !head.contains("\"base\"")) {
        return false;
    }
    if (file.size() > kReadAtOnce) {
        return head.contains("\"candidates\"") || head.contains("\"calibration\"");
    }
    const QByteArray text = file.readAll();
    return whatif::is_scenario_file(
        std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}

}  // namespace

ImportFeed::ImportFeed(LibraryService* library, QSettings* settings, QWidget* window)
    : QObject(window), library_(library), settings_(settings), window_(window) {}

ImportFeed::~ImportFeed() {
    delete dialog_;
}

void ImportFeed::open(const QStringList& all) {
    if (all.isEmpty()) {
        return;
    }
    Q_EMIT opening(all);
    QStringList files = all;
    const auto scenarios = std::ranges::find_if(files, holdsScenarios);
    if (scenarios != files.end()) {
        Q_EMIT scenariosAsked(*scenarios);
        files.erase(scenarios);
    }
    if (files.isEmpty()) {
        return;
    }
    const bool records = std::ranges::all_of(files, [](const QString& file) {
        return file.endsWith(QLatin1String(".tlrun")) && !QFileInfo(file).isDir();
    });
    if (records) {
        library_->ingest(files);
    } else {
        dialog()->start(files);
        dialog()->show();
        dialog()->raise();
    }
}

void ImportFeed::askForFiles() {
    const QStringList files = QFileDialog::getOpenFileNames(
        window_,
        tr("Open results"),
        folderFor(settings_, FolderFor::Results, QDir::homePath()),
        tr("All results (*);;Throughline records (*.tlrun);;JSON (*.json);;Logs and text (*.log "
           "*.txt *.out);;CSV (*.csv *.tsv)"));
    if (!files.isEmpty()) {
        rememberFolder(settings_, FolderFor::Results, files.front());
        open(files);
    }
}

void ImportFeed::askForFolder() {
    const QString folder = QFileDialog::getExistingDirectory(
        window_,
        tr("Import a folder of results"),
        folderFor(settings_, FolderFor::Results, QDir::homePath()));
    if (!folder.isEmpty()) {
        rememberFolder(settings_, FolderFor::Results, folder);
        open({folder});
    }
}

ImportDialog* ImportFeed::dialog() {
    if (dialog_ == nullptr) {
        dialog_ = new ImportDialog(library_, window_);
        const auto ids = [](const std::vector<qint64>& studies) {
            return std::vector<std::int64_t>(studies.begin(), studies.end());
        };
        connect(dialog_,
                &ImportDialog::left,
                this,
                [this, ids](const auto& studies, const QString& others) {
                    Q_EMIT came(ids(studies), others);
                });
        connect(dialog_, &ImportDialog::showAsked, this, [this, ids](const auto& studies) {
            Q_EMIT chartAsked(ids(studies));
        });
        connect(dialog_, &ImportDialog::openAsked, this, &ImportFeed::askForFiles);
    }
    return dialog_;
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/scenario_files.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QSet>
#include <memory>
#include <optional>

#include "engine/base/file_descriptor.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/paths.h"
#include "ui/style/last_folder.h"

namespace throughline::ui {

namespace {

QString lastFile() {
    return dataFolder() + QStringLiteral("/what-if.json");
}

Result<void> writeFile(const QString& path, const std::string& text) {
    QDir().mkpath(QFileInfo(path).absolutePath());
    return write_file_atomically(path.toStdString(), text);
}

/// "gp2 against io1" -> "gp2-against-io1.json".
QString fileNameFrom(const QString& title) {
    QString name;
    for (const QChar letter : title.toLower()) {
        if (letter.isLetterOrNumber()) {
            name += letter;
        } else if (!name.isEmpty() && !name.endsWith(u'-')) {
            name += u'-';
        }
    }
    while (name.endsWith(u'-')) {
        name.chop(1);
    }
    return (name.isEmpty() ? QStringLiteral("scenarios") : name.left(60)) + QStringLiteral(".json");
}

QString tableFilter() {
    return ScenarioFiles::tr("Table of answers (*.csv)");
}

/// "": nothing was chosen. The dialog asks before it writes over a file, with its suffix.
QString askForPlace(QWidget* window, const QString& proposal) {
    QFileDialog dialog(
        window,
        ScenarioFiles::tr("Save scenarios"),
        QFileInfo(proposal).absolutePath(),
        ScenarioFiles::tr("Scenarios (*.json)") + QStringLiteral(";;") + tableFilter());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("json"));
    QObject::connect(
        &dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& filter) {
            dialog.setDefaultSuffix(filter == tableFilter() ? QStringLiteral("csv")
                                                            : QStringLiteral("json"));
        });
    dialog.selectFile(QFileInfo(proposal).fileName());
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) {
        return {};
    }
    return dialog.selectedFiles().constFirst();
}

/// Scenarios from a file, as they are named in messages.
Result<whatif::ScenarioFile> readScenarios(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{
            .code = ErrorCode::Io,
            .what = "open '" + path.toStdString() + "': " + file.errorString().toStdString()};
    }
    const QByteArray text = file.readAll();
    return whatif::parse_scenario_file(
        std::string_view(text.constData(), static_cast<std::size_t>(text.size())),
        QFileInfo(path).fileName().toStdString());
}

Result<void> writeScenarios(const QString& path,
                            whatif::ScenarioFile file,
                            const Candidates& candidates) {
    file.candidates = *candidates;
    return writeFile(path, whatif::scenario_file_json(file));
}

}  // namespace

ScenarioFiles::ScenarioFiles(ScenarioDocument* document, QSettings* settings, QWidget* window)
    : QObject(window),
      document_(document),
      window_(window),
      open_menu_(new QMenu(window)),
      settings_(settings) {
    connect(open_menu_, &QMenu::aboutToShow, this, &ScenarioFiles::fillOpenMenu);
    constexpr int kRememberMs = 1000;
    remember_timer_.setSingleShot(true);
    remember_timer_.setInterval(kRememberMs);
    connect(&remember_timer_, &QTimer::timeout, this, &ScenarioFiles::remember);
}

std::vector<std::pair<QString, QString>> ScenarioFiles::examples() {
    return {{QStringLiteral("attached-disks"), tr("gp2, st1 and io1 with 4 and 8 V100")},
            {QStringLiteral("object-store"), tr("Object store against persistent SSD")},
            {QStringLiteral("hdfs-datanodes"), tr("HDFS with 2 and 4 data nodes")},
            {QStringLiteral("loader-threads"), tr("Decode threads, local and network storage")},
            {QStringLiteral("loader-workers"), tr("1 and 7 decode threads")},
            {QStringLiteral("eight-nodes"), tr("Scaling to 8 nodes")},
            {QStringLiteral("burst-credits"), tr("gp2, gp3 and st1 volumes with burst credits")}};
}

QString ScenarioFiles::titleOfExample(const QString& name) {
    for (const auto& [file, title] : examples()) {
        if (file == name) {
            return title;
        }
    }
    return {};
}

bool ScenarioFiles::isExample() const {
    whatif::ScenarioFile document = document_->file();
    document.base.name = whatif::kUnnamedBase;  // earlier programs kept it without its name
    const std::string shown = whatif::scenario_file_json(document);
    return std::ranges::any_of(examples(), [&](const auto& example) {
        auto file = readScenarios(QStringLiteral(":/scenarios/%1.json").arg(example.first));
        if (file) {
            file->candidates.clear();  // as the document's
            file->base.name = document.base.name;
        }
        return file && whatif::scenario_file_json(*file) == shown;
    });
}

bool ScenarioFiles::isNameOfExample(const QString& name) {
    static const QSet<QString> kNames = [] {
        QSet<QString> names;
        for (const auto& [file, title] : examples()) {
            const auto read = readScenarios(QStringLiteral(":/scenarios/%1.json").arg(file));
            if (!read) {
                continue;
            }
            names << QString::fromStdString(read->title);
            for (const whatif::Scenario& scenario : read->scenarios) {
                names << QString::fromStdString(scenario.name);
            }
        }
        return names;
    }();
    return kNames.contains(name);
}

QString ScenarioFiles::folder() {
    return dataFolder() + QStringLiteral("/scenarios");
}

void ScenarioFiles::take(Result<whatif::ScenarioFile> file, const QString& path) {
    if (!file) {
        Q_EMIT failed(errorText(file.error()));
        return;
    }
    document_->open(*std::move(file), path);
}

void ScenarioFiles::openExample(const QString& name) {
    // What came with the program is not where one's own changes are saved.
    take(readScenarios(QStringLiteral(":/scenarios/%1.json").arg(name)), QString());
}

void ScenarioFiles::openFile(const QString& path) {
    // A file of a million candidates takes seconds to read.
    auto file = std::make_shared<std::optional<Result<whatif::ScenarioFile>>>();
    const auto work = [file, path] { *file = readScenarios(path); };
    const auto done = [this, file, path] {
        // Nobody asked for the example that the page began with: there is nothing to go back to.
        const bool is_nobodys = document_->undoStack()->count() == 0 && isExample();
        take(std::move(**file), path);
        if (is_nobodys) {
            document_->undoStack()->clear();
        }
        Q_EMIT fileRead();
    };
    runWork(runner_, work, done);
}

void ScenarioFiles::saveAnswers(const QString& path) {
    const auto written = writeFile(path, whatif::what_if_csv(document_->answers()));
    if (!written) {
        Q_EMIT failed(errorText(written.error()));
    } else {
        Q_EMIT saved(path);
    }
}

void ScenarioFiles::saveElsewhere(const QString& path) {
    if (path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive)) {
        saveAnswers(path);
        return;
    }
    // A file of a million candidates takes seconds to write.
    const auto written = std::make_shared<Result<void>>();
    const auto work =
        [path, written, file = document_->file(), candidates = document_->candidates()] {
            *written = writeScenarios(path, file, candidates);
        };
    const auto done = [this, path, written, step = document_->undoStack()->index()] {
        if (!*written) {
            Q_EMIT failed(errorText(written->error()));
            return;
        }
        if (document_->undoStack()->index() == step) {
            document_->setSaved(path);
        }
        Q_EMIT saved(path);
    };
    runWork(runner_, work, done);
}

void ScenarioFiles::openLast() {
    QFile last(lastFile());
    if (last.exists()) {
        take(readScenarios(lastFile()), QString());
    }
    const auto& base = document_->file().base;
    if (document_->columnCount() == 1 && base.changes.empty() && base.catalog.empty() &&
        document_->studyBase() == nullptr && !document_->file().ways_study) {
        openExample(examples().front().first);
    }
    document_->undoStack()->clear();
}

void ScenarioFiles::remember() {
    remember_timer_.stop();
    constexpr std::size_t kCandidatesKept = 1000;  // more would take its time, on this thread
    whatif::ScenarioFile file = document_->file();
    if (document_->candidates()->size() <= kCandidatesKept) {
        file.candidates = *document_->candidates();
    }
    // Nothing hangs on it: the same scenarios are there again when the window opens.
    static_cast<void>(writeFile(lastFile(), whatif::scenario_file_json(file)));
}

void ScenarioFiles::fillOpenMenu() {
    open_menu_->clear();
    open_menu_->addSection(tr("Worked examples"));
    for (const auto& [name, title] : examples()) {
        open_menu_->addAction(title, this, [this, name = name] { openExample(name); });
    }
    const QFileInfoList saved =
        QDir(folder()).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    if (!saved.isEmpty()) {
        open_menu_->addSection(tr("Saved"));
        constexpr qsizetype kListed = 12;
        for (const QFileInfo& file : saved.mid(0, kListed)) {
            open_menu_->addAction(
                file.completeBaseName(), this, [this, path = file.filePath()] { openFile(path); });
        }
    }
    open_menu_->addSeparator();
    open_menu_->addAction(tr("&File…"), this, &ScenarioFiles::askAndOpen);
    open_menu_->addAction(tr("&New, without scenarios"), this, [this] {
        whatif::ScenarioFile empty;
        empty.base.name = whatif::kUnnamedBase;
        document_->open(std::move(empty), QString());
    });
    open_menu_->addAction(tr("Save &as…"), this, [this] { askAndSave(true); });
}

void ScenarioFiles::askAndOpen() {
    const QString path =
        QFileDialog::getOpenFileName(window_,
                                     tr("Open scenarios"),
                                     folderFor(settings_, FolderFor::Scenarios, folder()),
                                     tr("Scenarios (*.json)"));
    if (!path.isEmpty()) {
        rememberFolder(settings_, FolderFor::Scenarios, path);
        openFile(path);
    }
}

void ScenarioFiles::askAndSave(bool elsewhere) {
    QString path = document_->path();
    if (elsewhere || path.isEmpty()) {
        QDir().mkpath(folder());
        const QString proposal = folderFor(settings_, FolderFor::Scenarios, folder()) + u'/' +
                                 fileNameFrom(shownTitle(*document_));
        path = askForPlace(window_, proposal);
    }
    if (path.isEmpty()) {
        return;
    }
    rememberFolder(settings_, FolderFor::Scenarios, path);
    saveElsewhere(path);
}

}  // namespace throughline::ui

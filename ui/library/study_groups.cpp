// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_groups.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <map>
#include <set>

#include "engine/record/this_machine.h"

namespace throughline::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("StudyGroups", text);
}

QString folderOf(const store::StudyRow& study) {
    return QFileInfo(QString::fromStdString(study.source_path)).path();
}

/// With the folder that it lies in, where it is called as the group above it: "runs/fio".
QString nameOfFolder(const QString& folder, const QString& group) {
    const QFileInfo info(folder);
    if (info.fileName() == u'.' || info.fileName() == QLatin1String("..")) {
        return tr("Unknown folder");  // as an older version kept what had been typed
    }
    const QString above = QFileInfo(info.path()).fileName();
    return info.fileName().compare(group, Qt::CaseInsensitive) == 0 && !above.isEmpty()
               ? above + u'/' + info.fileName()
               : info.fileName();
}

QString toolOf(const store::StudyRow& study) {
    return study.tool.empty() ? tr("Other files") : QString::fromStdString(study.tool);
}

/// By the name, which is its key too; what has none stands last.
StudyGroup named(const std::string& name, const QString& otherwise) {
    return name.empty() ? StudyGroup{.rank = 1, .name = otherwise, .key = QStringLiteral("-")}
                        : StudyGroup{.name = QString::fromStdString(name),
                                     .key = QString::fromStdString(name)};
}

/// Where a measured or observed study lies: a host's name does not tell whose figures they are, as
/// many a computer is called "vm".
StudyPath placeOf(const store::StudyRow& study, const QString& computer) {
    StudyGroup reference{.rank = 4,
                         .name = tr("Reference"),
                         .key = QStringLiteral("reference"),
                         .foldedAtFirst = true};
    switch (record::place_of(study.machine, record::this_machine())) {
        case record::Place::Here:
            return {{.name = tr("This computer"), .key = QStringLiteral("here")}};
        case record::Place::Demo:
            return {std::move(reference),
                    {.name = tr("Demo recordings"), .key = QStringLiteral("demo")}};
        case record::Place::Elsewhere:
        case record::Place::Unknown:
            break;
    }
    return {{.rank = 1, .name = tr("Other computers"), .key = QStringLiteral("elsewhere")},
            {.name = computer, .key = computer}};
}

/// Tools whose files come from several folders have a folder for each.
class Sources {
public:
    explicit Sources(const std::vector<store::StudyRow>& studies) {
        for (const store::StudyRow& study : studies) {
            if (study.origin == record::Origin::Imported) {
                folders_[study.tool].insert(folderOf(study));
            }
        }
    }

    StudyPath pathOf(const store::StudyRow& study, const QString& computer) const {
        switch (study.origin) {
            case record::Origin::Measured:
            case record::Origin::Observed:
                break;
            case record::Origin::Imported:
                return importedPath(study);
            case record::Origin::Predicted:
                return {{.rank = 3, .name = tr("Predicted"), .key = QStringLiteral("predicted")}};
            case record::Origin::Published:
                return {{.rank = 4,
                         .name = tr("Reference"),
                         .key = QStringLiteral("reference"),
                         .foldedAtFirst = true},
                        {.rank = 1, .name = tr("Published"), .key = QStringLiteral("published")}};
        }
        return placeOf(study, computer);
    }

private:
    StudyPath importedPath(const store::StudyRow& study) const {
        StudyPath path{
            {.rank = 2, .name = tr("Imported"), .key = QStringLiteral("imported")},
            {.rank = study.tool.empty() ? 1 : 0, .name = toolOf(study), .key = toolOf(study)}};
        if (folders_.at(study.tool).size() > 1) {
            const QString folder = folderOf(study);
            path.push_back({.name = nameOfFolder(folder, toolOf(study)), .key = folder});
        }
        return path;
    }

    std::map<std::string, std::set<QString>> folders_;  ///< by tool
};

}  // namespace

std::vector<StudyPath> pathsOf(const std::vector<store::StudyRow>& studies,
                               Arrangement arrangement) {
    std::vector<record::Machine> machines;
    machines.reserve(studies.size());
    for (const store::StudyRow& study : studies) {
        machines.push_back(study.machine);
    }
    const std::vector<std::string> computers = record::machine_names(machines);
    const Sources sources(studies);
    std::vector<StudyPath> paths;
    paths.reserve(studies.size());
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const store::StudyRow& study = studies[i];
        const StudyGroup computer = named(computers[i], tr("Unknown computer"));
        switch (arrangement) {
            case Arrangement::Source:
                paths.push_back(sources.pathOf(study, computer.name));
                break;
            case Arrangement::Computer:
                paths.push_back({computer});
                break;
            case Arrangement::Device:
                paths.push_back({named(study.device, tr("Unknown device"))});
                break;
            case Arrangement::Model:
                paths.push_back({named(study.model, tr("No model"))});
                break;
            case Arrangement::Newest:
                paths.emplace_back();
                break;
        }
    }
    return paths;
}

std::vector<ArrangementName> arrangements() {
    return {{Arrangement::Source,
             "source",
             tr("By source"),
             tr("Fold the list into this computer, other computers, imports and reference")},
            {Arrangement::Computer,
             "computer",
             tr("By computer"),
             tr("Fold the list by the computer that was measured")},
            {Arrangement::Device,
             "device",
             tr("By device"),
             tr("Fold the list by the storage device that was measured")},
            {Arrangement::Model,
             "model",
             tr("By model"),
             tr("Fold the list by the network that was trained")},
            {Arrangement::Newest,
             "newest",
             tr("Newest first"),
             tr("Show all studies in one list, the newest first")}};
}

}  // namespace throughline::ui

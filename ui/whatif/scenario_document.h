// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/catalog/catalog.h"
#include "engine/whatif/study_base.h"
#include "engine/whatif/ways_study.h"
#include "engine/whatif/what_if.h"

namespace throughline::ui {

using whatif::StudyBase;
using StudyBasePtr = std::shared_ptr<const StudyBase>;
using StudyOfWays = std::shared_ptr<const whatif::WaysStudy>;
using Candidates = std::shared_ptr<const std::vector<whatif::Scenario>>;

/// What of the catalogue a scenario takes.
enum class CatalogKind { Storage, Instance, Link, Network, GpuRate };
/// Where a scenario keeps the id of its entry of that kind; "" there = none.
std::string whatif::CatalogChoice::* entryOf(CatalogKind kind);

/// The scenarios on screen: every change is one step of the undo stack and is answered at once.
/// Column 0 is the base, the scenarios follow.
/// Thread: GUI. Blocks: some 100 us a change (a prediction takes microseconds).
class ScenarioDocument : public QObject {
    Q_OBJECT
public:
    explicit ScenarioDocument(QObject* parent = nullptr);

    /// Without the candidates, which may be a million.
    const whatif::ScenarioFile& file() const noexcept { return state_.file; }
    const Candidates& candidates() const noexcept { return state_.candidates; }
    const StudyBase* studyBase() const noexcept { return state_.file.study_base.get(); }
    const catalog::Catalog& catalog() const noexcept { return *catalog_; }
    std::shared_ptr<const catalog::Catalog> sharedCatalog() const noexcept { return catalog_; }
    QUndoStack* undoStack() { return &undo_; }
    int columnCount() const { return 1 + static_cast<int>(state_.file.scenarios.size()); }
    const whatif::Scenario& column(int column) const;
    QString columnName(int column) const;
    /// Colour and marker of a column (ui/style/run_colours.h), its own for as long as it is there,
    /// whichever others come, go or move.
    int slotOf(int column) const;
    /// The column that is looked at and changed. A new scenario is; undo does not go back in it.
    int chosen() const { return std::min(chosen_, columnCount() - 1); }
    void choose(int column);
    /// The answers; those of a column that cannot be answered are of another state.
    const whatif::WhatIf& answers() const noexcept { return answers_; }
    /// Everything filled in, for questions of one's own; with the same exception.
    const whatif::Resolved& resolved(int column) const;
    /// Why a column cannot be answered; "" when it can. Without its base no scenario can.
    const QString& problemOf(int column) const;
    bool isAnswered(int column) const { return problemOf(column).isEmpty(); }
    /// What a cell says, also where it does not fit.
    model::InputValue valueOf(int column, model::Input input) const;
    /// The first of problemOf().
    QString problem() const;
    /// The storage target of a column, its own or the base's; "" = none of the catalogue.
    const std::string& storageOf(int column) const;
    /// The volume of that storage, its own or the base's.
    const whatif::Volume& volumeOf(int column) const;
    /// Whether a column sets an input itself (and not through the catalogue or its base).
    bool isSet(int column, model::Input input) const;
    /// The entry that a column's figures of this kind are from, its own or the base's; "" where
    /// they are typed in or measured.
    QString entryIn(int column, CatalogKind kind) const;

    void setCatalog(std::shared_ptr<const catalog::Catalog> catalog);
    void setSaved(const QString& path);
    /// Where the scenarios are saved. Undo goes back behind opening a file, not behind saving one.
    const QString& path() const noexcept { return path_; }

    /// Makes one step of undo of all changes that `changes` makes.
    void inOneStep(const QString& text, const std::function<void()>& changes);

    // One step of undo each. Steps of the same cell that follow each other are one.
    /// Other scenarios; `path` is where they are saved, "" nowhere.
    void open(whatif::ScenarioFile file, const QString& path);
    void setInput(int column, model::Input input, const model::InputValue& value);
    void clearInput(int column, model::Input input);
    /// What the column had typed in of the entry's inputs gives way to it. Other storage keeps the
    /// volume where it, too, is sold by volume.
    void setCatalogEntry(int column, CatalogKind kind, const QString& id);
    void setVolume(int column, double whatif::Volume::* number, double value);
    void rename(int column, const QString& name);
    void setTitle(const QString& title);
    /// A copy of a column as a new scenario behind it; of the base: a scenario without changes.
    void duplicate(int column);
    /// One that is the same but for its name is chosen instead.
    void addScenario(const whatif::Scenario& scenario);
    void remove(int column);
    void move(int column, int by);
    /// Null: back to the inputs that were typed in before. What studies said goes into the file
    /// with the scenarios, see file().
    void setStudyBase(StudyBasePtr study);
    /// What "Copy first, stream, or cache?" is answered from, and what is asked of it. `text`: of
    /// the step; those that follow each other with one `mergeKey` are one.
    void askWays(StudyOfWays study,
                 const whatif::WaysQuestion& question,
                 const QString& text,
                 const QString& mergeKey);
    /// The same of many nodes.
    void askNodes(const whatif::NodesQuestion& question,
                  const QString& text,
                  const QString& mergeKey);
    /// What the library calls its studies now, by uuid: those of the base are called the same. No
    /// step of undo.
    void setStudyTitles(std::map<std::string, std::string> titles);

Q_SIGNALS:
    void changed();        ///< anything: texts, columns, answers
    void chosenChanged();  ///< by choose() alone
    /// Undo or redo went behind the opening of a file: other scenarios are on screen.
    void reopened();

private:
    struct State {
        whatif::ScenarioFile file;
        Candidates candidates;     ///< shared by all steps of undo
        std::vector<int> slots{};  ///< of the scenarios; the base has 0

        int freeSlot() const;
    };
    class Step;

    void apply(State next,
               const QString& text,
               const QString& mergeKey = {},
               const std::optional<QString>& path = {});
    void show(const State& state);
    void answerAll();
    whatif::Scenario& columnOf(whatif::ScenarioFile& file, int column) const;

    State state_;
    std::map<std::string, std::string> study_titles_;  ///< by uuid
    std::shared_ptr<const catalog::Catalog> catalog_;
    QUndoStack undo_;
    whatif::WhatIf answers_;
    std::vector<whatif::Resolved> resolved_;
    std::vector<QString> problems_;  ///< of each column
    QString path_;
    int chosen_ = 0;
    bool gathering_ = false;  ///< in inOneStep()
};

/// What is asked of a study of the three ways before somebody asks.
whatif::WaysQuestion firstWaysQuestion();

/// What a scenario is called that has no name yet.
QString newScenarioName();

/// The scenario with these changes, whatever its name; none: there is no such.
std::optional<int> columnLike(const ScenarioDocument& document, const whatif::Scenario& scenario);

/// Whether one more scenario can be added.
inline bool canAdd(const ScenarioDocument& document) {
    return document.file().scenarios.size() < whatif::kScenariosMax;
}

/// Whether a cell says something else than the base.
bool isChanged(const ScenarioDocument& document, int column, model::Input input);

/// What the scenarios are called, as whatif::title_of() says it; worked examples in the reader's
/// language.
QString shownTitle(const ScenarioDocument& document);
/// What the base is, as whatif::name_of_base() says it.
QString baseName(const ScenarioDocument& document);
/// "Now: gp2, 4 V100"; without a name of the base as columnName(0).
QString nowWithName(const ScenarioDocument& document);

}  // namespace throughline::ui

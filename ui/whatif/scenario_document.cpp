// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/scenario_document.h"

#include <QFileInfo>
#include <QUndoCommand>
#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <utility>

#include "engine/whatif/catalog_inputs.h"
#include "ui/whatif/quantity_text.h"

namespace throughline::ui {

namespace {

using std::chrono::steady_clock;
using whatif::Scenario;

/// Steps of the same cell within this time are one: a held arrow key, a dragged slider.
constexpr std::chrono::milliseconds kSameGesture{1500};

/// Takes what was typed in of these inputs away.
void eraseChanges(Scenario& one, const std::vector<model::Input>& inputs) {
    std::erase_if(one.changes, [&](const auto& change) {
        return std::ranges::find(inputs, change.input) != inputs.end();
    });
}

/// Calls the studies of the base as the library does; whether any was called otherwise.
bool nameStudies(whatif::ScenarioFile& file, const std::map<std::string, std::string>& titles) {
    const StudyBase* const base = file.study_base.get();
    const auto has_its_name = [&titles](const auto& study) {
        const auto found = titles.find(study.uuid);
        return found == titles.end() || found->second == study.title;
    };
    const bool renamed = file.ways_study && !has_its_name(*file.ways_study);
    if (renamed) {
        auto named = std::make_shared<whatif::WaysStudy>(*file.ways_study);
        named->title = titles.at(named->uuid);
        file.ways_study = std::move(named);
    }
    if (base == nullptr || std::ranges::all_of(base->studies, has_its_name)) {
        return renamed;
    }
    auto named = std::make_shared<StudyBase>(*base);
    whatif::name_studies(*named, titles);
    file.study_base = std::move(named);
    return true;
}

/// `wanted`, or with a number behind it where a scenario has that name.
std::string freeName(const whatif::ScenarioFile& file, const std::string& wanted) {
    const auto taken = [&file](const std::string& name) {
        return std::ranges::any_of(file.scenarios,
                                   [&](const auto& one) { return one.name == name; });
    };
    std::string name = wanted;
    for (int number = 2; taken(name); ++number) {
        name = wanted + " " + std::to_string(number);
    }
    return name;
}

}  // namespace

std::string whatif::CatalogChoice::* entryOf(CatalogKind kind) {
    using whatif::CatalogChoice;
    switch (kind) {
        case CatalogKind::Storage:
            return &CatalogChoice::storage;
        case CatalogKind::Instance:
            return &CatalogChoice::instance;
        case CatalogKind::Link:
            return &CatalogChoice::link;
        case CatalogKind::Network:
            return &CatalogChoice::network;
        case CatalogKind::GpuRate:
            break;
    }
    return &CatalogChoice::gpu_rate;
}

/// A step of undo: the whole state before and after. Scenarios are a few kilobytes, so that states
/// are simpler than differences and cannot go wrong in one direction.
class ScenarioDocument::Step : public QUndoCommand {
public:
    /// `path`: of a file that the step opens.
    Step(ScenarioDocument* document,
         State before,
         State after,
         QString merge_key,
         std::optional<QString> path)
        : document_(document),
          before_(std::move(before)),
          after_(std::move(after)),
          merge_key_(std::move(merge_key)),
          path_before_(document->path_),
          path_(std::move(path)),
          at_(steady_clock::now()) {}
    int id() const override { return merge_key_.isEmpty() ? -1 : 1; }
    void undo() override {
        if (path_) {
            document_->path_ = path_before_;
        }
        document_->show(before_);
        sayReopened();
    }
    void redo() override {
        if (path_) {
            document_->path_ = *path_;
        }
        document_->show(after_);
        if (is_done_) {
            sayReopened();
        }
        is_done_ = true;
    }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const Step*>(other);
        if (next->merge_key_ != merge_key_ || next->at_ - at_ > kSameGesture) {
            return false;
        }
        after_ = next->after_;
        at_ = next->at_;
        return true;
    }

private:
    void sayReopened() const {
        if (path_) {
            Q_EMIT document_->reopened();
        }
    }

    ScenarioDocument* document_;  // owns the stack that owns this
    State before_;
    State after_;
    QString merge_key_;
    QString path_before_;
    std::optional<QString> path_;
    steady_clock::time_point at_;
    bool is_done_ = false;  ///< once: what comes then is a redo
};

ScenarioDocument::ScenarioDocument(QObject* parent)
    : QObject(parent), catalog_(std::make_shared<const catalog::Catalog>()) {
    state_.file.base.name = whatif::kUnnamedBase;
    state_.candidates = std::make_shared<const std::vector<Scenario>>();
    answerAll();
}

const Scenario& ScenarioDocument::column(int column) const {
    return column == 0 ? state_.file.base
                       : state_.file.scenarios[static_cast<std::size_t>(column - 1)];
}

Scenario& ScenarioDocument::columnOf(whatif::ScenarioFile& file, int column) const {
    return column == 0 ? file.base : file.scenarios[static_cast<std::size_t>(column - 1)];
}

int ScenarioDocument::slotOf(int column) const {
    return column == 0 ? 0 : state_.slots[static_cast<std::size_t>(column - 1)];
}

int ScenarioDocument::State::freeSlot() const {
    int slot = 1;
    while (std::ranges::find(slots, slot) != slots.end()) {
        ++slot;
    }
    return slot;
}

QString ScenarioDocument::columnName(int column) const {
    if (column > 0) {
        return QString::fromStdString(this->column(column).name);
    }
    const StudyBase* base = studyBase();
    return base == nullptr ? tr("Now")
                           : QString::fromStdString(analysis::marked_title(
                                 tr("Now").toStdString(), whatif::emulated_in(*base)));
}

QString baseName(const ScenarioDocument& document) {
    return QString::fromStdString(whatif::name_of_base(document.file()));
}

QString nowWithName(const ScenarioDocument& document) {
    const QString base = baseName(document);  // which is marked where it was emulated
    return base.isEmpty() ? document.columnName(0) : ScenarioDocument::tr("Now: %1").arg(base);
}

void ScenarioDocument::choose(int column) {
    if (column >= 0 && column < columnCount() && column != chosen_) {
        chosen_ = column;
        Q_EMIT chosenChanged();
    }
}

const whatif::Resolved& ScenarioDocument::resolved(int column) const {
    const auto index = static_cast<std::size_t>(column);
    return resolved_[index < resolved_.size() ? index : 0];
}

const QString& ScenarioDocument::problemOf(int column) const {
    static const QString kNone;
    const auto index = static_cast<std::size_t>(column);
    return index < problems_.size() ? problems_[index] : kNone;
}

QString ScenarioDocument::problem() const {
    const auto found =
        std::ranges::find_if(problems_, [](const QString& why) { return !why.isEmpty(); });
    return found == problems_.end() ? QString() : *found;
}

model::InputValue ScenarioDocument::valueOf(int column, model::Input input) const {
    if (!isAnswered(column)) {
        for (const auto& change : this->column(column).changes) {
            if (change.input == input) {
                return change.value;
            }
        }
    }
    return model::value_of(resolved(column).inputs, input);
}

bool isChanged(const ScenarioDocument& document, int column, model::Input input) {
    const auto against = column == 0
                             ? model::value_of(whatif::start_of(document.file()).inputs, input)
                             : document.valueOf(0, input);
    return against != document.valueOf(column, input);
}

const std::string& ScenarioDocument::storageOf(int column) const {
    const auto& own = this->column(column).catalog.storage;
    return own.empty() ? this->column(0).catalog.storage : own;
}

const whatif::Volume& ScenarioDocument::volumeOf(int column) const {
    const auto& own = this->column(column).catalog;
    return own.volume.empty() && own.storage.empty() ? this->column(0).catalog.volume : own.volume;
}

bool ScenarioDocument::isSet(int column, model::Input input) const {
    const auto& changes = this->column(column).changes;
    return std::ranges::any_of(changes, [&](const auto& change) { return change.input == input; });
}

QString ScenarioDocument::entryIn(int column, CatalogKind kind) const {
    const auto entry = entryOf(kind);
    const auto& own = this->column(column).catalog.*entry;
    const int from = own.empty() ? 0 : column;
    whatif::CatalogChoice choice;
    choice.*entry = this->column(from).catalog.*entry;
    const auto inputs = whatif::inputs_set_by(choice, *catalog_);
    // Only of what says how fast it is: a price of one's own makes no other disk of it.
    constexpr std::array kFast{model::Input::StoBw, model::Input::StoIops, model::Input::GpuRate};
    const bool typed_over = std::ranges::any_of(kFast, [&](model::Input input) {
        return std::ranges::find(inputs, input) != inputs.end() &&
               (isSet(column, input) || isSet(from, input));
    });
    return typed_over ? QString() : QString::fromStdString(choice.*entry);
}

void ScenarioDocument::setCatalog(std::shared_ptr<const catalog::Catalog> catalog) {
    catalog_ = std::move(catalog);
    answerAll();
    Q_EMIT changed();
}

void ScenarioDocument::open(whatif::ScenarioFile file, const QString& path) {
    const std::string title = whatif::title_of(file);
    const QString name = title.empty() ? QFileInfo(path).fileName() : QString::fromStdString(title);
    auto candidates =
        std::make_shared<const std::vector<Scenario>>(std::exchange(file.candidates, {}));
    std::vector<int> slots(file.scenarios.size());
    std::iota(slots.begin(), slots.end(), 1);
    apply({.file = std::move(file), .candidates = std::move(candidates), .slots = std::move(slots)},
          tr("Open %1").arg(name),
          {},
          path);
    choose(columnCount() > 1 ? 1 : 0);
}

void ScenarioDocument::setSaved(const QString& path) {
    path_ = path;
    undo_.setClean();
    Q_EMIT changed();
}

void ScenarioDocument::apply(State next,
                             const QString& text,
                             const QString& mergeKey,
                             const std::optional<QString>& path) {
    if (!path && next.file == state_.file) {
        return;
    }
    Scenario& base = next.file.base;
    Scenario former = state_.file.base;
    former.name = base.name;
    if (!path && base.name == state_.file.base.name && base != former) {
        base.name = whatif::kUnnamedBase;  // its name told what it was
    }
    if (gathering_) {
        show(next);
        return;
    }
    auto* step = new Step(this, state_, std::move(next), mergeKey, path);  // the stack owns it
    step->setText(text);
    undo_.push(step);
}

void ScenarioDocument::inOneStep(const QString& text, const std::function<void()>& changes) {
    const State before = state_;
    gathering_ = true;
    changes();
    gathering_ = false;
    State after = std::exchange(state_, before);
    apply(std::move(after), text);
}

void ScenarioDocument::show(const State& state) {
    state_ = state;
    nameStudies(state_.file, study_titles_);
    answerAll();
    Q_EMIT changed();
}

void ScenarioDocument::setStudyTitles(std::map<std::string, std::string> titles) {
    study_titles_ = std::move(titles);
    if (nameStudies(state_.file, study_titles_)) {
        Q_EMIT changed();
    }
}

void ScenarioDocument::answerAll() {
    const auto former = std::exchange(resolved_, {});
    const auto former_problems = std::exchange(problems_, {});
    const whatif::Resolved from = whatif::start_of(state_.file);
    problems_.assign(static_cast<std::size_t>(columnCount()), QString());
    for (int column = 0; column < columnCount(); ++column) {
        const auto index = static_cast<std::size_t>(column);
        const auto& one = this->column(column);
        auto resolved = whatif::resolve(one, column == 0 ? from : resolved_.front(), *catalog_);
        if (resolved && (column == 0 || problems_.front().isEmpty())) {
            resolved_.push_back(*std::move(resolved));
            continue;
        }
        problems_[index] = column > 0 && !problems_.front().isEmpty()
                               ? problems_.front()
                               : QString::fromStdString(resolved.error().what);
        // What the table goes on from; it is not answered.
        const bool known = index < former.size() && former[index].name == one.name &&
                           former_problems[index].isEmpty();
        resolved_.push_back(known ? former[index] : (column == 0 ? from : resolved_.front()));
        resolved_.back().name = one.name;
    }
    answers_ = whatif::answers_of(resolved_, from);
    answers_.title = whatif::title_of(state_.file);
}

void ScenarioDocument::setInput(int column, model::Input input, const model::InputValue& value) {
    State next = state_;
    auto& changes = columnOf(next.file, column).changes;
    const auto found =
        std::ranges::find_if(changes, [&](const auto& change) { return change.input == input; });
    if (found == changes.end()) {
        changes.push_back(whatif::set_to(input, value));
    } else {
        found->value = value;
    }
    apply(std::move(next),
          tr("Change %1 of %2").arg(inputTitle(input), columnName(column)),
          QStringLiteral("%1/%2").arg(column).arg(static_cast<int>(input)));
}

void ScenarioDocument::clearInput(int column, model::Input input) {
    State next = state_;
    auto& changes = columnOf(next.file, column).changes;
    std::erase_if(changes, [&](const auto& change) { return change.input == input; });
    apply(std::move(next), tr("Reset %1 of %2").arg(inputTitle(input), columnName(column)));
}

void ScenarioDocument::setCatalogEntry(int column, CatalogKind kind, const QString& id) {
    State next = state_;
    Scenario& one = columnOf(next.file, column);
    whatif::CatalogChoice chosen;
    chosen.*entryOf(kind) = id.toStdString();
    if (kind == CatalogKind::Storage) {
        chosen.volume = whatif::as_sold(chosen.storage, volumeOf(column));
        one.catalog.volume = chosen.volume;
        // Volumes of the base's storage in other columns become volumes of the new one.
        for (auto& other : next.file.scenarios) {
            if (column == 0 && other.catalog.storage.empty()) {
                other.catalog.volume = whatif::as_sold(chosen.storage, other.catalog.volume);
            }
        }
    }
    one.catalog.*entryOf(kind) = id.toStdString();
    eraseChanges(one, whatif::inputs_set_by(chosen, *catalog_));
    apply(std::move(next), tr("Change catalogue entry of %1").arg(columnName(column)));
}

void ScenarioDocument::setVolume(int column, double whatif::Volume::* number, double value) {
    State next = state_;
    Scenario& one = columnOf(next.file, column);
    one.catalog.volume = volumeOf(column);
    one.catalog.volume.*number = value;
    eraseChanges(one, whatif::inputs_set_by({.volume = one.catalog.volume}, *catalog_));
    apply(std::move(next), tr("Change volume of %1").arg(columnName(column)));
}

void ScenarioDocument::rename(int column, const QString& name) {
    if (column == 0 || name.trimmed().isEmpty() || name.trimmed() == columnName(column)) {
        return;
    }
    State next = state_;
    columnOf(next.file, column).name = freeName(state_.file, name.trimmed().toStdString());
    apply(std::move(next), tr("Rename %1").arg(columnName(column)));
}

void ScenarioDocument::setTitle(const QString& title) {
    State next = state_;
    next.file.title = title.toStdString();
    apply(std::move(next), tr("Change title"), QStringLiteral("title"));
}

QString newScenarioName() {
    return ScenarioDocument::tr("scenario");
}

void ScenarioDocument::duplicate(int column) {
    if (!canAdd(*this)) {
        return;
    }
    State next = state_;
    Scenario copy = column == 0 ? Scenario{} : this->column(column);
    copy.name = freeName(state_.file, column == 0 ? newScenarioName().toStdString() : copy.name);
    next.file.scenarios.insert(next.file.scenarios.begin() + column, std::move(copy));
    next.slots.insert(next.slots.begin() + column, state_.freeSlot());
    apply(std::move(next), tr("Add scenario"));
    choose(column + 1);
}

std::optional<int> columnLike(const ScenarioDocument& document, const Scenario& scenario) {
    const auto& all = document.file().scenarios;
    const auto same = std::ranges::find_if(all, [&](const Scenario& one) {
        return one.catalog == scenario.catalog && one.changes == scenario.changes;
    });
    return same == all.end() ? std::nullopt
                             : std::optional(static_cast<int>(same - all.begin()) + 1);
}

void ScenarioDocument::addScenario(const Scenario& scenario) {
    if (const auto same = columnLike(*this, scenario)) {
        choose(*same);
        return;
    }
    if (!canAdd(*this)) {
        return;
    }
    State next = state_;
    next.file.scenarios.push_back(scenario);
    next.slots.push_back(state_.freeSlot());
    next.file.scenarios.back().name = freeName(state_.file, scenario.name);
    apply(std::move(next), tr("Add %1").arg(QString::fromStdString(scenario.name)));
    choose(columnCount() - 1);
}

void ScenarioDocument::remove(int column) {
    if (column == 0) {
        return;
    }
    State next = state_;
    next.file.scenarios.erase(next.file.scenarios.begin() + (column - 1));
    next.slots.erase(next.slots.begin() + (column - 1));
    apply(std::move(next), tr("Remove %1").arg(columnName(column)));
    choose(std::min(column, columnCount() - 1));
}

void ScenarioDocument::move(int column, int by) {
    const int to = column + by;
    if (column == 0 || to < 1 || to >= columnCount()) {
        return;
    }
    State next = state_;
    std::swap(next.file.scenarios[static_cast<std::size_t>(column - 1)],
              next.file.scenarios[static_cast<std::size_t>(to - 1)]);
    std::swap(next.slots[static_cast<std::size_t>(column - 1)],
              next.slots[static_cast<std::size_t>(to - 1)]);
    apply(std::move(next), tr("Move %1").arg(columnName(column)));
    choose(to);
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/whatif_feed.h"

#include <algorithm>

#include "engine/store/find_study.h"
#include "ui/bridge/error_text.h"
#include "ui/library/study_list_model.h"
#include "ui/study/missing_measurement.h"
#include "ui/style/number_text.h"
#include "ui/style/study_names.h"
#include "ui/whatif/catalog_panel.h"

namespace throughline::ui {

namespace {

struct LoadedCatalog {
    std::shared_ptr<const catalog::Catalog> catalog;
    QStringList faults;
};

LoadedCatalog readCatalog(const QString& folder) {
    auto catalog = catalog::Catalog::built_in();
    LoadedCatalog loaded;
    for (const auto& fault : catalog.add_user_folder(folder.toStdString())) {
        loaded.faults << QString::fromStdString(fault);
    }
    loaded.catalog = std::make_shared<const catalog::Catalog>(std::move(catalog));
    return loaded;
}

Result<spec::StudySpec> specOf(store::Library& library, const std::string& uuid) {
    const auto id = store::find_study(library, uuid);
    if (!id) {
        return id.error();
    }
    const auto header = library.header(*id);
    return header ? spec::parse_spec(header->spec_json) : header.error();
}

/// What studies can be asked: the base of scenarios, or why they cannot be one, and the first of
/// them that compares copying first, streaming and a cache; null: none does.
struct Asked {
    Result<StudyBasePtr> base;
    StudyOfWays ways;
};

StudyOfWays waysOf(const std::vector<record::Study>& studies) {
    for (const record::Study& study : studies) {
        if (auto ways = whatif::ways_in(study)) {
            return std::make_shared<const whatif::WaysStudy>(*std::move(ways));
        }
    }
    return nullptr;
}

/// Reads all studies; those asked for are calibrated on, all of them are predicted.
Result<Asked> calibrated(store::Library& library, const std::set<std::int64_t>& ids) {
    const auto rows = library.studies(false);
    if (!rows) {
        return rows.error();
    }
    std::vector<record::Study> own;
    std::vector<record::Study> others;
    for (const auto& row : *rows) {
        auto study = library.load(row.id);
        const bool asked = ids.count(row.id) > 0;
        if (!study && asked) {
            return std::move(study).error();
        }
        if (!study) {
            continue;  // it cannot be read: nothing can be tested on it
        }
        study->header.title = row.title;
        (asked ? own : others).push_back(*std::move(study));
    }
    StudyOfWays ways = waysOf(own);
    auto base = whatif::study_base(own, others);
    if (!base) {
        return Asked{.base = std::move(base).error(), .ways = std::move(ways)};
    }
    return Asked{.base = StudyBasePtr(std::make_shared<const StudyBase>(*std::move(base))),
                 .ways = std::move(ways)};
}

}  // namespace

WhatIfFeed::WhatIfFeed(LibraryService* library, WhatIfPage* page, QObject* parent)
    : QObject(parent),
      library_(library),
      page_(page),
      own_entries_(CatalogPanel::ownEntriesFolder()) {
    connect(&own_entries_, &FolderWatch::changed, this, &WhatIfFeed::loadCatalog);
    connect(page_->charts()->catalogPanel(),
            &CatalogPanel::rereadAsked,
            this,
            &WhatIfFeed::loadCatalog);
    connect(library_, &LibraryService::studiesListed, this, &WhatIfFeed::takeList);
    connect(page_, &WhatIfPage::studyBaseAsked, this, &WhatIfFeed::calibrateOn);
    connect(page_, &WhatIfPage::measureAgainAsked, this, [this](const std::string& uuid) {
        findSpec(uuid, false);
    });
    connect(page_, &WhatIfPage::measureAloneAsked, this, [this](const std::string& uuid) {
        findSpec(uuid, true);
    });
    page_->setRunner([this](const std::function<void()>& work, std::function<void()> done) {
        library_->query<bool>(
            page_,
            [work](store::Library&) {
                work();
                return Result<bool>(true);
            },
            [work, done = std::move(done)](const Result<bool>& worked) {
                if (!worked) {
                    work();  // a library that cannot be opened is no reason not to search
                }
                done();
            });
    });
    loadCatalog();
}

void WhatIfFeed::loadCatalog() {
    const QString folder = CatalogPanel::ownEntriesFolder();
    library_->query<LoadedCatalog>(
        page_,
        [folder](store::Library&) { return Result<LoadedCatalog>(readCatalog(folder)); },
        [this, folder](Result<LoadedCatalog> loaded) {
            const LoadedCatalog read = loaded ? *std::move(loaded) : readCatalog(folder);
            page_->setCatalog(read.catalog);
            page_->setCatalogFaults(read.faults);
        });
}

void WhatIfFeed::setChecked(const std::vector<std::int64_t>& ids) {
    checked_ = {ids.begin(), ids.end()};
    offerStudies();
}

/// Why its runs can tell nothing; "" where they may.
static QString whyNothingTold(const store::StudyRow& study) {
    return study.runs_done == 0            ? WhatIfFeed::tr("No run of it was measured to its end.")
           : !study.best_images_per_second ? WhatIfFeed::tr("It measured no images/s.")
                                           : QString();
}

/// "656 images/s", and of what, where it is of a stage alone; "": there is none.
static QString bestRateOf(const store::StudyRow& study) {
    constexpr int kDigits = 3;
    if (!study.best_images_per_second) {
        return {};
    }
    const QString figure = figureText(*study.best_images_per_second, kDigits);
    return (study.best_stages == "storage"    ? WhatIfFeed::tr("storage: %1 images/s")
            : study.best_stages == "decode"   ? WhatIfFeed::tr("decode: %1 images/s")
            : study.best_stages == "consumer" ? WhatIfFeed::tr("consumer: %1 images/s")
                                              : WhatIfFeed::tr("%1 images/s"))
        .arg(figure);
}

void WhatIfFeed::takeList(const std::vector<store::StudyRow>& studies) {
    const StudyNames names = studyNames(studies);
    studies_.clear();
    for (const auto& study : studies) {
        studies_.push_back({.id = study.id,
                            .title = QString::fromStdString(study.title),
                            .apart = names.apartOf(namedStudy(study)),
                            .uuid = study.uuid,
                            .own = study.origin == record::Origin::Measured && !study.machine.demo,
                            .offered = study.tool.empty() &&
                                       study.origin != record::Origin::Imported &&
                                       study.origin != record::Origin::Published,
                            .when = whenText(localStart(QString::fromStdString(study.started_at))),
                            .rate = bestRateOf(study),
                            .why_not = whyNothingTold(study)});
    }
    offerStudies();
}

void WhatIfFeed::offerStudies() {
    for (auto& study : studies_) {
        study.checked = checked_.count(study.id) > 0;
    }
    page_->setStudies(studies_);
    offerChosen();
}

/// An example, which nobody has touched, gives way to it: see begin().
void WhatIfFeed::offerChosen() {
    const StudyChoice* chosen = chosen_.size() == 1 ? studyOf(chosen_.front()) : nullptr;
    const bool is_other = chosen != nullptr && !page_->files()->isExample();
    page_->baseRow()->setChosen(is_other ? std::optional(*chosen) : std::nullopt);
}

const StudyChoice* WhatIfFeed::studyOf(std::int64_t id) const {
    const auto found = std::ranges::find(studies_, id, &StudyChoice::id);
    return found == studies_.end() ? nullptr : &*found;
}

void WhatIfFeed::findSpec(const std::string& uuid, bool eachStageAlone) {
    library_->query<spec::StudySpec>(
        page_,
        [uuid](store::Library& library) { return specOf(library, uuid); },
        [this, eachStageAlone](Result<spec::StudySpec> spec) {
            if (spec) {
                Q_EMIT measureAgainAsked(eachStageAlone ? withEachStageAlone(*spec) : *spec);
            } else {
                page_->showProblem(errorText(spec.error()));
            }
        });
}

void WhatIfFeed::setChosen(const std::vector<std::int64_t>& ids) {
    if (ids != chosen_) {
        ++question_;  // of what was chosen before, the answer would take the place of this one
    }
    chosen_ = ids;
    page_->baseRow()->setRefused({}, {});
    offerChosen();
    if (page_->isVisible()) {
        begin();
    }
}

void WhatIfFeed::begin() {
    offerChosen();
    if (!page_->files()->isExample()) {
        return;
    }
    std::vector<std::int64_t> candidates;
    const auto add = [&](std::int64_t id) {
        if (studyOf(id) != nullptr && std::ranges::find(candidates, id) == candidates.end()) {
            candidates.push_back(id);
        }
    };
    std::ranges::for_each(chosen_, add);
    for (const std::int64_t id : checked_) {
        if (const StudyChoice* study = studyOf(id); study != nullptr && study->own) {
            add(id);
        }
    }
    beginWith(std::move(candidates), [] {});
}

void WhatIfFeed::beginWith(std::vector<std::int64_t> candidates,
                           const std::function<void()>& refused) {
    if (candidates.empty()) {
        refused();
        return;
    }
    const std::int64_t first = candidates.front();
    candidates.erase(candidates.begin());
    // One that cannot be the base gives way to the next; of the one that was clicked it is said
    // why, if none can.
    const bool clicked = !chosen_.empty() && first == chosen_.front();
    calibrate(
        {first}, [this, first, clicked, refused, rest = std::move(candidates)](const QString& why) {
            const std::function<void()> said = [this, first, why] { sayRefused({first}, why); };
            beginWith(rest, clicked ? said : refused);
        });
}

void WhatIfFeed::calibrateOn(const std::vector<std::int64_t>& ids) {
    calibrate(ids, [this, ids](const QString& why) { sayRefused(ids, why); });
}

/// One that was measured here can be measured so that it can be the base.
void WhatIfFeed::sayRefused(const std::vector<std::int64_t>& ids, const QString& why) {
    const StudyChoice* study = ids.size() == 1 ? studyOf(ids.front()) : nullptr;
    if (study == nullptr) {
        page_->showProblem(why);
    } else {
        page_->baseRow()->setRefused(study->own ? study->uuid : std::string(), why);
    }
}

void WhatIfFeed::calibrate(const std::vector<std::int64_t>& ids, const Refused& refused) {
    const std::uint64_t question = ++question_;
    library_->query<Asked>(
        page_,
        [asked = std::set<std::int64_t>(ids.begin(), ids.end())](store::Library& library) {
            return calibrated(library, asked);
        },
        [this, question, ids, refused](const Result<Asked>& asked) {
            if (question != question_) {
                return;
            }
            if (asked && asked->base) {
                page_->setStudyBase(*asked->base);
            }
            if (asked && asked->ways) {
                page_->setWays(asked->ways, !asked->base);
            }
            if (asked && (asked->base || asked->ways)) {
                return;
            }
            const Error& why = asked ? asked->base.error() : asked.error();
            const bool nothing_fits =
                why.code == ErrorCode::NotFound || why.code == ErrorCode::Usage;
            refused(nothing_fits ? whyNoBase(ids, QString::fromStdString(why.what))
                                 : errorText(why));
        });
}

QString WhatIfFeed::whyNoBase(const std::vector<std::int64_t>& ids, QString why) const {
    if (why.endsWith(u'.')) {  // of a whole sentence, which ends with this one
        why.chop(1);
    }
    const StudyChoice* study = ids.size() == 1 ? studyOf(ids.front()) : nullptr;
    return study == nullptr || study->title.isEmpty()
               ? tr("These studies cannot be the base: %1.").arg(why)
               : tr("The study \u201C%1\u201D cannot be the base: %2.").arg(study->name(), why);
}

}  // namespace throughline::ui

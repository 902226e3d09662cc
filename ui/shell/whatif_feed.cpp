// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/whatif_feed.h"

#include <algorithm>

#include "engine/store/find_study.h"
#include "ui/bridge/error_text.h"
#include "ui/library/study_list_model.h"
#include "ui/study/missing_measurement.h"
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

void WhatIfFeed::takeList(const std::vector<store::StudyRow>& studies) {
    studies_.clear();
    for (const auto& study : studies) {
        const bool published = study.origin == record::Origin::Published;
        studies_.push_back(
            {.id = study.id,
             .title = QString::fromStdString(study.title),
             .when = published ? QString() : whenText(startedAt(study)),
             .uuid = study.uuid,
             .own = study.origin == record::Origin::Measured && !study.machine.demo});
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
    const auto found = std::ranges::find_if(studies_, [this](const StudyChoice& study) {
        return chosen_.size() == 1 && study.id == chosen_.front() && study.own;
    });
    const bool is_other = found != studies_.end() && !page_->files()->isExample();
    page_->baseRow()->setChosen(is_other ? std::optional(*found) : std::nullopt);
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
    chosen_ = ids;
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
        const bool own = std::ranges::any_of(
            studies_, [&](const StudyChoice& study) { return study.id == id && study.own; });
        if (own && std::ranges::find(candidates, id) == candidates.end()) {
            candidates.push_back(id);
        }
    };
    std::ranges::for_each(chosen_, add);
    std::ranges::for_each(checked_, add);
    beginWith(std::move(candidates));
}

void WhatIfFeed::beginWith(std::vector<std::int64_t> candidates) {
    if (candidates.empty()) {
        return;
    }
    const std::int64_t first = candidates.front();
    candidates.erase(candidates.begin());
    // Nobody asked for it: one that cannot be the base gives way to the next without a word.
    calibrate({first},
              [this, rest = std::move(candidates)](const QString& /*why*/) { beginWith(rest); });
}

void WhatIfFeed::calibrateOn(const std::vector<std::int64_t>& ids) {
    calibrate(ids, [this, ids](const QString& why) {
        const auto found = std::ranges::find_if(studies_, [&](const StudyChoice& study) {
            return ids.size() == 1 && study.id == ids.front() && study.own;
        });
        if (found == studies_.end()) {
            page_->showProblem(why);
        } else {  // it can be measured so that it can be one
            page_->baseRow()->setRefused(found->uuid, why);
        }
    });
}

void WhatIfFeed::calibrate(const std::vector<std::int64_t>& ids, const Refused& refused) {
    const std::uint64_t question = ++question_;
    library_->query<Asked>(
        page_,
        [asked = std::set<std::int64_t>(ids.begin(), ids.end())](store::Library& library) {
            return calibrated(library, asked);
        },
        [this, question, refused](const Result<Asked>& asked) {
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
            refused(nothing_fits ? tr("These studies cannot be the base: %1.")
                                       .arg(QString::fromStdString(why.what))
                                 : errorText(why));
        });
}

}  // namespace throughline::ui

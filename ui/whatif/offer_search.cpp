// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/offer_search.h"

#include <memory>

namespace throughline::ui {

namespace {

constexpr int kSoonMs = 300;
/// A search through these is not felt.
constexpr std::size_t kCandidatesFollowed = 10000;

}  // namespace

void runWork(const WorkRunner& runner,
             const std::function<void()>& work,
             const std::function<void()>& done) {
    if (runner) {
        runner(work, done);
    } else {
        work();
        done();
    }
}

OfferSearch::OfferSearch(ScenarioDocument* document, QObject* parent)
    : QObject(parent), document_(document) {
    timer_.setSingleShot(true);
    timer_.setInterval(kSoonMs);
    connect(&timer_, &QTimer::timeout, this, &OfferSearch::search);
    connect(document_, &ScenarioDocument::changed, this, &OfferSearch::follow);
    connect(document_, &ScenarioDocument::chosenChanged, this, &OfferSearch::follow);
}

std::string OfferSearch::rateOfChosen() const {
    const int column = document_->chosen();
    return document_->isAnswered(column) ? document_->resolved(column).gpu_rate : std::string();
}

OfferSearch::Asked OfferSearch::base() const {
    return {.base = document_->file().base,
            .study = document_->studyBase(),
            .gpuRate = rateOfChosen(),
            .askedBy = document_->columnName(document_->chosen()).toStdString()};
}

void OfferSearch::setTarget(double images_per_s) {
    if (images_per_s != target_) {
        target_ = images_per_s;
        Q_EMIT targetChanged();
        searchSoon();
    }
}

void OfferSearch::setSafe(bool safe) {
    if (safe != safe_) {
        safe_ = safe;
        searchSoon();
    }
}

void OfferSearch::follow() {
    if (asked_ != base() && document_->candidates()->size() <= kCandidatesFollowed) {
        searchSoon();
    }
    Q_EMIT changed();
}

void OfferSearch::search() {
    timer_.stop();
    if (searching_) {
        searchSoon();
        return;
    }
    // Everything that the work needs goes with it: the document may change meanwhile.
    struct Search {
        whatif::ScenarioFile file;
        Candidates candidates;
        whatif::Resolved start;
        std::shared_ptr<const catalog::Catalog> catalog;
        whatif::Questions questions;
        std::optional<Result<whatif::WhatIf>> found;
    };
    auto search = std::make_shared<Search>(Search{.file = document_->file(),
                                                  .candidates = document_->candidates(),
                                                  .start = whatif::start_of(document_->file()),
                                                  .catalog = document_->sharedCatalog(),
                                                  .questions = {.cheapest = target_, .safe = safe_},
                                                  .found = {}});
    search->file.scenarios.clear();
    asked_ = base();
    search->questions.gpu_rate = asked_.gpuRate;
    search->questions.asked_by = asked_.askedBy;
    searching_ = true;
    Q_EMIT changed();
    const auto work = [search] {
        search->file.candidates = *search->candidates;
        search->found =
            whatif::evaluate(search->file, search->start, *search->catalog, search->questions);
    };
    const auto done = [this, search] {
        searching_ = false;
        take(*search->found);
    };
    runWork(runner_, work, done);
}

void OfferSearch::take(const Result<whatif::WhatIf>& found) {
    found_ = found ? *found : whatif::WhatIf();  // what was found before is none of this search
    summary_ = QString::fromStdString(found ? whatif::search_text(found_) : found.error().what);
    Q_EMIT changed();
}

QString OfferSearch::summary() const {
    if (searching_) {
        return tr("Searching…");
    }
    return !found_.offers.empty() && asked_ != base()
               ? summary_ + u' ' + tr("The question has changed since then; search again.")
               : summary_;
}

}  // namespace throughline::ui

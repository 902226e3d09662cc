// SPDX-License-Identifier: GPL-3.0-or-later
// What the fields of the question offer, and the room that they keep for it.
#include <QLineEdit>
#include <algorithm>

#include "engine/whatif/catalog_inputs.h"
#include "ui/style/number_text.h"
#include "ui/whatif/input_table_model.h"
#include "ui/whatif/question_line.h"

namespace throughline::ui {

namespace {

QString fromCatalog(const std::string& text) {
    return QString::fromStdString(text);
}

/// Without the remarks: "no" and "with" stand in many of them.
QString searchOf(const catalog::GpuRate& rate) {
    return fromCatalog(rate.id + ' ' + catalog::name_of(rate) + ' ' + rate.source);
}

}  // namespace

std::vector<WordChooser::Choice> QuestionLine::countsToChoose(std::initializer_list<int> numbers) {
    std::vector<WordChooser::Choice> choices;
    for (const int number : numbers) {
        choices.push_back({.id = QString::number(number), .title = QString::number(number)});
    }
    return choices;
}

void QuestionLine::fillFromCatalog() {
    const catalog::Catalog& catalog = document_->catalog();
    shown_ = document_->sharedCatalog();
    works_of_.clear();
    cards_ = gpuCards(catalog);
    std::vector<WordChooser::Choice> cards;
    for (const GpuCard& card : cards_) {
        QString search;
        for (const auto& rate : card.rates) {
            search += searchOf(rate) + u' ';
        }
        cards.push_back({.id = card.name,
                         .title = card.name,
                         .search = search,
                         .tip = tr("%n published rate(s)", nullptr, int(card.rates.size()))});
    }
    cards.push_back({.id = kAnyCard, .title = tr("any GPU, however fast")});
    card_->setChoices(cards);
    reserveRoom();
    fillStorage();
    auto cores = countsToChoose({2, 4, 8, 16, 32, 64, 96});
    for (const auto& machine : catalog.instances()) {
        cores.push_back({.id = fromCatalog(machine.id),
                         .title = machineTitle(machine),
                         .search = fromCatalog(machine.provider + ' ' + machine.gpu),
                         .tip = catalogTip(catalog, CatalogKind::Instance, machine.id)});
    }
    cores_->setChoices(cores);
}

/// Whatever is chosen in one field, the others stay where they are.
void QuestionLine::reserveRoom() {
    constexpr int kShortChars = 21;
    constexpr int kLongChars = 26;
    constexpr int kCardChars = 28;  // "A100 80 GB (form not stated)"
    const catalog::Catalog& catalog = document_->catalog();
    QStringList works{tr("any network")};
    QStringList cards{tr("any GPU")};
    for (const GpuCard& card : cards_) {
        cards << card.name;
        for (const auto& rate : card.rates) {
            works << workOf(catalog, rate);
        }
    }
    QStringList storage;
    for (const catalog::StorageTarget& target : catalog.storage()) {
        storage << fromCatalog(target.name);
    }
    QStringList cores{QStringLiteral("96")};
    for (const auto& machine : catalog.instances()) {
        cores << figureText(machine.vcpus.value.value_or(0.0) * whatif::kCoresPerVcpu, 3);
    }
    gpus_->setRoomFor({QStringLiteral("16")}, kShortChars);
    card_->setRoomFor(cards, kCardChars);
    work_->setRoomFor(works, kLongChars);
    storage_->setRoomFor(storage, kLongChars);
    cores_->setRoomFor(cores, kShortChars);
    format_->setRoomFor({tr("one file per image"), tr("TFRecord")}, kShortChars);
    verb_->setMinimumWidth(
        std::max(verb_->fontMetrics().horizontalAdvance(tr("running")),
                 verb_->fontMetrics().horizontalAdvance(tr("training", "what GPUs do"))));
}

/// The base's own stands first, then what can be had today, then what the studies had.
void QuestionLine::fillStorage() {
    const catalog::Catalog& catalog = document_->catalog();
    std::vector<WordChooser::Choice> storage;
    own_storage_ = ownStorage();
    if (!own_storage_.isEmpty()) {
        storage.push_back(
            {.id = kOwnStorage,
             .title = own_storage_,
             .tip = tr("The storage of \u201C%1\u201D").arg(document_->columnName(0))});
    }
    for (const bool of_studies : {false, true}) {
        for (const catalog::StorageTarget& target : catalog.storage()) {
            if ((target.era == "study") == of_studies) {
                storage.push_back(
                    {.id = fromCatalog(target.id),
                     .title = catalogName(catalog, CatalogKind::Storage, target.id),
                     .search = fromCatalog(target.id + ' ' + target.provider + ' ' + target.kind),
                     .tip = catalogTip(catalog, CatalogKind::Storage, target.id)});
            }
        }
    }
    storage_->setChoices(storage);
}

/// What the card runs; without one, what any card runs.
void QuestionLine::fillWorks() {
    const GpuCard* card = cardOfColumn(document_->chosen());
    const QString name = card == nullptr ? kAnyCard : card->name;
    if (name == works_of_) {
        return;
    }
    works_of_ = name;
    std::vector<WordChooser::Choice> works;
    for (const GpuCard& one : cards_) {
        for (const auto& rate : one.rates) {
            if (card != nullptr && card != &one) {
                continue;
            }
            const QString work = fromCatalog(catalog::work_in_full(document_->catalog(), rate));
            const double alone = rate.images_per_s_1.value.value_or(0.0);
            const QString speed =
                alone > 0.0 ? tr("%1 images/s").arg(figureText(alone))
                            : tr("8 GPUs: %1 images/s").arg(figureText(*rate.images_per_s_8.value));
            const QString title = card == nullptr ? tr("%1 on %2: %3").arg(work, one.name, speed)
                                                  : tr("%1: %2").arg(work, speed);
            const QString by = fromCatalog(catalog::published_by(document_->catalog(), rate));
            works.push_back(
                {.id = fromCatalog(rate.id),
                 .title = by.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, by),
                 .search = searchOf(rate),
                 .tip = catalogTip(document_->catalog(), CatalogKind::GpuRate, rate.id)});
        }
    }
    work_->setChoices(works);
}

}  // namespace throughline::ui

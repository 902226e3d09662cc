// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/gpu_cards.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "engine/whatif/catalog_inputs.h"
#include "ui/style/number_text.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

/// "resnet50_v1.5 training" -> "ResNet-50 v1.5 training", where it is the id of a network.
QString readable(const catalog::Catalog& catalog, const QString& model) {
    const QString id = model.section(u' ', 0, 0);
    return QString::fromStdString(catalog::network_title(catalog, id.toStdString())) +
           model.mid(id.size());
}

bool isMixed(const QString& precision) {
    return precision == QLatin1String("AMP") || precision == QLatin1String("MIXED") ||
           precision == QLatin1String("FP16");
}

int rankOf(const catalog::Catalog& catalog, const catalog::GpuRate& rate, const QString& work) {
    const QString model = QString::fromStdString(rate.model);
    const bool fed = rate.note.find("may have limited") != std::string::npos;
    int rank = workOf(catalog, rate) == work ? 16 : 0;
    rank +=
        readable(catalog, model).startsWith(work.section(u',', 0, 0)) && !work.isEmpty() ? 8 : 0;
    rank += readable(catalog, model).startsWith(QLatin1String("ResNet-50")) ? 4 : 0;
    rank += model.contains(QLatin1String("inference")) ? 0 : 2;
    rank += isMixed(QString::fromStdString(rate.precision).toUpper()) ? 1 : 0;
    return rank * 2 + (fed ? 0 : 1);
}

/// What several of them give in one node is known, too.
bool knowsEight(const catalog::GpuRate& rate) {
    return rate.images_per_s_8.value.has_value();
}

}  // namespace

QString workOf(const catalog::Catalog& catalog, const catalog::GpuRate& rate) {
    return QString::fromStdString(catalog::work_of(catalog, rate));
}

std::vector<GpuCard> gpuCards(const catalog::Catalog& catalog) {
    std::vector<GpuCard> cards;
    std::vector<QString> chips;  // in the order of the catalogue
    for (auto& rate : catalog::all_gpu_rates(catalog)) {
        if (!rate.images_per_s_1.value && !rate.images_per_s_8.value) {
            continue;
        }
        const QString variant = QString::fromStdString(catalog::variant_of(rate));
        auto found = std::ranges::find(cards, variant, &GpuCard::variant);
        if (found == cards.end()) {
            const QString chip = QString::fromStdString(catalog::chip_of(rate));
            found = cards.insert(cards.end(),
                                 {.name = QString::fromStdString(card_title(catalog, rate)),
                                  .variant = variant,
                                  .chip = chip,
                                  .rates = {}});
            if (std::ranges::find(chips, chip) == chips.end()) {
                chips.push_back(chip);
            }
        }
        found->rates.push_back(std::move(rate));
    }
    using Place = std::tuple<std::ptrdiff_t, bool, bool, int, std::ptrdiff_t>;
    std::map<QString, Place> places;
    for (const GpuCard& card : cards) {
        places[card.variant] = {std::ranges::find(chips, card.chip) - chips.begin(),
                                card.variant == card.chip,
                                std::ranges::none_of(card.rates, knowsEight),
                                -rankOf(catalog, usualRate(catalog, card, {}), {}),
                                -static_cast<std::ptrdiff_t>(card.rates.size())};
    }
    std::ranges::stable_sort(
        cards, {}, [&](const GpuCard& card) { return places.at(card.variant); });
    for (GpuCard& card : cards) {
        const auto of_chip = std::ranges::count(cards, card.chip, &GpuCard::chip);
        if (card.name == card.chip && of_chip > 1) {
            card.name = words("%1 (variant not stated)").arg(card.chip);
        }
    }
    return cards;
}

QString shortNameOf(const GpuCard& card) {
    return card.variant == card.chip ? card.name : card.variant;
}

const GpuCard* cardOf(const std::vector<GpuCard>& cards, const std::string& rate) {
    const auto found = std::ranges::find_if(cards, [&](const GpuCard& card) {
        return std::ranges::find(card.rates, rate, &catalog::GpuRate::id) != card.rates.end();
    });
    return found == cards.end() ? nullptr : &*found;
}

const GpuCard* cardIn(const catalog::Instance& machine, const std::vector<GpuCard>& cards) {
    const QString whole = QString::fromStdString(catalog::card_of(machine));
    const QString gpu = QString::fromStdString(machine.gpu);
    const auto is_whole = [&](const GpuCard& card) { return card.variant == whole; };
    const QString form = QString::fromStdString(machine.gpu_form);
    const QString memory = form.isEmpty() ? whole : whole.chopped(form.size() + 1);
    const auto is_of_memory = [&](const GpuCard& card) {
        return card.variant == memory || (form.isEmpty() && card.variant.startsWith(memory + u' '));
    };
    const auto is_named = [&](const GpuCard& card) { return card.variant == gpu; };
    const auto is_of_chip = [&](const GpuCard& card) { return card.chip == gpu; };
    for (const std::function<bool(const GpuCard&)>& is :
         {std::function<bool(const GpuCard&)>(is_of_memory),
          std::function<bool(const GpuCard&)>(is_whole),
          std::function<bool(const GpuCard&)>(is_named),
          std::function<bool(const GpuCard&)>(is_of_chip)}) {
        if (const auto found = std::ranges::find_if(cards, is); found != cards.end()) {
            return &*found;
        }
    }
    return nullptr;
}

const catalog::GpuRate& usualRate(const catalog::Catalog& catalog,
                                  const GpuCard& card,
                                  const QString& work) {
    return *std::ranges::max_element(
        card.rates, {}, [&](const catalog::GpuRate& rate) { return rankOf(catalog, rate, work); });
}

QString machineTitle(const catalog::Instance& machine) {
    const double cores = machine.vcpus.value ? *machine.vcpus.value * whatif::kCoresPerVcpu : 0.0;
    QStringList parts;
    if (cores > 0.0) {
        parts << words("%1 cores").arg(figureText(cores, 3));
    }
    if (!machine.gpu.empty() && machine.gpus.value) {
        const auto& memory = machine.gpu_memory_gib.value;
        const QString gpus = figureText(*machine.gpus.value);
        const QString gpu = QString::fromStdString(machine.gpu);
        parts << (memory ? words("%1 × %2 of %3 GiB").arg(gpus, gpu, figureText(*memory, 3))
                         : words("%1 × %2").arg(gpus, gpu));
    }
    if (machine.usd_per_hour.value) {
        parts << words("%1 per hour").arg(moneyText(*machine.usd_per_hour.value));
    }
    return words("%1: %2").arg(QString::fromStdString(machine.id),
                               parts.join(QStringLiteral(", ")));
}

}  // namespace throughline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/gpu_cards.h"

#include <algorithm>

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

}  // namespace

QString cardOf(const catalog::GpuRate& rate) {
    return QString::fromStdString(rate.gpu).section(QStringLiteral(" ("), 0, 0);
}

QString workOf(const catalog::Catalog& catalog, const catalog::GpuRate& rate) {
    QString model = readable(catalog, QString::fromStdString(rate.model));
    if (model.endsWith(QLatin1String(" training"))) {
        model.chop(QLatin1String(" training").size());
    }
    model.replace(QLatin1String(" inference"), words(", inference"));
    const QString precision = QString::fromStdString(rate.precision).toUpper();
    return precision.isEmpty() ? model : words("%1, %2").arg(model, precision);
}

std::vector<GpuCard> gpuCards(const catalog::Catalog& catalog) {
    std::vector<GpuCard> cards;
    for (auto& rate : catalog::all_gpu_rates(catalog)) {
        if (!rate.images_per_s_1.value && !rate.images_per_s_8.value) {
            continue;
        }
        const QString name = cardOf(rate);
        auto found =
            std::ranges::find_if(cards, [&](const GpuCard& card) { return card.name == name; });
        if (found == cards.end()) {
            found = cards.insert(cards.end(), {.name = name, .rates = {}});
        }
        found->rates.push_back(std::move(rate));
    }
    return cards;
}

const GpuCard* cardIn(const catalog::Instance& machine, const std::vector<GpuCard>& cards) {
    for (const std::string& name : {catalog::card_of(machine), machine.gpu}) {
        const auto found = std::ranges::find(cards, QString::fromStdString(name), &GpuCard::name);
        if (found != cards.end()) {
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

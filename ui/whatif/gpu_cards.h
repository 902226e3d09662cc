// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/catalog/entries.h"
#include "engine/catalog/gpu_rate.h"

namespace throughline::ui {

// The catalogue's rates of GPUs as two choices: a card, and what it runs.

/// "A100 80 GB" of "A100 80 GB (DGX A100)": the boards of a chip are one card.
QString cardOf(const catalog::GpuRate& rate);
/// "ResNet-50 v1.5, AMP": what is run; an inference says so, training is the rule.
QString workOf(const catalog::Catalog& catalog, const catalog::GpuRate& rate);

/// A card with the rates that there are of it, in the order of the catalogue.
struct GpuCard {
    QString name;
    std::vector<catalog::GpuRate> rates;
};
std::vector<GpuCard> gpuCards(const catalog::Catalog& catalog);

/// The card that a machine has: of its memory, else of whichever. Null: it has none, or there is no
/// rate of it.
const GpuCard* cardIn(const catalog::Instance& machine, const std::vector<GpuCard>& cards);

/// The rate of a card that is taken: of the same work as before, else training ResNet-50 in mixed
/// precision, or what comes nearest to it. `work`: as workOf(), "" for none.
/// Assumes: the card has a rate.
const catalog::GpuRate& usualRate(const catalog::Catalog& catalog,
                                  const GpuCard& card,
                                  const QString& work);

/// "p4d.24xlarge: 62.4 cores, 8 × A100 of 40 GiB, $22 per hour".
QString machineTitle(const catalog::Instance& machine);

}  // namespace throughline::ui

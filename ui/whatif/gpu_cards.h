// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/catalog/entries.h"
#include "engine/catalog/gpu_rate.h"

namespace throughline::ui {

// The catalogue's rates of GPUs as two choices: a card, and what it runs.

/// "ResNet-50 v1.5, AMP": what is run; an inference says so, training is the rule.
QString workOf(const catalog::Catalog& catalog, const catalog::GpuRate& rate);

/// A card with the rates that there are of it, in the order of the catalogue.
struct GpuCard {
    /// With its variant and what that leaves open: "H100 80 GB PCIe", "A100 80 GB (form not
    /// stated)", "H100 (variant not stated)".
    QString name;
    QString variant;  ///< "A100 80 GB"
    QString chip;     ///< "A100"
    std::vector<catalog::GpuRate> rates;
};
/// The variants of a chip stand together: first those of which is known what eight in a node give,
/// then those whose rate is of the usual work, of these the ones with most rates, and last what
/// names none.
std::vector<GpuCard> gpuCards(const catalog::Catalog& catalog);
/// What it is called where there is little room: its variant, where that says more than its chip.
QString shortNameOf(const GpuCard& card);
/// The card that the rate of this id is of; null: none.
const GpuCard* cardOf(const std::vector<GpuCard>& cards, const std::string& rate);

/// The card that a machine has: of its memory, else of whichever, the one with most rates. Null: it
/// has none, or there is no rate of it.
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

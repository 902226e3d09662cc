// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/catalog/accelerator_preset.h"

// An emulated accelerator as a person chooses it: a card, what it works on, and how precisely.
namespace throughline::catalog {

/// The three choices that lead to a published figure, in words.
struct AcceleratorChoice {
    std::string card{};       ///< "A100"
    std::string work{};       ///< "ResNet-50 v1.5, training"
    std::string precision{};  ///< "mixed precision"
    bool operator==(const AcceleratorChoice&) const = default;
};
AcceleratorChoice choice_of(const AcceleratorPreset& preset);

/// Every published figure, the best of each choice first: one whose accelerator was not fed from
/// data, which may have limited it, and of those the fastest. Cards come newest first, as far as
/// their rates tell.
class AcceleratorChoices {
public:
    explicit AcceleratorChoices(const Catalog& catalog);

    std::vector<std::string> cards() const;
    std::vector<std::string> works(std::string_view card) const;
    std::vector<std::string> precisions(std::string_view card, std::string_view work) const;
    /// The figures of a choice, the best one first; empty when there is none.
    std::vector<const AcceleratorPreset*> figures(const AcceleratorChoice& choice) const;
    /// The figure that is nearest to a choice: of its card, then its work, then its precision.
    const AcceleratorPreset& nearest(const AcceleratorChoice& choice) const;
    /// A100, ResNet-50, mixed precision.
    const AcceleratorPreset& usual() const;
    /// Null when no figure has this id.
    const AcceleratorPreset* find(std::string_view id) const;

private:
    std::vector<AcceleratorPreset> presets_;  ///< never empty: some are compiled in
};

/// "A100 ResNet-50": card and network, short enough for a title.
std::string short_name(const AcceleratorPreset& preset);
/// What takes the batches, as settings name it, short enough for a title: "A100 ResNet-50", "GPU
/// VGG-16"; "" = nothing.
std::string consumer_words(const Catalog& catalog,
                           std::string_view kind,
                           std::string_view preset_id,
                           std::string_view network);

/// "1,582 images/s, batch 1,280 – A100 80GB SXM4, PyTorch; Lambda …, 2020-2025": rate and source.
std::string figure_text(const AcceleratorPreset& preset);

}  // namespace throughline::catalog

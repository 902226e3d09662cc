// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/catalog/catalog.h"

namespace throughline::catalog {

/// A published step time or rate of one accelerator, to pace an emulated one by. The same chip is
/// quoted with factors of up to 4 between sources, so that a preset is a source's figure and never
/// a chip's name alone.
struct AcceleratorPreset {
    std::string id{};  ///< of the published figure
    std::string gpu{};
    std::string system{};   ///< which of that chip's boards, or the machine; "" = not stated
    std::string network{};  ///< id among the networks
    std::string network_title{};
    std::string phase{};      ///< training or inference
    std::string precision{};  ///< "" = not stated
    std::string software{};
    std::string data{};
    std::optional<double> batch_images{};  ///< the source's batch; none = not stated
    double image_seconds = 0.0;            ///< time of one image on one accelerator
    std::string statement{};               ///< measured, listed, …
    std::string place{};                   ///< where in the source
    Source source{};
    /// The rate was measured with real data, which may have limited it.
    bool fed_from_data = false;
    /// Accelerator utilisation at which the source's own benchmark passes, in %.
    std::optional<double> pass_mark_percent{};
};

/// Every published figure that can pace an accelerator: step times, and rates of a single GPU, of
/// networks that take images. In the order of the catalogue.
std::vector<AcceleratorPreset> accelerator_presets(const Catalog& catalog);

/// None when no preset has this id.
std::optional<AcceleratorPreset> find_accelerator_preset(const Catalog& catalog,
                                                         std::string_view id);

/// The chip with what the source says of its board or machine: "H100 (H100 80GB PCIe Gen5)".
std::string chip_text(const AcceleratorPreset& preset);
/// "H100, resnet50_v1.5 training: 1,786 images/s (MLPerf Storage v2.0 …, 2025)": never without the
/// source.
std::string describe(const AcceleratorPreset& preset);
/// The source's batch; a dash when it is not stated.
std::string batch_text(const AcceleratorPreset& preset);
/// All that a search looks through.
std::string search_text(const AcceleratorPreset& preset);

}  // namespace throughline::catalog

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "engine/decode/decode_options.h"
#include "engine/decode/view.h"

namespace throughline::decode {

/// out[i] = sum over j of [i][j] * in[j] + [i][3], channels 0..255.
using ColourMatrix = std::array<std::array<double, 4>, 3>;

/// The random change of colour of one image. All parts are linear, so together they are one matrix;
/// nothing is clamped in between.
/// Formula: brightness: all * a, a in 1 +- brightness. Saturation: grey + (value - grey) * a, a in
///          1 +- saturation, grey by Rec. 601. Hue: turned by pi * a in the I-Q plane of YIQ, a in
///          +- hue. PCA noise: + sum of eigenvector * eigenvalue * N(0, pca_noise). In this order.
/// Source:  BrightnessJitterAug, SaturationJitterAug, HueJitterAug and LightingAug of Apache MXNet
///          (python/mxnet/image/image.py), which trained the AWS study's model; the noise is that
///          of Krizhevsky et al., NIPS 2012, section 4.1.
ColourMatrix colour_matrix(const DecodeOptions& options, const ImageKey& key) noexcept;

}  // namespace throughline::decode

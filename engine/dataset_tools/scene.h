// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/random.h"
#include "engine/dataset_tools/texture_bank.h"

namespace throughline::dataset_tools {

/// A picture as JPEG 4:2:0 stores it: full-range Y'CbCr (JFIF), chroma at half the size.
/// Shape: luma [rows, stride], chroma [rows / 2, stride / 2]; stride and rows are width and height
///        rounded up to 16, filled by repeating the edge.
struct Picture {
    std::uint32_t width_px = 0;
    std::uint32_t height_px = 0;
    std::uint32_t stride = 0;
    std::uint32_t rows = 0;
    std::vector<std::uint8_t> luma;
    std::vector<std::uint8_t> blue;  ///< Cb
    std::vector<std::uint8_t> red;   ///< Cr
};

struct SceneOptions {
    std::uint64_t seed = 0;
    std::uint32_t width_px = 0;
    std::uint32_t height_px = 0;
    double detail = 1.0;  ///< contrast of texture and noise; 1 is a usual photograph
};

/// Paints photo-like scenes: overlapping shapes from large to small ("dead leaves"), each with its
/// colour, shading and 1/f texture, soft shadows, uneven light, a lens blur and sensor noise.
/// Formula: the radial power spectrum falls as about f^-2 to f^-3, as in photographs.
/// Thread:  one owner; the bank is shared. Memory: scratch grows to the largest picture, stays.
/// Source:  A. B. Lee, D. Mumford, J. Huang, Occlusion models for natural images, IJCV 41, 2001.
class ScenePainter {
public:
    explicit ScenePainter(const TextureBank& bank);
    /// The same options give the same picture. `out` is overwritten and reused.
    void paint(const SceneOptions& options, Picture& out);

private:
    struct Point {
        float x;
        float y;
    };
    struct Colour {
        float luma;
        float blue;
        float red;
    };
    /// How one shape is coloured; positions are relative to its centre, in radii.
    struct Material {
        Colour colour;
        float centre_x, centre_y, per_radius;
        float slope_x, slope_y, bulge;  ///< shading, in luma
        float blue_slope, red_slope;    ///< chroma change from top to bottom
        std::uint32_t texture, offset_x, offset_y;
        float luma_contrast, chroma_contrast;
    };

    void choose_palette(Random& random);
    Material make_material(Random& random, Point centre, float radius, double detail);
    void place_shapes(const SceneOptions& options, Random& random);
    void outline(Random& random, Point centre, float radius);
    template <class Fill>
    void scan(float shift_x, float shift_y, std::uint32_t step, Fill fill);
    void light_scene(Random& random);
    void shade_luma();
    void shade_chroma(Picture& out);
    void shade_luma_run(const Material& material,
                        std::uint32_t y,
                        std::uint32_t from,
                        std::uint32_t to);
    void expose(Random& random, double noise, Picture& out);

    const TextureBank& bank_;
    std::vector<std::int8_t> noise_;  ///< a strip of normal noise, read from random places

    std::uint32_t width_ = 0;
    std::uint32_t height_ = 0;
    std::vector<Colour> palette_;
    std::vector<Material> materials_;
    std::vector<Point> outline_;
    std::vector<std::vector<float>> crossings_;  ///< of the outline with each row
    std::vector<std::uint16_t> owner_;           ///< which material shows at each pixel
    std::vector<std::uint8_t> shadow_;           ///< [height / 2, width / 2]
    std::vector<std::uint8_t> shadow_scratch_;
    std::vector<float> light_x_;  ///< [2, width]
    std::vector<float> light_y_;  ///< [2, height]
    std::vector<float> line_;
    std::vector<std::uint16_t> values_;  ///< luma with 6 fractional bits
    std::vector<std::uint16_t> values_scratch_;
};

}  // namespace throughline::dataset_tools

// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace throughline::dataset_tools {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::uint32_t kNoiseSamples = 1U << 16U;
constexpr double kNoiseDeviation = 32.0;
constexpr std::uint32_t kFraction = 64;  // one grey level in values_

// Colours that photographs are made of, as sRGB: skies, leaves, earths, skins, walls, cloth.
struct Rgb {
    std::uint8_t red, green, blue;
};
constexpr std::array kNaturalColours = {
    Rgb{168, 199, 230}, Rgb{108, 150, 200}, Rgb{214, 222, 228}, Rgb{58, 84, 40},
    Rgb{96, 122, 58},   Rgb{140, 152, 90},  Rgb{38, 52, 36},    Rgb{150, 122, 88},
    Rgb{110, 82, 56},   Rgb{74, 58, 44},    Rgb{196, 172, 132}, Rgb{224, 186, 158},
    Rgb{188, 138, 108}, Rgb{120, 80, 60},   Rgb{158, 154, 148}, Rgb{112, 110, 108},
    Rgb{70, 72, 76},    Rgb{36, 36, 40},    Rgb{232, 228, 218}, Rgb{176, 64, 52},
    Rgb{206, 158, 52},  Rgb{62, 92, 134},   Rgb{128, 64, 92},   Rgb{64, 118, 116}};

std::uint32_t round_up(std::uint32_t value, std::uint32_t to) {
    return (value + to - 1) / to * to;
}

std::uint8_t to_byte(float value) {
    return static_cast<std::uint8_t>(std::clamp(value + 0.5F, 0.0F, 255.0F));
}

float between(Random& random, double low, double high) {
    return static_cast<float>(random.uniform(low, high));
}

void extend_edges(std::vector<std::uint8_t>& plane,
                  std::uint32_t width,
                  std::uint32_t height,
                  std::uint32_t stride,
                  std::uint32_t rows) {
    for (std::uint32_t y = 0; y < height; ++y) {
        std::uint8_t* row = &plane[std::size_t{y} * stride];
        std::fill(row + width, row + stride, row[width - 1]);
    }
    const auto last = plane.begin() + static_cast<std::ptrdiff_t>(height - 1) * stride;
    for (std::uint32_t y = height; y < rows; ++y) {
        std::copy(last, last + stride, plane.begin() + static_cast<std::ptrdiff_t>(y) * stride);
    }
}

// out = (left + 2 centre + right + 2) / 4; `Value` must hold four times the largest sample.
template <class Value, class Sample>
void binomial(const Sample* __restrict left,
              const Sample* __restrict centre,
              const Sample* __restrict right,
              Sample* __restrict out,
              std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        out[i] =
            static_cast<Sample>(static_cast<Value>(left[i] + 2 * centre[i] + right[i] + 2) >> 2U);
    }
}

// One pass of a 3 x 3 binomial blur; edges repeat. `scratch` has the plane's size.
template <class Value, class Sample>
void blur_plane(std::vector<Sample>& plane,
                std::vector<Sample>& scratch,
                std::uint32_t width,
                std::uint32_t height) {
    for (std::uint32_t y = 0; y < height; ++y) {
        const Sample* row = &plane[std::size_t{y} * width];
        Sample* out = &scratch[std::size_t{y} * width];
        if (width > 2) {
            binomial<Value>(row, row + 1, row + 2, out + 1, width - 2);
        }
        out[0] = row[0];
        out[width - 1] = row[width - 1];
    }
    for (std::uint32_t y = 0; y < height; ++y) {
        const std::uint32_t above = y == 0 ? 0 : y - 1;
        const std::uint32_t below = std::min(y + 1, height - 1);
        binomial<Value>(&scratch[std::size_t{above} * width],
                        &scratch[std::size_t{y} * width],
                        &scratch[std::size_t{below} * width],
                        &plane[std::size_t{y} * width],
                        width);
    }
}

}  // namespace

ScenePainter::ScenePainter(const TextureBank& bank) : bank_(bank), noise_(kNoiseSamples) {
    Random random(0x6e6f697365);
    for (std::int8_t& sample : noise_) {
        sample = static_cast<std::int8_t>(
            std::lround(std::clamp(random.normal() * kNoiseDeviation, -127.0, 127.0)));
    }
}

void ScenePainter::choose_palette(Random& random) {
    palette_.clear();
    const std::uint64_t count = 3 + random.below(4);
    const double saturation = random.uniform(0.5, 1.3);
    const double exposure = std::exp(0.22 * random.normal());
    for (std::uint64_t i = 0; i < count; ++i) {
        const Rgb rgb = kNaturalColours[random.below(kNaturalColours.size())];
        const double luma = 0.299 * rgb.red + 0.587 * rgb.green + 0.114 * rgb.blue;  // BT.601
        palette_.push_back({static_cast<float>(std::min(luma * exposure, 240.0)),
                            static_cast<float>((rgb.blue - luma) / 1.772 * saturation),
                            static_cast<float>((rgb.red - luma) / 1.402 * saturation)});
    }
}

ScenePainter::Material ScenePainter::make_material(Random& random,
                                                   Point centre,
                                                   float radius,
                                                   double detail) {
    const Colour base = palette_[random.below(palette_.size())];
    const double brightness = std::exp(0.28 * random.normal());
    Material material{};
    material.colour.luma = static_cast<float>(std::clamp(base.luma * brightness, 12.0, 238.0));
    material.colour.blue = base.blue + static_cast<float>(4.0 * random.normal());
    material.colour.red = base.red + static_cast<float>(4.0 * random.normal());
    material.centre_x = centre.x;
    material.centre_y = centre.y;
    material.per_radius = 1.0F / radius;
    // Light and texture act on what the surface reflects: dark things vary less.
    const float reach = material.colour.luma * 0.6F + 20.0F;
    material.slope_x = between(random, -0.25, 0.25) * reach;
    material.slope_y = between(random, -0.3, 0.1) * reach;
    material.bulge = between(random, 0.0, 0.35) * reach;
    material.blue_slope = static_cast<float>(3.0 * random.normal());
    material.red_slope = static_cast<float>(3.0 * random.normal());
    material.texture = static_cast<std::uint32_t>(random.below(TextureBank::kCount));
    material.offset_x = static_cast<std::uint32_t>(random.below(TextureBank::kSide));
    material.offset_y = static_cast<std::uint32_t>(random.below(TextureBank::kSide));
    // Surfaces differ more in texture than in anything else: a wall beside a hedge.
    const double contrast =
        0.32 * std::min(std::sqrt(detail), 1.25) * std::exp(0.6 * random.normal());
    material.luma_contrast =
        static_cast<float>(std::min(contrast, 0.8) * reach / TextureBank::kDeviation);
    material.chroma_contrast = material.luma_contrast * between(random, -0.2, 0.2);
    return material;
}

void ScenePainter::outline(Random& random, Point centre, float radius) {
    outline_.clear();
    const double squeeze = random.uniform(0.35, 1.0);
    const double turn = random.uniform(0.0, 2.0 * kPi);
    const bool straight = random.uniform() < 0.35;
    const std::uint64_t corners =
        straight ? 3 + random.below(4)
                 : static_cast<std::uint64_t>(std::clamp(radius / 3.0, 12.0, 40.0));
    const double wobble = straight ? 0.25 : random.uniform(0.0, 0.18);
    const double waves = 2.0 + static_cast<double>(random.below(4));
    const double phase = random.uniform(0.0, 2.0 * kPi);
    for (std::uint64_t i = 0; i < corners; ++i) {
        double angle = 2.0 * kPi * static_cast<double>(i) / static_cast<double>(corners);
        double length = 1.0 + wobble * std::sin(waves * angle + phase);
        if (straight) {
            angle += random.uniform(-0.3, 0.3);
            length = 1.0 - wobble * random.uniform();
        }
        const double x = radius * length * std::cos(angle);
        const double y = radius * length * squeeze * std::sin(angle);
        outline_.push_back(
            {static_cast<float>(centre.x + x * std::cos(turn) - y * std::sin(turn)),
             static_cast<float>(centre.y + x * std::sin(turn) + y * std::cos(turn))});
    }
}

// Calls fill(row, from, to) for every run of pixels inside the outline, by the even-odd rule, on a
// grid of every `step`-th pixel.
template <class Fill>
void ScenePainter::scan(float shift_x, float shift_y, std::uint32_t step, Fill fill) {
    const auto scale = 1.0F / static_cast<float>(step);
    const std::uint32_t columns_whole = width_ / step;
    const auto columns = static_cast<float>(columns_whole);
    const auto rows = static_cast<std::int64_t>(height_ / step);
    std::int64_t row_low = rows;
    std::int64_t row_high = 0;
    for (std::size_t i = 0; i < outline_.size(); ++i) {
        Point a = outline_[i];
        Point b = outline_[(i + 1) % outline_.size()];
        if (a.y > b.y) {
            std::swap(a, b);
        }
        const float top = (a.y + shift_y) * scale;
        const float bottom = (b.y + shift_y) * scale;
        const auto first =
            std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil(top - 0.5F)));
        const auto end =
            std::min<std::int64_t>(rows, static_cast<std::int64_t>(std::ceil(bottom - 0.5F)));
        if (first >= end) {
            continue;
        }
        const float slope = (b.x - a.x) / (b.y - a.y);
        const float left = (a.x + shift_x) * scale;
        for (std::int64_t y = first; y < end; ++y) {
            crossings_[static_cast<std::size_t>(y)].push_back(
                left + (static_cast<float>(y) + 0.5F - top) * slope);
        }
        row_low = std::min(row_low, first);
        row_high = std::max(row_high, end);
    }
    for (std::int64_t y = row_low; y < row_high; ++y) {
        auto& row = crossings_[static_cast<std::size_t>(y)];
        std::sort(row.begin(), row.end());
        for (std::size_t i = 0; i + 1 < row.size(); i += 2) {
            const auto from =
                static_cast<std::uint32_t>(std::clamp(std::ceil(row[i] - 0.5F), 0.0F, columns));
            const auto to =
                static_cast<std::uint32_t>(std::clamp(std::ceil(row[i + 1] - 0.5F), 0.0F, columns));
            if (from < to) {
                fill(static_cast<std::uint32_t>(y), from, to);
            }
        }
        row.clear();
    }
}

void ScenePainter::place_shapes(const SceneOptions& options, Random& random) {
    const auto side = static_cast<float>(std::min(width_, height_));
    const std::uint64_t shapes = 8 + random.below(90);
    materials_.clear();
    materials_.push_back(
        make_material(random,
                      {static_cast<float>(width_) / 2, static_cast<float>(height_) / 2},
                      static_cast<float>(std::max(width_, height_)) / 2,
                      options.detail * 0.6));
    std::fill(owner_.begin(), owner_.end(), std::uint16_t{0});
    std::fill(shadow_.begin(), shadow_.end(), std::uint8_t{0});
    const double largest = random.uniform(0.28, 0.6);
    const double smallest = random.uniform(0.012, 0.05);
    const float shadow_x = between(random, -0.25, 0.25);
    const float shadow_y = between(random, 0.05, 0.3);
    const auto darkness = static_cast<std::uint8_t>(random.uniform(20.0, 120.0));
    for (std::uint64_t i = 0; i < shapes; ++i) {
        const double rank =
            (static_cast<double>(i) + random.uniform()) / static_cast<double>(shapes);
        const float radius =
            std::max(2.5F, side * static_cast<float>(largest * std::pow(smallest / largest, rank)));
        const Point centre{between(random, -0.1, 1.1) * static_cast<float>(width_),
                           between(random, -0.1, 1.1) * static_cast<float>(height_)};
        outline(random, centre, radius);
        const float drop = std::min(radius, 30.0F);
        const auto half = width_ / 2;
        scan(shadow_x * drop, shadow_y * drop, 2, [&](auto y, auto from, auto to) {
            std::fill(&shadow_[std::size_t{y} * half + from],
                      &shadow_[std::size_t{y} * half] + to,
                      darkness);
        });
        scan(0, 0, 2, [&](auto y, auto from, auto to) {
            std::fill(&shadow_[std::size_t{y} * half + from],
                      &shadow_[std::size_t{y} * half] + to,
                      std::uint8_t{0});
        });
        const auto owner = static_cast<std::uint16_t>(materials_.size());
        scan(0, 0, 1, [&](auto y, auto from, auto to) {
            std::fill(&owner_[std::size_t{y} * width_ + from],
                      &owner_[std::size_t{y} * width_] + to,
                      owner);
        });
        materials_.push_back(make_material(random, centre, radius, options.detail));
    }
}

void ScenePainter::light_scene(Random& random) {
    const double tilt = random.uniform(0.0, 0.35);
    const double vignette = random.uniform(0.0, 0.25);
    const double turns = random.uniform(0.3, 1.2);
    const double phase_x = random.uniform(0.0, 2.0 * kPi);
    const double phase_y = random.uniform(0.0, 2.0 * kPi);
    light_x_.resize(std::size_t{width_} * 2);
    light_y_.resize(std::size_t{height_} * 2);
    const auto along =
        [&](std::vector<float>& light, std::uint32_t count, double phase, double gain) {
            for (std::uint32_t i = 0; i < count; ++i) {
                const double at = (i + 0.5) / count;
                light[i] = static_cast<float>(gain * std::sin(2.0 * kPi * turns * at + phase));
                light[count + i] =
                    static_cast<float>(1.0 - vignette * (2.0 * at - 1.0) * (2.0 * at - 1.0));
            }
        };
    along(light_x_, width_, phase_x, tilt);
    along(light_y_, height_, phase_y, 1.0);
}

void ScenePainter::shade_luma_run(const Material& material,
                                  std::uint32_t y,
                                  std::uint32_t from,
                                  std::uint32_t to) {
    const float down = (static_cast<float>(y) - material.centre_y) * material.per_radius;
    const float base =
        material.colour.luma + material.slope_y * down + material.bulge * (0.5F - down * down);
    const std::int8_t* texture = bank_.row(material.texture, y + material.offset_y);
    while (from < to) {
        const std::uint32_t at = (from + material.offset_x) % TextureBank::kSide;
        const std::uint32_t count = std::min(to - from, TextureBank::kSide - at);
        float* out = &line_[from];
        const float start = (static_cast<float>(from) - material.centre_x) * material.per_radius;
        for (std::uint32_t i = 0; i < count; ++i) {
            const float across =
                start + static_cast<float>(static_cast<std::int32_t>(i)) * material.per_radius;
            out[i] = base + across * (material.slope_x - material.bulge * across) +
                     material.luma_contrast * static_cast<float>(texture[at + i]);
        }
        from += count;
    }
}

void ScenePainter::shade_luma() {
    for (std::uint32_t y = 0; y < height_; ++y) {
        const std::uint16_t* owner = &owner_[std::size_t{y} * width_];
        for (std::uint32_t from = 0; from < width_;) {
            std::uint32_t to = from + 1;
            while (to < width_ && owner[to] == owner[from]) {
                ++to;
            }
            shade_luma_run(materials_[owner[from]], y, from, to);
            from = to;
        }
        const float tilt = light_y_[y];
        const float fall = light_y_[height_ + y];
        const std::uint8_t* shadow =
            &shadow_[std::size_t{std::min(y / 2, height_ / 2 - 1)} * (width_ / 2)];
        std::uint16_t* out = &values_[std::size_t{y} * width_];
        const std::uint32_t shadow_last = width_ / 2 - 1;
        for (std::uint32_t x = 0; x < width_; ++x) {
            const float light = (1.0F + light_x_[x] * tilt) * fall * light_x_[width_ + x];
            const float shade =
                1.0F - static_cast<float>(shadow[std::min(x / 2, shadow_last)]) / 256.0F;
            const float value = std::min(std::max(line_[x] * light * shade, 2.0F), 252.0F);
            out[x] = static_cast<std::uint16_t>(
                static_cast<std::int32_t>(value * static_cast<float>(kFraction)));
        }
    }
}

void ScenePainter::shade_chroma(Picture& out) {
    const std::uint32_t columns = (width_ + 1) / 2;
    const std::uint32_t rows = (height_ + 1) / 2;
    const std::uint32_t stride = out.stride / 2;
    for (std::uint32_t y = 0; y < rows; ++y) {
        const std::uint16_t* owner = &owner_[std::size_t{y} * 2 * width_];
        for (std::uint32_t x = 0; x < columns; ++x) {
            const Material& material = materials_[owner[std::size_t{x} * 2]];
            const float down =
                (2.0F * static_cast<float>(y) - material.centre_y) * material.per_radius;
            const auto texture = static_cast<float>(bank_.row(
                material.texture,
                y * 2 + material.offset_y)[(x * 2 + material.offset_x) % TextureBank::kSide]);
            const float change = material.chroma_contrast * texture;
            // Little light, little colour: the eye and the gamut agree.
            const float strength =
                static_cast<float>(values_[std::size_t{y} * 2 * width_ + std::size_t{x} * 2]) /
                (static_cast<float>(kFraction) * (material.colour.luma + 20.0F));
            const float gain = std::min(strength + 0.15F, 1.2F);
            out.blue[std::size_t{y} * stride + x] = to_byte(
                128.0F + gain * (material.colour.blue + material.blue_slope * down + change));
            out.red[std::size_t{y} * stride + x] =
                to_byte(128.0F + gain * (material.colour.red + material.red_slope * down - change));
        }
    }
    extend_edges(out.blue, columns, rows, stride, out.rows / 2);
    extend_edges(out.red, columns, rows, stride, out.rows / 2);
}

// Noise and the last rounding: values_ to 8-bit luma.
void ScenePainter::expose(Random& random, double noise, Picture& out) {
    const auto gain = static_cast<std::int32_t>(noise / kNoiseDeviation * kFraction * 256.0);
    for (std::uint32_t y = 0; y < height_; ++y) {
        const std::uint16_t* from = &values_[std::size_t{y} * width_];
        std::uint8_t* to = &out.luma[std::size_t{y} * out.stride];
        for (std::uint32_t x = 0; x < width_;) {
            const auto place = static_cast<std::uint32_t>(random.below(kNoiseSamples));
            const std::uint32_t count = std::min({width_ - x, kNoiseSamples - place, 4096U});
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::int32_t value = from[x + i] + ((noise_[place + i] * gain) >> 8) + 32;
                to[x + i] = static_cast<std::uint8_t>(std::clamp(value, 0, 255 * 64 + 63) >> 6);
            }
            x += count;
        }
    }
    extend_edges(out.luma, width_, height_, out.stride, out.rows);
}

void ScenePainter::paint(const SceneOptions& options, Picture& out) {
    Random random(options.seed);
    width_ = std::max(options.width_px, 2U);
    height_ = std::max(options.height_px, 2U);
    out.width_px = width_;
    out.height_px = height_;
    out.stride = round_up(width_, 16);
    out.rows = round_up(height_, 16);
    const std::size_t stored = std::size_t{out.stride} * out.rows;
    out.luma.resize(stored);
    out.blue.resize(stored / 4);
    out.red.resize(stored / 4);
    const std::size_t pixels = std::size_t{width_} * height_;
    owner_.resize(pixels);
    values_.resize(pixels);
    values_scratch_.resize(pixels);
    shadow_.resize(std::size_t{width_ / 2} * (height_ / 2));
    shadow_scratch_.resize(shadow_.size());
    line_.resize(width_);
    crossings_.resize(std::max<std::size_t>(crossings_.size(), height_));

    choose_palette(random);
    place_shapes(options, random);
    for (int pass = 0; pass < 4; ++pass) {
        blur_plane<std::uint16_t>(shadow_, shadow_scratch_, width_ / 2, height_ / 2);
    }
    light_scene(random);
    shade_luma();
    shade_chroma(out);
    const std::uint64_t passes = random.uniform() < 0.7 ? 1 : 2;
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
        blur_plane<std::uint32_t>(values_, values_scratch_, width_, height_);
    }
    expose(random, random.uniform(0.6, 2.4) * options.detail, out);
}

}  // namespace throughline::dataset_tools

// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/decode/jpeg_fixture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "engine/base/random.h"
// clang-format off: libjpeg's header needs <cstdio> first
#include <jpeglib.h>
// clang-format on

namespace throughline::decode::fixture {
namespace {

std::uint8_t to_byte(double value) {
    return static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L));
}

// One axis: [outer, from, inner] to [outer, result, inner], triangle filter.
std::vector<double> resize_axis(
    const std::vector<double>& in, int outer, int from, const Extent& extent, int inner) {
    const int to = static_cast<int>(extent.result_px);
    std::vector<double> out(static_cast<std::size_t>(outer) * to * inner, 0.0);
    const double step = extent.size / to;
    const double support = std::max(1.0, step);
    for (int i = 0; i < to; ++i) {
        const int place = extent.mirrored ? to - 1 - i : i;
        const double centre = extent.begin + (place + 0.5) * step;
        std::vector<double> weights(static_cast<std::size_t>(from));
        double sum = 0.0;
        for (auto k = static_cast<int>(extent.limit_begin); k < static_cast<int>(extent.limit_end);
             ++k) {
            weights[k] = std::max(0.0, 1.0 - std::abs(k + 0.5 - centre) / support);
            sum += weights[k];
        }
        for (int k = 0; k < from; ++k) {
            if (weights[k] == 0.0) {
                continue;
            }
            for (int o = 0; o < outer; ++o) {
                for (int n = 0; n < inner; ++n) {
                    out[(static_cast<std::size_t>(o) * to + i) * inner + n] +=
                        weights[k] / sum * in[(static_cast<std::size_t>(o) * from + k) * inner + n];
                }
            }
        }
    }
    return out;
}

Extent whole(int side_px, int result_px) {
    return {.begin = 0.0,
            .size = static_cast<double>(side_px),
            .limit_begin = 0,
            .limit_end = static_cast<std::uint32_t>(side_px),
            .result_px = static_cast<std::uint32_t>(result_px),
            .mirrored = false};
}

std::vector<std::uint8_t> ink_row(const std::uint8_t* rgb, int width) {
    std::vector<std::uint8_t> row(static_cast<std::size_t>(width) * 4);
    for (int x = 0; x < width; ++x) {
        for (int c = 0; c < 3; ++c) {
            row[x * 4 + c] = rgb[x * 3 + c];  // Adobe's inverted cyan is red, and so on
        }
        row[x * 4 + 3] = 255;  // no black
    }
    return row;
}

}  // namespace

Raster painted(int width, int height, std::uint64_t seed) {
    Random random(seed);
    Raster image{.width = width, .height = height, .channels = 3, .samples = {}};
    image.samples.resize(static_cast<std::size_t>(width) * height * 3);
    const double tilt = random.uniform(-0.3, 0.3);
    const double period = random.uniform(7.0, 40.0);
    const double centre_x = random.uniform(0.3, 0.7) * width;
    const double centre_y = random.uniform(0.3, 0.7) * height;
    const double radius = random.uniform(0.2, 0.4) * std::min(width, height);
    double grain = 0.0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const bool inside = std::hypot(x - centre_x, y - centre_y) < radius;
            grain = 0.7 * grain + 4.0 * random.normal();
            const double wave = 25.0 * std::sin((x + tilt * y) / period);
            const double base = inside ? 150.0 : 90.0 + 60.0 * y / height;
            auto* pixel = &image.samples[(static_cast<std::size_t>(y) * width + x) * 3];
            pixel[0] = to_byte(base + wave + grain);
            pixel[1] = to_byte(base + (inside ? 40.0 : -10.0) + wave + grain);
            pixel[2] = to_byte(200.0 - base * 0.5 - wave + grain);
        }
    }
    return image;
}

std::vector<std::byte> encode(const Raster& image, const JpegOptions& options) {
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};  // libjpeg's own: an error here ends the test program
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char* memory = nullptr;
    unsigned long bytes = 0;
    jpeg_mem_dest(&info, &memory, &bytes);
    info.image_width = static_cast<JDIMENSION>(image.width);
    info.image_height = static_cast<JDIMENSION>(image.height);
    const bool inks = options.colour == Colour::Cmyk || options.colour == Colour::Ycck;
    const bool grey = options.colour == Colour::Grey;
    info.input_components = grey ? 1 : (inks ? 4 : 3);
    info.in_color_space = grey ? JCS_GRAYSCALE : (inks ? JCS_CMYK : JCS_RGB);
    jpeg_set_defaults(&info);
    if (options.colour == Colour::Ycck) {
        jpeg_set_colorspace(&info, JCS_YCCK);
    }
    jpeg_set_quality(&info, options.quality, TRUE);
    if (options.colour == Colour::Rgb) {
        info.comp_info[0].h_samp_factor = options.horizontal;
        info.comp_info[0].v_samp_factor = options.vertical;
    }
    info.restart_in_rows = options.restart_rows;
    if (options.progressive) {
        jpeg_simple_progression(&info);
    }
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        const std::uint8_t* from =
            &image.samples[static_cast<std::size_t>(info.next_scanline) * image.width * 3];
        std::vector<std::uint8_t> row(from, from + static_cast<std::size_t>(image.width) * 3);
        if (inks) {
            row = ink_row(from, image.width);
        } else if (grey) {
            for (int x = 0; x < image.width; ++x) {
                row[x] = from[x * 3 + 1];
            }
        }
        JSAMPROW rows = row.data();
        jpeg_write_scanlines(&info, &rows, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    const auto* data = reinterpret_cast<const std::byte*>(memory);
    std::vector<std::byte> encoded(data, data + bytes);
    std::free(memory);
    return encoded;
}

Raster decode_whole(const std::vector<std::byte>& encoded) {
    jpeg_decompress_struct info{};
    jpeg_error_mgr errors{};
    info.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info,
                 reinterpret_cast<const unsigned char*>(encoded.data()),
                 static_cast<unsigned long>(encoded.size()));
    jpeg_read_header(&info, TRUE);
    info.out_color_space = JCS_RGB;
    jpeg_start_decompress(&info);
    Raster image{.width = static_cast<int>(info.output_width),
                 .height = static_cast<int>(info.output_height),
                 .channels = 3,
                 .samples = {}};
    const std::size_t stride = static_cast<std::size_t>(image.width) * 3;
    image.samples.resize(stride * static_cast<std::size_t>(image.height));
    while (info.output_scanline < info.output_height) {
        JSAMPROW row = &image.samples[stride * info.output_scanline];
        jpeg_read_scanlines(&info, &row, 1);
    }
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    return image;
}

std::vector<double> reference_view(const Raster& image, const View& view) {
    std::vector<double> values(image.samples.begin(), image.samples.end());
    const int width = static_cast<int>(view.across.result_px);
    const int height = static_cast<int>(view.down.result_px);
    values = resize_axis(values, 1, image.height, view.down, image.width * 3);
    values = resize_axis(values, height, image.width, view.across, 3);
    if (!view.transposed) {
        return values;
    }
    std::vector<double> turned(values.size());
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (int c = 0; c < 3; ++c) {
                turned[(static_cast<std::size_t>(x) * height + y) * 3 + c] =
                    values[(static_cast<std::size_t>(y) * width + x) * 3 + c];
            }
        }
    }
    return turned;
}

Raster reference_resize(const Raster& image, int width, int height) {
    const auto values = reference_view(image,
                                       {.across = whole(image.width, width),
                                        .down = whole(image.height, height),
                                        .transposed = false});
    Raster out{.width = width, .height = height, .channels = 3, .samples = {}};
    out.samples.resize(values.size());
    std::transform(values.begin(), values.end(), out.samples.begin(), to_byte);
    return out;
}

void add_exif_orientation(std::vector<std::byte>& encoded, int orientation, bool big_endian) {
    // APP1, its length, "Exif", a TIFF header and a directory with one entry: 0x0112, SHORT, 1.
    std::vector<int> bytes = {0xff, 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0};
    const std::vector<int> big = {'M', 'M', 0, 42, 0, 0, 0,           8, 0, 1, 1, 0x12, 0,
                                  3,   0,   0, 0,  1, 0, orientation, 0, 0, 0, 0, 0,    0};
    const std::vector<int> little = {'I', 'I', 42, 0, 8, 0,           0, 0, 1, 0, 0x12, 1, 3,
                                     0,   1,   0,  0, 0, orientation, 0, 0, 0, 0, 0,    0, 0};
    const auto& tiff = big_endian ? big : little;
    bytes.insert(bytes.end(), tiff.begin(), tiff.end());
    std::vector<std::byte> segment;
    for (const int byte : bytes) {
        segment.push_back(static_cast<std::byte>(byte));
    }
    encoded.insert(encoded.begin() + 2, segment.begin(), segment.end());
}

double psnr_db(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    return psnr_db(a, std::vector<double>(b.begin(), b.end()));
}

double psnr_db(const std::vector<std::uint8_t>& a, const std::vector<double>& b) {
    double square = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = static_cast<double>(a[i]) - b[i];
        square += difference * difference;
    }
    const double mean = std::max(square / static_cast<double>(a.size()), 1e-4);
    return 10.0 * std::log10(255.0 * 255.0 / mean);
}

}  // namespace throughline::decode::fixture

// SPDX-License-Identifier: Apache-2.0
// What decoding an image costs against libjpeg's plain decode of it, and the resize against
// OpenCV's. The two sides of a ratio take turns image by image, so that drifts of the processor's
// speed hit both alike; a figure is the ratio of two sums of thread CPU time, once a round.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/decode/image_decoder.h"
#include "engine/decode/pixel_format.h"
#include "engine/decode/resize.h"
#include "engine/decode/view.h"
#include "tests/benchmarks/decode_quality.h"

// clang-format off: libjpeg's header needs <cstdio> first
#include <jpeglib.h>
// clang-format on
#ifdef THROUGHLINE_OPENCV
#include <opencv2/imgproc.hpp>
#endif

namespace {

using namespace throughline;  // NOLINT: a program of its own

struct Options {
    std::string folder;
    std::string json;
    std::size_t images = 400;
    std::size_t rounds = 5;
    bool quality = false;
};

using Bytes = benchmarks::Bytes;

double cpu_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<Bytes> load(const Options& options) {
    namespace fs = std::filesystem;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(options.folder)) {
        const auto extension = entry.path().extension();
        if (entry.is_regular_file() && (extension == ".jpg" || extension == ".JPEG")) {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    std::vector<Bytes> images;
    const std::size_t step = std::max<std::size_t>(1, paths.size() / options.images);
    for (std::size_t i = 0; i < paths.size() && images.size() < options.images; i += step) {
        std::ifstream file(paths[i], std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const auto* data = reinterpret_cast<const std::byte*>(text.data());
        images.emplace_back(data, data + text.size());
    }
    return images;
}

/// libjpeg as it comes, its object and its buffer used again. An error ends the program.
class Plain {
public:
    Plain() {
        info_.err = jpeg_std_error(&errors_);
        jpeg_create_decompress(&info_);
    }
    ~Plain() { jpeg_destroy_decompress(&info_); }
    Plain(const Plain&) = delete;
    Plain& operator=(const Plain&) = delete;

    void begin(const Bytes& encoded) {
        jpeg_mem_src(&info_,
                     reinterpret_cast<const unsigned char*>(encoded.data()),
                     static_cast<unsigned long>(encoded.size()));
        jpeg_read_header(&info_, TRUE);
        info_.out_color_space = JCS_RGB;
        jpeg_start_decompress(&info_);
        stride_ = std::size_t{info_.output_width} * 3;
        if (pixels_.size() < stride_ * info_.output_height + 64) {
            pixels_.resize(stride_ * info_.output_height + 64);
        }
    }
    void skip(std::uint32_t rows) { jpeg_skip_scanlines(&info_, rows); }
    void crop(std::uint32_t first, std::uint32_t count) {
        jpeg_crop_scanline(&info_, &first, &count);
    }
    void read(std::uint32_t end) {
        while (info_.output_scanline < end) {
            JSAMPROW row = &pixels_[stride_ * info_.output_scanline];
            jpeg_read_scanlines(&info_, &row, 1);
        }
    }
    void end() { jpeg_abort_decompress(&info_); }
    void decode(const Bytes& encoded) {
        begin(encoded);
        read(info_.output_height);
        end();
    }

    std::uint32_t width() const { return info_.output_width; }
    std::uint32_t height() const { return info_.output_height; }
    std::size_t stride() const { return stride_; }
    std::uint8_t* pixels() { return pixels_.data(); }

private:
    jpeg_decompress_struct info_{};
    jpeg_error_mgr errors_{};
    std::size_t stride_ = 0;
    std::vector<std::uint8_t> pixels_;
};

/// CPU seconds of each variant over one round.
using Round = std::map<std::string, double>;

class Bench {
public:
    explicit Bench(const std::vector<Bytes>& images) : images_(images) {
        add("train uint8 nhwc", {.mode = decode::Mode::Train});
        add("train fp16 nhwc", {.mode = decode::Mode::Train, .output = decode::Output::Fp16});
        add("train fp32 nhwc", {.mode = decode::Mode::Train, .output = decode::Output::Fp32});
        add("train fp32 nchw",
            {.mode = decode::Mode::Train,
             .output = decode::Output::Fp32,
             .layout = decode::Layout::Nchw});
        add("train plain upsampling",
            {.mode = decode::Mode::Train, .upsampling = decode::Upsampling::Plain});
        add("train ifast", {.mode = decode::Mode::Train, .dct = decode::Dct::Ifast});
        add("train reduced", {.mode = decode::Mode::Train, .scale = decode::Scale::Reduced});
        add("train jitter",
            {.mode = decode::Mode::Train,
             .jitter = {.brightness = 0.4, .saturation = 0.4, .hue = 0.1, .pca_noise = 0.1}});
        add("validation uint8 nhwc", {.mode = decode::Mode::Validation});
        add("validation reduced",
            {.mode = decode::Mode::Validation, .scale = decode::Scale::Reduced});
        add("resize uint8 nhwc", {});
        add("resize reduced", {.scale = decode::Scale::Reduced});
    }

    Round run(std::uint64_t epoch) {
        Round round;
        for (Variant& variant : variants_) {
            for (std::size_t i = 0; i < images_.size(); ++i) {
                pair(variant, i, epoch, round);
            }
        }
        for (std::size_t i = 0; i < images_.size(); ++i) {
            stage_split(images_[i], i, epoch, round);
        }
        for (std::size_t i = 0; i < images_.size(); ++i) {
            resize_alone(images_[i], i, epoch, round);
        }
        return round;
    }

private:
    struct Variant {
        std::string name;
        std::unique_ptr<decode::ImageDecoder> decoder;
        Bytes out;
    };

    void add(const std::string& name, const decode::DecodeOptions& options) {
        variants_.push_back({.name = name,
                             .decoder = *decode::ImageDecoder::make(options),
                             .out = Bytes(decode::bytes_per_image(options))});
    }

    template <class Act>
    static void time(Round& round, const std::string& name, const Act& act) {
        const double begun = cpu_seconds();
        act();
        round[name] += cpu_seconds() - begun;
    }

    // A variant and the plain decode in turn, and no third one: its data would be in the caches
    // instead, which no decoder thread meets.
    void pair(Variant& variant, std::size_t index, std::uint64_t epoch, Round& round) {
        const Bytes& encoded = images_[index];
        time(round, "full decode: " + variant.name, [&] { plain_.decode(encoded); });
        time(round, variant.name, [&] {
            const auto outcome = variant.decoder->decode({.encoded = encoded,
                                                          .out = variant.out,
                                                          .key = {index, epoch},
                                                          .stopping = nullptr});
            if (outcome.status != decode::DecodeStatus::Ok) {
                std::fprintf(stderr, "image %zu: %s\n", index, outcome.message);
                std::exit(1);
            }
        });
    }

    decode::View view_of(std::size_t index, std::uint64_t epoch) const {
        return decode::choose_view(
            {.mode = decode::Mode::Train}, plain_.width(), plain_.height(), 1, {index, epoch});
    }

    // The parts of "train": Huffman down to the box's end, the same and its pixels, all of it.
    void stage_split(const Bytes& encoded, std::size_t index, std::uint64_t epoch, Round& round) {
        time(round, "full decode", [&] { plain_.decode(encoded); });
        const decode::View view = view_of(index, epoch);
        time(round, "header", [&] {
            plain_.begin(encoded);
            plain_.end();
        });
        time(round, "entropy of the whole image", [&] {
            plain_.begin(encoded);
            plain_.skip(plain_.height() - 1);  // past the end it does nothing
            plain_.end();
        });
        time(round, "entropy down to the box's end", [&] {
            plain_.begin(encoded);
            plain_.skip(view.down.limit_end);
            plain_.end();
        });
        time(round, "pixels of the box", [&] {
            plain_.begin(encoded);
            const std::uint32_t first = view.across.limit_begin - (view.across.limit_begin > 0);
            plain_.crop(first, std::min(view.across.limit_end + 1, plain_.width()) - first);
            plain_.skip(view.down.limit_begin);
            plain_.read(view.down.limit_end);
            plain_.end();
        });
    }

    void resize_alone(const Bytes& encoded, std::size_t index, std::uint64_t epoch, Round& round) {
        plain_.decode(encoded);
        const decode::View view = view_of(index, epoch);
        const std::uint8_t* const box = plain_.pixels() + view.down.limit_begin * plain_.stride() +
                                        std::size_t{view.across.limit_begin} * 3;
        const auto across = decode::scaled_extent(view.across, 1, plain_.width());
        const auto down = decode::scaled_extent(view.down, 1, plain_.height());
        Bytes& out = variants_[0].out;
        const auto own = [&] {
            time(round, "resize: own", [&] {
                resizer_.begin(across.axis, down.axis);
                resizer_.resize_whole(box, plain_.stride(), format_, out.data());
            });
        };
        const auto plan = [&] {
            time(round, "resize: own, planning alone", [&] {
                resizer_.begin(down.axis, across.axis);  // not the tables that are there
            });
        };
#ifdef THROUGHLINE_OPENCV
        const auto peer = [&] {
            const cv::Mat source(static_cast<int>(down.axis.source_px),
                                 static_cast<int>(across.axis.source_px),
                                 CV_8UC3,
                                 const_cast<std::uint8_t*>(box),
                                 plain_.stride());
            cv::Mat result(224, 224, CV_8UC3, out.data());
            time(round, "resize: OpenCV INTER_LINEAR", [&] {
                cv::resize(source, result, result.size(), 0, 0, cv::INTER_LINEAR);
            });
        };
        if (index % 2 == 0) {
            peer();
        }
        own();
        if (index % 2 != 0) {
            peer();
        }
#else
        own();
#endif
        plan();
    }

    const std::vector<Bytes>& images_;
    std::vector<Variant> variants_;
    Plain plain_;
    decode::Resizer resizer_;
    decode::PixelFormat format_ = decode::plain_format({});
};

struct Spread {
    double median = 0.0;
    double low = 0.0;
    double high = 0.0;
};
Spread spread_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    const double median =
        values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2.0;
    return {median, values.front(), values.back()};
}
Spread over_rounds(const std::vector<Round>& rounds,
                   const std::function<double(const Round&)>& figure) {
    std::vector<double> values;
    values.reserve(rounds.size());
    for (const Round& round : rounds) {
        values.push_back(figure(round));
    }
    return spread_of(values);
}

struct Bar {
    const char* id;
    const char* side;
    const char* against;
    double must;
    double aim;
};
constexpr Bar kBars[] = {
    {"random_resized_crop_per_full_decode",
     "train uint8 nhwc",
     "full decode: train uint8 nhwc",
     0.92,
     0.85},
    {"centre_crop_per_full_decode",
     "validation uint8 nhwc",
     "full decode: validation uint8 nhwc",
     1.03,
     0.97},
    {"resize_per_opencv_linear", "resize: own", "resize: OpenCV INTER_LINEAR", 1.6, 1.2},
};

void report(const Options& options, const std::vector<Round>& rounds, std::size_t images) {
    std::string json = "{\"benchmark\":\"decode\",\"simd\":\"" + std::string(decode::simd_name()) +
                       "\",\"images\":" + std::to_string(images) +
                       ",\"rounds\":" + std::to_string(rounds.size()) + ",\"bars\":[";
    char line[256];
    const char* comma = "";
    for (const Bar& bar : kBars) {
        if (!rounds[0].contains(bar.against)) {
            std::printf("%-40s not measured: built without OpenCV\n", bar.id);
            continue;
        }
        std::vector<double> values;
        for (const Round& round : rounds) {
            values.push_back(round.at(bar.side) / round.at(bar.against));
        }
        const Spread ratio = spread_of(values);
        std::printf("%-40s %.3f (%.3f-%.3f)  must <= %.2f, aim %.2f\n",
                    bar.id,
                    ratio.median,
                    ratio.low,
                    ratio.high,
                    bar.must,
                    bar.aim);
        json += std::string(comma) + "{\"id\":\"" + bar.id +
                "\",\"better\":\"lower\",\"values\":" + benchmarks::list_of(values) + "}";
        comma = ",";
    }
    json += "],\"costs\":[";
    comma = "";
    std::printf("\n%-40s %10s   %s\n", "", "us/image", "/ full decode");
    for (const auto& [name, unused] : rounds[0]) {
        static_cast<void>(unused);
        const Spread cost = over_rounds(rounds, [&](const Round& round) {
            return 1e6 * round.at(name) / static_cast<double>(images);
        });
        const std::string own_side = "full decode: " + name;
        const std::string side = rounds[0].contains(own_side) ? own_side : "full decode";
        if (name.starts_with("full decode:")) {
            continue;
        }
        const Spread ratio = over_rounds(
            rounds, [&](const Round& round) { return round.at(name) / round.at(side); });
        std::printf("%-40s %10.1f   %.3f (%.3f-%.3f)\n",
                    name.c_str(),
                    cost.median,
                    ratio.median,
                    ratio.low,
                    ratio.high);
        std::snprintf(line,
                      sizeof line,
                      "%s{\"name\":\"%s\",\"us_per_image\":%.2f,\"per_full_decode\":%.4f,"
                      "\"low\":%.4f,\"high\":%.4f}",
                      comma,
                      name.c_str(),
                      cost.median,
                      ratio.median,
                      ratio.low,
                      ratio.high);
        json += line;
        comma = ",";
    }
    json += "]}\n";
    if (!options.json.empty()) {
        std::ofstream(options.json) << json;
    }
}

bool parse(int count, char** arguments, Options& options) {
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        if (word == "--json" && i + 1 < count) {
            options.json = arguments[++i];
        } else if (word == "--images" && i + 1 < count) {
            options.images = std::strtoul(arguments[++i], nullptr, 10);
        } else if (word == "--rounds" && i + 1 < count) {
            options.rounds = std::strtoul(arguments[++i], nullptr, 10);
        } else if (word == "--quality") {
            options.quality = true;
        } else if (options.folder.empty() && word[0] != '-') {
            options.folder = word;
        } else {
            return false;
        }
    }
    return !options.folder.empty() && options.images > 0 && options.rounds > 0;
}

}  // namespace

int main(int count, char** arguments) {
    Options options;
    if (!parse(count, arguments, options)) {
        std::fprintf(stderr,
                     "Usage: decode_benchmark FOLDER [--quality] [--images N] [--rounds N] "
                     "[--json OUT]\n");
        return 2;
    }
    const std::vector<Bytes> images = load(options);
    if (images.empty()) {
        std::fprintf(stderr, "no JPEG files in %s\n", options.folder.c_str());
        return 1;
    }
    if (options.quality) {
        benchmarks::report_quality(images, options.json);
        return 0;
    }
#ifdef THROUGHLINE_OPENCV
    cv::setNumThreads(1);
#endif
    Bench bench(images);
    static_cast<void>(bench.run(0));  // warms up: memory and caches
    std::vector<Round> rounds;
    for (std::size_t i = 0; i < options.rounds; ++i) {
        rounds.push_back(bench.run(i + 1));
    }
    report(options, rounds, images.size());
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/image_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "tests/engine/decode/jpeg_fixture.h"

namespace throughline::decode {
namespace {

using fixture::Colour;
using fixture::JpegOptions;

struct Decoded {
    DecodeStatus status;
    ImageFacts facts;
    std::string message;
    std::vector<std::uint8_t> pixels;
};

class Decoder {
public:
    explicit Decoder(const DecodeOptions& options = {})
        : options_(options), decoder_(*ImageDecoder::make(options)) {}

    Decoded decode(std::span<const std::byte> encoded) {
        Decoded result{};
        result.pixels.resize(std::size_t{options_.width_px} * options_.height_px * 3);
        const DecodeOutcome outcome =
            decoder_->decode(encoded, std::as_writable_bytes(std::span(result.pixels)));
        result.status = outcome.status;
        result.facts = outcome.facts;
        result.message = outcome.message;
        return result;
    }

private:
    DecodeOptions options_;
    std::unique_ptr<ImageDecoder> decoder_;
};

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto* data = reinterpret_cast<const std::byte*>(text.data());
    return {data, data + text.size()};
}

// PSNR of decode() against the plain float resize of libjpeg's full decode.
double quality_db(int width, int height, std::uint64_t seed, const JpegOptions& options) {
    const auto encoded = fixture::encode(fixture::painted(width, height, seed), options);
    const auto reference =
        fixture::reference_resize(fixture::decode_whole(encoded), 224, 224).samples;
    const Decoded decoded = Decoder().decode(encoded);
    EXPECT_EQ(decoded.status, DecodeStatus::Ok) << decoded.message;
    return fixture::psnr_db(decoded.pixels, reference);
}

TEST(ImageDecoder, ResizeMatchesFloatReferenceWithoutScaling) {
    // Neither side reaches twice 224, so libjpeg decodes in full and only rounding differs.
    for (const auto& [width, height] : {std::pair{500, 375}, {375, 500}, {447, 300}, {225, 224}}) {
        EXPECT_GE(quality_db(width, height, 7, {}), 50.0) << width << "x" << height;
    }
}

TEST(ImageDecoder, ResizeMatchesFloatReferenceWithScaling) {
    double sum = 0.0;
    int count = 0;
    for (const auto& [width, height] :
         {std::pair{640, 480}, {1024, 768}, {449, 451}, {1999, 1501}, {901, 1790}}) {
        const double db = quality_db(width, height, 11, {});
        EXPECT_GE(db, 40.0) << width << "x" << height;
        sum += db;
        ++count;
    }
    EXPECT_GE(sum / count, 45.0);
}

TEST(ImageDecoder, EnlargesSmallImages) {
    EXPECT_GE(quality_db(1, 1, 3, {}), 50.0);
    EXPECT_GE(quality_db(3, 200, 3, {}), 50.0);
    EXPECT_GE(quality_db(64, 48, 3, {}), 50.0);
}

TEST(ImageDecoder, SameSizeGivesThePlainDecode) {
    const auto encoded = fixture::encode(fixture::painted(320, 200, 5), {});

    const Decoded decoded = Decoder({.width_px = 320, .height_px = 200}).decode(encoded);

    const auto plain = fixture::decode_whole(encoded).samples;
    ASSERT_EQ(decoded.status, DecodeStatus::Ok);
    int worst = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        worst = std::max(worst, std::abs(int{plain[i]} - int{decoded.pixels[i]}));
    }
    EXPECT_EQ(worst, 0);
}

TEST(ImageDecoder, TellsSubsamplingAndDecodesEachKind) {
    struct Case {
        int horizontal;
        int vertical;
        const char* name;
    };
    for (const Case& kind :
         {Case{2, 2, "4:2:0"}, {2, 1, "4:2:2"}, {1, 1, "4:4:4"}, {1, 2, "4:4:0"}}) {
        const JpegOptions options{.horizontal = kind.horizontal, .vertical = kind.vertical};
        const auto encoded = fixture::encode(fixture::painted(301, 203, 9), options);

        const Decoded decoded = Decoder().decode(encoded);

        EXPECT_EQ(decoded.status, DecodeStatus::Ok);
        EXPECT_STREQ(decoded.facts.subsampling, kind.name);
        EXPECT_EQ(decoded.facts.width_px, 301U);
        EXPECT_EQ(decoded.facts.height_px, 203U);
        EXPECT_EQ(decoded.facts.components, 3);
        EXPECT_GE(quality_db(301, 203, 9, options), 50.0);
    }
}

TEST(ImageDecoder, ProgressiveIsTheSamePicture) {
    const auto encoded = fixture::encode(fixture::painted(500, 375, 2), {.progressive = true});

    const Decoded decoded = Decoder().decode(encoded);

    EXPECT_TRUE(decoded.facts.progressive);
    EXPECT_GE(quality_db(500, 375, 2, {.progressive = true}), 50.0);
}

TEST(ImageDecoder, GreyFillsThreeEqualChannels) {
    const auto encoded = fixture::encode(fixture::painted(300, 300, 4), {.colour = Colour::Grey});

    const Decoded decoded = Decoder().decode(encoded);

    ASSERT_EQ(decoded.status, DecodeStatus::Ok) << decoded.message;
    EXPECT_STREQ(decoded.facts.subsampling, "grey");
    EXPECT_EQ(decoded.facts.components, 1);
    for (std::size_t i = 0; i < decoded.pixels.size(); i += 3) {
        ASSERT_EQ(decoded.pixels[i], decoded.pixels[i + 1]);
        ASSERT_EQ(decoded.pixels[i], decoded.pixels[i + 2]);
    }
}

TEST(ImageDecoder, InvertedInksGiveTheSameColoursAsRgb) {
    const auto image = fixture::painted(300, 260, 6);
    const auto expected = fixture::reference_resize(image, 224, 224).samples;
    for (const Colour colour : {Colour::Cmyk, Colour::Ycck}) {
        const auto encoded = fixture::encode(image, {.colour = colour, .quality = 98});

        const Decoded decoded = Decoder().decode(encoded);

        ASSERT_EQ(decoded.status, DecodeStatus::Ok) << decoded.message;
        EXPECT_STREQ(decoded.facts.subsampling, "cmyk");
        EXPECT_GE(fixture::psnr_db(decoded.pixels, expected), 30.0);  // quality 98 against none
    }
}

TEST(ImageDecoder, NamesWhatIsNotJpeg) {
    Decoder decoder;
    const auto message = [&](std::string_view bytes) {
        const Decoded decoded = decoder.decode(bytes_of(bytes));
        EXPECT_EQ(decoded.status, DecodeStatus::NotJpeg);
        return decoded.message;
    };
    using namespace std::string_view_literals;
    EXPECT_EQ(message("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"sv), "PNG");
    EXPECT_EQ(message("GIF89a\1\0"sv), "GIF");
    EXPECT_EQ(message("RIFF\x10\0\0\0WEBPVP8 "sv), "WebP");
    EXPECT_EQ(message("II*\0\x08\0\0\0"sv), "TIFF");
    EXPECT_EQ(message("BM\x36\0"sv), "BMP");
    EXPECT_EQ(message("label,file\n1,a.jpg\n"sv), "text");
    EXPECT_EQ(message("<!DOCTYPE html><html>"sv), "HTML or XML");
    EXPECT_EQ(message("\0\0\0\0"sv), "zeros");
    EXPECT_EQ(message("\x01\x02\x03"sv), "unknown data");
    EXPECT_EQ(decoder.decode({}).status, DecodeStatus::Empty);
}

TEST(ImageDecoder, TruncatedAtEveryEighthIsTruncated) {
    Decoder decoder;
    for (const bool progressive : {false, true}) {
        const auto encoded =
            fixture::encode(fixture::painted(500, 375, 8), {.progressive = progressive});
        for (std::size_t eighths = 1; eighths < 8; ++eighths) {
            const auto part = std::span(encoded).first(encoded.size() * eighths / 8);
            EXPECT_EQ(decoder.decode(part).status, DecodeStatus::Truncated)
                << eighths << "/8 progressive " << progressive;
        }
        EXPECT_EQ(decoder.decode(std::span(encoded).first(3)).status, DecodeStatus::Truncated);
        EXPECT_EQ(decoder.decode(std::span(encoded).first(200)).status, DecodeStatus::Truncated);
        EXPECT_EQ(decoder.decode(encoded).status, DecodeStatus::Ok);  // and the decoder is sound
    }
}

TEST(ImageDecoder, MissingEndMarkerAloneLosesNothing) {
    const auto encoded = fixture::encode(fixture::painted(500, 375, 8), {});

    const Decoded decoded = Decoder().decode(std::span(encoded).first(encoded.size() - 2));

    EXPECT_EQ(decoded.status, DecodeStatus::Ok) << decoded.message;
}

TEST(ImageDecoder, DamagedDataAreCorrupt) {
    auto encoded = fixture::encode(fixture::painted(500, 375, 8), {.restart_rows = 1});
    // A run of ones is in no Huffman table; the stuffed zeros keep it from being a marker.
    for (std::size_t i = encoded.size() / 2; i < encoded.size() / 2 + 40; i += 2) {
        encoded[i] = std::byte{0xff};
        encoded[i + 1] = std::byte{0x00};
    }

    const Decoded decoded = Decoder().decode(encoded);

    EXPECT_EQ(decoded.status, DecodeStatus::Corrupt);
    EXPECT_NE(decoded.message.find("orrupt"), std::string::npos) << decoded.message;
}

TEST(ImageDecoder, TablesOfThePreviousImageAreNotUsed) {
    const auto whole = fixture::encode(fixture::painted(100, 100, 8), {});
    // The same file without its first DHT segment.
    auto bare = whole;
    for (std::size_t i = 2; i + 4 < bare.size();) {
        const auto length = 2 + std::size_t{std::to_integer<std::uint8_t>(bare[i + 2])} * 256 +
                            std::to_integer<std::uint8_t>(bare[i + 3]);
        if (bare[i + 1] == std::byte{0xc4}) {
            bare.erase(bare.begin() + static_cast<std::ptrdiff_t>(i),
                       bare.begin() + static_cast<std::ptrdiff_t>(i + length));
            break;
        }
        i += length;
    }
    Decoder decoder;

    const auto fresh = decoder.decode(bare);
    ASSERT_EQ(decoder.decode(whole).status, DecodeStatus::Ok);
    const auto after = decoder.decode(bare);

    EXPECT_EQ(fresh.status, DecodeStatus::Corrupt);
    EXPECT_EQ(after.status, DecodeStatus::Corrupt);
    EXPECT_EQ(after.message, fresh.message);
}

TEST(ImageDecoder, RefusesMorePixelsThanAllowed) {
    const auto encoded = fixture::encode(fixture::painted(100, 101, 8), {});
    Decoder decoder({.width_px = 224, .height_px = 224, .pixels_max = 10'000});

    const Decoded decoded = decoder.decode(encoded);

    EXPECT_EQ(decoded.status, DecodeStatus::TooLarge);
    EXPECT_EQ(decoded.facts.height_px, 101U);
}

TEST(ImageDecoder, RefusesAnEmptyResult) {
    const auto decoder = ImageDecoder::make({.width_px = 0, .height_px = 224});

    ASSERT_FALSE(decoder);
    EXPECT_EQ(decoder.error().code, ErrorCode::Usage);
}

TEST(ImageDecoder, ResultDoesNotDependOnWhatCameBefore) {
    const auto first = fixture::encode(fixture::painted(500, 375, 1), {});
    const auto other = fixture::encode(fixture::painted(1200, 900, 2), {.progressive = true});
    Decoder used;
    static_cast<void>(used.decode(other));
    static_cast<void>(used.decode(std::span(first).first(first.size() / 2)));

    const Decoded again = used.decode(first);

    EXPECT_EQ(again.pixels, Decoder().decode(first).pixels);
}

// A progressive image is kept whole, as coefficients, until its last scan has come.
TEST(ImageDecoder, RefusesScansThatWouldTakeGigabytes) {
    auto encoded = fixture::encode(fixture::painted(64, 64, 8), {.progressive = true});
    const std::array<std::byte, 2> kStartOfFrame{std::byte{0xFF}, std::byte{0xC2}};
    const auto frame =
        std::search(encoded.begin(), encoded.end(), kStartOfFrame.begin(), kStartOfFrame.end());
    ASSERT_NE(frame, encoded.end());
    for (const int at : {5, 7}) {  // height, width: 13,056 each
        frame[at] = std::byte{0x33};
        frame[at + 1] = std::byte{0};
    }

    const Decoded decoded = Decoder({.width_px = 224, .height_px = 224}).decode(encoded);

    EXPECT_EQ(decoded.status, DecodeStatus::TooLarge);
    EXPECT_NE(decoded.message.find("memory"), std::string::npos) << decoded.message;
}

// Goal: no input crashes. Method: random changes of sound files; the seed names the failing one.
TEST(ImageDecoder, RandomDamageNeverCrashes) {
    const std::vector<std::vector<std::byte>> sources = {
        fixture::encode(fixture::painted(160, 120, 1), {.quality = 75}),
        fixture::encode(fixture::painted(160, 120, 2), {.quality = 75, .progressive = true}),
        fixture::encode(fixture::painted(160, 120, 3), {.colour = Colour::Ycck, .quality = 75}),
        fixture::encode(fixture::painted(160, 120, 4), {.quality = 75, .restart_rows = 2})};
    Decoder decoder({.width_px = 32, .height_px = 32, .pixels_max = 4'000'000});
    constexpr std::uint64_t kMutations = 2000;
    for (std::uint64_t seed = 0; seed < kMutations; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        auto bytes = sources[seed % sources.size()];
        const std::uint64_t changes = 1 + random.below(12);
        for (std::uint64_t i = 0; i < changes; ++i) {
            // Half of the changes hit the header, where they matter most.
            const std::size_t reach = random.uniform() < 0.5 ? 700 : bytes.size();
            bytes[random.below(std::min(reach, bytes.size()))] =
                static_cast<std::byte>(random.below(256));
        }
        if (random.uniform() < 0.2) {
            bytes.resize(1 + random.below(bytes.size()));
        }
        const Decoded decoded = decoder.decode(bytes);
        EXPECT_TRUE(decoded.status == DecodeStatus::Ok || !decoded.message.empty());
        static_cast<void>(read_image_facts(bytes));
    }
}

TEST(ReadImageFacts, NeedsOnlyTheHeader) {
    const auto encoded = fixture::encode(fixture::painted(640, 480, 3), {.progressive = true});

    const DecodeOutcome outcome = read_image_facts(std::span(encoded).first(1024));

    ASSERT_EQ(outcome.status, DecodeStatus::Ok) << outcome.message;
    EXPECT_EQ(outcome.facts.width_px, 640U);
    EXPECT_EQ(outcome.facts.height_px, 480U);
    EXPECT_TRUE(outcome.facts.progressive);
}

TEST(ReadImageFacts, SaysWhenTheHeaderIsCut) {
    const auto encoded = fixture::encode(fixture::painted(64, 48, 3), {});

    EXPECT_EQ(read_image_facts(std::span(encoded).first(100)).status, DecodeStatus::Truncated);
    EXPECT_EQ(read_image_facts({}).status, DecodeStatus::Empty);
    EXPECT_EQ(read_image_facts(bytes_of("plain text")).status, DecodeStatus::NotJpeg);
}

}  // namespace
}  // namespace throughline::decode

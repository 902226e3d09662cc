// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/view_reader.h"

#include <cstdint>

#include "engine/base/say.h"
#include "engine/decode/exif.h"
#include "engine/decode/jpeg_session.h"

namespace throughline::decode {
namespace {

class TurboViewReader final : public ViewReader {
public:
    explicit TurboViewReader(const DecodeOptions& options) : options_(options) {}

    /// False: out of memory.
    bool prepare() { return create(session_); }

    DecodeOutcome read(std::span<const std::byte> encoded,
                       const ImageKey& key,
                       View& view) override {
        DecodeOutcome outcome = open_image(session_, encoded);
        const ImageFacts& facts = outcome.facts;
        if (outcome.status == DecodeStatus::Ok &&
            std::uint64_t{facts.width_px} * facts.height_px > options_.pixels_max) {
            outcome.status = DecodeStatus::TooLarge;
            outcome.message = to_say("more pixels than allowed");
        }
        if (outcome.status == DecodeStatus::Ok) {
            const int orientation =
                options_.orientation == Orientation::Exif ? exif_orientation(encoded) : 1;
            view = choose_view(options_, facts.width_px, facts.height_px, orientation, key);
        }
        jpeg_abort_decompress(&session_.info);
        return outcome;
    }

private:
    DecodeOptions options_;
    JpegSession session_;
};

}  // namespace

Result<std::unique_ptr<ViewReader>> ViewReader::make(const DecodeOptions& options) {
    auto reader = std::make_unique<TurboViewReader>(options);
    if (!reader->prepare()) {
        return Error{.code = ErrorCode::Limit,
                     .what = say("jpeg_create_decompress: out of memory")};
    }
    return std::unique_ptr<ViewReader>(std::move(reader));
}

}  // namespace throughline::decode

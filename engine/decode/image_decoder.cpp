// SPDX-License-Identifier: Apache-2.0
// All of libjpeg, its error jumps included, stays in this file. libjpeg reports a fatal error by
// calling error_exit(), which must not return; we longjmp() from it into guarded(). No function
// between the two may hold an object with a destructor: the lambdas passed to guarded() only call
// libjpeg and the noexcept functions of Resizer.
#include "engine/decode/image_decoder.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/decode/resize.h"
#include "engine/decode/sniff.h"

// clang-format off: libjpeg's headers need <cstdio> first, and jerror.h what jpeglib.h defines
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

namespace throughline::decode {
namespace {

// A progressive file may hold any number of scans, each of which costs a pass over the image. The
// most useful scripts have about ten; libjpeg-turbo's own fuzz targets stop at 500 as well.
constexpr int kScansMax = 500;
constexpr JDIMENSION kSideMax = 65500;  // JPEG_MAX_DIMENSION of libjpeg

// What is known about the image being read; libjpeg's callbacks find it by client_data.
struct Session {
    jpeg_decompress_struct info{};
    jpeg_error_mgr errors{};
    jpeg_source_mgr source{};
    jpeg_progress_mgr progress{};
    std::jmp_buf on_error;
    bool header_only = false;  // the bytes may be the first part of a file
    bool ran_dry = false;      // libjpeg asked for more bytes than there are
    bool damaged = false;      // a warning that means wrong pixels
    std::array<char, JMSG_LENGTH_MAX> message{};
};

Session& session_of(j_common_ptr info) {
    return *static_cast<Session*>(info->client_data);
}
Session& session_of(j_decompress_ptr info) {
    return *static_cast<Session*>(info->client_data);
}

void keep_message(j_common_ptr info) {
    auto& session = session_of(info);
    if (session.message[0] == '\0') {  // the first one is the cause, the rest follow from it
        info->err->format_message(info, session.message.data());
    }
}

[[noreturn]] void on_error_exit(j_common_ptr info) {
    keep_message(info);
    std::longjmp(session_of(info).on_error, 1);
}

bool means_damage(int code) {
    switch (code) {
        case JWRN_ARITH_BAD_CODE:
        case JWRN_EXTRANEOUS_DATA:
        case JWRN_HIT_MARKER:
        case JWRN_HUFF_BAD_CODE:
        case JWRN_JPEG_EOF:
        case JWRN_MUST_RESYNC:
        case JWRN_NOT_SEQUENTIAL:
            return true;
        default:
            return false;  // odd, but the pixels are as the encoder meant them
    }
}

void on_message(j_common_ptr info, int level) {
    if (level >= 0 || !means_damage(info->err->msg_code)) {
        return;
    }
    session_of(info).damaged = true;
    keep_message(info);
}

void on_output(j_common_ptr) {}  // the default prints to stderr

void start_source(j_decompress_ptr) {}
void end_source(j_decompress_ptr) {}

boolean fill_source(j_decompress_ptr info) {
    auto& session = session_of(info);
    session.ran_dry = true;
    if (session.header_only) {
        return FALSE;
    }
    // An end-of-image marker lets libjpeg finish; whether pixels were missing shows in a warning.
    static constexpr std::array<JOCTET, 2> kEndOfImage = {0xff, JPEG_EOI};
    info->src->next_input_byte = kEndOfImage.data();
    info->src->bytes_in_buffer = kEndOfImage.size();
    return TRUE;
}

void skip_source(j_decompress_ptr info, long count) {
    if (count <= 0) {
        return;
    }
    const std::size_t skipped =
        std::min(static_cast<std::size_t>(count), info->src->bytes_in_buffer);
    info->src->next_input_byte += skipped;
    info->src->bytes_in_buffer -= skipped;
}

void on_progress(j_common_ptr info) {
    auto& session = session_of(info);
    if (session.damaged) {
        std::longjmp(session.on_error, 1);  // decided already: the other scans would be wasted
    }
    if (session.info.input_scan_number > kScansMax) {
        std::snprintf(
            session.message.data(), session.message.size(), "more than %d scans", kScansMax);
        std::longjmp(session.on_error, 1);
    }
}

// Runs `act`; false when libjpeg gave up.
template <class Act>
bool guarded(Session& session, const Act& act) {
    if (setjmp(session.on_error) != 0) {
        return false;
    }
    act();
    return true;
}

bool create(Session& session) {
    session.info.err = jpeg_std_error(&session.errors);
    session.errors.error_exit = on_error_exit;
    session.errors.emit_message = on_message;
    session.errors.output_message = on_output;
    session.info.client_data = &session;
    const bool created = guarded(session, [&] { jpeg_create_decompress(&session.info); });
    session.source.init_source = start_source;
    session.source.fill_input_buffer = fill_source;
    session.source.skip_input_data = skip_source;
    session.source.resync_to_restart = jpeg_resync_to_restart;
    session.source.term_source = end_source;
    session.progress.progress_monitor = on_progress;
    session.info.src = &session.source;
    session.info.progress = &session.progress;
    return created;
}

// Tables outlive jpeg_abort(): a file without its own would be decoded with its predecessor's, and
// the result would depend on the order of the files. Emptied tables are found by tables_present().
void forget_tables(jpeg_decompress_struct& info) {
    for (JQUANT_TBL* table : info.quant_tbl_ptrs) {
        if (table != nullptr) {
            std::memset(table->quantval, 0, sizeof table->quantval);
        }
    }
    for (int i = 0; i < NUM_HUFF_TBLS; ++i) {
        for (JHUFF_TBL* table : {info.dc_huff_tbl_ptrs[i], info.ac_huff_tbl_ptrs[i]}) {
            if (table != nullptr) {
                std::memset(table->bits, 0, sizeof table->bits);
            }
        }
    }
}

bool has_codes(const JHUFF_TBL* table) {
    return table != nullptr && std::any_of(std::begin(table->bits),
                                           std::end(table->bits),
                                           [](UINT8 count) { return count != 0; });
}

bool tables_present(const jpeg_decompress_struct& info) {
    for (int i = 0; i < info.comps_in_scan; ++i) {
        const jpeg_component_info& component = *info.cur_comp_info[i];
        const int quant = component.quant_tbl_no;
        if (quant < 0 || quant >= NUM_QUANT_TBLS || info.quant_tbl_ptrs[quant] == nullptr ||
            info.quant_tbl_ptrs[quant]->quantval[0] == 0) {
            return false;
        }
        if (info.arith_code || info.progressive_mode) {
            continue;  // progressive scans bring theirs later; an empty one is a bad code there
        }
        const int dc = component.dc_tbl_no;
        const int ac = component.ac_tbl_no;
        if (dc < 0 || dc >= NUM_HUFF_TBLS || !has_codes(info.dc_huff_tbl_ptrs[dc]) || ac < 0 ||
            ac >= NUM_HUFF_TBLS || !has_codes(info.ac_huff_tbl_ptrs[ac])) {
            return false;
        }
    }
    return true;
}

const char* subsampling_of(const jpeg_decompress_struct& info) {
    if (info.num_components == 1) {
        return "grey";
    }
    if (info.num_components == 4) {
        return "cmyk";
    }
    if (info.num_components != 3) {
        return "other";
    }
    const jpeg_component_info* parts = info.comp_info;
    const int across = parts[0].h_samp_factor;
    const int down = parts[0].v_samp_factor;
    if (parts[1].h_samp_factor != parts[2].h_samp_factor ||
        parts[1].v_samp_factor != parts[2].v_samp_factor || across % parts[1].h_samp_factor != 0 ||
        down % parts[1].v_samp_factor != 0) {
        return "other";
    }
    switch (across / parts[1].h_samp_factor * 10 + down / parts[1].v_samp_factor) {
        case 11:
            return "4:4:4";
        case 21:
            return "4:2:2";
        case 22:
            return "4:2:0";
        case 12:
            return "4:4:0";
        case 41:
            return "4:1:1";
        default:
            return "other";
    }
}

void copy_facts(const jpeg_decompress_struct& info, ImageFacts& facts) {
    facts.width_px = info.image_width;
    facts.height_px = info.image_height;
    facts.components = static_cast<std::uint8_t>(info.num_components);
    facts.progressive = info.progressive_mode != FALSE;
    facts.subsampling = subsampling_of(info);
}

// Points the session at new bytes and reads up to the first scan. The outcome is Ok when an image
// can be decoded (or its facts be told) from here.
DecodeOutcome open_image(Session& session, std::span<const std::byte> encoded) {
    session.ran_dry = false;
    session.damaged = false;
    session.message[0] = '\0';
    if (encoded.empty()) {
        return {.status = DecodeStatus::Empty, .facts = {}, .message = "zero bytes"};
    }
    if (!starts_like_jpeg(encoded)) {
        return {.status = DecodeStatus::NotJpeg, .facts = {}, .message = looks_like(encoded)};
    }
    session.source.next_input_byte = reinterpret_cast<const JOCTET*>(encoded.data());
    session.source.bytes_in_buffer = encoded.size();
    bool complete = false;
    const bool sound = guarded(session, [&] {
        forget_tables(session.info);
        complete = jpeg_read_header(&session.info, TRUE) == JPEG_HEADER_OK;
    });
    DecodeOutcome outcome;
    if (!sound || !complete) {
        const bool cut = session.ran_dry;
        outcome.status = cut ? DecodeStatus::Truncated : DecodeStatus::Corrupt;
        outcome.message = cut ? "the bytes end within the header" : session.message.data();
        return outcome;
    }
    copy_facts(session.info, outcome.facts);
    return outcome;
}

// libjpeg can shrink by 2, 4 or 8 while it transforms, almost for free. We let it do so as long as
// enough pixels for the result remain.
unsigned scale_divisor(const jpeg_decompress_struct& info, const DecodeOptions& options) {
    unsigned divisor = 8;
    while (divisor > 1 && (info.image_width < options.width_px * divisor ||
                           info.image_height < options.height_px * divisor)) {
        divisor /= 2;
    }
    return divisor;
}

// One CMYK row to RGB. Adobe stores the inks inverted (255 = no ink): Technical Note 5116.
void convert_cmyk(const std::uint8_t* from, std::uint8_t* to, std::size_t columns, bool inverted) {
    const unsigned flip = inverted ? 0 : 255;
    for (std::size_t x = 0; x < columns; ++x) {
        const unsigned light = from[4 * x + 3] ^ flip;
        for (std::size_t c = 0; c < 3; ++c) {
            to[3 * x + c] =
                static_cast<std::uint8_t>(((from[4 * x + c] ^ flip) * light + 127) / 255);
        }
    }
}

class TurboDecoder final : public ImageDecoder {
public:
    explicit TurboDecoder(const DecodeOptions& options) : options_(options) {}
    TurboDecoder(const TurboDecoder&) = delete;
    TurboDecoder& operator=(const TurboDecoder&) = delete;
    ~TurboDecoder() override { jpeg_destroy_decompress(&session_.info); }

    bool create_session() { return create(session_); }

    DecodeOutcome decode(std::span<const std::byte> encoded, std::span<std::byte> out) override {
        THROUGHLINE_CHECK(out.size() == std::size_t{options_.width_px} * options_.height_px * 3);
        DecodeOutcome outcome = open_image(session_, encoded);
        if (outcome.status == DecodeStatus::Ok) {
            decode_pixels(out, outcome);
        }
        jpeg_abort_decompress(&session_.info);
        return outcome;
    }

private:
    void decode_pixels(std::span<std::byte> out, DecodeOutcome& outcome) {
        auto& info = session_.info;
        if (std::uint64_t{info.image_width} * info.image_height > options_.pixels_max) {
            outcome.status = DecodeStatus::TooLarge;
            outcome.message = "more pixels than allowed";
            return;
        }
        if (!tables_present(info)) {
            outcome.status = DecodeStatus::Corrupt;
            outcome.message = "a quantisation or Huffman table is missing";
            return;
        }
        bool started = guarded(session_, [&] { start(); });
        if (started && !prepare_buffers()) {
            outcome.status = DecodeStatus::TooLarge;
            outcome.message = "no memory for the rows of the image";
            return;
        }
        const bool finished = started && guarded(session_, [&] { read_rows(out); });
        judge(finished, outcome);
    }

    void start() {
        auto& info = session_.info;
        const bool cmyk = info.num_components == 4;
        info.out_color_space = cmyk ? JCS_CMYK : JCS_RGB;
        info.scale_num = 1;
        info.scale_denom = scale_divisor(info, options_);
        multiple_scans_ = jpeg_has_multiple_scans(&info) != FALSE;
        jpeg_start_decompress(&info);
    }

    bool prepare_buffers() noexcept {
        const auto& info = session_.info;
        try {
            resizer_.begin({.columns = info.output_width,
                            .rows = info.output_height,
                            .box_columns = static_cast<double>(info.image_width) / info.scale_denom,
                            .box_rows = static_cast<double>(info.image_height) / info.scale_denom,
                            .width_px = options_.width_px,
                            .height_px = options_.height_px});
            if (info.out_color_space == JCS_CMYK &&
                cmyk_row_.size() < std::size_t{info.output_width} * 4) {
                cmyk_row_.resize(std::size_t{info.output_width} * 4);
            }
        } catch (const std::bad_alloc&) {
            return false;
        }
        return true;
    }

    void read_rows(std::span<std::byte> out) {
        auto& info = session_.info;
        const bool cmyk = info.out_color_space == JCS_CMYK;
        // Damage decides the outcome, so the rows after it are not worth their time.
        while (info.output_scanline < info.output_height && !session_.damaged) {
            JSAMPROW row = cmyk ? cmyk_row_.data() : resizer_.next_row();
            if (jpeg_read_scanlines(&info, &row, 1) != 1) {
                return;
            }
            if (cmyk) {
                convert_cmyk(cmyk_row_.data(),
                             resizer_.next_row(),
                             info.output_width,
                             info.saw_Adobe_marker != FALSE);
            }
            resizer_.push_row(out);
        }
        // What follows the last pixel does not concern us, so there is no jpeg_finish_decompress().
    }

    void judge(bool finished, DecodeOutcome& outcome) const {
        const bool whole = finished && session_.info.output_scanline == session_.info.output_height;
        // An image of one scan is whole when its last row is, even if the end marker is gone; with
        // several, as in progressive files, a scan that would have sharpened it may be missing.
        const bool lacks_scans = session_.ran_dry && multiple_scans_;
        if (whole && !session_.damaged && !lacks_scans) {
            return;
        }
        outcome.status = session_.ran_dry ? DecodeStatus::Truncated : DecodeStatus::Corrupt;
        outcome.message =
            session_.message[0] != '\0' ? session_.message.data() : "the compressed data end early";
    }

    DecodeOptions options_;
    Session session_;
    Resizer resizer_;
    std::vector<std::uint8_t> cmyk_row_;
    bool multiple_scans_ = false;
};

}  // namespace

const char* decode_status_name(DecodeStatus status) noexcept {
    switch (status) {
        case DecodeStatus::Ok:
            return "ok";
        case DecodeStatus::Empty:
            return "empty";
        case DecodeStatus::NotJpeg:
            return "not_jpeg";
        case DecodeStatus::Truncated:
            return "truncated";
        case DecodeStatus::Corrupt:
            return "corrupt";
        case DecodeStatus::TooLarge:
            return "too_large";
    }
    return "unknown";
}

Result<std::unique_ptr<ImageDecoder>> ImageDecoder::make(const DecodeOptions& options) {
    if (options.width_px == 0 || options.height_px == 0 || options.width_px > kSideMax ||
        options.height_px > kSideMax) {
        return Error{.code = ErrorCode::Usage,
                     .what = "decode to " + std::to_string(options.width_px) + "x" +
                             std::to_string(options.height_px) + ": each side must be 1.." +
                             std::to_string(kSideMax)};
    }
    auto decoder = std::make_unique<TurboDecoder>(options);
    if (!decoder->create_session()) {
        return Error{.code = ErrorCode::Limit, .what = "jpeg_create_decompress: out of memory"};
    }
    return std::unique_ptr<ImageDecoder>(std::move(decoder));
}

DecodeOutcome read_image_facts(std::span<const std::byte> encoded) {
    // The message of the outcome must live on; one buffer a thread is enough for that.
    thread_local std::array<char, JMSG_LENGTH_MAX> message;
    Session session;
    session.header_only = true;
    if (!create(session)) {
        return {.status = DecodeStatus::TooLarge, .facts = {}, .message = "out of memory"};
    }
    DecodeOutcome outcome = open_image(session, encoded);
    if (outcome.message == session.message.data()) {
        message = session.message;
        outcome.message = message.data();
    }
    jpeg_destroy_decompress(&session.info);
    return outcome;
}

}  // namespace throughline::decode

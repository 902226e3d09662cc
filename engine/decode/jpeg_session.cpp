// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/jpeg_session.h"

#include <algorithm>
#include <cstring>

#include "engine/base/say.h"
#include "engine/decode/sniff.h"

// clang-format off: jerror.h needs what jpeglib.h defines
#include <jerror.h>
// clang-format on

namespace throughline::decode {
namespace {

// A progressive file may hold any number of scans, each of which costs a pass over the image. The
// most useful scripts have about ten; libjpeg-turbo's own fuzz targets stop at 500 as well.
constexpr int kScansMax = 500;
/// A message as those of libjpeg: no text may be made where longjmp() leaves.
constexpr const char* kTooManyScans = to_say("more than 500 scans");
static_assert(kScansMax == 500, "the message says how many");

JpegSession& session_of(j_common_ptr info) {
    return static_cast<JpegSession&>(*static_cast<JpegClient*>(info->client_data));
}
JpegSession& session_of(j_decompress_ptr info) {
    return static_cast<JpegSession&>(*static_cast<JpegClient*>(info->client_data));
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
    if (stop_asked(session)) {
        std::longjmp(session.on_error, 1);
    }
    if (session.damaged) {
        std::longjmp(session.on_error, 1);  // decided already: the other scans would be wasted
    }
    if (session.info.input_scan_number > kScansMax) {
        std::snprintf(session.message.data(), session.message.size(), "%s", kTooManyScans);
        std::longjmp(session.on_error, 1);
    }
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

}  // namespace

bool create(JpegSession& session) {
    session.info.err = jpeg_std_error(&session.errors);
    session.errors.error_exit = on_error_exit;
    session.errors.emit_message = on_message;
    session.errors.output_message = on_output;
    session.info.client_data = static_cast<JpegClient*>(&session);
    const bool created = guarded(session, [&] {
        jpeg_create_decompress(&session.info);
        session.memory.install(reinterpret_cast<j_common_ptr>(&session.info));
    });
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

bool stop_asked(JpegSession& session) noexcept {
    if (session.stopping != nullptr && session.stopping->load(std::memory_order_relaxed)) {
        session.stopped = true;
    }
    return session.stopped;
}

DecodeOutcome open_image(JpegSession& session, std::span<const std::byte> encoded) {
    session.ran_dry = false;
    session.damaged = false;
    session.stopped = false;
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
        outcome.message = cut ? to_say("the bytes end within the header") : session.message.data();
        return outcome;
    }
    copy_facts(session.info, outcome.facts);
    return outcome;
}

}  // namespace throughline::decode

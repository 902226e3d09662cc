// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/report/qpdf.h"

// What reading and writing of PDFs share. qpdf reports by exceptions, and so do these functions:
// their callers turn them into an Error with pdf_error().
namespace throughline::report {

/// The names under which a page of a report has what is drawn on it.
inline constexpr const char* kPageForm = "/P";
inline constexpr const char* kDigestForm = "/Digest";
/// "/C3" of the third chart.
std::string chart_form(std::size_t chart);

inline constexpr const char* kProofFile = "throughline-proof.json";
/// Begins the line behind a PDF that has the SHA-256 of all before it.
inline constexpr std::string_view kFileDigestMark = "%throughline-sha256 ";

/// Bytes that may still be decoded of a file, so that a small one cannot fill the memory.
struct DecodingRoom {
    std::size_t bytes = std::size_t{256} << 20U;
};

/// The decoded bytes of a stream, or of all streams of a page's contents. Throws
/// std::runtime_error: no stream, damaged, or more than `room`, which becomes less by them.
std::string stream_bytes(QPDFObjectHandle stream, DecodingRoom& room);

/// The digest of an object and of everything that it refers to, whatever its numbers and however
/// its streams are compressed. Thread: one owner.
class DigestWalk {
public:
    /// `room` outlives this.
    explicit DigestWalk(DecodingRoom& room) : room_(room) {}
    /// Throws std::runtime_error: a damaged stream, too deep, an object within itself.
    std::string of(QPDFObjectHandle object);

private:
    std::string text_of(QPDFObjectHandle object, int depth);
    std::string referred(QPDFObjectHandle object, int depth);

    DecodingRoom& room_;
    std::map<QPDFObjGen, std::string> known_;
    std::set<QPDFObjGen> open_;
};
/// Of a page without its charts and the printed digest, of which the one is compared by itself and
/// the other made last. Throws as DigestWalk::of().
std::string page_digest(QPDFObjectHandle page, DigestWalk& walk);

/// The exception that is being handled. Call it within catch (...).
Error pdf_error(const std::string& act);

}  // namespace throughline::report

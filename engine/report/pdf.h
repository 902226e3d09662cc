// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/report/proof.h"

namespace throughline::report {

/// On a page, in points from its top left.
struct PageRect {
    double x = 0.0;
    double y = 0.0;
    double width = 0.0;
    double height = 0.0;
};
struct PdfChart {
    std::size_t page = 0;
    PageRect place{};
    std::string alt{};  ///< what it shows
};
struct PdfBookmark {
    std::string title{};
    std::size_t page = 0;
};
struct PdfLink {
    std::size_t page = 0;
    PageRect place{};
    std::string address{};
};

/// What a report's file is put together from. Whoever draws it knows fonts; how it is proved is
/// known here.
struct PdfDraft {
    /// A PDF: a page for each chart, which is as large as the chart, then the report's pages
    /// without charts, their texts painted in the order of printed_text().
    std::string drawn{};
    std::vector<PdfChart> charts{};
    std::vector<PdfBookmark> bookmarks{};
    std::vector<PdfLink> links{};
    PageRect digest{};  ///< on the last page
    /// A PDF of one page as large as `digest`, which shows the 64 digits.
    std::function<std::string(const std::string& digits)> draw_digest{};
};

/// The records beside a proof are files such as "2-new-box.tlrun". `studies`: of its records.
void name_record_files(Proof& proof, std::span<const record::Study> studies);

/// The whole file: pages whose drawings are objects of their own, bookmarks, metadata, and as
/// attachments the proof and the records, which people can open; behind it a line with the digest
/// of all bytes before. The digests of drawings and pages are put into the proof here. The same
/// bytes for the same. Errors: Usage: name_record_files() was forgotten; Format: what was drawn is
/// no such PDF; Limit.
Result<std::string> pdf_of(Proof proof, const PdfDraft& draft);

}  // namespace throughline::report

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/report/content.h"
#include "engine/report/figures.h"
#include "engine/report/seal.h"
#include "engine/report/zip_archive.h"

namespace throughline::report {

/// A report as an OpenDocument text: headings, captions and styles are real ones, the drawings are
/// beside the text, and so is the proof. `drawings`: by ChartPlace::chart. Pure.
/// Errors: Limit (no memory).
Result<std::string> odt_of(const Content& content,
                           std::span<const std::string> drawings,
                           const Seal& seal);

/// The parts of a file that odt_of() wrote.
struct OdtParts {
    std::string proof{};   ///< "": a program that saved the file left it out
    std::string digest{};  ///< as printed
    std::vector<std::string> drawings{};
    std::vector<Figure> figures{};  ///< without what they are of, which it does not say
    std::string content{};          ///< content.xml
    std::string title{};            ///< of meta.xml, as it has it
    std::string saved_by{};         ///< the program that wrote the file last
    std::vector<Member> members{};  ///< all files in it, in its order
};
/// Errors: Format: no archive, cut off, damaged, no text document, none of this program's, or far
/// larger unpacked.
Result<OdtParts> odt_parts(std::string_view bytes);

}  // namespace throughline::report

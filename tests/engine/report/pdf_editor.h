// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

// Edits PDFs as somebody does who knows how they are built, so that only what they say is wrong.
namespace throughline::report {

/// A PDF with these texts on its pages, a line each.
std::string drawn_text_pdf(const std::vector<std::vector<std::string>>& pages);

/// The file with the line of its own digest computed anew.
std::string sealed_again(const std::string& bytes);

enum class Forgery : std::uint8_t {
    FileDigest,  ///< the last line is computed anew
    Everything,  ///< so are the digests of pages in the proof and the printed one
};
/// Changes what a page shows, by its form: "/P", "/C1"; "" = the page's own contents.
std::string with_contents(const std::string& file,
                          std::size_t page,
                          const std::string& form,
                          const std::function<void(std::string& contents)>& edit,
                          Forgery forgery);
/// Another digit in place of one that the form shows; nothing if it shows none.
std::optional<std::string> with_digit_changed(const std::string& file,
                                              std::size_t page,
                                              const std::string& form,
                                              std::mt19937& random,
                                              Forgery forgery);
/// An attachment replaced, or cut out.
std::string with_attachment(const std::string& file,
                            const std::string& name,
                            const std::optional<std::string>& bytes);
std::string attachment_of(const std::string& file, const std::string& name);
std::vector<std::string> attachments_of(const std::string& file);
std::string encrypted_pdf(const std::string& file);
/// As another program saves it: its objects in streams.
std::string saved_again_pdf(const std::string& file);
std::size_t pages_of_pdf(const std::string& file);

}  // namespace throughline::report

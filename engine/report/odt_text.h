// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// The texts of an ODT: OASIS Open Document Format for Office Applications, version 1.3.
namespace throughline::report {

/// Of the root elements of content.xml, styles.xml and meta.xml; begins with a space.
extern const std::string_view kOdfNamespaces;

/// For an attribute. What no XML may hold (controls, bytes that are not UTF-8) becomes U+FFFD.
/// Source: Extensible Markup Language 1.0, section 2.2.
std::string xml_escaped(std::string_view text);

/// For a paragraph, where several spaces would be one: spaces, tabs and line ends stay.
std::string odf_text(std::string_view text);

/// How many letters a text has.
std::size_t letter_count(std::string_view text) noexcept;

/// "17.80mm" of hundredths.
std::string millimetres(int hundredths);

}  // namespace throughline::report

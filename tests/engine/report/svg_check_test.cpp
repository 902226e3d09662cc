// SPDX-License-Identifier: Apache-2.0
// A drawing that can do more than show lines and letters is none of a report.
#include "engine/report/svg_check.h"

#include <gtest/gtest.h>

#include <random>

namespace throughline::report {
namespace {

/// As ui/plot/svg_writer.cpp writes it, with one of everything.
constexpr const char* kWhole =
    R"svg(<svg width="960" height="440" viewBox="0 0 960 440" xmlns="http://www.w3.org/2000/svg"
xmlns:xlink="http://www.w3.org/1999/xlink"
version="1.1">
<title>Images &lt;b&gt; &amp; &quot;more&quot;</title>
<desc></desc>
<!-- Throughline 0.1.0 (abc) -->
<defs>
<path id="g0123abcdef" d="M0 0L10.5 -2e-05C1 2 3 4 5 6Z"/>
<clipPath id="c0123abcdef"><path d="M0 0L1 1Z"/></clipPath>
</defs>
<path d="M1 2L3 4" fill="none" stroke="#1a1f26"
stroke-opacity="0.5" stroke-width="1.5"
stroke-linecap="round"
stroke-linejoin="bevel" stroke-dasharray="1,2.5"/>
<g clip-path="url(#c0123abcdef)">
<path d="M1 2L3 4Z" fill="#ffffff" fill-opacity="0.2" fill-rule="evenodd"/>
<g fill="#000000" stroke="none"
aria-hidden="true" transform="matrix(1 0 0 1 2.5 -3)">
<use xlink:href="#g0123abcdef" x="12"/></g>
<text transform="matrix(1 0 0 1 0 0)" fill-opacity="0" stroke="none"
xml:space="preserve" font-family="DejaVu Sans, Verdana, sans-serif"
font-size="12" font-weight="400" font-style="normal"
textLength="40.5" lengthAdjust="spacingAndGlyphs">1.5 k</text>
</g>
</svg>)svg";

std::string with(const std::string& from, const std::string& to) {
    std::string text = kWhole;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(SvgCheck, WhatChartsAreWrittenWithIsOne) {
    EXPECT_EQ(svg_fault(kWhole), "");
    EXPECT_EQ(svg_fault("<svg width=\"10\" height=\"10\"><path d=\"M1 2L3 4\"/></svg>"), "");
}

TEST(SvgCheck, AnElementThatNoChartHasIsNamed) {
    for (const char* name : {"script", "style", "foreignObject", "image", "a", "animate", "set"}) {
        const std::string fault =
            svg_fault(with("<defs>", "<" + std::string(name) + "></" + name + "><defs>"));
        EXPECT_EQ(fault, "It has <" + std::string(name) + ">, which no chart of this program has.");
    }
}

TEST(SvgCheck, AnAttributeThatNoChartHasIsNamed) {
    for (const char* name : {"onload", "style", "class", "href", "filter", "xml:base"}) {
        const std::string fault =
            svg_fault(with("<path d", "<path " + std::string(name) + "=\"x\" d"));
        EXPECT_NE(fault.find("has the attribute " + std::string(name)), std::string::npos) << fault;
    }
}

TEST(SvgCheck, AValueThatLoadsOrLinksIsAFault) {
    EXPECT_NE(svg_fault(with("#g0123abcdef\" x", "https://example.org/#g\" x")), "");
    EXPECT_NE(svg_fault(with("#g0123abcdef\" x", "javascript:alert(1)\" x")), "");
    EXPECT_NE(svg_fault(with("url(#c0123abcdef)", "url(https://example.org/)")), "");
    EXPECT_NE(svg_fault(with("\"#1a1f26\"", "\"url(https://example.org/)\"")), "");
    EXPECT_NE(svg_fault(with("DejaVu Sans,", "x;background:url(y),")), "");
    EXPECT_NE(svg_fault(with("fill-opacity=\"0\" ", "fill-opacity=\"1\" ")), "")
        << "a text is seen";
    EXPECT_NE(svg_fault(with("fill-opacity=\"0\" ", "")), "") << "a text is seen";
    EXPECT_NE(svg_fault(with("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml")), "");
}

TEST(SvgCheck, WhatIsNotWellFormedIsAFault) {
    for (const auto& [from, to] : {std::pair("</svg>", ""),
                                   std::pair("</svg>", "</svg><svg></svg>"),
                                   std::pair("</svg>", "</svg><p>1.93 k</p>"),
                                   std::pair("</svg>", "</svg>1.93 k"),
                                   std::pair("<svg ", "1.93 k<svg "),
                                   std::pair("<defs>", "<defs>1.93 k"),
                                   std::pair("<defs>", "<defs/>"),
                                   std::pair("<desc></desc>", "<desc><g></g></desc>"),
                                   std::pair("&amp;", "&nbsp;"),
                                   std::pair("&amp;", "& "),
                                   std::pair("(abc) -->", "(abc) --!><b> -->"),
                                   std::pair("(abc) -->", "-- -->"),
                                   std::pair("<!-- ", "<!--><b> "),
                                   std::pair("<!-- ", "<!DOCTYPE x><!-- "),
                                   std::pair("<!-- ", "<![CDATA[x]]><!-- "),
                                   std::pair("<!-- ", "<?x y?><!-- "),
                                   std::pair("x=\"12\"", "x='12'"),
                                   std::pair("x=\"12\"", "x=12"),
                                   std::pair("x=\"12\"", "x=\"12\" x=\"12\""),
                                   std::pair("id=\"c0123abcdef\"", "id=\"g0123abcdef\""),
                                   std::pair("d=\"M1 2L3 4\" fill", "d=\"M1 2L3 4\"fill")}) {
        EXPECT_NE(svg_fault(with(from, to)), "") << from << " -> " << to;
    }
    EXPECT_NE(svg_fault(""), "");
    EXPECT_NE(svg_fault("<svg"), "");
    EXPECT_NE(svg_fault("<svg width="), "");
}

// Goal: no bytes take it down. Method: seeded changes of a drawing, under the sanitizers.
TEST(SvgCheck, EndsForAnyBytes) {
    for (unsigned seed = 0; seed < 2000; ++seed) {
        std::mt19937 random(seed);
        std::string text = kWhole;
        for (int i = 0; i < 3; ++i) {
            const std::size_t at = random() % text.size();
            if (random() % 2 == 0) {
                text[at] = "<>\"=/&!- \x80"[random() % 10];
            } else {
                text.erase(at, 1 + random() % 30);
            }
        }
        EXPECT_LT(svg_fault(text).size(), 300U) << seed;
    }
}

}  // namespace
}  // namespace throughline::report

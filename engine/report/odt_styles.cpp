// SPDX-License-Identifier: Apache-2.0
#include "engine/report/odt_styles.h"

#include <array>

#include "engine/base/say.h"
#include "engine/report/odt_text.h"

namespace throughline::report {
namespace {

// Sans and Mono are what every LibreOffice brings; others have Arial and Courier New of their size.
constexpr std::string_view kFontsBefore = R"(<office:font-face-decls>
<style:font-face style:name="Sans" svg:font-family="'Liberation Sans', Arial"
 style:font-family-generic="swiss" style:font-pitch="variable"/>
<style:font-face style:name="Mono" svg:font-family="'Liberation Mono', 'Courier New'"
 style:font-family-generic="modern" style:font-pitch="fixed"/>
</office:font-face-decls>
<office:styles>
<style:default-style style:family="paragraph">
<style:paragraph-properties fo:orphans="2" fo:widows="2" style:tab-stop-distance="10mm"/>
<style:text-properties style:font-name="Sans" fo:font-size="10pt" fo:color="#1a1f26"
)";
constexpr std::string_view kDefaultsBehind = R"(/>
</style:default-style>
<style:default-style style:family="table">
<style:table-properties table:border-model="collapsing"/>
</style:default-style>
<style:default-style style:family="graphic"/>
)";

constexpr std::string_view kBody = "Text_20_body";
constexpr std::string_view kHeading = "Heading";

/// A paragraph style, by the name that people see; attributes of its properties.
struct ParagraphLook {
    std::string_view name{};
    std::string_view parent{};
    std::string_view paragraph{};
    std::string_view text{};
    int outline = 0;  ///< of a heading: its level
};

std::string paragraph_style(const ParagraphLook& look) {
    std::string id;
    for (const char letter : look.name) {
        id += letter == ' ' ? std::string("_20_") : std::string(1, letter);
    }
    std::string style = "<style:style style:name=\"" + id + "\" style:display-name=\"" +
                        std::string(look.name) + "\" style:family=\"paragraph\"";
    const auto add = [&](std::string_view start, std::string_view attributes, const char* end) {
        style +=
            attributes.empty() ? std::string() : std::string(start) + std::string(attributes) + end;
    };
    add(" style:parent-style-name=\"", look.parent, "\"");
    add(" style:next-style-name=\"", look.parent == kHeading ? kBody : std::string_view(), "\"");
    add(" style:default-outline-level=\"",
        look.outline > 0 ? std::to_string(look.outline) : std::string(),
        "\"");
    style += " style:class=\"text\">\n";
    add("<style:paragraph-properties ", look.paragraph, "/>\n");
    add("<style:text-properties ", look.text, "/>\n");
    return style + "</style:style>\n";
}

constexpr std::string_view kSoft = R"(fo:color="#5b6470")";
constexpr std::string_view kSmallSoft = R"(fo:color="#5b6470" fo:font-size="8.5pt")";
constexpr std::string_view kItalic = R"(fo:font-style="italic")";
constexpr std::string_view kGood = R"(fo:color="#00603f")";
constexpr std::string_view kBad = R"(fo:color="#a3290f")";

constexpr std::array kParagraphLooks{
    ParagraphLook{"Standard", "", ""},
    ParagraphLook{"Text body",
                  "Standard",
                  R"(fo:margin-top="0mm" fo:margin-bottom="2mm" fo:line-height="125%")"},
    ParagraphLook{"Heading", "Standard", R"(fo:keep-with-next="always")", ""},
    ParagraphLook{"Title",
                  "Heading",
                  R"(fo:margin-bottom="1mm")",
                  R"(fo:font-size="22pt" fo:font-weight="bold")"},
    ParagraphLook{"Subtitle",
                  "Heading",
                  R"(fo:margin-bottom="6mm")",
                  R"(fo:font-size="11.5pt" fo:color="#5b6470")"},
    ParagraphLook{"Heading 1",
                  "Heading",
                  R"(fo:margin-top="7mm" fo:margin-bottom="2mm")",
                  R"(fo:font-size="14pt" fo:font-weight="bold")",
                  1},
    ParagraphLook{"Heading 2",
                  "Heading",
                  R"(fo:margin-top="4mm" fo:margin-bottom="1.5mm")",
                  R"(fo:font-size="11pt" fo:font-weight="bold")",
                  2},
    ParagraphLook{"Lead answer",
                  kBody,
                  R"(fo:margin-bottom="1.5mm" fo:keep-with-next="always")",
                  R"(fo:font-size="16pt" fo:font-weight="bold")"},
    ParagraphLook{"Caution",
                  kBody,
                  R"(fo:border-left="0.8mm solid #c98a1b" fo:padding-left="2.5mm")",
                  R"(fo:color="#8a5300")"},
    ParagraphLook{"Small print", kBody, "", kSmallSoft},
    ParagraphLook{"Better", kBody, "", kGood},
    ParagraphLook{"Worse", kBody, "", kBad},
    ParagraphLook{"Prediction", kBody, "", kItalic},
    ParagraphLook{"Quotations",
                  kBody,
                  R"(fo:margin-left="4mm" fo:margin-right="4mm" fo:padding-left="3mm")"
                  R"( fo:margin-top="2mm" fo:margin-bottom="3mm")"
                  R"( fo:border-left="0.8mm solid #d5dae0")",
                  kSoft},
    ParagraphLook{"Preformatted Text",
                  kBody,
                  R"(fo:background-color="#f3f5f7" fo:padding="2mm" fo:border="none")"
                  R"( fo:line-height="115%" fo:margin-top="2mm" fo:margin-bottom="3mm")",
                  R"(style:font-name="Mono" fo:font-size="8.5pt")"},
    ParagraphLook{"List item", kBody, R"(fo:margin-bottom="1mm")"},
    ParagraphLook{
        "Caption", "Standard", R"(fo:margin-top="1.5mm" fo:margin-bottom="1.5mm")", kSmallSoft},
    ParagraphLook{"Table caption", "Caption", R"(fo:margin-top="4mm" fo:keep-with-next="always")"},
    ParagraphLook{"Chart", "Standard", R"(fo:margin-top="4mm" fo:keep-with-next="always")"},
    ParagraphLook{"Chart caption", "Caption", R"(fo:margin-bottom="1mm")"},
    ParagraphLook{"Chart note", "Caption", R"(fo:margin-top="0mm" fo:margin-bottom="1mm")"},
    ParagraphLook{"Table Contents", "Standard", "", R"(fo:font-size="8.5pt")"},
    ParagraphLook{"Table Heading",
                  "Table_20_Contents",
                  R"(fo:keep-with-next="always")",
                  R"(fo:font-weight="bold")"},
    ParagraphLook{"Table prediction", "Table_20_Contents", "", kItalic},
    ParagraphLook{"Table change", "Table_20_Contents", "", R"(fo:font-size="7.5pt")"},
    ParagraphLook{"Table change better", "Table_20_change", "", kGood},
    ParagraphLook{"Table change worse", "Table_20_change", "", kBad},
    ParagraphLook{"Key figure title", "Standard", R"(fo:keep-with-next="always")", kSmallSoft},
    ParagraphLook{"Key figure",
                  "Standard",
                  R"(fo:margin-top="0.5mm" fo:margin-bottom="0.5mm")"
                  R"( fo:keep-with-next="always")",
                  R"(fo:font-size="14pt" fo:font-weight="bold")"},
    ParagraphLook{"Key figure spread", "Standard", "", R"(fo:color="#5b6470" fo:font-size="8pt")"},
    ParagraphLook{"Report end",
                  "Small_20_print",
                  R"(fo:margin-top="8mm" fo:padding-top="2mm")"
                  R"( fo:border-top="0.5pt solid #d5dae0" fo:keep-together="always")"},
    ParagraphLook{"Footer", "Standard", "", R"(fo:color="#5b6470" fo:font-size="8pt")"},
};

constexpr std::string_view kTextAndGraphicStyles =
    R"(<style:style style:name="Figure_20_value" style:display-name="Figure value"
 style:family="text"/>
<style:style style:name="Strong_20_Emphasis" style:display-name="Strong Emphasis"
 style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="Emphasis" style:family="text">
<style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="Source_20_Text" style:display-name="Source Text" style:family="text">
<style:text-properties style:font-name="Mono"/></style:style>
<style:style style:name="Internet_20_link" style:display-name="Internet link" style:family="text">
<style:text-properties fo:color="#1a4f8a" style:text-underline-style="solid"/></style:style>
<style:style style:name="Digest" style:family="text">
<style:text-properties style:font-name="Mono" fo:font-size="8pt" fo:language="zxx"
 fo:country="none"/></style:style>
<style:style style:name="Chart_20_frame" style:display-name="Chart frame" style:family="graphic">
<style:graphic-properties style:vertical-pos="top" style:vertical-rel="baseline"
 style:wrap="none" fo:padding="0mm" fo:border="none" fo:margin="0mm"/></style:style>
<style:style style:name="Data_20_table" style:display-name="Data table" style:family="table"/>
<style:style style:name="Key_20_figures" style:display-name="Key figures" style:family="table"/>
)";

// LibreOffice takes a level's place from label-alignment; each is 6 mm further in.
std::string list_style(std::string_view name, bool numbered) {
    constexpr int kLevels = 10;
    constexpr int kStep = 600;  // hundredths of a millimetre
    std::string style = "<text:list-style style:name=\"" + std::string(name) + "\">\n";
    for (int level = 1; level <= kLevels; ++level) {
        const std::string place = millimetres(level * kStep);
        const std::string number = "text:level=\"" + std::to_string(level) + "\"";
        const std::string tag = numbered ? "number" : "bullet";
        style += "<text:list-level-style-" + tag + " " + number +
                 (numbered         ? R"( style:num-format="1" style:num-suffix=".">)"
                  : level % 2 == 1 ? R"( text:bullet-char="•">)"
                                   : R"( text:bullet-char="–">)") +
                 R"(<style:list-level-properties)"
                 R"( text:list-level-position-and-space-mode="label-alignment">)"
                 R"(<style:list-level-label-alignment text:label-followed-by="listtab")"
                 R"( text:list-tab-stop-position=")" +
                 place + R"(" fo:text-indent="-5mm" fo:margin-left=")" + place +
                 R"("/></style:list-level-properties></text:list-level-style-)" + tag + ">\n";
    }
    return style + "</text:list-style>\n";
}

constexpr std::string_view kPage = R"(</office:styles>
<office:automatic-styles>
<style:page-layout style:name="A4">
<style:page-layout-properties fo:page-width="210mm" fo:page-height="297mm"
 style:print-orientation="portrait" fo:margin="16mm"/>
<style:header-style/>
<style:footer-style>
<style:header-footer-properties fo:min-height="8mm" fo:margin-top="4mm"/>
</style:footer-style>
</style:page-layout>
<style:style style:name="FooterLine" style:family="paragraph" style:parent-style-name="Footer">
<style:paragraph-properties><style:tab-stops>
<style:tab-stop style:position="178mm" style:type="right"/>
</style:tab-stops></style:paragraph-properties>
</style:style>
</office:automatic-styles>
<office:master-styles>
<style:master-page style:name="Standard" style:page-layout-name="A4">
<style:footer><text:p text:style-name="FooterLine"><text:title>)";

constexpr std::string_view kPageEnd =
    R"(</text:p></style:footer>
</style:master-page>
</office:master-styles>
</office:document-styles>
)";

}  // namespace

const std::string_view kOdtTableStyles =
    R"(<style:style style:name="KeyFigureCell" style:family="table-cell">
<style:table-cell-properties fo:padding="2mm" fo:border="0.5pt solid #d5dae0"/></style:style>
<style:style style:name="HeadCell" style:family="table-cell">
<style:table-cell-properties fo:padding-top="0.6mm" fo:padding-bottom="0.9mm"
 fo:padding-left="0mm" fo:padding-right="2mm" style:vertical-align="bottom"
 fo:border-bottom="0.8pt solid #5b6470"/></style:style>
<style:style style:name="DataCell" style:family="table-cell">
<style:table-cell-properties fo:padding-top="0.6mm" fo:padding-bottom="0.6mm"
 fo:padding-left="0mm" fo:padding-right="2mm" fo:border-bottom="0.5pt solid #d5dae0"/></style:style>
<style:style style:name="Row" style:family="table-row">
<style:table-row-properties fo:keep-together="always"/></style:style>
)";

std::string odt_language(Language language) {
    return language == Language::German ? "de-DE" : "en-GB";
}

std::string odt_styles_xml(std::string_view title, Language language) {
    const Speaking speaking(language);
    const std::string code = odt_language(language);
    const std::string locale =
        " fo:language=\"" + code.substr(0, 2) + "\" fo:country=\"" + code.substr(3) + "\"";
    const std::string pages =
        say("Page %1 of %2",
            R"(<text:page-number text:select-page="current">1</text:page-number>)",
            "<text:page-count>1</text:page-count>");
    std::string paragraphs;
    for (const ParagraphLook& look : kParagraphLooks) {
        paragraphs += paragraph_style(look);
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-styles" +
           std::string(kOdfNamespaces) + ">\n" + std::string(kFontsBefore) + locale +
           std::string(kDefaultsBehind) + paragraphs + std::string(kTextAndGraphicStyles) +
           list_style("Bullets", false) + list_style("Numbers", true) + std::string(kPage) +
           xml_escaped(title) + "</text:title><text:tab/>" + pages + std::string(kPageEnd);
}

}  // namespace throughline::report

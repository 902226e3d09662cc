// SPDX-License-Identifier: Apache-2.0
// What an author wrote as Markdown, in pages that stay one piece.
#include "engine/report/prose.h"

#include <gtest/gtest.h>

#include "engine/report/html.h"
#include "engine/report/markdown.h"

namespace throughline::report {
namespace {

std::string html_body(std::string_view markdown) {
    Content content{.title = "t"};
    add_prose(markdown, content.items);
    const std::string page = html_of(content, {}, {});
    const std::size_t from = page.find("</h1>");
    return page.substr(from, page.find("</main>") - from);
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Prose, ParagraphsEmphasisCodeAndLinks) {
    const std::string page = html_body(
        "One **bold *both*** `a<b`\nline.\n\n# Head\n\n[us](https://example.org/?a=1&b=2)");
    EXPECT_TRUE(has(page, "<strong>bold </strong><strong><em>both</em></strong>")) << page;
    EXPECT_TRUE(has(page, "<code>a&lt;b</code> line.</p>")) << page;
    EXPECT_TRUE(has(page, "<h3>Head</h3>")) << page;
    EXPECT_TRUE(has(page, "<a href=\"https://example.org/?a=1&amp;b=2\">us</a>")) << page;
}

TEST(Prose, ListsStandWithinLists) {
    const std::string page = html_body("- a\n  1. b\n  2. c\n- d\n\nend");
    EXPECT_TRUE(has(page,
                    "<ul><li>a\n<ol start=\"1\"><li>b</li>\n<li>c</li></ol>\n</li>\n<li>d</li></ul>"
                    "\n<p>end</p>"))
        << page;
}

TEST(Prose, NothingInItIsHtmlOrAScript) {
    const std::string page =
        html_body("<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![p](file:///etc/passwd)");
    EXPECT_FALSE(has(page, "<script")) << page;
    EXPECT_FALSE(has(page, "javascript:")) << page;
    EXPECT_FALSE(has(page, "passwd")) << page;
    EXPECT_TRUE(has(page, "x")) << "its words stay";
}

TEST(Prose, TablesAreTables) {
    Items items;
    add_prose("| a | b |\n|---|---|\n| 1 | **2** |\n", items);
    ASSERT_EQ(items.size(), 1U);
    const auto& table = std::get<Table>(items.front());
    EXPECT_EQ(table.heading, (std::vector<std::string>{"a", "b"}));
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0][1].text, "2");
}

TEST(Prose, MarkdownComesOutAsMarkdown) {
    Content content{.title = "t"};
    add_prose("*a* and **b**\n\n- c_d", content.items);
    const std::string text = markdown_of(content, {}, "");
    EXPECT_TRUE(has(text, "*a* and **b**")) << text;
    EXPECT_TRUE(has(text, "- c\\_d")) << text;
}

TEST(Prose, AnyBytesAreTaken) {
    Items items;
    add_prose(std::string_view("\0- \xff[(*`|\n> > >\n\t1)", 17), items);
    add_prose("", items);
    SUCCEED();
}

}  // namespace
}  // namespace throughline::report

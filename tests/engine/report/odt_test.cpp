// SPDX-License-Identifier: Apache-2.0
// An ODT is one that word processors read, and holds until a byte of it is changed.
#include "engine/report/odt.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <random>
#include <regex>
#include <set>

#include "engine/report/odt_body.h"
#include "engine/report/svg_aspect.h"
#include "tests/engine/report/report_fixtures.h"

namespace throughline::report {
namespace {

constexpr const char* kProse = R"(# Why *now*

We *had to* know, **now**; see [the manual](https://example.org/a?b=1&c=2) and `fio  --rw=read`.

1. one
2. two
   - inner
     1. innermost
   - inner again
3. three

* a bullet

> quoted

    code  with
	tabs & <tags>

| a | b |
|---|---|
| 1 | 2 |
)";

std::string odt_bytes(const MadeOfFixtures& made) {
    auto bytes = odt_of(made.content, made.drawings, made.seal);
    EXPECT_TRUE(bytes) << bytes.error().what;
    return *std::move(bytes);
}

MadeOfFixtures made_prose_report() {
    const std::vector<record::Study> studies{study_of("u1", "a \x01 & b", 1.0)};
    Definition definition = definition_of("disk", studies);
    definition.title = "Two  spaces, <a> mark & a control \x02";
    definition.blocks.insert(definition.blocks.begin() + 1,
                             {{.kind = BlockKind::Text, .text = kProse},
                              {.kind = BlockKind::Chart, .title = "Another chart"}});
    return made_of(definition, studies);
}

std::string content_of(const std::string& bytes) {
    const auto parts = odt_parts(bytes);
    EXPECT_TRUE(parts) << parts.error().what;
    return parts ? parts->content : std::string();
}

std::vector<Member> members_of(const std::string& bytes) {
    const auto parts = odt_parts(bytes);
    EXPECT_TRUE(parts) << parts.error().what;
    return parts ? parts->members : std::vector<Member>();
}

/// What another program makes of an archive: deflated, and with today's date.
std::string deflated(const std::vector<Member>& members) {
    zip_error_t error{};
    zip_source_t* const source = zip_source_buffer_create(nullptr, 0, 0, &error);
    zip_source_keep(source);
    zip_t* const archive = zip_open_from_source(source, ZIP_TRUNCATE, &error);
    for (const Member& member : members) {
        zip_file_add(archive,
                     member.name.c_str(),
                     zip_source_buffer(archive, member.bytes.data(), member.bytes.size(), 0),
                     0);
    }
    EXPECT_EQ(zip_close(archive), 0);
    zip_stat_t about{};
    EXPECT_EQ(zip_source_open(source), 0);
    zip_source_stat(source, &about);
    std::string bytes(about.size, '\0');
    zip_source_read(source, bytes.data(), bytes.size());
    zip_source_close(source);
    zip_source_free(source);
    return bytes;
}

Member& named(std::vector<Member>& members, std::string_view name) {
    const auto found = std::ranges::find(members, name, &Member::name);
    EXPECT_NE(found, members.end()) << name;
    return *found;
}

/// The report with one part of it edited, and packed as it was.
std::string with_edited(const std::string& bytes,
                        const char* name,
                        const std::string& from,
                        const std::string& to) {
    std::vector<Member> members = members_of(bytes);
    Member& member = named(members, name);
    member.bytes = replaced(member.bytes, from, to);
    return *zip_of(members);
}

TEST(OdtReport, AnUntouchedOneHolds) {
    for (const MadeOfFixtures& made :
         {made_disk_report(), made_machines_report(), made_prose_report()}) {
        const std::string bytes = odt_bytes(made);
        const auto verified = verify_report(bytes);
        ASSERT_TRUE(verified) << verified.error().what;
        EXPECT_EQ(said_of(bytes), "");
        EXPECT_GT(verified->figures, 5U);
        EXPECT_EQ(verified->drawings, made.drawings.size());
        EXPECT_EQ(odt_bytes(made), bytes) << "the same bytes from the same input";
    }
}

TEST(OdtReport, SixtyHonestOnesOfAllTemplatesHold) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> faster(0.01, 40.0);
    for (std::size_t i = 0; i < 60; ++i) {
        const std::vector<record::Study> studies{study_of("u1", "a", faster(random)),
                                                 study_of("u2", "b", faster(random))};
        const char* const name = all_templates()[i % all_templates().size()].name;
        EXPECT_EQ(said_of(odt_bytes(made_of(definition_of(name, studies), studies))), "") << i;
    }
}

TEST(OdtReport, SaysWhatItIsInItsFirstBytesAndListsItsParts) {
    const std::string bytes = odt_bytes(made_prose_report());
    EXPECT_EQ(bytes.substr(30, 47), "mimetypeapplication/vnd.oasis.opendocument.text");
    std::vector<Member> members = members_of(bytes);
    const std::string manifest = named(members, "META-INF/manifest.xml").bytes;
    std::vector<std::string> names;
    for (const Member& member : members) {
        names.push_back(member.name);
        const bool listed = manifest.find("full-path=\"" + member.name + "\"") != std::string::npos;
        EXPECT_EQ(listed, member.name != "mimetype" && member.name != "META-INF/manifest.xml")
            << member.name;
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"mimetype",
                                        "content.xml",
                                        "styles.xml",
                                        "meta.xml",
                                        "Pictures/chart-1.svg",
                                        "Pictures/chart-2.svg",
                                        "throughline/proof.json",
                                        "META-INF/manifest.xml"}));
}

// Members are stored and dated alike, so that another version of libzip or zlib makes the same
// archive; if this fails, every report that was written before would seem to be packed anew.
TEST(OdtReport, AnArchiveIsTheSameWithEveryLibzip) {
    const auto bytes = zip_of(std::vector<Member>{{"mimetype", "text"}, {"a/b.xml", "<a/>"}});
    ASSERT_TRUE(bytes);
    EXPECT_EQ(record::sha256_hex(*bytes),
              "8f0012ec29b4c89d566fe90ad4cc7ba0e306f437dd05c4fde6fe686c8de50a9e");
}

TEST(OdtReport, EachStyleThatItUsesIsDefined) {
    MadeOfFixtures made = made_prose_report();
    for (const Tone tone : {Tone::Plain,
                            Tone::Lead,
                            Tone::Caution,
                            Tone::Small,
                            Tone::Better,
                            Tone::Worse,
                            Tone::Predicted}) {
        made.content.items.emplace_back(Paragraph{"t", tone});
        const Cell cell{.text = "c", .change = "+1 %", .tone = tone};
        made.content.items.emplace_back(Table{.caption = "", .heading = {}, .rows = {{cell}}});
    }
    std::vector<Member> members = members_of(odt_bytes(made));
    const std::string all =
        named(members, "content.xml").bytes + named(members, "styles.xml").bytes;
    const auto names_after = [&](const char* start) {
        std::set<std::string> names;
        const std::regex name(std::string(start) + "=\"([^\"]*)\"");
        for (std::sregex_iterator at(all.begin(), all.end(), name), end; at != end; ++at) {
            names.insert((*at)[1]);
        }
        return names;
    };
    const std::set<std::string> defined = names_after("style:name");
    std::set<std::string> used = names_after("(?:text|table|draw|parent|next):?-?style-name");
    EXPECT_GT(used.size(), 20U);
    for (const std::string& name : used) {
        EXPECT_TRUE(defined.contains(name)) << name;
    }
}

TEST(OdtReport, HeadingsListsCaptionsAndPicturesAreRealOnes) {
    const std::string content = content_of(odt_bytes(made_prose_report()));
    const auto has = [&](const char* text) { return content.find(text) != std::string::npos; };
    EXPECT_TRUE(has("text:outline-level=\"1\">The computer</text:h>")) << content;
    EXPECT_TRUE(
        has("text:outline-level=\"2\">Why <text:span text:style-name=\"Emphasis\">"
            "now</text:span></text:h>"));
    EXPECT_TRUE(has("Two <text:s/>spaces, &lt;a&gt; mark &amp; a control \uFFFD</text:p>"));
    EXPECT_TRUE(
        has("<text:p text:style-name=\"List_20_item\">two</text:p>\n"
            "<text:list text:style-name=\"Bullets\"><text:list-item>"
            "<text:p text:style-name=\"List_20_item\">inner</text:p>\n"
            "<text:list text:style-name=\"Numbers\"><text:list-item>"));
    EXPECT_TRUE(has("xlink:href=\"https://example.org/a?b=1&amp;c=2\""));
    EXPECT_TRUE(has("code <text:s/>with<text:line-break/>"));
    EXPECT_TRUE(has("text:formula=\"ooow:Table+1\" style:num-format=\"1\">1</text:sequence>"));
    EXPECT_TRUE(has(">2</text:sequence>: Images per second by decode threads</text:p>"));
    EXPECT_TRUE(has("<table:table-header-rows>"));
    EXPECT_TRUE(has("svg:width=\"178.00mm\" svg:height=\"178.00mm\""));
    EXPECT_TRUE(has("</svg:title><svg:desc>Chart of Images per second by Decode threads."));
    EXPECT_TRUE(has("text:style-name=\"NextPage_")) << "what proves begins a page";
}

TEST(OdtReport, AFigureThatIsNotTheRecordsIsNamed) {
    const std::string bytes = odt_bytes(made_prose_report());
    const auto said = [&](const char* name, const char* from, const char* to) {
        return said_of(with_edited(bytes, name, from, to));
    };
    EXPECT_EQ(
        said("content.xml", ">1.53 k images/s</text:span>", ">1.93 k images/s</text:span>"),
        "Images per second, run 5 of \"a \x01 & b\": The report says 1.93 k images/s, its record "
        "1.53 k images/s.\n");
    EXPECT_EQ(said("Pictures/chart-2.svg", "M1 2L3 4", "M1 2L3 9"),
              "chart 2: The drawing was changed after the report was made.\n");
    EXPECT_NE(
        said("throughline/proof.json", "[\"u1\",5,3.0,", "[\"u1\",5,2.0,").find("chart 1: Run"),
        std::string::npos);
    EXPECT_NE(
        said("content.xml", "is the bottleneck", "is no bottleneck").find("content.xml, line "),
        std::string::npos);
    EXPECT_NE(said("styles.xml", "22pt", "23pt").find("styles.xml, line "), std::string::npos);
    EXPECT_NE(said("meta.xml", "en-GB", "en-US").find("meta.xml, line "), std::string::npos);
}

TEST(OdtReport, PartsThatAreAddedCutOutOrPackedAnewAreFound) {
    const std::string bytes = odt_bytes(made_disk_report());
    std::vector<Member> members = members_of(bytes);
    EXPECT_NE(said_of(deflated(members)).find("archive: The file was packed anew"),
              std::string::npos);
    members.push_back({"Pictures/other.svg", "<svg/>"});
    EXPECT_EQ(said_of(*zip_of(members)),
              "Pictures/other.svg: It was added after the report was made.\n");
    std::erase_if(members, [](const Member& member) { return member.name == "styles.xml"; });
    members.pop_back();
    EXPECT_EQ(said_of(*zip_of(members)), "styles.xml: It was cut out of the file.\n");
    members = members_of(bytes);
    std::swap(members[1], members[2]);
    EXPECT_NE(said_of(*zip_of(members)).find("archive: "), std::string::npos);
    EXPECT_NE(said_of(bytes + "more"), "");
}

TEST(OdtReport, OneThatAnotherProgramSavedSaysSo) {
    std::vector<Member> members = members_of(odt_bytes(made_disk_report()));
    Member& meta = named(members, "meta.xml");
    meta.bytes = replaced(meta.bytes, "Throughline 0.1.0<", "LibreOffice/24.2<");
    EXPECT_EQ(said_of(deflated(members)),
              "file: It was saved again by another program (LibreOffice/24.2). Only the file as it "
              "was made can be verified.\n");
    std::erase_if(members,
                  [](const Member& member) { return member.name == "throughline/proof.json"; });
    const auto verified = verify_odt(deflated(members));
    ASSERT_TRUE(verified);
    ASSERT_FALSE(verified->holds());
    EXPECT_NE(verified->findings[0].what.find("left out the data that prove it"),
              std::string::npos);
    EXPECT_EQ(verified->title, "Is this disk enough?");
}

TEST(OdtReport, WhatIsNoReportIsAnErrorThatSaysWhy) {
    const auto why = [](const std::string& bytes) {
        const auto verified = verify_odt(bytes);
        EXPECT_FALSE(verified);
        return verified ? std::string() : verified.error().what;
    };
    const std::string bytes = odt_bytes(made_disk_report());
    EXPECT_NE(why(""), "");
    for (std::size_t size = 1; size < bytes.size(); size += 1 + bytes.size() / 97) {
        EXPECT_NE(why(bytes.substr(0, size)).find("cut off"), std::string::npos) << size;
    }
    EXPECT_NE(why(*zip_of(std::vector<Member>{{"a", "b"}})).find("no OpenDocument text"),
              std::string::npos);
    const Member type{"mimetype", "application/vnd.oasis.opendocument.text"};
    EXPECT_NE(why(*zip_of(std::vector{type, Member{"content.xml", "<a/>"}})).find("no report"),
              std::string::npos);
    const Member zeros{"throughline/proof.json", std::string(std::size_t{80} << 20U, '0')};
    EXPECT_NE(why(deflated({type, zeros})).find("far larger"), std::string::npos);
}

// Goal: a byte anywhere is found. Method: seeded edits of digits, of any byte, and cuts, of the
// archive as it lies there and of its parts, which are then packed as they were; the seed is in the
// message.
TEST(OdtReport, FindsThreeHundredRandomEdits) {
    const std::array all{odt_bytes(made_disk_report()), odt_bytes(made_prose_report())};
    const std::array parts{members_of(all[0]), members_of(all[1])};
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const std::size_t which = seed % all.size();
        std::vector<Member> members = parts[which];
        std::string archive = all[which];
        const bool unpacked = seed % 4 >= 2;
        std::string& edited = unpacked ? members[random() % members.size()].bytes : archive;
        std::size_t at = random() % edited.size();
        if (seed % 3 == 0) {  // a digit
            at = std::min(edited.find_first_of("0123456789", at), edited.size() - 1);
            edited[at] = edited[at] == '9' ? '0' : static_cast<char>(edited[at] + 1);
        } else if (seed % 3 == 1) {
            edited[at] = edited[at] == 'x' ? 'y' : 'x';
        } else {
            edited.erase(at, 1 + at % 7);
        }
        const std::string bytes = unpacked ? *zip_of(members) : archive;
        EXPECT_NE(bytes, all[which]) << seed;
        EXPECT_NE(said_of(bytes), "") << "seed " << seed << " at byte " << at;
    }
}

TEST(SvgAspect, IsThatOfTheSizeOrOfTheViewBox) {
    EXPECT_DOUBLE_EQ(svg_aspect("<svg width=\"200px\" height=\"50px\" viewBox=\"0 0 1 1\">"), 0.25);
    EXPECT_DOUBLE_EQ(svg_aspect("<svg width=\"100%\" viewBox=\"0 0 300 150\">"), 0.5);
    EXPECT_DOUBLE_EQ(svg_aspect("<svg viewBox=\"0,0,100,400\">"), 4.0);
    EXPECT_DOUBLE_EQ(svg_aspect("<svg>"), 0.5);
    EXPECT_DOUBLE_EQ(svg_aspect("<svg width=\"nan\" height=\"0\" viewBox=\"0\">"), 0.5);
    EXPECT_DOUBLE_EQ(svg_aspect(""), 0.5);
}

/// Of the only chart's frame, in millimetres.
double chart_height_of(const Content& content) {
    const std::vector<std::string> drawings{
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"52\"></svg>"};
    const std::string xml = odt_content_xml(content, drawings, {});
    std::smatch height;
    EXPECT_TRUE(std::regex_search(xml, height, std::regex("svg:height=\"([0-9.]+)mm\"")));
    return height.size() > 1 ? std::stod(height[1]) : 0.0;
}

// Goal: question, answer and chart stay on one page. Method: a page with room, a full one, one that
// is too long without its chart, and a full page whose chart comes behind.
TEST(Odt, TheChartOfAFullFirstPageIsLower) {
    const auto with = [](int paragraphs, bool chart_behind) {
        Content content{.title = "T", .question = "Q"};
        for (int i = 0; i < paragraphs; ++i) {
            content.items.emplace_back(Paragraph{"A sentence."});
        }
        if (chart_behind) {
            content.items.emplace_back(PageBreak{});
        }
        content.items.emplace_back(ChartPlace{.title = "Chart", .notes = {"A note."}});
        return chart_height_of(content);
    };
    const double whole = with(1, false);

    EXPECT_DOUBLE_EQ(with(15, false), whole);
    EXPECT_LT(with(22, false), whole * 0.95);
    EXPECT_GT(with(22, false), whole * 0.4);
    EXPECT_DOUBLE_EQ(with(60, false), whole);
    EXPECT_DOUBLE_EQ(with(22, true), whole);
}

}  // namespace
}  // namespace throughline::report

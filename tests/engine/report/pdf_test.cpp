// SPDX-License-Identifier: Apache-2.0
// What a PDF says is what its records say, or it is named; whatever else was done to the file.
#include "engine/report/pdf.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "engine/record/record_text.h"
#include "engine/report/verify_pdf.h"
#include "tests/engine/report/pdf_editor.h"
#include "tests/engine/report/pdf_fixtures.h"

namespace throughline::report {
namespace {

/// The findings, or the error; "" = it holds.
std::string found_in(const std::string& file) {
    const auto verified = verify_pdf(file);
    if (!verified) {
        return verified.error().what;
    }
    std::string text;
    for (const Finding& finding : verified->findings) {
        text += finding.where + ": " + finding.what + "\n";
    }
    return text;
}

TEST(VerifyPdf, AnUntouchedOneHoldsAndIsTheSameBytesAgain) {
    const std::string file = pdf_report();
    EXPECT_TRUE(is_pdf(file));
    const auto verified = verify_pdf(file);
    ASSERT_TRUE(verified) << verified.error().what;
    EXPECT_TRUE(verified->holds()) << found_in(file);
    EXPECT_GE(verified->figures, 3U);
    EXPECT_EQ(verified->points, 3U);
    EXPECT_EQ(verified->drawings, 1U);
    EXPECT_EQ(verified->title, "Is this disk enough?");
    EXPECT_EQ(pdf_report(), file);
}

TEST(VerifyPdf, TheRecordsAreFilesThatPeopleCanOpen) {
    const std::string file = pdf_report();
    EXPECT_EQ(attachments_of(file),
              (std::vector<std::string>{"1-photos-1-3-threads.tlrun", "throughline-proof.json"}));
    EXPECT_EQ(attachment_of(file, "1-photos-1-3-threads.tlrun"),
              record::record_text(measured_study()));
    const std::string proof = attachment_of(file, "throughline-proof.json");
    EXPECT_FALSE(parse_proof(proof)) << "its records are beside it";
    EXPECT_NE(proof.find("\"file\":\"1-photos-1-3-threads.tlrun\""), std::string::npos);
}

// Goal: whoever computes every digest anew is found by the text alone.
TEST(VerifyPdf, APrintedFigureThatIsNotTheRecordsIsNamed) {
    const std::string file = pdf_report();
    const auto figure = [](std::string& contents) {
        const std::string shown = "<0031> Tj\n<002e> Tj\n<0035> Tj\n<0033> Tj";  // 1.53
        const std::size_t at = contents.find(shown);
        ASSERT_NE(at, std::string::npos);
        contents.replace(at, shown.size(), "<0031> Tj\n<002e> Tj\n<0039> Tj\n<0033> Tj");
    };
    for (const Forgery forgery : {Forgery::FileDigest, Forgery::Everything}) {
        const std::string found = found_in(with_contents(file, 0, "/P", figure, forgery));
        EXPECT_NE(found.find("Images per second, run 3 of \"photos, 1\u20133 threads (\u00FC)\": "
                             "The report says 1.93 k images/s, its record 1.53 k images/s."),
                  std::string::npos)
            << found;
        EXPECT_EQ(found.find("What it shows was changed") == std::string::npos,
                  forgery == Forgery::Everything);
    }
}

TEST(VerifyPdf, AChangedDrawingIsNamed) {
    const std::string file = pdf_report();
    const auto stroke = [](std::string& contents) { contents += "0 0 m 9 9 l S\n"; };
    EXPECT_EQ(found_in(with_contents(file, 0, "/C1", stroke, Forgery::FileDigest)),
              "chart 1: The drawing was changed after the report was made.\n");
    EXPECT_EQ(found_in(with_contents(file, 0, "/P", stroke, Forgery::FileDigest)),
              "page 1: What it shows was changed after the report was made.\n");
    EXPECT_NE(found_in(with_contents(file, 0, "", stroke, Forgery::Everything))
                  .find("something was laid over it"),
              std::string::npos);
}

TEST(VerifyPdf, AChangedOrMissingAttachmentIsNamed) {
    const std::string file = pdf_report();
    const std::string name = "1-photos-1-3-threads.tlrun";
    std::string record = attachment_of(file, name);
    const std::size_t at = record.find("1533.9");
    ASSERT_NE(at, std::string::npos);
    record[at] = '9';
    EXPECT_NE(found_in(with_attachment(file, name, record))
                  .find("record 1 in the proof is damaged: it was changed"),
              std::string::npos);
    EXPECT_NE(found_in(with_attachment(file, name, std::nullopt)).find("is not attached"),
              std::string::npos);
    EXPECT_NE(
        found_in(with_attachment(file, "throughline-proof.json", std::nullopt)).find("cut out"),
        std::string::npos);
    const std::string proof = attachment_of(file, "throughline-proof.json");
    EXPECT_NE(found_in(with_attachment(file, "throughline-proof.json", proof + " "))
                  .find("not what the printed digest"),
              std::string::npos);
}

TEST(VerifyPdf, WhatIsNoReportIsAnErrorThatSaysSo) {
    const std::string file = pdf_report();
    for (const std::string& bad : {std::string("%PDF-1.7\n"),
                                   file.substr(0, file.size() / 2),
                                   drawn_text_pdf({{"Hello"}}),
                                   saved_again_pdf(file),
                                   encrypted_pdf(file)}) {
        const auto verified = verify_pdf(bad);
        ASSERT_FALSE(verified);
        EXPECT_EQ(verified.error().code, ErrorCode::Format) << verified.error().what;
    }
    EXPECT_NE(verify_pdf(encrypted_pdf(file)).error().what.find("encrypted"), std::string::npos);
}

// Goal: a small file cannot fill the memory. Method: half a gigabyte of spaces, compressed.
TEST(VerifyPdf, AFileThatUnpacksToFarMoreIsRefusedSoon) {
    const auto blown = [](std::string& contents) { contents.append(std::size_t{300} << 20U, ' '); };
    const std::string file = with_contents(pdf_report(), 0, "/P", blown, Forgery::FileDigest);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_NE(found_in(file).find("too much memory"), std::string::npos);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

// Goal: a change anywhere is found. Method: seeded edits of any byte, and of digits on the page
// with all digests computed anew; the seed is in the message.
TEST(VerifyPdf, FindsThreeHundredRandomEdits) {
    const std::string file = pdf_report();
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        std::string edited = file;
        if (seed % 2 == 0) {
            const std::size_t at = random() % file.size();
            edited[at] = static_cast<char>(edited[at] ^ static_cast<char>(1U << (seed % 8)));
        } else {
            const auto changed = with_digit_changed(
                file, 0, "/P", random, seed % 4 == 1 ? Forgery::FileDigest : Forgery::Everything);
            ASSERT_TRUE(changed);
            edited = *changed;
        }
        EXPECT_NE(found_in(edited), "") << "seed " << seed;
    }
}

// Goal: whatever stands in a file, verifying it ends, and not with a crash. Method: seeded edits of
// up to eight bytes behind which the file's own digest is computed anew.
TEST(VerifyPdf, AnyBytesEndInAnAnswer) {
    const std::string file = pdf_report();
    int held = 0;
    for (unsigned seed = 0; seed < 3000; ++seed) {
        std::mt19937 random(seed);
        std::string edited = file;
        for (unsigned i = 0; i <= seed % 8; ++i) {
            edited[random() % edited.size()] = static_cast<char>(random());
        }
        const auto verified = verify_pdf(sealed_again(edited));
        held += verified && verified->holds() ? 1 : 0;
    }
    EXPECT_LT(held, 300) << "bytes of metadata and bookmarks prove nothing";
}

}  // namespace
}  // namespace throughline::report
